"""`crosswright pattern`: block patterns that can be filled. The work is in `.drafting`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import click

from crosswright.cli.options.common import (
    Lists,
    Outputs,
    Talk,
    lists,
    min_score,
    natural,
    outputs,
    seconds,
    source_format,
    talk,
)
from crosswright.cli.options.shapes import Shape, shape


@dataclass(frozen=True)
class Request:
    """All that the command line asks for."""

    template: str | None
    shape: Shape
    lists: Lists
    min_score: int | None
    no_verify: bool
    count: int
    seed: int | None
    time: float | None
    outputs: Outputs
    source: str | None
    talk: Talk


@click.command()
@click.argument("template", required=False, metavar="[TEMPLATE]")
@shape
@lists
@min_score
@click.option("--no-verify", is_flag=True, help="Do not fill patterns before they are given.")
@click.option("--count", type=click.IntRange(1), default=1, metavar="N", help="N patterns.")
@click.option("--seed", type=int, callback=natural, metavar="N", help="Default: another each time.")
@click.option(
    "--time",
    type=float,
    callback=seconds,
    metavar="SECONDS",
    help="The time for all patterns. Default: 30 for each.",
)
@outputs
@source_format
@talk
def pattern(**options: Any) -> int:
    """Make block patterns that can be filled.

    A pattern keeps the rules of its style, and is filled once with the list before it is given:
    with words from score 50 up where the list is the built-in one and no --min-score is set.

    TEMPLATE is a grid whose blocks and letters stay; its empty cells may become blocks.

    The same options and --seed give the same pattern on every machine.

    \b
    american  every letter in two words, all of 3 letters or more; 72 to 78 words at 15×15
    british   a lattice: every second letter or more in two words
    barred    bars in place of blocks
    free      words of 3 letters or more, checked or not

    \b
    Example: crosswright pattern --seed 7
    Example: crosswright pattern --size 13 --style british --seed 7 -o blank.pdf
    Example: crosswright pattern --word-count 72-74 --count 2 --seed 7 --json
    Example: crosswright pattern --size 7x9 --symmetry left-right --no-verify --seed 7
    """
    from crosswright.cli.jobs.pattern import run

    return run(Request(**options))
