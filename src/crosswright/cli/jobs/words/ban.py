"""The work of `crosswright words ban`."""

from __future__ import annotations

from crosswright.cli.commands.words.ban import BanRequest
from crosswright.cli.exits import Exit
from crosswright.cli.results import print_json
from crosswright.cli.terminal import print_text
from crosswright.words.tools.personal import PersonalList


def run(request: BanRequest) -> Exit:
    """Put the ban into the personal list."""
    word = PersonalList.load().ban(request.word)
    if request.mode.json:
        print_json({"word": word, "banned": True})
    else:
        print_text(f"{word} is now banned")
    return Exit.DONE
