"""How a printed sheet looks, and what helps its solver: options of all commands that draw one."""

from __future__ import annotations

from dataclasses import dataclass

import click

from crosswright.cli.options.declare import option
from crosswright.cli.options.groups import grouped

# As in `crosswright.rendering.options`, which --help need not load.
PAGES = ("a4", "letter")
BANK_ORDERS = ("sorted", "shuffled", "length")
STUDENT_LINES = ("name", "class", "date")


@dataclass(frozen=True)
class SheetOptions:
    """What is on a sheet besides the puzzle, and which letters are given."""

    word_bank: bool
    bank_order: str
    start_word: bool
    first_letters: bool
    given_letters: int
    differentiate: bool
    worksheet: bool
    student_lines: tuple[str, ...]
    instructions: str
    key: bool
    page: str
    large_print: bool


def _lines(context: click.Context, parameter: click.Parameter, text: str | None) -> tuple[str, ...]:
    """Return the names in a list with commas; refuse what is not the name of a line."""
    names = tuple(name.strip().lower() for name in (text or "").split(",") if name.strip())
    for name in names:
        if name not in STUDENT_LINES:
            choices = ", ".join(STUDENT_LINES)
            raise click.BadParameter(f"unknown line {name!r}; choose from {choices}")
    return names


sheet = grouped(
    "sheet",
    SheetOptions,
    option("--word-bank", is_flag=True, help="List the answers on the sheet."),
    option(
        "--bank-order",
        type=click.Choice(BANK_ORDERS),
        default="sorted",
        help="List them as a dictionary of the language does, shuffled, or by length.",
    ),
    option("--start-word", is_flag=True, help="Give the solver one word to start with."),
    option(
        "--first-letters", is_flag=True, help="Give the solver the first letter of every answer."
    ),
    option(
        "--given-letters",
        type=click.IntRange(0, 90),
        default=0,
        show_default="none",
        metavar="PERCENT",
        help="Give the solver this share of the letters.",
    ),
    option(
        "--differentiate",
        is_flag=True,
        help="Make three sheets of the grid: easy, with first letters and a word bank; middle, "
        "with a shuffled word bank; hard, without help. The names of the files end in -easy, "
        "-middle and -hard.",
    ),
    option(
        "--worksheet",
        is_flag=True,
        help="Add lines for name, class and date, and a line of instructions.",
    ),
    option(
        "--student-lines",
        callback=_lines,
        metavar="NAMES",
        show_default="none",
        help="Add lines for the student to fill in: name, class, date, or some of them, with "
        "commas in between.",
    ),
    option(
        "--instructions",
        default="",
        show_default=False,
        metavar="TEXT",
        help="Instructions in your own words.",
    ),
    option("--key/--no-key", default=True, help="PDF: print the answers on a separate page."),
    option(
        "--page",
        type=click.Choice(PAGES, case_sensitive=False),
        default="a4",
        help="PDF: size of the paper.",
    ),
    option("--large-print", is_flag=True, help="PDF: large cells and 18-point clues."),
)
"""Add --word-bank, --worksheet and the other options of sheets, as the argument `sheet`."""
