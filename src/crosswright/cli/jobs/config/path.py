"""The work of `crosswright config path`."""

from __future__ import annotations

from crosswright.cli.commands.config.path import ConfigPathRequest
from crosswright.cli.configuration.editing import require_path
from crosswright.cli.exits import Exit
from crosswright.cli.results import print_json
from crosswright.cli.terminal import print_text
from crosswright.support.folders import may_exist


def run(request: ConfigPathRequest) -> Exit:
    """Print the path."""
    path = require_path()
    if request.mode.json:
        print_json({"file": path, "exists": may_exist(path)})
    else:
        print_text(path)
    return Exit.DONE
