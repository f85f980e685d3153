"""The work of `crosswright render`."""

from __future__ import annotations

from dataclasses import fields, replace
from pathlib import Path

from crosswright.cli.commands.render import DrawingOptions, RenderRequest
from crosswright.cli.exits import Exit
from crosswright.cli.files import PuzzleWriter, read_puzzle
from crosswright.cli.options.inputs import STDIO
from crosswright.cli.results import print_json
from crosswright.cli.sheets import check_sheet, sheets_of
from crosswright.rendering.options import RenderOptions


def run(request: RenderRequest) -> Exit:
    """Draw the puzzle."""
    check_sheet(request.sheet)
    outputs = replace(request.outputs, output=request.outputs.output or (STDIO,))
    writer = PuzzleWriter.of(outputs, request.mode, draw_text=True, date=request.metadata.date)
    puzzle = read_puzzle(request.puzzle, request.input_format, request.mode.console)
    options = render_options(request.drawing)
    for sheet in sheets_of(request.metadata.applied(puzzle), request.sheet, options):
        writer.write(sheet.puzzle, sheet.options, None, sheet.level)
    if request.mode.json:
        print_json({"puzzle": request.puzzle, "files": writer.written})
    return Exit.DONE


def render_options(drawing: DrawingOptions) -> RenderOptions:
    """Return the options as the renderers take them."""
    values = {field.name: getattr(drawing, field.name) for field in fields(drawing)}
    return RenderOptions(**values | {"fonts": tuple(map(Path, drawing.fonts))})
