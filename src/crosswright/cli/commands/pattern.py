"""The options of `crosswright pattern`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import click

from crosswright.cli.groups import Command
from crosswright.cli.options.declare import option
from crosswright.cli.options.inputs import input_argument, input_format
from crosswright.cli.options.limits import seed_option, time_option
from crosswright.cli.options.lists import ListOptions, list_options, min_score_option
from crosswright.cli.options.metadata import Metadata, metadata
from crosswright.cli.options.mode import WritingMode, writing_mode
from crosswright.cli.options.outputs import OutputOptions, outputs
from crosswright.cli.options.rules import shared_stem_option
from crosswright.cli.options.shapes import ShapeOptions, shape


@dataclass(frozen=True)
class PatternRequest:
    """Everything that the user asks for."""

    template: str | None
    input_format: str | None
    shape: ShapeOptions
    lists: ListOptions
    min_score: int | None
    no_shared_stem: bool | None
    built_in: bool
    no_verify: bool
    count: int | None
    seed: int | None
    time: float | None
    metadata: Metadata
    outputs: OutputOptions
    mode: WritingMode


@click.command(cls=Command)
@input_argument("template", required=False, metavar="[TEMPLATE]")
@shape
@list_options("without -w, that of TEMPLATE or else en")
@min_score_option()
@shared_stem_option
@option(
    "--built-in",
    is_flag=True,
    help="Draw nothing: give the built-in patterns of this size and style, all of them or --count "
    "N, in the order of --seed if there is one.",
)
@option("--no-verify", is_flag=True, help="Do not test whether the patterns can be filled.")
@option(
    "--count",
    type=click.IntRange(1),
    show_default="1; with --built-in, all",
    metavar="N",
    help="Make N patterns; the files are numbered.",
)
@seed_option()
@time_option("Time limit for all patterns.", default_text="30 for each")
@metadata
@outputs
@input_format
@writing_mode
def pattern(**options: Any) -> int:
    """Make grid patterns that can be filled.

    Each pattern follows the rules of its style, and is filled once before you get it, to make sure
    that it can be. Without -w and --min-score, that takes words of the built-in English list that
    score 50 or more.

    TEMPLATE is a grid whose blocks and letters stay; its empty cells may become blocks. If it names
    a language, the words are those of the built-in list of that language.

    The same options and --seed give the same pattern on every machine.

    There are also patterns ready to use, which can all be filled with words that score 60 or more:
    100 American ones of 15×15, and 20 each of 11×11, 13×13, 21×21 and, British, 15×15.

    \b
    american  every letter in two words, of 3 letters or more; 72 to 78 words at 15×15
    british   a lattice; at least every other letter in two words
    barred    bars instead of blocks
    free      words of 3 letters or more, checked or not

    \b
    Example: crosswright pattern --seed 7
    Example: crosswright pattern --size 13 --style british --seed 7 -o blank.pdf
    Example: crosswright pattern --word-count 72-74 --count 2 --seed 7 --json
    Example: crosswright pattern --built-in --size 13 --count 3
    Example: crosswright pattern --size 7x9 --symmetry left-right --no-verify --seed 7
    """
    from crosswright.cli.jobs.pattern import run

    return run(PatternRequest(**options))
