"""What a pattern should be: size, style, symmetry, numbers, and the cells already decided."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from crosswright.errors import StyleError
from crosswright.grids.grid import Grid
from crosswright.grids.notation import Cell, where
from crosswright.grids.styles import Style, block_limit, style_named, word_limit
from crosswright.grids.symmetry import (
    NO_SYMMETRY,
    SQUARE_ONLY,
    SYMMETRIES,
    cell_orbits,
    image,
    symmetry_name,
)
from crosswright.support.numbers import whole_number
from crosswright.support.wording import either, plural

MIN_SIZE = 3
MAX_SIZE = 31

FEW_LENGTHS = 3
"""Lengths of words that are too few for most patterns."""


@dataclass(frozen=True)
class CountRange:
    """A number from `low` to `high`."""

    low: int
    high: int

    def __post_init__(self) -> None:
        if not 0 <= self.low <= self.high:
            raise StyleError(f"{self.low} to {self.high} is not a range; lower number first")

    @classmethod
    def of(cls, value: int | tuple[int, int] | CountRange) -> CountRange:
        """Take a number, or a pair of them, for a range."""
        if isinstance(value, CountRange):
            return value
        return cls(value, value) if isinstance(value, int) else cls(*value)

    def distance(self, number: int) -> int:
        """Return how far a number is from the span."""
        return max(self.low - number, number - self.high, 0)

    def __str__(self) -> str:
        return str(self.low) if self.low == self.high else f"{self.low} to {self.high}"


@dataclass(frozen=True)
class Spec:
    """What a pattern should be; `words` and `blocks`, where given, bound its numbers."""

    height: int
    width: int
    style: Style
    symmetry: str
    words: CountRange | None = None
    blocks: CountRange | None = None
    lengths: frozenset[int] | None = None
    """The lengths that words may have; None for any."""
    open_cells: frozenset[Cell] = frozenset()
    closed_cells: frozenset[Cell] = frozenset()
    usual_words: int = field(init=False)

    @classmethod
    def of(
        cls,
        height: int,
        width: int,
        *,
        style: str = "american",
        symmetry: str | None = None,
        word_count: int | tuple[int, int] | None = None,
        block_count: int | tuple[int, int] | None = None,
        template: Grid | None = None,
    ) -> Spec:
        """Return the spec for what a user asks for; the default symmetry is that of the style."""
        rules = style_named(style)
        spec = cls(
            height,
            width,
            rules,
            rules.symmetry if symmetry is None else symmetry,
            None if word_count is None else CountRange.of(word_count),
            None if block_count is None else CountRange.of(block_count),
        )
        return spec if template is None else spec.around(template)

    def __post_init__(self) -> None:
        self._check_size()
        object.__setattr__(self, "usual_words", _usual_words(self))
        self._check_symmetry()
        self._check_numbers()

    def _check_size(self) -> None:
        for name, side in (("rows", self.height), ("columns", self.width)):
            if not MIN_SIZE <= whole_number(f"the number of {name}", side) <= MAX_SIZE:
                raise StyleError(f"a pattern has {MIN_SIZE} to {MAX_SIZE} {name}, not {side}")

    def _check_symmetry(self) -> None:
        if self.symmetry not in (*SYMMETRIES, NO_SYMMETRY):
            choices = ", ".join((NO_SYMMETRY, *SYMMETRIES))
            raise StyleError(f"unknown symmetry {self.symmetry!r}; choose from {choices}")
        if self.symmetry in SQUARE_ONLY and self.height != self.width:
            raise StyleError(
                f"{symmetry_name(self.symmetry)} needs a square grid, not one of "
                f"{self.height} rows and {self.width} columns"
            )
        if self.symmetry != NO_SYMMETRY:
            for cell in sorted(self.closed_cells):
                other = image(cell, self.symmetry, self.height, self.width)
                if other in self.open_cells:
                    raise StyleError(
                        f"under {symmetry_name(self.symmetry)}, the block at {where(cell)} "
                        f"requires one at {where(other)}, where there is a letter"
                    )

    def _check_numbers(self) -> None:
        if self.blocks is not None and self.style.bars:
            raise StyleError("a barred pattern has no blocks to count")
        if not self.style.limits:
            return
        for span, limit, noun in (
            (self.words, word_limit(self.height, self.width), "words"),
            (self.blocks, block_limit(self.height, self.width), "blocks"),
        ):
            if span is not None and span.low > limit:
                raise StyleError(
                    f"{span} {noun}: a pattern in the {self.style.name} style of this size has "
                    f"at most {limit}"
                )

    def around(self, template: Grid) -> Spec:
        """Return the same spec with the letters and blocks of a template decided."""
        if (template.height, template.width) != (self.height, self.width):
            raise StyleError(
                f"the template has {plural(template.height, 'row')} and "
                f"{plural(template.width, 'column')}, "
                f"not {self.height} and {self.width}"
            )
        if self.style.bars and template.blocks:
            raise StyleError("a barred pattern cannot keep the blocks of the template")
        letters = frozenset(template.letters)
        return replace(self, open_cells=letters, closed_cells=template.blocks)

    @property
    def is_decided(self) -> bool:
        """Whether the cells already decided leave nothing to choose under the symmetry."""
        decided = self.open_cells | self.closed_cells
        orbits = cell_orbits(self.height, self.width, self.symmetry)
        return not self.style.bars and not any(decided.isdisjoint(orbit) for orbit in orbits)

    @property
    def lengths_to_blame(self) -> str:
        """That there are words of only a few lengths to fill a grid with; "" if there are more."""
        longest = max(self.height, self.width)
        usual = range(self.style.min_length, longest + 1)
        if self.lengths is None or self.lengths.issuperset(usual):
            return ""
        lengths = [length for length in sorted(self.lengths) if 1 < length <= longest]
        if len(lengths) > FEW_LENGTHS:
            return ""
        if not lengths:
            return f"there are no words of {usual[0]} to {longest} letters"
        return f"there are only words of {either([*map(str, lengths)], 'and')} letters"

    @property
    def word_span(self) -> CountRange:
        """The number of words to aim at."""
        if self.words is not None:
            most = word_limit(self.height, self.width) if self.style.limits else self.words.high
            return CountRange(self.words.low, min(self.words.high, most))
        slack = max(1, self.usual_words // 25)
        most = self.usual_words + slack
        if self.style.limits:
            most = min(most, word_limit(self.height, self.width))
        return CountRange(min(self.usual_words - slack, most), most)

    @property
    def block_span(self) -> CountRange:
        """The numbers of blocks allowed."""
        most = self.height * self.width
        if self.style.limits:
            most = block_limit(self.height, self.width)
        if self.blocks is not None:
            return CountRange(self.blocks.low, min(self.blocks.high, most))
        return CountRange(0, most)


def _usual_words(spec: Spec) -> int:
    """Return how many words such a pattern usually has: about 75 for American 15×15."""
    area = spec.height * spec.width
    if spec.style.bars:
        return max(2, round(area / 4))
    if spec.style.half_checked:
        return max(2, round(area / 7.4))
    side: float = area**0.5
    # Five cells in six are open, each in two words; the words grow with the grid.
    return max(2, round(2 * 0.84 * area / (4.2 + 0.055 * side)))
