"""The choices that options name are those of the library, which --help does not load."""

from __future__ import annotations

from dataclasses import fields

from crosswright.cli.commands import check as check_command
from crosswright.cli.commands import fill as fill_command
from crosswright.cli.commands import render as render_command
from crosswright.cli.commands.words import merge as merge_command
from crosswright.cli.options import shapes, sheets
from crosswright.cli.options.outputs import OutputOptions
from crosswright.filling import fill
from crosswright.grids import styles
from crosswright.grids.symmetry import SYMMETRIES
from crosswright.puzzles import check
from crosswright.puzzles.aids import BANK_ORDERS
from crosswright.rendering import options
from crosswright.words.tools import merge


def test_the_choices_are_those_of_the_library() -> None:
    assert set(fill_command.OBJECTIVES) == set(fill.OBJECTIVES)
    assert check_command.SHARED_LETTERS == check.SHARED_LETTERS
    assert render_command.KINDS == options.KINDS
    assert render_command.CHECKS == options.CHECKS
    assert render_command.DIRECTIONS == options.DIRECTIONS
    assert sheets.PAGES == options.PAGES
    assert sheets.STUDENT_LINES == options.STUDENT_LINES
    assert sheets.BANK_ORDERS == BANK_ORDERS
    assert (*styles.STYLES,) == shapes.STYLES
    assert (styles.NO_SYMMETRY, *SYMMETRIES) == shapes.SYMMETRIES
    assert set(merge_command.RULES) == set(merge.RULES)


def test_every_option_of_a_drawing_can_be_given() -> None:
    names = {field.name for field in fields(options.RenderOptions)}
    drawing = {field.name for field in fields(render_command.DrawingOptions)}
    sheet = {field.name for field in fields(sheets.SheetOptions)}
    aids = {"start_word", "first_letters", "given_letters", "differentiate"}
    of_all_commands = {field.name for field in fields(OutputOptions)} & names
    assert drawing | of_all_commands | (sheet - aids) == names
    assert of_all_commands == {"sheet_language", "enumerations"}
