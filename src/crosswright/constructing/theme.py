"""Theme entries in an empty grid: where they can go under its symmetry, the best places first."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, permutations

from crosswright.errors import ThemeError
from crosswright.grids.grid import Grid
from crosswright.grids.letters import split_letters
from crosswright.grids.notation import Cell
from crosswright.grids.symmetry import NO_SYMMETRY, image, symmetry_name
from crosswright.patterns.spec import Spec
from crosswright.support.wording import plural, quote
from crosswright.words.wordlist import WordList

MAX_ENTRIES = 12
SAMPLES = 300
"""Placements that are drawn at random and compared."""

GOOD_GAP = 3
"""Rows from one theme entry to the next that leave room for words between them."""

EDGES = (6.0, 9.0, 1.0)
"""Cost of an entry in the first, second or third row from an edge."""

OVERLAP = 1.5
"""Cost of each column that a theme entry shares with the next, over the rows between them."""


@dataclass(frozen=True, slots=True)
class ThemeEntry:
    """A theme entry as the word list spells it, one token per cell."""

    tokens: tuple[str, ...]

    @property
    def word(self) -> str:
        """The entry as an answer of the grid."""
        return "".join(self.tokens)

    @property
    def shared_cells(self) -> tuple[str, ...]:
        """What is in cells that hold several letters."""
        return tuple(token for token in self.tokens if len(split_letters(token)) > 1)

    def __len__(self) -> int:
        return len(self.tokens)

    def __str__(self) -> str:
        return self.word


@dataclass(frozen=True, slots=True)
class ThemePosition:
    """Where a theme entry goes: its first cell, and whether it runs down."""

    row: int
    column: int
    length: int
    down: bool = False

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Its cells in order."""
        steps = range(self.length)
        if self.down:
            return tuple((self.row + n, self.column) for n in steps)
        return tuple((self.row, self.column + n) for n in steps)

    def ends(self, height: int, width: int) -> list[Cell]:
        """The cells before and after it, which must be blocks."""
        if self.down:
            around = [(self.row - 1, self.column), (self.row + self.length, self.column)]
        else:
            around = [(self.row, self.column - 1), (self.row, self.column + self.length)]
        return [(y, x) for y, x in around if 0 <= y < height and 0 <= x < width]


Orbit = tuple[ThemePosition, ...]
"""Positions that the symmetry maps onto one another."""

ThemePlacement = tuple[tuple[ThemeEntry, ThemePosition], ...]
"""All entries of a theme with their positions."""


def read_theme(entries: Iterable[str], words: WordList) -> tuple[ThemeEntry, ...]:
    """Return theme entries as a word list spells them; blank lines do not count."""
    if isinstance(entries, str):
        raise ThemeError(f"a theme is a list of entries; write [{entries!r}] for a single one")
    theme: list[ThemeEntry] = []
    is_blank = False
    for text in entries:
        entry = ThemeEntry(_cells_of(text, words))
        if not entry.tokens:
            if text.strip():
                raise ThemeError(f"the theme entry {quote(text)} has no letters")
            is_blank = True
            continue
        if entry in theme:
            raise ThemeError(f"the theme entry {entry} is given twice")
        theme.append(entry)
    if is_blank and not theme:
        raise ThemeError("the theme is blank; leave it out for a puzzle without a theme")
    if len(theme) > MAX_ENTRIES:
        raise ThemeError(f"{len(theme)} theme entries; at most {MAX_ENTRIES} can be placed")
    return tuple(theme)


def _cells_of(text: str, words: WordList) -> tuple[str, ...]:
    """Return what goes into each cell: the tokens of the list, and what is in brackets together."""
    cells: list[str] = []
    for index, part in enumerate(re.split(r"[(\[]([^][()]*)[])]", text)):
        tokens = words.tokens(part)
        if re.search(r"[][()]", part) or (index % 2 and not tokens):
            raise ThemeError(
                f"the theme entry {quote(text)} has brackets that do not match or are empty; a "
                "rebus is written (HEART)BREAK"
            )
        cells += ["".join(tokens)] if index % 2 else tokens
    return tuple(cells)


class ThemePlacer:
    """Finds positions for theme entries in an empty grid, in orbits of its symmetry."""

    def __init__(self, spec: Spec) -> None:
        self.spec = spec
        self._orbits: dict[int, list[Orbit]] = {}
        self._weights: dict[Orbit, float] = {}

    def why_not(self, theme: Sequence[ThemeEntry]) -> str:
        """Return why no placement of the theme can exist; "" if there may be one."""
        spec = self.spec
        if reason := self.wrong_length(theme):
            return reason
        unpaired = []
        for length, count in sorted(_by_length(theme).items()):
            sizes = {len(orbit) for orbit in self.orbits(length)}
            if not sizes:
                return f"there is no room for {length} letters under {symmetry_name(spec.symmetry)}"
            if not _is_sum_of(sizes, count):
                unpaired.append(length)
        if unpaired:
            names = _entries_of(theme, unpaired)
            return f"these lengths do not pair up under {symmetry_name(spec.symmetry)}: {names}"
        central = self._central_lengths(theme)
        if len(central) > 1 and not self._can_cross(central):
            return (
                "the lengths do not pair up: only one entry can be alone in the middle, not "
                f"{_entries_of(theme, central)}"
            )
        return ""

    def wrong_length(self, entries: Iterable[ThemeEntry]) -> str:
        """Return which of some entries is too long or too short for any slot; "" if none is."""
        least, longest = self.spec.style.min_length, max(self.spec.height, self.spec.width)
        for entry in entries:
            length = len(entry)
            size = plural(length, "cell" if entry.shared_cells else "letter")
            if length > longest:
                return f"{entry} has {size}, too long for {longest} cells"
            if length < least:
                return f"{entry} has {size}; words have {least} or more"
        return ""

    def _central_lengths(self, theme: Sequence[ThemeEntry]) -> list[int]:
        """Return the lengths with an entry that must be in the middle, where two are a pair."""
        if self.spec.symmetry != "180":
            return []
        return [length for length, count in sorted(_by_length(theme).items()) if count % 2]

    def _can_cross(self, central: list[int]) -> bool:
        """Return whether two entries can share the middle, one across and one down."""
        return len(central) == 2 and any(
            self._fits_middle(across, down=False) and self._fits_middle(down, down=True)
            for across, down in permutations(central, 2)
        )

    def _fits_middle(self, length: int, *, down: bool) -> bool:
        return any(len(orbit) == 1 and orbit[0].down == down for orbit in self.orbits(length))

    # -- positions ------------------------------------------------------------------------------

    def orbits(self, length: int) -> list[Orbit]:
        """Return the positions for a length, in orbits of the symmetry."""
        if length not in self._orbits:
            self._orbits[length] = [*self._find_orbits(length)]
        return self._orbits[length]

    def _find_orbits(self, length: int) -> Iterator[Orbit]:
        height, width = self.spec.height, self.spec.width
        across = [(y, x) for y in range(height) for x in range(width - length + 1)]
        down = [(y, x) for y in range(height - length + 1) for x in range(width)]
        positions = [ThemePosition(*cell, length) for cell in across]
        positions += [ThemePosition(*cell, length, down=True) for cell in down]
        seen: set[ThemePosition] = set()
        for position in positions:
            if position in seen:
                continue
            orbit = [position]
            while (position := self._image(position)) != orbit[0]:
                orbit.append(position)
            seen.update(orbit)
            if self._is_possible(orbit):
                yield tuple(orbit)

    def _image(self, position: ThemePosition) -> ThemePosition:
        spec = self.spec
        if spec.symmetry == NO_SYMMETRY:
            return position
        cells = [image(cell, spec.symmetry, spec.height, spec.width) for cell in position.cells]
        first, last = min(cells), max(cells)
        down = first[1] == last[1] and position.length > 1
        return ThemePosition(*first, position.length, down)

    def _is_possible(self, orbit: Sequence[ThemePosition]) -> bool:
        """Return whether the positions leave each other's ends free and do not overlap."""
        letters = {cell for position in orbit for cell in position.cells}
        ends = {cell for position in orbit for cell in self._ends(position)}
        across = Counter(cell for position in orbit for cell in position.cells if not position.down)
        return not letters & ends and all(count == 1 for count in across.values())

    def _ends(self, position: ThemePosition) -> list[Cell]:
        return position.ends(self.spec.height, self.spec.width)

    # -- placements -----------------------------------------------------------------------------

    def placements(self, theme: Sequence[ThemeEntry], rng: random.Random) -> list[ThemePlacement]:
        """Return different placements of the theme, the best first."""
        costs: dict[ThemePlacement, float] = {}
        for _ in range(SAMPLES):
            placement = self._sample(theme, rng)
            if placement is not None and placement not in costs:
                costs[placement] = self._cost(placement) + rng.random()
        return sorted(costs, key=lambda placement: costs[placement])

    def _sample(self, theme: Sequence[ThemeEntry], rng: random.Random) -> ThemePlacement | None:
        """Draw a placement; return None if it runs out of room."""
        left = list(theme)
        rng.shuffle(left)
        placed: list[tuple[ThemeEntry, ThemePosition]] = []
        # Those that must be in the middle come first, then the long ones.
        counts = _by_length(theme)
        left.sort(key=lambda entry: (counts[len(entry)] % 2 == 0, -len(entry)))
        while left:
            entry = left[0]
            alike = [other for other in left if len(other) == len(entry)]
            orbit = self._choose(entry, len(alike), placed, rng)
            if orbit is None:
                return None
            chosen = alike[: len(orbit)]
            placed += zip(chosen, orbit, strict=True)
            left = [other for other in left if other not in chosen]
            if self._decided(placed) is None:
                return None
        return tuple(sorted(placed, key=lambda pair: (pair[1].row, pair[1].column)))

    def _choose(
        self,
        entry: ThemeEntry,
        available: int,
        placed: Sequence[tuple[ThemeEntry, ThemePosition]],
        rng: random.Random,
    ) -> Orbit | None:
        fitting = [
            orbit
            for orbit in self.orbits(len(entry))
            if len(orbit) <= available
            and (len(orbit) % 2 == available % 2 or len(orbit) < available)
            and self._keeps_away(orbit, placed)
        ]
        if available % 2 and self.spec.symmetry == "180":
            fitting = [orbit for orbit in fitting if len(orbit) == 1]
        if not fitting:
            return None
        return rng.choices(fitting, [self._weight(orbit) for orbit in fitting])[0]

    def _keeps_away(self, orbit: Orbit, placed: Sequence[tuple[ThemeEntry, ThemePosition]]) -> bool:
        """Return whether no position of an orbit is beside another one or runs into it."""
        others = [position for _, position in placed]
        return not any(
            _are_close(one, other)
            for n, one in enumerate(orbit)
            for other in (*others, *orbit[n + 1 :])
        )

    def _weight(self, orbit: Orbit) -> float:
        """Return how likely an orbit is to be drawn; best across, off the edges, with room."""
        if orbit not in self._weights:
            self._weights[orbit] = self._find_weight(orbit)
        return self._weights[orbit]

    def _find_weight(self, orbit: Orbit) -> float:
        weight = 1.0
        for position in orbit:
            weight *= 0.15 if position.down else 1.0
            weight *= 0.1 if self._distance_to_edge(position) < 2 else 1.0
            weight *= 1.0 if all(map(_holds_words, self._rests(position))) else 0.2
        return weight

    def _distance_to_edge(self, position: ThemePosition) -> int:
        """Return how many rows (columns, if it runs down) are beyond a position."""
        line = position.column if position.down else position.row
        return min(line, self._line_count(position) - 1 - line)

    def _line_count(self, position: ThemePosition) -> int:
        return self.spec.width if position.down else self.spec.height

    def _rests(self, position: ThemePosition) -> tuple[int, int]:
        """Return the numbers of cells before and after an entry in its line, less the blocks."""
        size = self.spec.height if position.down else self.spec.width
        start = position.row if position.down else position.column
        return max(0, start - 1), max(0, size - start - position.length - 1)

    def _cost(self, placement: ThemePlacement) -> float:
        """Judge a placement: best are rows well apart, across, from about the third row on."""
        cost = 0.0
        across = sorted(
            (position for _, position in placement if not position.down),
            key=lambda position: position.row,
        )
        for one, other in pairwise(across):
            cost += 3.0 * max(0, GOOD_GAP - (other.row - one.row))
            cost += OVERLAP * _overlap(one, other) / max(1, other.row - one.row)
        for _, position in placement:
            cost += 8.0 * position.down
            edge = self._distance_to_edge(position)
            cost += EDGES[edge] if edge < 3 and self._line_count(position) > 7 else 0.0
            cost += sum(2.0 for rest in self._rests(position) if not _holds_words(rest))
        return cost + self._lattice_cost(placement)

    def _lattice_cost(self, placement: ThemePlacement) -> float:
        """Judge how well a placement fits the rows and columns of one lattice."""
        if not self.spec.style.half_checked:
            return 0.0
        positions = [position for _, position in placement]
        lines = {at.column % 2 if at.down else at.row % 2 for at in positions}
        starts = {at.row % 2 if at.down else at.column % 2 for at in positions if at.length % 2}
        return 20.0 * (len(lines) > 1) + 20.0 * (len(starts) > 1)

    # -- templates ------------------------------------------------------------------------------

    def template(self, placement: Iterable[tuple[ThemeEntry, ThemePosition]]) -> Grid | None:
        """Return a grid with the entries and the blocks at their ends; None if they clash."""
        decided = self._decided(placement)
        if decided is None:
            return None
        letters, blocks = decided
        return Grid(self.spec.height, self.spec.width, blocks=blocks, letters=letters)

    def _decided(
        self, placed: Iterable[tuple[ThemeEntry, ThemePosition]]
    ) -> tuple[dict[Cell, str], set[Cell]] | None:
        """Return the letters and blocks that entries require; None if they clash."""
        letters: dict[Cell, str] = {}
        blocks: set[Cell] = set()
        for entry, position in placed:
            for cell, token in zip(position.cells, entry.tokens, strict=True):
                if letters.setdefault(cell, token) != token:
                    return None
            blocks.update(self._ends(position))
        symmetry, height, width = self.spec.symmetry, self.spec.height, self.spec.width
        if symmetry != NO_SYMMETRY:
            for _ in range(3 if symmetry == "90" else 1):
                blocks |= {image(cell, symmetry, height, width) for cell in blocks}
        return None if blocks & letters.keys() else (letters, blocks)


def _by_length(theme: Iterable[ThemeEntry]) -> Counter[int]:
    return Counter(map(len, theme))


def _entries_of(theme: Sequence[ThemeEntry], lengths: Iterable[int]) -> str:
    """Name the entries of some lengths."""
    return "; ".join(
        f"{', '.join(entry.word for entry in theme if len(entry) == length)} ({length})"
        for length in lengths
    )


def _holds_words(rest: int) -> bool:
    """Return whether this many cells beside an entry are none, or enough for a word."""
    return rest == 0 or rest >= 3


def _overlap(one: ThemePosition, other: ThemePosition) -> int:
    """Return the number of columns that two entries across share."""
    first = max(one.column, other.column)
    last = min(one.column + one.length, other.column + other.length)
    return max(0, last - first)


def _is_sum_of(sizes: Iterable[int], total: int) -> bool:
    """Return whether a number is a sum of these, each used as often as needed."""
    reached = {0}
    while total not in reached:
        more = {a + b for a in reached for b in sizes if a + b <= total} - reached
        if not more:
            return False
        reached |= more
    return True


def _are_close(one: ThemePosition, other: ThemePosition) -> bool:
    """Return whether two entries of one direction overlap, touch, or are in adjacent rows."""
    if one.down != other.down:
        return False
    if one.down:
        one, other = (ThemePosition(p.column, p.row, p.length) for p in (one, other))
    rows = abs(one.row - other.row)
    if rows > 1:
        return False
    gap = 1 if rows == 0 else 0
    return (
        one.column < other.column + other.length + gap
        and other.column < one.column + one.length + gap
    )
