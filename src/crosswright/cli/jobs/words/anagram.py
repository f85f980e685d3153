"""The work of `crosswright words anagram`."""

from __future__ import annotations

from crosswright.cli.commands.words.anagram import AnagramRequest
from crosswright.cli.exits import Exit
from crosswright.cli.jobs.words.listing import print_words
from crosswright.words.tools.anagram import anagrams


def run(request: AnagramRequest) -> Exit:
    """Print the anagrams."""
    words = request.lists.load(request.mode.console)
    matches = anagrams(
        request.letters, words, min_score=request.min_score or 0, min_length=request.min_length
    )
    print_words(matches, request.mode, letters=request.letters, found=len(matches))
    return Exit.DONE
