"""The work of `crosswright series new`."""

from __future__ import annotations

import os

from crosswright.cli.commands.series.new import NewPlanRequest
from crosswright.cli.exits import Exit
from crosswright.cli.files import TextFile
from crosswright.cli.options.inputs import STDIO
from crosswright.cli.results import print_json
from crosswright.errors import PlanError
from crosswright.series.planfile import template


def run(request: NewPlanRequest) -> Exit:
    """Write the template, unless that would replace a file."""
    path = request.plan
    file = TextFile.of(path, request.mode)
    if path != STDIO and os.path.lexists(path) and not request.force:
        raise PlanError(f"{path}: exists already; choose another name, or replace it with --force")
    files = file.write(template())
    if request.mode.json:
        print_json({"files": files})
    else:
        request.mode.console.note(f"edit it, then: crosswright series check {path}")
    return Exit.DONE
