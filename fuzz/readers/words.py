"""Word lists, the personal list and its history, the cache, tables of clues, and expressions."""

from __future__ import annotations

import base64
import io
import os
import tempfile
import zipfile
from functools import cache, partial
from pathlib import Path

from crosswright.clues.bank import BankedPuzzle, ClueBank
from crosswright.clues.tables import ClueRow, parse_table
from crosswright.clues.workbook import sheet_rows
from crosswright.formats.cluetable import parse_clues
from crosswright.grids.letters import normalise_answer
from crosswright.support import cache as disk_cache
from crosswright.words.cached import CachedWords
from crosswright.words.expressions import expression
from crosswright.words.tools.history import History
from crosswright.words.tools.personal import FORMAT_LINE, PersonalList
from crosswright.words.wordlist import WordList
from fuzz.target import FindingError, Target, answer, check_same

LIST = "# a list\nOBOE;50\nice cream;80\nL'ÉTÉ,7\nÑANDÚ\t3\nNAÏVE\nREADY-MADE;-5 # no\n".encode()
LINES = (b"\n", b";", b",", b"\t", b"#", b" #", b";50", b"ban", b"A", "ß".encode(), "ŀ".encode())

FOLDS = (("strip", ()), ("keep", ()), ("strip", ("CH", "LL")))


@cache
def folder() -> Path:
    """Return a folder for files that are read by name, which goes with the process."""
    place = tempfile.TemporaryDirectory(prefix="crosswright-fuzz-")
    _KEPT.append(place)
    os.environ["CROSSWRIGHT_CACHE"] = os.environ["CROSSWRIGHT_CONFIG"] = place.name
    return Path(place.name)


_KEPT: list[tempfile.TemporaryDirectory[str]] = []


# -- lists ----------------------------------------------------------------------------------------


def run_list(data: bytes) -> str:
    """Read a word list three ways; what is in it is found, and read again from its own text."""
    return " | ".join(answer(partial(_read_list, data, fold)) for fold in range(len(FOLDS)))


def _read_list(data: bytes, number: int) -> str:
    fold, digraphs = FOLDS[number]
    words = WordList.parse(data, fold=fold, digraphs=digraphs)
    entries = [*words]
    if len(entries) != len(words):
        raise FindingError(f"{len(entries)} entries in a list of {len(words)}")
    for word, score in entries[:20]:
        check_same(score, words.score(word), f"the score of {word!r}")
    again = WordList.from_words(entries, fold=fold, digraphs=digraphs)
    check_same(entries, [*again], "a list made of its own entries")
    for length in words.lengths:
        words.table(length)
    return f"list: {len(words.lengths)} lengths, {min(words.skipped_count, 2)} left out"


def run_personal(data: bytes) -> str:
    """Read a personal list, change it, and undo that."""
    path = folder() / "personal.txt"
    path.write_bytes(data)
    path.with_suffix(".history").unlink(missing_ok=True)
    return answer(lambda: _read_personal(path))


def _read_personal(path: Path) -> str:
    personal = PersonalList.load(path)
    before = dict(personal.scores), set(personal.banned)
    personal.score("OBOE", 70)
    check_same(70, PersonalList.load(path).scores.get("OBOE"), "a score that was given")
    with personal.writing() as history:
        change = history.changes()[-1:]
        if change:
            personal.undo(change[0])  # type: ignore[arg-type]
    again = PersonalList.load(path)
    check_same(before, (again.scores, again.banned), "a change that was undone")
    return f"personal: {len(personal) > 0} {bool(personal.banned)}"


def run_history(data: bytes) -> str:
    """Read the history of a personal list, and add to it."""
    path = folder() / "personal.txt"
    path.write_text(f"{FORMAT_LINE}\nOBOE;50\n")  # one without a format gets it, and moves lines
    path.with_suffix(".history").write_bytes(data)
    return answer(lambda: _read_history(path))


def _read_history(path: Path) -> str:
    known = History(path).changes()
    PersonalList.load(path).ban("OBOE")
    after = History(path).changes()
    check_same([*known][-20:], after[:-1][-20:], "the history before a change")
    return f"history: {[type(change).__name__ for change in known[:4]]}"


def _history_seed() -> bytes:
    path = folder() / "sample.txt"
    path.write_text(f"{FORMAT_LINE}\nOBOE;50\n")
    personal = PersonalList.load(path)
    personal.score("OBOE", 3)
    personal.ban("ICE CREAM")
    return path.with_suffix(".history").read_bytes()


# -- the cache ------------------------------------------------------------------------------------


def run_cache(data: bytes) -> str:
    """Read a list from the cache: as it is, and with its checksum made right."""
    return f"{_fetched(data)} | {_fetched(_with_checksum(data))}"


def _fetched(data: bytes) -> str:
    (folder() / f"fuzz{disk_cache.SUFFIX}").write_bytes(data)
    cached = CachedWords.fetch("fuzz")
    if cached is None:
        return "absent"
    words = WordList.from_cache("fuzz")
    if words is None:
        return "refused"
    entries = [*words]
    for length in words.lengths:
        words.table(length)
    return f"cached: {len(words.lengths)} lengths, {len(entries) > 9}"


def _with_checksum(data: bytes) -> bytes:
    import zlib

    body = data[disk_cache.HEADER_SIZE :]
    size = int.from_bytes(data[8:12], "little")
    return disk_cache.header(size, zlib.crc32(body)) + body


def _cache_seed() -> bytes:
    folder()
    WordList.parse(LIST).to_cache("sample")
    return (folder() / f"sample{disk_cache.SUFFIX}").read_bytes()


# -- tables ---------------------------------------------------------------------------------------

TABLE = 'word,clue\noak,"Acorns, of course"\nÉTÉ;Summer\n- ash – A tree\n'.encode()


def run_table(data: bytes) -> str:
    """Read a table of words and clues."""
    return " | ".join(
        (
            answer(lambda: _rows(parse_table(data))),
            answer(lambda: _rows(parse_table(data, tabs=True, language="pl"))),
            answer(lambda: _clues(data)),
        )
    )


def _rows(rows: list[ClueRow]) -> str:
    for row in rows:
        if not row.word.strip() or row.line < 1:
            raise FindingError(f"not a row: {row}")
    return f"table: {min(len(rows), 3)} {any(row.clue for row in rows)}"


def _clues(data: bytes) -> str:
    clues = parse_clues(data)
    spelled = [normalise_answer(word) for word in clues]
    if len({*spelled}) != len(spelled):
        raise FindingError(f"an answer appears twice: {spelled}")
    return f"clues: {min(len(clues), 3)}"


SHEET = b"""<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr">
<is><t>Acorns</t></is></c></row><row r="2"><c r="A2" t="str"><v>ash</v></c><c r="B2"><v>1.5</v></c>
</row></sheetData></worksheet>
=====
<sst><si><t>oak</t></si><si><r><t>el</t></r><r><t>m</t></r></si></sst>
=====
<workbook xmlns:r="x"><sheets><sheet name="One" state="hidden" r:id="rId1"/>
<sheet name="Two" r:id="rId1"/></sheets></workbook>
=====
<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="worksheets/sheet1.xml"/>
<Relationship Id="rId2" Type="x/sharedStrings" Target="sharedStrings.xml"/></Relationships>
"""
PARTS = (
    "xl/worksheets/sheet1.xml",
    "xl/sharedStrings.xml",
    "xl/workbook.xml",
    "xl/_rels/workbook.xml.rels",
    "_rels/.rels",
)
SHEET_WORDS = (
    b'<row r=" <c r="A1" t="s" t="b" <v> </v> <is> <t> A1 ZZZ9999999 state="hidden" Target="'
)


def zipped(data: bytes) -> bytes:
    """Return a workbook whose parts are separated by lines of equals signs."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as archive:
        for name, part in zip(PARTS, data.split(b"\n=====\n"), strict=False):
            archive.writestr(name, part)
    return buffer.getvalue()


def run_workbook(data: bytes) -> str:
    """Read a workbook: the bytes of a zip, or parts that are zipped first."""
    book = data if data.startswith(b"PK") else zipped(data)
    return answer(lambda: _rows(parse_table(book))) + answer(lambda: f"{len(sheet_rows(book)) > 1}")


# -- the clue bank --------------------------------------------------------------------------------


def run_bank(data: bytes) -> str:
    """Read a clue bank, and add to it."""
    path = folder() / "bank.sqlite"
    for leftover in folder().glob("bank.*"):
        leftover.unlink()
    path.write_bytes(data)
    return " | ".join(answer(partial(ask, ClueBank(path))) for ask in (_ask_bank, _fill_bank))


def _ask_bank(bank: ClueBank) -> str:
    found = bank.find("OAK"), bank.suggestions("OAK"), bank.puzzles(), bank.figures()
    return f"bank: {[bool(each) for each in found]}"


def _fill_bank(bank: ClueBank) -> str:
    bank.put([BankedPuzzle("a.puz", 1, 2, "d", clues=(("OAK", "1A", "Tree"),))])
    bank.find("OAK")
    return f"filled: {bank.forget('a.puz')}"


def _bank_seed() -> bytes:
    path = folder() / "sample.sqlite"
    path.unlink(missing_ok=True)
    ClueBank(path).put(
        [BankedPuzzle("b.puz", 1, 2, "d", "T", "A", "2024-01-15", (("OAK", "1A", "A tree"),))]
    )
    return path.read_bytes()


# -- expressions ----------------------------------------------------------------------------------

SOUGHT = WordList.from_words(["OBOE", "ICE", "ÉTÉ", "TEN"], fold="keep")
EXPRESSIONS = (b"[^aeiou]+|.*(ing|ed)", b"(A{2,5}){3}$", b"O?[A-F]*E", b"A?[AEIOU]E", b"\\d\\w.")
SIGNS = b"( ) [ ] [^ { } {2,} {99} | * + ? . ^ $ \\d \\w (?: (?P<a> (?= \\1 A-Z"


def run_expression(data: bytes) -> str:
    """Compile a regular expression and a pattern, and match words with them."""
    text = data[:300].decode("utf-8", "surrogateescape")
    return " | ".join((answer(lambda: _match(text)), answer(lambda: _look_up(text))))


def _match(text: str) -> str:
    compiled = expression(text)
    return f"expression: {[compiled.matches(word) for word in ('OBOE', 'ÉTÉ', 'A' * 40)]}"


def _look_up(text: str) -> str:
    if text.count("*") > 2:  # every star doubles the work; the studio refuses more, too
        return "many stars"
    return f"pattern: {len(SOUGHT.match(text))}"


TARGETS = (
    Target("wordlist", "word lists", run_list, lambda: [LIST, b"OBOE\nICE\n"], LINES, 110),
    Target("personal", "the personal list", run_personal, lambda: [LIST, b"OAK;ban\n"], LINES, 14),
    Target("history", "its history", run_history, lambda: [_history_seed()], LINES, 10),
    Target("cache", "cached word lists", run_cache, lambda: [_cache_seed()], LINES, 40),
    Target("table", "tables of words and clues", run_table, lambda: [TABLE, LIST], LINES, 100),
    Target(
        "workbook",
        "tables from spreadsheets (.xlsx)",
        run_workbook,
        lambda: [SHEET, zipped(SHEET)],
        (*SHEET_WORDS.split(b" "), b"\n=====\n"),
        60,
    ),
    Target("bank", "the clue bank", run_bank, lambda: [_bank_seed()], (), 4),
    Target(
        "expression",
        "regular expressions and patterns of words",
        run_expression,
        lambda: [*EXPRESSIONS, base64.b64encode(TABLE)[:40]],
        tuple(SIGNS.split(b" ")),
        150,
    ),
)
