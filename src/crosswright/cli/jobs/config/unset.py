"""The work of `crosswright config unset`."""

from __future__ import annotations

from crosswright.cli.commands.config.unset import UnsetConfigRequest
from crosswright.cli.configuration.editing import changing, require_path, save, without_key
from crosswright.cli.exits import Exit
from crosswright.cli.results import print_json
from crosswright.support.folders import may_exist


def run(request: UnsetConfigRequest) -> Exit:
    """Remove the key, if it is there."""
    path = require_path()
    is_set = False
    if may_exist(path):
        with changing() as configuration:
            changed = without_key(configuration, tuple(request.key.split(".")))
            is_set = changed is not None
            if changed is not None and not request.dry_run:
                save(changed)
    if request.mode.json:
        print_json({"key": request.key, "unset": is_set, "file": path, "dry_run": request.dry_run})
    elif is_set:
        would = "would remove" if request.dry_run else "removed"
        request.mode.console.note(f"{path}: {would} {request.key}")
    else:
        request.mode.console.note(f"{path}: {request.key} is not set")
    return Exit.DONE if is_set else Exit.IMPOSSIBLE
