"""The work of `crosswright convert`."""

from __future__ import annotations

from dataclasses import replace

from crosswright.cli.commands.convert import ConvertRequest
from crosswright.cli.exits import Exit
from crosswright.cli.files import PuzzleWriter, read_puzzle
from crosswright.cli.options.inputs import STDIO
from crosswright.cli.results import print_json
from crosswright.rendering.options import RenderOptions


def run(request: ConvertRequest) -> Exit:
    """Write the puzzle in its new formats."""
    target = () if request.target is None else (request.target,)
    paths = (*target, *request.outputs.output) or (STDIO,)
    writer = PuzzleWriter.of(replace(request.outputs, output=paths), request.mode)
    puzzle = read_puzzle(request.puzzle, request.input_format, request.mode.console)
    writer.write(puzzle, RenderOptions())
    if request.mode.json:
        print_json({"puzzle": request.puzzle, "files": writer.written})
    return Exit.DONE
