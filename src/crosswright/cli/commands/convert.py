"""`crosswright convert`: from one puzzle format to others."""

from __future__ import annotations

import click

from crosswright.cli.exits import Exit
from crosswright.cli.options.common import Outputs, Talk, outputs, source_format, talk


@click.command()
@click.argument("puzzle")
@click.argument("target", required=False)
@outputs
@source_format
@talk
def convert(
    puzzle: str, target: str | None, outputs: Outputs, source: str | None, talk: Talk
) -> int:
    """Convert a puzzle from one format to another.

    Reads PUZZLE (- is standard input) and writes TARGET, and every -o, each in the format of its
    suffix: .txt, .structure, .puz, .ipuz, .jpz, .xml, .xd, .csv, .tsv and the drawings .svg, .png,
    .pdf and .html. What a format cannot hold is named; --strict refuses it.

    \b
    Example: crosswright convert puzzle.ipuz puzzle.puz
    Example: crosswright convert puzzle.ipuz - --to xd
    """
    from crosswright.cli.puzzles import STDIO, Writer, read_puzzle
    from crosswright.cli.results import print_json
    from crosswright.rendering.options import RenderOptions

    wanted = Outputs((*filter(None, [target]), *outputs.output), outputs.to, outputs.strict)
    if not wanted.output:
        wanted = Outputs((STDIO,), outputs.to, outputs.strict)
    writer = Writer.of(wanted, talk)
    writer.write(read_puzzle(puzzle, source, talk.console), RenderOptions())
    if talk.json:
        print_json({"puzzle": puzzle, "files": writer.written})
    return Exit.DONE
