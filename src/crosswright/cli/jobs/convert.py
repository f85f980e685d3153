"""The work of `crosswright convert`."""

from __future__ import annotations

from dataclasses import replace

from crosswright.cli.commands.convert import SEARCH, ConvertRequest
from crosswright.cli.exits import Exit
from crosswright.cli.files import PuzzleWriter, read_puzzle, source_name
from crosswright.cli.options.inputs import STDIO
from crosswright.cli.results import parts_object, print_json
from crosswright.errors import FormatError, LockedWarning
from crosswright.formats.unlocking import unlock
from crosswright.puzzles.puzzle import Puzzle
from crosswright.rendering.options import RenderOptions


def run(request: ConvertRequest) -> Exit:
    """Write the puzzle in its new formats."""
    target = () if request.target is None else (request.target,)
    paths = (*target, *request.outputs.output) or (STDIO,)
    outputs, metadata = replace(request.outputs, output=paths), request.metadata
    writer = PuzzleWriter.of(outputs, request.mode, date=metadata.date)
    puzzle = metadata.applied(_read(request))
    writer.write(puzzle, RenderOptions())
    if request.mode.json:
        report = {"puzzle": request.puzzle, **parts_object(puzzle), "files": writer.written}
        print_json(report)
    return Exit.DONE


def _read(request: ConvertRequest) -> Puzzle:
    """Read the puzzle, and unlock it if that is asked for."""
    ignore = () if request.unlock is None else (LockedWarning,)
    puzzle = read_puzzle(request.puzzle, request.input_format, request.mode.console, ignore=ignore)
    if request.unlock is None:
        return puzzle
    try:
        return unlock(puzzle, None if request.unlock == SEARCH else request.unlock)
    except FormatError as error:
        raise FormatError(f"{source_name(request.puzzle)}: {error}") from None
