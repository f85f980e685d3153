"""How a printed sheet looks: options of all commands that draw one."""

from __future__ import annotations

import click

PAGES = ("a4", "letter")  # as in `crosswright.rendering.options`, which --help need not load

word_bank = click.option(
    "--word-bank", is_flag=True, help="List the answers alphabetically on the sheet."
)
key = click.option(
    "--key/--no-key", default=True, help="PDF: print the answers on a separate page."
)
page = click.option(
    "--page",
    type=click.Choice(PAGES, case_sensitive=False),
    default="a4",
    help="PDF: size of the paper.",
)
large_print = click.option(
    "--large-print", is_flag=True, help="PDF: large cells and 18-point clues."
)
