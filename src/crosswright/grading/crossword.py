"""A crossword as a constraint satisfaction problem: variables, overlaps and words."""

import codecs
from collections.abc import Iterator, Sequence
from itertools import pairwise, permutations
from pathlib import Path


class Variable:
    """A run of cells to be filled with one word."""

    ACROSS = "across"
    DOWN = "down"

    def __init__(self, i: int, j: int, direction: str, length: int) -> None:
        """Start at row i, column j, and run `length` cells in `direction`."""
        self.i = i
        self.j = j
        self.direction = direction
        self.length = length
        if direction == Variable.DOWN:
            self.cells = [(i + k, j) for k in range(length)]
        else:
            self.cells = [(i, j + k) for k in range(length)]

    def __hash__(self) -> int:
        return hash((self.i, self.j, self.direction, self.length))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Variable):
            return NotImplemented
        return (self.i, self.j, self.direction, self.length) == (
            other.i,
            other.j,
            other.direction,
            other.length,
        )

    def __str__(self) -> str:
        return f"({self.i}, {self.j}) {self.direction} : {self.length}"

    def __repr__(self) -> str:
        return f"Variable({self.i}, {self.j}, {self.direction!r}, {self.length})"


Overlaps = dict[tuple[Variable, Variable], tuple[int, int] | None]


class Crossword:
    """The structure of a grid, a vocabulary, and the constraints that follow from them.

    height, width   the size of the grid
    structure       rows of bools: True where a letter goes, False for a block
    words           the vocabulary, a set of upper-case words
    variables       every run of two or more cells, across and down, a set
    overlaps        for every ordered pair of distinct variables: None, or (i, j) if
                    character i of the first is character j of the second
    """

    def __init__(self, structure_file: str | Path, words_file: str | Path) -> None:
        """Read a structure (`_` is a cell) and a vocabulary (one word per line)."""
        rows = read_lines(structure_file)
        self.height = len(rows)
        self.width = max((len(row) for row in rows), default=0)
        if self.width == 0:
            raise ValueError(f"{structure_file}: the structure is empty; draw it with _ and #")
        self.structure = [[mark == "_" for mark in row.ljust(self.width)] for row in rows]

        self.words = {line.strip().upper() for line in read_lines(words_file)} - {""}

        self.variables = set(self._across()) | set(self._down())
        self.overlaps = self._find_overlaps()
        self._neighbors: dict[Variable, set[Variable]] = {var: set() for var in self.variables}
        for (x, y), overlap in self.overlaps.items():
            if overlap is not None:
                self._neighbors[x].add(y)

    def neighbors(self, var: Variable) -> set[Variable]:
        """Return the variables that overlap `var`."""
        return set(self._neighbors[var])

    def _across(self) -> Iterator[Variable]:
        for i, row in enumerate(self.structure):
            for j, length in runs(row):
                yield Variable(i, j, Variable.ACROSS, length)

    def _down(self) -> Iterator[Variable]:
        for j, column in enumerate(zip(*self.structure, strict=True)):
            for i, length in runs(column):
                yield Variable(i, j, Variable.DOWN, length)

    def _find_overlaps(self) -> Overlaps:
        """Find where each ordered pair of variables overlaps, if it does."""
        overlaps: Overlaps = dict.fromkeys(permutations(self.variables, 2))
        # cell -> a variable that runs through it, and the cell's index there
        seen: dict[tuple[int, int], tuple[Variable, int]] = {}
        for x in self.variables:
            for i, cell in enumerate(x.cells):
                if cell in seen:
                    y, j = seen[cell]
                    overlaps[x, y] = (i, j)
                    overlaps[y, x] = (j, i)
                seen[cell] = (x, i)
        return overlaps


def runs(cells: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """Yield the start and length of every run of two or more True cells."""
    blocks = [-1, *(k for k, cell in enumerate(cells) if not cell), len(cells)]
    for before, after in pairwise(blocks):
        if after - before > 2:
            yield before + 1, after - before - 1


def read_lines(filename: str | Path) -> list[str]:
    """Return the lines of a UTF-8 file, skipping a byte order mark."""
    data = Path(filename).read_bytes().removeprefix(codecs.BOM_UTF8)
    lines = []
    for number, line in enumerate(data.splitlines(), start=1):
        try:
            lines.append(line.decode("utf-8"))
        except UnicodeDecodeError as error:
            message = f"{filename}, line {number}: not UTF-8 text; save the file as UTF-8"
            raise ValueError(message) from error
    return lines
