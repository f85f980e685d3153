"""What a pattern is to be: size, style, symmetry, numbers, and the cells that are decided."""

from __future__ import annotations

from dataclasses import dataclass, field

from crosswright.errors import StyleError
from crosswright.grids.grid import Grid
from crosswright.grids.notation import Cell, where
from crosswright.grids.styles import Style, block_limit, word_limit
from crosswright.grids.symmetry import NO_SYMMETRY, SYMMETRIES, image

SMALLEST = 3
LARGEST = 31
SQUARE_ONLY = ("90", "diagonal", "antidiagonal")


@dataclass(frozen=True)
class Span:
    """A number from `low` to `high`."""

    low: int
    high: int

    def __post_init__(self) -> None:
        if not 0 <= self.low <= self.high:
            raise StyleError(f"no number is from {self.low} to {self.high}")

    @classmethod
    def of(cls, wanted: int | tuple[int, int] | Span) -> Span:
        """Take a number, or a pair of them, for a span."""
        if isinstance(wanted, Span):
            return wanted
        return cls(wanted, wanted) if isinstance(wanted, int) else cls(*wanted)

    def distance(self, number: int) -> int:
        """Return how far a number is from the span."""
        return max(self.low - number, number - self.high, 0)

    def __str__(self) -> str:
        return str(self.low) if self.low == self.high else f"{self.low} to {self.high}"


@dataclass(frozen=True)
class Spec:
    """What a pattern is to be; `words` and `blocks` are kept to when they are given."""

    height: int
    width: int
    style: Style
    symmetry: str
    words: Span | None = None
    blocks: Span | None = None
    lengths: frozenset[int] | None = None
    """The lengths that words may have; None for any."""
    open_cells: frozenset[Cell] = frozenset()
    closed_cells: frozenset[Cell] = frozenset()
    usual_words: int = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "usual_words", _usual_words(self))
        self._check_size()
        self._check_symmetry()
        self._check_numbers()

    def _check_size(self) -> None:
        for name, side in (("rows", self.height), ("columns", self.width)):
            if not SMALLEST <= side <= LARGEST:
                raise StyleError(f"a pattern has {SMALLEST} to {LARGEST} {name}, not {side}")

    def _check_symmetry(self) -> None:
        if self.symmetry not in (*SYMMETRIES, NO_SYMMETRY):
            known = ", ".join((NO_SYMMETRY, *SYMMETRIES))
            raise StyleError(f"no symmetry {self.symmetry!r}; there are {known}")
        if self.symmetry in SQUARE_ONLY and self.height != self.width:
            raise StyleError(
                f"the symmetry {self.symmetry} needs a square grid, not one of "
                f"{self.height} rows and {self.width} columns"
            )
        if self.symmetry != NO_SYMMETRY:
            for cell in sorted(self.closed_cells):
                other = image(cell, self.symmetry, self.height, self.width)
                if other in self.open_cells:
                    raise StyleError(
                        f"the block at {where(cell)} asks for one at {where(other)} by the "
                        f"symmetry {self.symmetry}, where there is a letter"
                    )

    def _check_numbers(self) -> None:
        if self.blocks is not None and self.style.bars:
            raise StyleError("a barred pattern has no blocks to count")
        if not self.style.limits:
            return
        for wanted, most, what in (
            (self.words, word_limit(self.height, self.width), "words"),
            (self.blocks, block_limit(self.height, self.width), "blocks"),
        ):
            if wanted is not None and wanted.low > most:
                raise StyleError(
                    f"{wanted} {what}: a pattern in the {self.style.name} style of this size has "
                    f"at most {most}"
                )

    @property
    def word_span(self) -> Span:
        """The number of words to aim at."""
        if self.words is not None:
            most = word_limit(self.height, self.width) if self.style.limits else self.words.high
            return Span(self.words.low, min(self.words.high, most))
        slack = max(1, self.usual_words // 25)
        most = self.usual_words + slack
        if self.style.limits:
            most = min(most, word_limit(self.height, self.width))
        return Span(min(self.usual_words - slack, most), most)

    @property
    def block_span(self) -> Span:
        """The numbers of blocks that are allowed."""
        most = self.height * self.width
        if self.style.limits:
            most = block_limit(self.height, self.width)
        if self.blocks is not None:
            return Span(self.blocks.low, min(self.blocks.high, most))
        return Span(0, most)

    def is_met_by(self, grid: Grid) -> bool:
        """Tell whether a grid has the numbers that were asked for."""
        words = len(grid.slots)
        return (self.words is None or self.word_span.distance(words) == 0) and (
            self.block_span.distance(len(grid.blocks)) == 0
        )


def _usual_words(spec: Spec) -> int:
    """Return how many words a pattern of this kind usually has: about 75 at 15×15 American."""
    area = spec.height * spec.width
    if spec.style.bars:
        return max(2, round(area / 4))
    if spec.style.half_checked:
        return max(2, round(area / 7.4))
    side: float = area**0.5
    # Five cells in six are open, each in two words; the words grow with the grid.
    return max(2, round(2 * 0.84 * area / (4.2 + 0.055 * side)))
