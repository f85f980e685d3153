"""The options of `crosswright studio`."""

from __future__ import annotations

from typing import Any

import click

from crosswright.cli.groups import Command
from crosswright.cli.options.declare import option
from crosswright.cli.options.inputs import input_argument
from crosswright.cli.options.mode import OutputMode, output_mode
from crosswright.cli.options.texts import INPUT
from crosswright.support.records import Record

DEFAULT_PORT = 8017  # as in `crosswright.studio.server`, which --help need not load


class StudioRequest(Record):
    """Everything that the user asks for."""

    file: str | None
    root: str | None
    port: int | None
    host: str
    allow_remote: bool
    browser: bool
    demo: bool
    mode: OutputMode


@click.command(cls=Command)
@input_argument("file", required=False, metavar="[FILE]")
@option(
    "--root",
    type=INPUT,
    metavar="FOLDER",
    show_default="that of FILE, or the current one",
    help="The folder to work in; the studio reads and writes nothing outside it.",
)
@option(
    "--port",
    type=click.IntRange(0, 65535),
    metavar="N",
    show_default=f"{DEFAULT_PORT}, or any if that is taken",
    help="The port to listen on; 0 takes any that is free.",
)
@option(
    "--host",
    default="127.0.0.1",
    metavar="ADDRESS",
    help="The address to listen on; any that other machines can reach needs --allow-remote.",
)
@option(
    "--allow-remote",
    is_flag=True,
    help="Let other machines in, over a connection that is not encrypted.",
)
@option("--browser/--no-browser", default=True, help="Open the browser, or only print the link.")
@option(
    "--demo",
    is_flag=True,
    help="Open on an example, in a folder of its own that is removed at the end.",
)
@output_mode
def studio(**options: Any) -> int:
    """Construct puzzles in the browser.

    The studio is a page for constructing crosswords, served by this command to your own browser
    alone. FILE is a puzzle to open, in any format that can be read. Without it, the studio opens on
    the library: all puzzles of the folder, and ways to begin a new one.

    Everything is kept as it is typed, in the hidden folder .crosswright; Ctrl-S in the studio
    writes an .ipuz file. The link that is printed works once, for one browser. Ctrl-C ends the
    studio.

    \b
    Example: crosswright studio
    Example: crosswright studio puzzle.ipuz
    Example: crosswright studio --demo
    Example: crosswright studio --root puzzles --port 9000 --no-browser
    """
    from crosswright.cli.jobs.studio import run

    return run(StudioRequest(**options))
