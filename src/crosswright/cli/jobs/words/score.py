"""The work of `crosswright words score`."""

from __future__ import annotations

from crosswright.cli.commands.words.score import ScoreRequest
from crosswright.cli.exits import Exit
from crosswright.cli.results import print_json
from crosswright.cli.terminal import print_text
from crosswright.words.tools.personal import PersonalList


def run(request: ScoreRequest) -> Exit:
    """Put the score into the personal list."""
    word = PersonalList.load().score(request.word, request.score)
    if request.mode.json:
        print_json({"word": word, "score": request.score})
    else:
        print_text(f"{word} now scores {request.score}")
    return Exit.DONE
