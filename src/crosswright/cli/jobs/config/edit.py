"""The work of `crosswright config edit`."""

from __future__ import annotations

import os

import click

from crosswright.cli.commands.config.edit import EditConfigRequest
from crosswright.cli.configuration.checking import mistakes
from crosswright.cli.configuration.editing import HEADING, make_folder, require_path
from crosswright.cli.configuration.file import Configuration
from crosswright.cli.exits import Exit
from crosswright.cli.results import print_json
from crosswright.errors import ConfigError
from crosswright.support.files import write_atomically

EXAMPLES = """
# A key for every command that has the option:
# author = "Ada Lovelace"
# page = "letter"
# taste = "family"
# words = ["~/lists/mine.txt"]

# And for one command:
# [fill]
# time = 10
"""


def run(request: EditConfigRequest) -> Exit:
    """Open the file, and check what was saved."""
    path = require_path()
    try:
        make_folder(path)
        if not os.path.lexists(path):
            write_atomically(path, HEADING + EXAMPLES)
    except OSError as error:
        raise ConfigError(f"{path}: cannot be written: {error.strerror or error}") from None
    try:
        click.edit(filename=path)
    except click.ClickException as error:
        raise ConfigError(f"{error.message}; set EDITOR, or open {path} yourself") from None
    except ValueError as error:  # an odd quotation mark
        variable = "VISUAL" if os.environ.get("VISUAL") else "EDITOR"
        reason = f"{variable}: {str(error).lower()}"
        raise ConfigError(f"{reason}; correct it, or open {path} yourself") from None
    found = mistakes(Configuration.read(path))
    if found:
        raise ConfigError(found[0])
    if request.mode.json:
        print_json({"file": path})
    else:
        request.mode.console.note(f"{path}: no problems found")
    return Exit.DONE
