"""The work of `crosswright words undo`."""

from __future__ import annotations

from typing import Any

from crosswright.cli.commands.words.undo import UndoRequest
from crosswright.cli.exits import Exit
from crosswright.cli.results import print_json
from crosswright.cli.terminal import print_text
from crosswright.words.tools.history import Change, ReplacedList
from crosswright.words.tools.personal import PersonalList
from crosswright.words.tools.undo import undo


def run(request: UndoRequest) -> Exit:
    """Undo the last change, and say what it was."""
    undone = undo()
    if request.mode.json:
        change = None if undone is None else change_object(undone.change)
        print_json({"undone": change, "left": 0 if undone is None else undone.left})
    elif undone is None:
        print_text("there is nothing to undo")
    else:
        print_text(describe(undone.change))
    return Exit.DONE


def describe(change: Change) -> str:
    """Say what was undone, and how things are now."""
    if isinstance(change, ReplacedList):
        return f"undid merge: {change.path} is what it was before"
    personal = PersonalList.load()
    if change.word in personal.banned:
        now = "is banned again"
    elif change.word in personal.scores:
        now = f"scores {personal.scores[change.word]} again"
    else:
        now = "is no longer in your personal list"
    return f"undid {change.command} {change.word}: it {now}"


def change_object(change: Change) -> dict[str, Any]:
    """Return what was undone, and how things are now, as JSON."""
    if isinstance(change, ReplacedList):
        return {"command": "merge", "file": change.path}
    personal = PersonalList.load()
    return {
        "command": change.command,
        "word": change.word,
        "score": personal.scores.get(change.word),
        "banned": change.word in personal.banned,
    }
