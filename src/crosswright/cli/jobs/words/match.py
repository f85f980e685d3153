"""The work of `crosswright words match`."""

from __future__ import annotations

from crosswright.cli.commands.words.match import MatchRequest
from crosswright.cli.exits import Exit
from crosswright.cli.jobs.words.listing import print_words


def run(request: MatchRequest) -> Exit:
    """Print the words that match the pattern."""
    words = request.lists.load(request.mode.console)
    matches = words.match(request.pattern, request.min_score or 0)
    keys = {"pattern": request.pattern, "found": len(matches)}
    print_words(matches[: request.limit], request.mode, **keys)
    return Exit.DONE
