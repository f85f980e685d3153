"""The board of a word search: where words fit, and letters around them that make no others."""

from __future__ import annotations

import random
import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from string import ascii_uppercase
from typing import Final

from crosswright.grids.notation import Cell
from crosswright.layouts.entries import LayoutWord

Step = tuple[int, int]
"""From one letter to the next: rows down, columns onwards."""

ALL_STEPS: Final[tuple[Step, ...]] = (
    *((0, 1), (1, 0), (1, 1), (-1, 1)),
    *((0, -1), (-1, 0), (-1, -1), (1, -1)),
)
AXES: Final = ALL_STEPS[:4]

TRIES: Final = 40  # random positions in a direction, before all positions are tried in turn
CHOICES: Final = 3  # positions that fit, of which the one with the most shared letters is taken
DRAWS: Final = 12  # letters drawn from the words, before all letters are tried in turn
MIN_LETTERS: Final = 12  # of a list with fewer different letters, others of its script are added
NEIGHBOURS: Final = 40  # how far from a letter the others of its script are looked for
OFFENSIVE_LENGTHS: Final = range(3, 9)
_SIGNS: Final = re.compile("VOWEL SIGN| SARA | PAIYANNOI| LAKKHANGYAO| ELLIPSIS")


class SearchBoard:
    """A rectangle of letters under way; `hidden` has the cells and the step of each word."""

    def __init__(
        self, height: int, width: int, entries: Sequence[LayoutWord], language: str = ""
    ) -> None:
        self.height, self.width = height, width
        self.letters: dict[Cell, str] = {}
        self.hidden: dict[LayoutWord, tuple[tuple[Cell, ...], Step]] = {}
        self._words = [entry.letters for entry in entries]
        self._uses = dict.fromkeys(ALL_STEPS, 0)
        self._is_offensive = _offensive(self._words, language)
        # Where two neighbours can be in a word: the word, and the index of the first or the last.
        self._from: dict[tuple[str, str], list[tuple[tuple[str, ...], int]]] = defaultdict(list)
        self._ending: dict[tuple[str, str], list[tuple[str, ...]]] = defaultdict(list)
        for word in self._words:
            for index in range(len(word) - 1):
                self._from[word[index], word[index + 1]].append((word, index))
            self._ending[word[-2], word[-1]].append(word)

    # -- words ----------------------------------------------------------------------------------

    def hide(self, entry: LayoutWord, steps: Sequence[Step], rng: random.Random) -> bool:
        """Put a word somewhere, in a direction that few others have; return whether it fits."""
        letters = entry.letters
        in_turn = sorted(steps, key=lambda step: (self._uses[step], rng.random()))
        for step in in_turn:
            starts = self._starts(len(letters), step)
            if not starts:
                continue
            fits = []
            for _ in range(TRIES):
                cells = _line(starts[rng.randrange(len(starts))], step, len(letters))
                shared = self._shared(cells, letters)
                if shared is not None and self._put(cells, letters):
                    self._take_off(cells, shared)
                    fits.append((len(shared), cells))
                    if len(fits) == CHOICES:
                        break
            if fits:
                return self._keep(entry, max(fits)[1], step)
        return any(self._hide_anywhere(entry, step, rng) for step in in_turn)

    def _hide_anywhere(self, entry: LayoutWord, step: Step, rng: random.Random) -> bool:
        starts = self._starts(len(entry.letters), step)
        for start in rng.sample(starts, len(starts)):
            cells = _line(start, step, len(entry.letters))
            if self._shared(cells, entry.letters) is not None and self._put(cells, entry.letters):
                return self._keep(entry, cells, step)
        return False

    def _starts(self, length: int, step: Step) -> list[Cell]:
        """Return the cells from which a word of this length does not leave the board."""
        down, right = ((length - 1) * part for part in step)
        return [
            (row, column)
            for row in range(max(0, -down), self.height - max(0, down))
            for column in range(max(0, -right), self.width - max(0, right))
        ]

    def _shared(self, cells: Iterable[Cell], letters: Sequence[str]) -> set[Cell] | None:
        """Return the cells that have these letters already; None if some have others, or all do."""
        shared = set()
        for cell, letter in zip(cells, letters, strict=True):
            here = self.letters.get(cell, letter)
            if here != letter:
                return None
            if cell in self.letters:
                shared.add(cell)
        return shared if len(shared) < len(letters) else None

    def _put(self, cells: Sequence[Cell], letters: Sequence[str]) -> bool:
        """Write a word; take it off again if it makes words beyond its own cells."""
        new = [cell for cell in cells if cell not in self.letters]
        shared = {*cells}.difference(new)
        self.letters.update(zip(cells, letters, strict=True))
        if any(not own.issuperset(made) for own in [{*cells}] for made in self._words_at(new)):
            self._take_off(cells, shared)
            return False
        return True

    def _take_off(self, cells: Iterable[Cell], shared: set[Cell]) -> None:
        for cell in cells:
            if cell not in shared:
                del self.letters[cell]

    def _keep(self, entry: LayoutWord, cells: tuple[Cell, ...], step: Step) -> bool:
        self.letters.update(zip(cells, entry.letters, strict=True))
        self.hidden[entry] = cells, step
        self._uses[step] += 1
        return True

    # -- the other letters ----------------------------------------------------------------------

    def fill_up(self, rng: random.Random) -> bool:
        """Write a letter into every other cell; return whether no word comes about by that."""
        bag = [letter for word in self._words for letter in word]
        alphabet = sorted(set(bag))
        spare = spare_letters(alphabet)
        if len(alphabet) < MIN_LETTERS:
            bag += spare
        empty = [
            (row, column)
            for row in range(self.height)
            for column in range(self.width)
            if (row, column) not in self.letters
        ]
        rng.shuffle(empty)
        for cell in empty:
            drawn = [bag[rng.randrange(len(bag))] for _ in range(DRAWS)]
            if not any(self._fits(cell, letter) for letter in (*drawn, *alphabet, *spare)):
                return False
        return True

    def _fits(self, cell: Cell, letter: str) -> bool:
        self.letters[cell] = letter
        if any(self._words_at([cell])):
            del self.letters[cell]
            return False
        return True

    # -- words that are there -------------------------------------------------------------------

    def _words_at(self, cells: Iterable[Cell]) -> Iterator[tuple[Cell, ...]]:
        """Yield the cells of all words of the list, and of offensive ones, through some cells."""
        for cell in cells:
            for step in ALL_STEPS:
                yield from self._listed(cell, step)
            if self._is_offensive is not None:
                yield from self._offensive(cell, self._is_offensive)

    def _listed(self, cell: Cell, step: Step) -> Iterator[tuple[Cell, ...]]:
        row, column = cell
        here = self.letters[cell]
        after = self.letters.get((row + step[0], column + step[1]))
        if after is not None:
            for word, index in self._from.get((here, after), ()):
                start = (row - index * step[0], column - index * step[1])
                if self._reads(word, cells := _line(start, step, len(word))):
                    yield cells
        before = self.letters.get((row - step[0], column - step[1]))
        if before is not None:
            for word in self._ending.get((before, here), ()):
                start = (row - (len(word) - 1) * step[0], column - (len(word) - 1) * step[1])
                if self._reads(word, cells := _line(start, step, len(word))):
                    yield cells

    def _reads(self, word: Sequence[str], cells: Iterable[Cell]) -> bool:
        return all(
            self.letters.get(cell) == letter for cell, letter in zip(cells, word, strict=True)
        )

    def _offensive(
        self, cell: Cell, is_offensive: Callable[[str], bool]
    ) -> Iterator[tuple[Cell, ...]]:
        for step in AXES:
            before = self._run(cell, (-step[0], -step[1]))[::-1]
            run = [*before, cell, *self._run(cell, step)]
            text = [self.letters[each] for each in run]
            at = len(before)
            for start in range(at + 1):
                for length in OFFENSIVE_LENGTHS:
                    if start + length > len(run) or start + length <= at:
                        continue
                    letters = text[start : start + length]
                    if is_offensive("".join(letters)) or is_offensive("".join(letters[::-1])):
                        yield tuple(run[start : start + length])

    def _run(self, cell: Cell, step: Step) -> list[Cell]:
        """Return the cells with letters that follow a cell, as far as an offensive word goes."""
        cells: list[Cell] = []
        for following in _line(cell, step, OFFENSIVE_LENGTHS[-1])[1:]:
            if following not in self.letters:
                break
            cells.append(following)
        return cells


def spare_letters(alphabet: Sequence[str]) -> list[str]:
    """Return further letters of the script in which a list is written.

    >>> "".join(spare_letters(["C", "A", "T"]))
    'BDEFGHIJKLMNOPQRSUVWXYZ'
    >>> "".join(spare_letters(["ש", "ל"]))
    'אבגדהוזחטיךכםמןנסעףפץצקרת'
    """
    if any(letter in ascii_uppercase for letter in alphabet):
        return [letter for letter in ascii_uppercase if letter not in alphabet]
    spare = set()
    for letter in alphabet:
        script, kind = _script(letter[0]), unicodedata.category(letter[0])
        for code in range(max(0, ord(letter[0]) - NEIGHBOURS), ord(letter[0]) + NEIGHBOURS):
            other = chr(code)
            if _script(other) == script and unicodedata.category(other) == kind:
                spare.add(other)
    return sorted(letter for letter in spare.difference(alphabet) if _is_whole(letter))


def _script(character: str) -> str:
    """Return the first two words of a letter's name: HEBREW LETTER, CYRILLIC CAPITAL."""
    return " ".join(unicodedata.name(character, "").split()[:2])


def _is_whole(letter: str) -> bool:
    """Return whether a letter is one that words begin with: a capital, composed, no sign."""
    if _SIGNS.search(unicodedata.name(letter, "")):
        return False
    return letter.upper() == letter and len(unicodedata.normalize("NFKD", letter)) == 1


def _offensive(words: Sequence[Sequence[str]], language: str) -> Callable[[str], bool] | None:
    """Return what knows offensive words; None where no list is about such letters."""
    if not any(letter in ascii_uppercase for word in words for letter in word) and not language:
        return None
    from crosswright.words.lexicon.offensive import offensive_in

    return offensive_in(language)


def _line(start: Cell, step: Step, length: int) -> tuple[Cell, ...]:
    return tuple((start[0] + n * step[0], start[1] + n * step[1]) for n in range(length))
