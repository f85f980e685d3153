"""The work of `crosswright series new`."""

from __future__ import annotations

from crosswright.cli.commands.series.new import NewPlanRequest
from crosswright.cli.exits import Exit
from crosswright.cli.files import TextFile
from crosswright.cli.results import print_json
from crosswright.series.planfile import template


def run(request: NewPlanRequest) -> Exit:
    """Write the template, unless that would replace a file."""
    path = request.plan
    file = TextFile.of(path, request.mode)
    files = file.write(template())
    if request.mode.json:
        print_json({"files": files})
    elif not request.mode.dry_run:
        request.mode.console.note(f"edit it, then: crosswright series check {path}")
    return Exit.DONE
