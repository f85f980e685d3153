"""The work of `crosswright words personal`."""

from __future__ import annotations

from crosswright.cli.commands.words.personal import PersonalRequest
from crosswright.cli.exits import Exit
from crosswright.cli.results import print_json
from crosswright.cli.terminal import print_text
from crosswright.words.tools.personal import PersonalList


def run(request: PersonalRequest) -> Exit:
    """Print the personal list."""
    personal = PersonalList.load()
    path, count = personal.path, len(personal)
    if request.mode.json:
        banned = sorted(personal.banned)
        file = None if path is None else str(path)
        print_json({"file": file, "scores": personal.scores, "banned": banned})
        return Exit.DONE
    values = {**personal.scores, **dict.fromkeys(personal.banned, "ban")}
    for word, value in sorted(values.items()):
        print_text(f"{word};{value}")
    name = "no home folder" if path is None else path
    request.mode.console.note(f"{name}: {'1 entry' if count == 1 else f'{count:,} entries'}")
    return Exit.DONE
