"""Options for grids that are made from nothing: size, style, symmetry and numbers."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import click

from crosswright.cli.options.common import grouped

# As in `crosswright.grids.styles` and `crosswright.grids.grid`, which --help need not load.
STYLES = ("american", "british", "barred", "free")
SYMMETRIES = ("none", "180", "90", "left-right", "up-down", "diagonal", "antidiagonal")


def size(
    ctx: click.Context, parameter: click.Parameter, value: str | None
) -> tuple[int, int] | None:
    """Read `15`, for a square, or `13x15`, for rows and columns."""
    if value is None:
        return None
    found = re.fullmatch(r"(\d{1,3})(?:\s*[x×X]\s*(\d{1,3}))?", value.strip())
    if found is None:
        raise click.BadParameter(
            f"{value!r} is no size; write 15 or, for rows and columns, 13x15", ctx, parameter
        )
    height = int(found[1])
    return height, int(found[2] or height)


def span(
    ctx: click.Context, parameter: click.Parameter, value: str | None
) -> tuple[int, int] | None:
    """Read `76`, or `72-78` for any number from one to the other."""
    if value is None:
        return None
    found = re.fullmatch(r"(\d{1,4})(?:\s*[-–]\s*(\d{1,4}))?", value.strip())
    if found is None or int(found[1]) > int(found[2] or found[1]):
        raise click.BadParameter(
            f"{value!r} is no number or span of numbers; write 76 or 72-78", ctx, parameter
        )
    low = int(found[1])
    return low, int(found[2] or low)


@dataclass(frozen=True)
class Shape:
    """What a grid is to look like."""

    size: tuple[int, int] | None
    style: str
    symmetry: str | None
    word_count: tuple[int, int] | None
    block_count: tuple[int, int] | None

    @property
    def numbers(self) -> dict[str, Any]:
        """The keywords of `pattern.start`."""
        return {
            "style": self.style,
            "symmetry": self.symmetry,
            "word_count": self.word_count,
            "block_count": self.block_count,
        }


SHAPE = (
    click.option("--size", callback=size, metavar="N|ROWSxCOLUMNS", help="Default: 15."),
    click.option(
        "--style",
        type=click.Choice(STYLES),
        default="american",
        show_default=True,
        help="Whose rules to keep; crosswright check --help lists them.",
    ),
    click.option(
        "--symmetry",
        type=click.Choice(SYMMETRIES),
        help="Default: 180, in the free style none.",
    ),
    click.option(
        "--word-count", callback=span, metavar="N|N-M", help="Words in the grid. Default: as usual."
    ),
    click.option("--block-count", callback=span, metavar="N|N-M", help="Blocks in the grid."),
)


def shape(function: Any) -> Any:
    """Add --size, --style, --symmetry, --word-count and --block-count, as the argument `shape`."""
    return grouped("shape", Shape, *SHAPE)(function)
