"""The block-list: slurs, obscenities and what nobody wants to meet at breakfast.

The words themselves are nowhere in the repository. `blocked.txt` holds one salted hash per line,
with a letter for how it is applied:

w  a word, together with every form whose base it is, alone or as part of a phrase
f  a word with its whole family: also what is derived from it, kin to it or has it inside
x  exactly these letters, whatever they are made of
r  any word that begins with it
a  anything that contains it, across words too

`scripts/build_lexicon.py --hash w WORD` prints the line for one more.
"""

from __future__ import annotations

import hashlib
import re
from collections import defaultdict
from pathlib import Path

from crosswright.grids.letters import latin_letters
from lexicon_build.families import Families
from lexicon_build.sources import Sources

BLOCKED = Path(__file__).with_name("blocked.txt")
RISQUE = Path(__file__).with_name("risque.txt")
"""What a newspaper prints, but no family wants: by the same rules."""
SALT = "crosswright block-list"


def read_allowed() -> frozenset[str]:
    """Read the innocent entries that the rules would catch."""
    text = Path(__file__).with_name("allowed.txt").read_text()
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    return frozenset(map(latin_letters, " ".join(lines).split(",")))


ALLOWED = read_allowed()

TOKEN = re.compile(r"[^\W\d_]+", re.UNICODE)


def digest(text: str) -> str:
    """Return the salted hash of the letters of `text`."""
    return hashlib.sha256(f"{SALT}:{latin_letters(text)}".encode()).hexdigest()[:16]


class BlockList:
    """Decide which entries are offensive."""

    def __init__(
        self, sources: Sources, path: Path = BLOCKED, families: Families | None = None
    ) -> None:
        rules: dict[str, set[str]] = defaultdict(set)
        for line in path.read_text().splitlines():
            if line and not line.startswith("#"):
                rule, value = line.split()
                rules[rule].add(value)
        self.words, self.exact = rules["w"], rules["x"]
        self.elders = rules["f"]
        self.families = families or Families(sources)
        self.roots, self.parts = rules["r"] | rules["a"], rules["a"]
        self.bases: dict[str, set[str]] = defaultdict(set)
        for headword in sources.headwords:
            self.bases[headword.text.lower()].update(headword.bases)
        self.verdicts: dict[str, bool] = {}

    def blocks(self, text: str) -> bool:
        """Return whether an entry, as written, is offensive."""
        answer = latin_letters(text)
        if digest(answer) in self.exact:
            return True
        if answer in ALLOWED:
            return False
        if digest(answer) in self.words or self.has_part(answer):
            return True
        return any(self.blocks_word(word) for word in [*TOKEN.findall(text), *text.split()])

    def blocks_word(self, word: str) -> bool:
        """Return whether a word, or each word it may be a form of, is offensive."""
        word = word.lower()
        if word not in self.verdicts:
            bases = self.bases.get(word, set())
            self.verdicts[word] = latin_letters(word) not in ALLOWED and (
                self.has_stem(word)
                or (bool(bases) and all(map(self.has_stem, bases)))
                or self.has_elder(word)
            )
        return self.verdicts[word]

    def has_elder(self, word: str) -> bool:
        """Return whether a word belongs to the family of one that is listed with its family."""
        return bool(self.elders) and any(
            digest(elder) in self.elders for elder in self.families.elders(word)
        )

    def has_stem(self, word: str) -> bool:
        return digest(word) in self.words or self.has_root(latin_letters(word))

    def has_root(self, answer: str) -> bool:
        ends = range(4, min(len(answer), 10) + 1)
        return any(digest(answer[:end]) in self.roots for end in ends)

    def has_part(self, answer: str) -> bool:
        return any(
            digest(answer[start : start + size]) in self.parts
            for start in range(len(answer) - 3)
            for size in range(4, min(10, len(answer) - start) + 1)
        )
