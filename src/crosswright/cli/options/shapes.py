"""The size, style and symmetry of grids that are made from scratch."""

from __future__ import annotations

import re
from typing import Any

import click

from crosswright.cli.options.declare import option
from crosswright.cli.options.groups import Decorator, grouped
from crosswright.support.records import Record
from crosswright.support.wording import quote

# As in `crosswright.grids.styles` and `crosswright.grids.symmetry`, which --help need not load.
STYLES = ("american", "british", "barred", "free")
SYMMETRIES = ("none", "180", "90", "left-right", "up-down", "diagonal", "antidiagonal")


def read_size(
    ctx: click.Context, parameter: click.Parameter, value: str | None
) -> tuple[int, int] | None:
    """Read `15`, for a square, or `13x15`, for rows and columns."""
    if value is None:
        return None
    match = re.fullmatch(r"(\d{1,3})(?:\s*[x×X]\s*(\d{1,3}))?", value.strip())
    if match is None:
        raise click.BadParameter(
            f"{quote(value)} is not a size; write 15 or, for rows and columns, 13x15",
            ctx,
            parameter,
        )
    height = int(match[1])
    return height, int(match[2] or height)


def read_range(
    ctx: click.Context, parameter: click.Parameter, value: str | None
) -> tuple[int, int] | None:
    """Read `76`, or `72-78` for any number from one to the other."""
    if value is None:
        return None
    match = re.fullmatch(r"(\d{1,4})(?:\s*[-–]\s*(\d{1,4}))?", value.strip())
    if match is None or int(match[1]) > int(match[2] or match[1]):
        raise click.BadParameter(
            f"{quote(value)} is not a number or a range; write, say, 76 or 72-78", ctx, parameter
        )
    low = int(match[1])
    return low, int(match[2] or low)


class ShapeOptions(Record):
    """What a grid should look like."""

    size: tuple[int, int] | None
    style: str
    symmetry: str | None
    word_count: tuple[int, int] | None
    block_count: tuple[int, int] | None

    @property
    def keywords(self) -> dict[str, Any]:
        """The keywords of `patterns.pattern.start` for all but the size."""
        return {
            "style": self.style,
            "symmetry": self.symmetry,
            "word_count": self.word_count,
            "block_count": self.block_count,
        }


def size_option(help_text: str) -> Decorator:
    """Add --size."""
    return option(
        "--size",
        callback=read_size,
        metavar="N|ROWSxCOLUMNS",
        show_default="15",
        help=help_text,
    )


def style_option(help_text: str, *, usual: str = "") -> Decorator:
    """Add --style: american unless told, or not set where what is usual depends on more."""
    return option(
        "--style",
        type=click.Choice(STYLES),
        default=None if usual else "american",
        show_default=usual or True,
        help=help_text,
    )


shape = grouped(
    "shape",
    ShapeOptions,
    size_option("Size of the grid."),
    style_option("Style of the grid; crosswright check --help describes them."),
    option(
        "--symmetry",
        type=click.Choice(SYMMETRIES),
        show_default="180; none in the free style",
        help="Symmetry of the grid.",
    ),
    option(
        "--word-count",
        callback=read_range,
        metavar="N|N-M",
        show_default="usual for the style and size",
        help="Number of words in the grid.",
    ),
    option(
        "--block-count",
        callback=read_range,
        metavar="N|N-M",
        show_default="any",
        help="Number of blocks in the grid.",
    ),
)
"""Add --size, --style, --symmetry, --word-count and --block-count, as the argument `shape`."""
