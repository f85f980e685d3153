"""Random small fills of every kind: grids, words and rules, with the words as tuples of tokens."""

from __future__ import annotations

import os
import random
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from hypothesis import strategies as st

from crosswright.filling.rules import Rules
from crosswright.grids.grid import Grid
from crosswright.grids.notation import Cell
from crosswright.words.wordlist import WordList

Word = tuple[str, ...]

FOLDED = str.maketrans({"É": "E", "Æ": "AE"})
"""What the lists make of letters that these cases give in grids and rules."""

FOREIGN = "Я"
"""A letter that no list of these cases has."""


@dataclass(frozen=True)
class Letters:
    """What the words of a list are made of."""

    letters: str
    digraphs: tuple[str, ...] = ()
    odd: tuple[str, ...] = (FOREIGN,)
    """Letters that a grid may give and no word has as they are."""


PLAIN = (Letters("AB"), Letters("ABC"), Letters("ЖA", odd=("7",)))
DIGRAPHS = (Letters("ACH", ("CH",)), Letters("AIJ", ("IJ",)), Letters("LA", ("LL",)))
ACCENTS = (Letters("AE", odd=("É", "Æ")), Letters("ELA", ("LL",), odd=("É", FOREIGN)))


def spelled(word: Sequence[str]) -> str:
    """Return the text of some tokens."""
    return "".join(word)


@dataclass
class Case:
    """A grid, the words with their scores, and rules as `fill` takes them."""

    grid: Grid
    scores: dict[Word, int]
    rules: dict[str, Any] = field(default_factory=dict)
    digraphs: tuple[str, ...] = ()
    bases: dict[str, str] = field(default_factory=dict)

    @property
    def words(self) -> WordList:
        """The words as a list."""
        pairs = [(spelled(word), score) for word, score in self.scores.items()]
        return WordList.from_words(pairs, digraphs=self.digraphs, bases=self.bases)

    @property
    def all_rules(self) -> Rules:
        """The rules as one object."""
        return Rules(**self.rules)

    def cut(self, text: str) -> Word:
        """Cut a text to tokens as the list spells it, digraphs whole."""
        return cut(text, self.digraphs)


def cut(text: str, digraphs: Sequence[str]) -> Word:
    """Cut a text to tokens, digraphs whole."""
    folded = text.upper().translate(FOLDED)
    return tuple(re.findall("|".join([*digraphs, "."]), folded))


@st.composite
def cases(
    draw: st.DrawFn,
    letters: Sequence[Letters] = (*PLAIN, *DIGRAPHS, *ACCENTS),
    rules: Sequence[str] = (),
    *,
    some_rules: bool = True,
) -> Case:
    """Draw a case over one of some alphabets, with certain rules and maybe others."""
    rng = draw(randomness())
    return random_case(rng, letters, rules, some_rules=some_rules)


def randomness() -> st.SearchStrategy[random.Random]:
    """Draw random numbers.

    Drawing each of them by itself takes hypothesis longer than the test takes, and serves only to
    shrink a failing case: that is done where other examples are asked for.
    """
    if os.environ.get("CROSSWRIGHT_OTHER_EXAMPLES"):
        return st.randoms(use_true_random=False)
    return st.integers(0, 2**32).map(random.Random)


def random_case(
    rng: random.Random,
    letters: Sequence[Letters] = (*PLAIN, *DIGRAPHS, *ACCENTS),
    rules: Sequence[str] = (),
    *,
    some_rules: bool = True,
) -> Case:
    """Make a case out of random numbers."""
    alphabet = rng.choice(letters)
    count = rng.choice((1, 4, 8, 14, 24))
    texts = [random_text(rng, alphabet, rng.choice((2, 2, 3, 3, 4))) for _ in range(count)]
    scores = {cut(text, alphabet.digraphs): rng.choice((-7, 0, 5, 5, 30)) for text in texts}
    bases = {spelled(word): rng.choice("PQRST") + "*" for word in scores if chance(rng, 70)}
    case = Case(_random_grid(rng, alphabet), scores, {}, alphabet.digraphs, bases)
    names = {*rules, *(rng.sample(sorted(MAKERS), rng.choice((0, 1, 2, 3))) if some_rules else ())}
    maker = RuleMaker(rng, alphabet, case)
    for name in sorted(names):
        if (rule := MAKERS[name](maker)) is not None:
            case.rules[name] = rule
    excluded = {case.cut(word) for name in ("banned", "used") for word in case.rules.get(name, ())}
    required = [w for w in case.rules.get("required", ()) if case.cut(w) not in excluded]
    if required or "required" in case.rules:
        case.rules["required"] = required
    return case


def chance(rng: random.Random, percent: int) -> bool:
    """Return true this often."""
    return rng.randrange(100) >= 100 - percent


def random_text(rng: random.Random, alphabet: Letters, size: int) -> str:
    """Make a text of some letters; digraphs come up by themselves."""
    return "".join(rng.choices(alphabet.letters, k=size))


def _random_grid(rng: random.Random, alphabet: Letters) -> Grid:
    height, width = rng.choice((1, 2, 2, 3, 3)), rng.choice((2, 3, 3, 4))
    cells = [(row, column) for row in range(height) for column in range(width)]
    blocks = [cell for cell in cells if chance(rng, 15)]
    voids = [cell for cell in cells if cell not in blocks and chance(rng, 3)]
    open_cells = [cell for cell in cells if cell not in (*blocks, *voids)]
    bars = [((y, x), "right") for y, x in cells if x < width - 1 and chance(rng, 5)]
    bars += [((y, x), "below") for y, x in cells if y < height - 1 and chance(rng, 5)]
    extra: list[tuple[Cell, ...]] = []
    if len(open_cells) > 3 and chance(rng, 30):
        for _ in range(rng.choice((1, 1, 2))):
            run = tuple(rng.sample(open_cells, rng.randrange(2, 4)))
            extra += [run] if run not in extra else []
    return Grid(
        height,
        width,
        blocks=blocks,
        voids=voids,
        bars=bars,
        extra=extra,
        letters=_random_letters(rng, alphabet, open_cells),
    )


def _random_letters(rng: random.Random, alphabet: Letters, cells: list[Cell]) -> dict[Cell, str]:
    """Give some letters, a rebus among them now and then."""
    share = rng.choice((0, 0, 15, 30, 100))
    tokens = [*alphabet.letters, *alphabet.digraphs]
    letters = {cell: rng.choice(tokens) for cell in cells if chance(rng, share)}
    for cell in rng.sample(cells, min(len(cells), rng.choice((0, 0, 0, 1, 2)))):
        rebus = random_text(rng, alphabet, rng.choice((2, 2, 3)))
        letters[cell] = rebus if chance(rng, 70) else rng.choice(alphabet.odd)
    return letters


class RuleMaker:
    """Make random rules for a case."""

    def __init__(self, rng: random.Random, alphabet: Letters, case: Case) -> None:
        self.rng, self.alphabet, self.case = rng, alphabet, case
        self.labels = [slot.label for slot in case.grid.slots]

    def words(self, most: int, *, new: bool = True) -> list[str]:
        """Return some words, a few of them not in the list, a few in lower case."""
        words = [spelled(word) for word in self.case.scores]
        if new:
            words += [
                random_text(self.rng, self.alphabet, self.rng.choice((2, 3))) for _ in range(3)
            ]
        chosen = self.rng.sample(words, min(len(words), self.rng.randrange(1, most + 1)))
        return [word.lower() if chance(self.rng, 10) else word for word in chosen]

    def some_labels(self, most: int) -> list[str]:
        """Return the labels of some slots."""
        return self.rng.sample(self.labels, min(len(self.labels), self.rng.randrange(1, most + 1)))

    def slot_scores(self) -> dict[str, int]:
        return {label: self.rng.choice((-8, 5, 6, 30)) for label in self.some_labels(2)}

    def allowed(self) -> dict[str, list[str]]:
        return {label: self.words(6) for label in self.some_labels(2)}

    def matching(self) -> dict[str, str]:
        patterns = ("A.*", "a.*", ".*A", ".+", "[AB].*")
        return {label: self.rng.choice(patterns) for label in self.some_labels(2)}

    def region(self) -> list[str | Cell] | None:
        """Return some slots and cells to fill anew; there may be none."""
        parts: list[str | Cell] = [*self.labels, *self.case.grid.open_cells]
        return self.rng.sample(parts, min(len(parts), self.rng.randrange(1, 4)))

    def fixed(self) -> dict[str, str]:
        """Return words for slots, most of which agree with the letters given there."""
        words: dict[str, str] = {}
        letters = dict(self.case.grid.letters)
        for label in self.some_labels(2):
            tokens = [letters.get(c) or self._token() for c in self.case.grid.slot(label).cells]
            if chance(self.rng, 10):
                tokens[0] = self._token()
            text = spelled(tokens)
            # Otherwise it is not certain which letters go into which cell.
            if [*map(self.case.cut, tokens)] == _parts(self.case.cut(text), tokens, self.case):
                words[label] = text.lower() if chance(self.rng, 20) else text
                cells = self.case.grid.slot(label).cells
                letters.update(zip(cells, tokens, strict=True))
        return words

    def _token(self) -> str:
        return self.rng.choice([*self.alphabet.letters, *self.alphabet.digraphs])


def _parts(word: Word, cells: Sequence[str], case: Case) -> list[Word]:
    """Cut a word to as many tokens per cell as each of some cells holds."""
    parts = []
    for cell in cells:
        size = len(case.cut(cell))
        parts.append(word[:size])
        word = word[size:]
    return [*parts, *([word] if word else [])]


MAKERS = {
    "min_score": lambda maker: maker.rng.choice((-8, 0, 1, 5, 6, 31)),
    "slot_scores": RuleMaker.slot_scores,
    "required": lambda maker: maker.words(2),
    "banned": lambda maker: maker.words(3),
    "used": lambda maker: maker.words(2),
    "allowed": RuleMaker.allowed,
    "matching": RuleMaker.matching,
    "region": RuleMaker.region,
    "fixed": RuleMaker.fixed,
    "distinct": lambda maker: False,
    "no_shared_letters": lambda maker: maker.rng.randrange(2, 4),
    "no_shared_stem": lambda maker: True,
}
"""How to make each rule at random."""
