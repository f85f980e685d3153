"""The work of `crosswright words wordplay`."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from crosswright.cli.commands.words.wordplay import HOMOPHONE, KINDS, WordplayRequest
from crosswright.cli.exits import Exit
from crosswright.cli.results import print_json
from crosswright.cli.terminal import print_text
from crosswright.words.tools import homophones
from crosswright.words.tools.wordplay import MIN_SCORE, Wordplay, letters_of, wordplay


def run(request: WordplayRequest) -> Exit:
    """Print the ways to make the answer, by kind."""
    console = request.mode.console
    words = request.lists.load(console)
    is_english = not request.lists.is_foreign
    kinds = [kind for kind in request.kinds or KINDS if is_english or kind != HOMOPHONE]
    ways = wordplay(
        request.answer,
        words,
        kinds=kinds,
        min_score=MIN_SCORE if request.min_score is None else request.min_score,
        limit=request.limit,
        short_forms=is_english,
    )
    has_sounds = is_english and homophones.data_file() is not None
    if request.mode.json:
        answer = letters_of(request.answer, words)
        ways_object = [way_object(way) for way in ways]
        print_json({"answer": answer, "homophones": has_sounds, "wordplay": ways_object})
        return Exit.DONE
    for kind, group in groupby(ways, key=lambda way: way.kind):
        print_text(f"{kind.capitalize()}:")
        for way in group:
            print_text(f"  {way.score:5.1f}  {way.notation}{meanings(way)}")
    if not ways:
        console.note("nothing found")
    if HOMOPHONE in request.kinds and not is_english:
        console.note("homophones are found in English only")
    if HOMOPHONE in kinds and not has_sounds:
        console.note(homophones.MISSING)
    return Exit.DONE


def meanings(way: Wordplay) -> str:
    """Return what may stand for the short forms of a way."""
    short = {part.letters: part.meanings for part in way.parts if part.meanings}
    listed = "; ".join(f"{letters}: {', '.join(each)}" for letters, each in short.items())
    return listed and f"  ({listed})"


def way_object(way: Wordplay) -> dict[str, Any]:
    """Return a way as JSON."""
    return {
        "kind": way.kind,
        "score": way.score,
        "notation": way.notation,
        "parts": [
            {
                "letters": part.letters,
                "score": part.score,
                "role": part.role,
                "meanings": [*part.meanings],
            }
            for part in way.parts
        ],
    }
