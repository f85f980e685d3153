"""The work of `crosswright config set`."""

from __future__ import annotations

from pathlib import Path

from crosswright.cli.commands.config.set import SetConfigRequest
from crosswright.cli.configuration.checking import value_from
from crosswright.cli.configuration.editing import (
    changing,
    literal,
    require_path,
    save,
    with_key,
)
from crosswright.cli.exits import Exit
from crosswright.cli.results import print_json


def run(request: SetConfigRequest) -> Exit:
    """Check the value and write it."""
    key = tuple(request.key.split("."))
    path = require_path()
    value = value_from(key, request.values, str(Path(path).parent))
    if not request.dry_run:
        with changing() as configuration:
            save(with_key(configuration, key, value))
    if request.mode.json:
        print_json({"key": request.key, "value": value, "file": path, "dry_run": request.dry_run})
    else:
        would = "would set " if request.dry_run else ""
        request.mode.console.note(f"{path}: {would}{request.key} = {literal(value)}")
    return Exit.DONE
