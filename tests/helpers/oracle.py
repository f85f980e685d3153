"""All answers to a small fill, and whether any demands can be met, by brute force.

Nothing here uses the package's model, its tables or its engines: words are tuples of tokens, and
fills are tried out one word after another.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

from hypothesis import reject

from crosswright.explaining.demands import Demand, Kind
from crosswright.grids.grid import Grid, Slot
from crosswright.grids.notation import Cell
from tests.helpers.cases import Case, Word, spelled

DEFAULT_SCORE = 50
NO_FLOOR = -99

Candidate = tuple[Word, dict[Cell, str]]
"""A word for a slot, and the letters that it puts into its cells."""


class Contradiction(Exception):
    """A fixed word contradicts a letter of the grid, or another fixed word."""


@dataclass(frozen=True)
class Fill:
    """What the slots that must be filled have in one answer, and the letters of all cells."""

    words: dict[str, Word]
    letters: dict[Cell, str]

    def answers(self, oracle: Oracle) -> dict[str, str]:
        """Return the words as the grid has them."""
        cells = {slot.label: slot.cells for slot in oracle.goals}
        return {a: "".join(self.letters[c] for c in cells[a]) for a in self.words}


def runs(text: str, size: int) -> set[str]:
    """Return all runs of this many letters."""
    return {text[start : start + size] for start in range(len(text) - size + 1)}


def _parts(word: Word, cells: Sequence[Word]) -> list[str] | None:
    """Cut a word to cells that hold this much each; None if it has more tokens or fewer."""
    if len(word) != sum(map(len, cells)):
        return None
    ends = accumulate(map(len, cells))
    return [spelled(word[end - len(cell) : end]) for cell, end in zip(cells, ends, strict=True)]


def oracle_of(case: Case) -> Oracle:
    """Try out a case that hypothesis drew; leave it if its fixed words contradict each other."""
    try:
        return Oracle(case)
    except Contradiction:
        reject()


class Oracle:
    """A case tried out: all its fills, or those that meet a selection of its demands.

    `possible` are the fills of the slots that must be filled in which each other slot of the region
    has a word that fits, by itself; `sure` are those in which the others have such words together.
    Without slots that lead out of the region into empty cells they are the same.
    """

    def __init__(
        self, case: Case, demands: Collection[Demand] | None = None, grid: Grid | None = None
    ) -> None:
        """Take a case or, with a grid, one whose region and fixed words the grid shows already."""
        self.case = case
        self.demands = demands
        self.rules = case.rules
        self.region = self._region()
        self.grid = self._grid() if grid is None else grid
        self.in_region = [s for s in self.grid.slots if self.region & set(s.cells)]
        self.given = [s for s in self.in_region if self.grid.word(s) is not None]
        self.letters = self._kept_letters()
        self.free = self.region | (self.grid.letters.keys() - self.letters.keys())
        self.slots = [slot for slot in self.in_region if self._is_demanded(slot)]
        self.goals = [slot for slot in self.slots if self._is_goal(slot)]
        self.others = [slot for slot in self.slots if slot not in self.goals]
        self.outside = self._words_outside()
        self.listed = dict(case.scores)
        for text in self.rules.get("required", ()):
            self.listed.setdefault(case.cut(text), DEFAULT_SCORE)

    # -- the grid ---------------------------------------------------------------------------------

    def _region(self) -> set[Cell]:
        grid, parts = self.case.grid, self.rules.get("region")
        if parts is None:
            return set(grid.open_cells)
        return {
            c for part in parts for c in (grid.slot(part).cells if type(part) is str else [part])
        }

    def _grid(self) -> Grid:
        """Return the grid with the region empty but for the fixed words."""
        grid = self.case.grid
        letters = dict(grid.letters)
        if self.rules.get("region") is not None:
            letters = {cell: letter for cell, letter in letters.items() if cell not in self.region}
        for label, text in self.rules.get("fixed", {}).items():
            cells = grid.slot(label).cells
            given = [letters.get(cell, "?") for cell in cells]
            tokens, one_by_one = [*map(self.case.cut, given)], [*map(tuple, given)]
            parts = (
                _parts(self.case.cut(text), tokens)
                or _parts(tuple(self.text(text)), tokens)
                or _parts(tuple(text.upper()), one_by_one)
            )
            if parts is None:
                raise Contradiction
            for cell, part in zip(cells, parts, strict=True):
                if self.text(letters.setdefault(cell, part)) != self.text(part):
                    raise Contradiction
        return grid.without_letters().with_letters(letters)

    def is_rebus(self, cell: Cell) -> bool:
        """Return whether the grid gives several letters in a cell."""
        return len(self.case.cut(self.grid.letters.get(cell, ""))) > 1

    def _kept_letters(self) -> dict[Cell, str]:
        """Return the letters that are demanded, or part of a slot's shape, or out of question."""
        if self.demands is None:
            return dict(self.grid.letters)
        demanded = {demand.cell for demand in self.demands if demand.kind is Kind.LETTER}
        in_question = {cell for slot in self.in_region for cell in slot.cells}
        unfilled = [slot for slot in self.in_region if slot not in self.given]
        shape = {cell for slot in unfilled for cell in slot.cells if self.is_rebus(cell)}
        return {
            cell: letter
            for cell, letter in self.grid.letters.items()
            if cell in demanded or cell in shape or cell not in in_question
        }

    def _is_demanded(self, slot: Slot) -> bool:
        if self.demands is None:
            return True
        if slot in self.given:
            return all(cell in self.letters for cell in slot.cells)
        return any(d.kind is Kind.SLOT and d.label == slot.label for d in self.demands)

    def _is_goal(self, slot: Slot) -> bool:
        return all(cell in self.free or cell in self.letters for cell in slot.cells)

    def _words_outside(self) -> list[str]:
        outside = [slot for slot in self.grid.slots if slot not in self.in_region]
        return [
            self.text("".join(self.letters[cell] for cell in slot.cells))
            for slot in outside
            if all(cell in self.letters for cell in slot.cells)
        ]

    def text(self, text: str) -> str:
        """Return a text as the list spells it."""
        return spelled(self.case.cut(text))

    # -- the rules --------------------------------------------------------------------------------

    def _holds(self, kind: Kind, label: str = "") -> bool:
        """Return whether a rule is demanded."""
        return self.demands is None or any(
            demand.kind is kind and demand.label == label for demand in self.demands
        )

    @cached_property
    def _excluded(self) -> set[str]:
        """The words that are banned or were used before."""
        excluded = set()
        for kind, name in ((Kind.BANNED, "banned"), (Kind.USED, "used")):
            values = {d.value for d in self.demands or () if d.kind is kind}
            for word in self.rules.get(name, ()):
                named = {v for v in values if v is None or self.text(str(v)) == self.text(word)}
                if self.demands is None or named:
                    excluded.add(self.text(word))
        return excluded

    @cached_property
    def _required(self) -> set[str]:
        """The required words that these slots must have; others may have room for them."""
        words = {self.text(word) for word in self.rules.get("required", ())}
        if self.demands is not None:
            words &= {self.text(str(d.value)) for d in self.demands if d.kind is Kind.REQUIRED}
        left_out = [slot for slot in self.in_region if slot not in self.slots]
        rooms = {self._room(slot) for slot in left_out}
        words = {word for word in words if len(self.case.cut(word)) not in rooms}
        return words - set(self.outside)

    def _room(self, slot: Slot) -> int:
        """Return how many tokens a slot takes."""
        return sum(len(self.case.cut(self.letters.get(cell, "?"))) for cell in slot.cells)

    def is_exempt(self, word: Word) -> bool:
        """Return whether no floor is for a word: it is required."""
        return spelled(word) in {self.text(text) for text in self.rules.get("required", ())}

    def score(self, word: Word) -> int:
        """Return a word's score."""
        return self.listed.get(word, DEFAULT_SCORE)

    def _floor_of(self, slot: Slot) -> int:
        own = self.rules.get("slot_scores", {})
        if slot.label in own:
            return own[slot.label] if self._holds(Kind.SLOT_FLOOR, slot.label) else NO_FLOOR
        floor = self.rules.get("min_score")
        return NO_FLOOR if floor is None or not self._holds(Kind.FLOOR) else floor

    def _pool(self, slot: Slot) -> set[Word]:
        """Return the words that a slot may take by the list and the rule on what it allows."""
        allowed = self.rules.get("allowed", {}).get(slot.label)
        if allowed is None:
            return set(self.listed)
        words = {self.case.cut(text) for text in allowed}
        return words if self._holds(Kind.ALLOWED, slot.label) else words | set(self.listed)

    def go_together(self, one: str, other: str) -> bool:
        """Return whether two words may be in one puzzle."""
        rules = self.rules
        if rules.get("distinct", True) and self._holds(Kind.DISTINCT) and one == other:
            return False
        size = rules.get("no_shared_letters")
        if (
            size is not None
            and self._holds(Kind.SHARED_LETTERS)
            and runs(one, size) & runs(other, size)
        ):
            return False
        bases = [self.case.bases.get(text, text) for text in (one, other)]
        shared = rules.get("no_shared_stem") and self._holds(Kind.SHARED_STEM)
        return not (shared and bases[0] == bases[1])

    # -- words in slots ---------------------------------------------------------------------------

    @cached_property
    def candidates(self) -> dict[str, list[Candidate]]:
        """The words that each slot may take by itself, with the letters of its cells."""
        return {slot.label: list(self._candidates(slot)) for slot in self.slots}

    def _candidates(self, slot: Slot) -> Iterator[Candidate]:
        if slot in self.given:
            letters = {cell: self.letters[cell] for cell in slot.cells}
            yield self.case.cut("".join(letters.values())), letters
            return
        pattern = self.rules.get("matching", {}).get(slot.label)
        if pattern is None or not self._holds(Kind.MATCHING, slot.label):
            pattern = ".*"
        for word in sorted(self._pool(slot)):
            letters = self.placed(slot, word)
            if (
                letters is not None
                and spelled(word) not in self._excluded
                and (self.is_exempt(word) or self.score(word) >= self._floor_of(slot))
                and re.fullmatch(pattern, spelled(word), re.IGNORECASE)
                and all(self.go_together(spelled(word), other) for other in self.outside)
            ):
                yield word, letters

    def placed(self, slot: Slot, word: Word) -> dict[Cell, str] | None:
        """Put a word into the cells of a slot, as many tokens into a cell as it holds."""
        letters, rest = {}, word
        for cell in slot.cells:
            given = self.letters.get(cell)
            tokens = rest[:1] if given is None else self.case.cut(given)
            if not rest or rest[: len(tokens)] != tokens:
                return None
            letters[cell] = spelled(tokens) if given is None else given
            rest = rest[len(tokens) :]
        return None if rest else letters

    # -- fills ------------------------------------------------------------------------------------

    @cached_property
    def possible(self) -> list[Fill]:
        """The fills in which each slot that is not to be filled has some word that fits."""
        return [fill for fill in self._fills(self.goals, self.letters, []) if self._is_open(fill)]

    @cached_property
    def sure(self) -> list[Fill]:
        """The fills in which the slots that are not to be filled have words together."""
        return [fill for fill in self.possible if any(self._completions(fill))]

    def _is_open(self, fill: Fill) -> bool:
        if not {spelled(word) for word in fill.words.values()} >= self._required:
            return False
        return all(any(self._completions(fill, [slot])) for slot in self.others)

    def _completions(self, fill: Fill, slots: Sequence[Slot] | None = None) -> Iterator[Fill]:
        words = [spelled(word) for word in fill.words.values()]
        return self._fills(self.others if slots is None else slots, fill.letters, words)

    def _fills(
        self, slots: Sequence[Slot], letters: dict[Cell, str], words: Sequence[str]
    ) -> Iterator[Fill]:
        """Yield all ways to fill slots around some letters and beside some words."""

        def extend(index: int, cells: dict[Cell, str], used: list[str]) -> Iterator[list[Word]]:
            if index == len(slots):
                ends.append(cells)
                yield []
                return
            for word, placed in self.candidates[slots[index].label]:
                text = spelled(word)
                if all(cells.get(c, letter) == letter for c, letter in placed.items()) and all(
                    self.go_together(text, other) for other in used
                ):
                    for rest in extend(index + 1, {**cells, **placed}, [*used, text]):
                        yield [word, *rest]

        ends: list[dict[Cell, str]] = []
        labels = [slot.label for slot in slots]
        for found in extend(0, letters, list(words)):
            yield Fill(dict(zip(labels, found, strict=True)), ends[-1])

    # -- quality ----------------------------------------------------------------------------------

    def chosen(self, fill: Fill) -> dict[str, int]:
        """Return the scores of the words that a fill chose."""
        labels = [slot.label for slot in self.goals if slot not in self.given]
        return {label: self.score(fill.words[label]) for label in labels}

    def floor(self, fill: Fill) -> float:
        """Return the highest `min_score` that a fill satisfies."""
        own = self.rules.get("slot_scores", {})
        return min(
            (
                score
                for label, score in self.chosen(fill).items()
                if label not in own and not self.is_exempt(fill.words[label])
            ),
            default=float("inf"),
        )
