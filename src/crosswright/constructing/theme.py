"""Theme entries in an empty grid: where they may stand by the symmetry, the best places first."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, permutations

from crosswright.errors import ThemeError
from crosswright.grids.grid import Grid
from crosswright.grids.letters import normalise_answer, split_letters
from crosswright.grids.notation import Cell
from crosswright.grids.symmetry import NO_SYMMETRY, image
from crosswright.patterns.spec import Spec

MOST_ENTRIES = 12
SAMPLES = 300
"""Placements that are drawn at random and compared."""

GOOD_GAP = 3
"""Rows from one theme entry to the next that leave room for words between them."""

EDGES = (6.0, 9.0, 1.0)
"""Cost of an entry in the first, second or third row from an edge."""

OVERLAP = 1.5
"""Cost of each column that a theme entry shares with the next, over the rows between them."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a theme entry stands: its first cell, and whether it goes down."""

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


Orbit = tuple[Place, ...]
Placement = tuple[tuple[str, Place], ...]


def read_theme(entries: Iterable[str]) -> tuple[str, ...]:
    """Return theme entries as a grid spells them; blank lines do not count."""
    found: list[str] = []
    for entry in entries:
        answer = normalise_answer(entry)
        if not answer:
            if entry.strip():
                raise ThemeError(f"the theme entry {entry!r} has no letters")
            continue
        if answer in found:
            raise ThemeError(f"the theme entry {answer} is given twice")
        found.append(answer)
    if len(found) > MOST_ENTRIES:
        raise ThemeError(f"{len(found)} theme entries; at most {MOST_ENTRIES} can be placed")
    return tuple(found)


class Stage:
    """The places of a grid for theme entries, in orbits of its symmetry."""

    def __init__(self, spec: Spec) -> None:
        self.spec = spec
        self._orbits: dict[int, list[Orbit]] = {}
        self._weights: dict[Orbit, float] = {}

    def why_not(self, theme: Sequence[str]) -> str:
        """Say why no placement of the theme can exist; "" when there may be one."""
        spec = self.spec
        longest = max(spec.height, spec.width)
        for entry in theme:
            length = len(split_letters(entry))
            if length > longest:
                return f"{entry} has {length} letters, too long for {longest} cells"
            if length < spec.style.min_length:
                return f"{entry} has {length} letters; words have {spec.style.min_length} or more"
        odd = []
        for length, count in sorted(_by_length(theme).items()):
            sizes = {len(orbit) for orbit in self.orbits(length)}
            if not sizes:
                return f"no place for {length} letters by the symmetry {spec.symmetry}"
            if not _sum_of(sizes, count):
                odd.append(length)
        if odd:
            return f"lengths do not pair by the symmetry {spec.symmetry}: {_alone(theme, odd)}"
        lonely = self._centred(theme)
        if len(lonely) > 1 and not self._can_cross(lonely):
            return (
                "lengths do not pair: only one entry can stand alone in the middle, not "
                f"{_alone(theme, lonely)}"
            )
        return ""

    def _centred(self, theme: Sequence[str]) -> list[int]:
        """Return the lengths of entries that must stand in the middle, where two are a pair."""
        if self.spec.symmetry != "180":
            return []
        return [length for length, count in sorted(_by_length(theme).items()) if count % 2]

    def _can_cross(self, lonely: list[int]) -> bool:
        """Tell whether two entries can share the middle, one across and one down."""
        ways = [(a, b) for a, b in permutations(lonely, 2)]
        return len(lonely) == 2 and any(
            self._middle(a, down=False) and self._middle(b, down=True) for a, b in ways
        )

    def _middle(self, length: int, *, down: bool) -> bool:
        return any(len(orbit) == 1 and orbit[0].down == down for orbit in self.orbits(length))

    def orbits(self, length: int) -> list[Orbit]:
        """Return the places for a length that a symmetry moves together."""
        if length not in self._orbits:
            self._orbits[length] = [*self._all_orbits(length)]
        return self._orbits[length]

    def _all_orbits(self, length: int) -> Iterator[Orbit]:
        height, width = self.spec.height, self.spec.width
        across = [Place(y, x, length) for y in range(height) for x in range(width - length + 1)]
        down = [Place(y, x, length, True) for y in range(height - length + 1) for x in range(width)]
        seen: set[Place] = set()
        for place in (*across, *down):
            if place in seen:
                continue
            orbit = [place]
            while (place := self._moved(place)) != orbit[0]:
                orbit.append(place)
            seen.update(orbit)
            if self._is_possible(orbit):
                yield tuple(orbit)

    def _moved(self, place: Place) -> Place:
        spec = self.spec
        if spec.symmetry == NO_SYMMETRY:
            return place
        cells = [image(cell, spec.symmetry, spec.height, spec.width) for cell in place.cells]
        first, last = min(cells), max(cells)
        return Place(*first, place.length, first[1] == last[1] and place.length > 1)

    def _is_possible(self, orbit: Sequence[Place]) -> bool:
        """Tell whether the places of an orbit leave each other their ends and do not overlap."""
        letters = {cell for place in orbit for cell in place.cells}
        ends = {cell for place in orbit for cell in self._ends(place)}
        lines = Counter(cell for place in orbit for cell in place.cells if not place.down)
        return not letters & ends and all(count == 1 for count in lines.values())

    def _ends(self, place: Place) -> list[Cell]:
        return place.ends(self.spec.height, self.spec.width)

    # -- placements -----------------------------------------------------------------------------

    def placements(self, theme: Sequence[str], rng: random.Random) -> list[Placement]:
        """Return different placements of the theme, the best first."""
        found: dict[Placement, float] = {}
        for _ in range(SAMPLES):
            placement = self._sample(theme, rng)
            if placement is not None and placement not in found:
                found[placement] = self._cost(placement) + rng.random()
        return sorted(found, key=lambda placement: found[placement])

    def _sample(self, theme: Sequence[str], rng: random.Random) -> Placement | None:
        """Draw a placement; None when it ran out of room."""
        left = list(theme)
        rng.shuffle(left)
        placed: list[tuple[str, Place]] = []
        # Those that must stand in the middle first, then the long ones.
        counts = _by_length(theme)
        left.sort(key=lambda entry: (counts[_length(entry)] % 2 == 0, -_length(entry)))
        while left:
            entry = left[0]
            same = [other for other in left if _length(other) == _length(entry)]
            orbit = self._choose(entry, len(same), placed, rng)
            if orbit is None:
                return None
            chosen = same[: len(orbit)]
            placed += zip(chosen, orbit, strict=True)
            left = [other for other in left if other not in chosen]
            if self._decided(placed) is None:
                return None
        return tuple(sorted(placed, key=lambda pair: (pair[1].row, pair[1].column)))

    def _choose(
        self, entry: str, available: int, placed: Sequence[tuple[str, Place]], rng: random.Random
    ) -> Orbit | None:
        fitting = [
            orbit
            for orbit in self.orbits(_length(entry))
            if len(orbit) <= available
            and (len(orbit) % 2 == available % 2 or len(orbit) < available)
            and self._keeps_away(orbit, placed)
        ]
        if available % 2 and self.spec.symmetry == "180":
            fitting = [orbit for orbit in fitting if len(orbit) == 1]
        if not fitting:
            return None
        return rng.choices(fitting, [self._weight(orbit) for orbit in fitting])[0]

    def _keeps_away(self, orbit: Orbit, placed: Sequence[tuple[str, Place]]) -> bool:
        """Tell whether no place of an orbit lies beside another one or runs into it."""
        others = [place for _, place in placed]
        return not any(
            _beside(one, other)
            for n, one in enumerate(orbit)
            for other in (*others, *orbit[n + 1 :])
        )

    def _weight(self, orbit: Orbit) -> float:
        """Return how likely a place is to be drawn: across, off the edges, whole words beside."""
        if orbit not in self._weights:
            self._weights[orbit] = self._find_weight(orbit)
        return self._weights[orbit]

    def _find_weight(self, orbit: Orbit) -> float:
        weight = 1.0
        for place in orbit:
            weight *= 0.15 if place.down else 1.0
            line = place.column if place.down else place.row
            lines = self.spec.width if place.down else self.spec.height
            weight *= 0.1 if line in (0, 1, lines - 1, lines - 2) else 1.0
            weight *= 1.0 if all(_whole(rest) for rest in self._rests(place)) else 0.2
        return weight

    def _rests(self, place: Place) -> tuple[int, int]:
        """Return the cells of its line before and after an entry, without the blocks."""
        size = self.spec.height if place.down else self.spec.width
        start = place.row if place.down else place.column
        return max(0, start - 1), max(0, size - start - place.length - 1)

    def _cost(self, placement: Placement) -> float:
        """Judge a placement: theme rows well apart, across, from about the third row on."""
        cost = 0.0
        across = sorted(
            (place for _, place in placement if not place.down), key=lambda place: place.row
        )
        for one, other in pairwise(across):
            cost += 3.0 * max(0, GOOD_GAP - (other.row - one.row))
            cost += OVERLAP * _overlap(one, other) / max(1, other.row - one.row)
        for _, place in placement:
            cost += 8.0 * place.down
            line = place.column if place.down else place.row
            lines = self.spec.width if place.down else self.spec.height
            edge = min(line, lines - 1 - line)
            cost += EDGES[edge] if edge < 3 and lines > 7 else 0.0
            cost += sum(2.0 for rest in self._rests(place) if not _whole(rest))
        return cost + self._lattice_cost(placement)

    def _lattice_cost(self, placement: Placement) -> float:
        """Judge how well a placement fits the rows and columns of one lattice."""
        if not self.spec.style.half_checked:
            return 0.0
        lines = {place.column % 2 if place.down else place.row % 2 for _, place in placement}
        starts = {
            place.row % 2 if place.down else place.column % 2
            for _, place in placement
            if place.length % 2
        }
        return 20.0 * (len(lines) > 1) + 20.0 * (len(starts) > 1)

    def template(self, placed: Iterable[tuple[str, Place]]) -> Grid | None:
        """Return a grid with the entries and the blocks at their ends; None when they clash."""
        found = self._decided(placed)
        if found is None:
            return None
        letters, blocks = found
        return Grid(self.spec.height, self.spec.width, blocks=blocks, letters=letters)

    def _decided(
        self, placed: Iterable[tuple[str, Place]]
    ) -> tuple[dict[Cell, str], set[Cell]] | None:
        """Return the letters and blocks that entries call for; None when they clash."""
        letters: dict[Cell, str] = {}
        blocks: set[Cell] = set()
        for entry, place in placed:
            for cell, token in zip(place.cells, split_letters(entry), strict=True):
                if letters.setdefault(cell, token) != token:
                    return None
            blocks.update(self._ends(place))
        symmetry, height, width = self.spec.symmetry, self.spec.height, self.spec.width
        if symmetry != NO_SYMMETRY:
            for _ in range(3 if symmetry == "90" else 1):
                blocks |= {image(cell, symmetry, height, width) for cell in blocks}
        return None if blocks & letters.keys() else (letters, blocks)


def _length(entry: str) -> int:
    return len(split_letters(entry))


def _by_length(theme: Iterable[str]) -> Counter[int]:
    return Counter(map(_length, theme))


def _whole(rest: int) -> bool:
    """Tell whether so many cells beside an entry are none, or enough for a word."""
    return rest == 0 or rest >= 3


def _overlap(one: Place, other: Place) -> int:
    """Return the number of columns in which two entries across both stand."""
    first = max(one.column, other.column)
    last = min(one.column + one.length, other.column + other.length)
    return max(0, last - first)


def _sum_of(sizes: Iterable[int], total: int) -> bool:
    """Tell whether a number is a sum of these, each as often as need be."""
    reached = {0}
    while total not in reached:
        more = {a + b for a in reached for b in sizes if a + b <= total} - reached
        if not more:
            return False
        reached |= more
    return True


def _alone(theme: Sequence[str], lengths: Iterable[int]) -> str:
    return "; ".join(
        f"{', '.join(entry for entry in theme if _length(entry) == length)} ({length})"
        for length in lengths
    )


def _beside(one: Place, other: Place) -> bool:
    """Tell whether two entries of one direction overlap or touch, or stand in next rows."""
    if one.down != other.down:
        return False
    if one.down:
        one, other = (Place(p.column, p.row, p.length) for p in (one, other))
    near = abs(one.row - other.row)
    if near > 1:
        return False
    gap = 1 if near == 0 else 0
    return (
        one.column < other.column + other.length + gap
        and other.column < one.column + one.length + gap
    )
