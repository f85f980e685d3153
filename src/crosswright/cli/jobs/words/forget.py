"""The work of `crosswright words forget`."""

from __future__ import annotations

from crosswright.cli.commands.words.forget import ForgetRequest
from crosswright.cli.exits import Exit
from crosswright.cli.results import print_json
from crosswright.cli.terminal import print_text
from crosswright.words.tools.personal import PersonalList, spelling


def run(request: ForgetRequest) -> Exit:
    """Take the word out of the personal list."""
    word = spelling(request.word)
    was_listed = PersonalList.load().forget(word)
    if request.mode.json:
        print_json({"word": word, "forgotten": was_listed})
    elif was_listed:
        print_text(f"{word} is no longer in your personal list")
    else:
        print_text(f"{word} was not in your personal list")
    return Exit.DONE
