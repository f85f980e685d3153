"""The work of `crosswright config get`."""

from __future__ import annotations

from crosswright.cli.commands.config.get import GetConfigRequest
from crosswright.cli.configuration.checking import places_of, settings
from crosswright.cli.configuration.file import current
from crosswright.cli.configuration.statements import line_of
from crosswright.cli.exits import Exit
from crosswright.cli.jobs.config.show import text_of
from crosswright.cli.results import print_json
from crosswright.cli.terminal import print_text


def run(request: GetConfigRequest) -> Exit:
    """Print the value of a key."""
    key = tuple(request.key.split("."))
    places_of(key)
    configuration = current()
    values = dict(settings(configuration)) if configuration else {}
    line = line_of(configuration.text, key) if configuration and key in values else None
    if request.mode.json:
        path = configuration.path if configuration else None
        print_json(
            {
                "key": request.key,
                "is_set": key in values,
                "value": values.get(key),
                "file": path,
                "line": line,
            }
        )
    elif key in values:
        value = values[key]
        for each in value if isinstance(value, list) else [value]:
            print_text(text_of(each))
    else:
        request.mode.console.note(f"{request.key} is not set; the built-in default applies")
    return Exit.DONE if key in values else Exit.IMPOSSIBLE
