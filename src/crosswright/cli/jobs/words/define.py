"""The work of `crosswright words define`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from crosswright.cli.commands.words.define import DefineRequest
from crosswright.cli.dictionary import open_dictionary
from crosswright.cli.exits import Exit
from crosswright.cli.results import print_json
from crosswright.cli.terminal import print_text
from crosswright.clues import wordnet
from crosswright.clues.drafts import Definition, DraftClue, definitions, draft_clues
from crosswright.puzzles.clue import Clue
from crosswright.words.tools.personal import spelling


def run(request: DefineRequest) -> Exit:
    """Print what the word means, and draft clues for it."""
    word = spelling(request.word)
    console = request.mode.console
    open_dictionary(console)
    meanings, drafts = definitions(word, request.limit), draft_clues(word, request.limit)
    if request.mode.json:
        print_json(definition_object(word, meanings, drafts))
        return Exit.DONE
    for meaning in meanings:
        form = f", {meaning.form}" if meaning.form else ""
        print_text(f"{meaning.word} ({meaning.part}{form}): {meaning.text}")
    if drafts:
        print_text("\nDraft clues:" if meanings else "Draft clues:")
    for draft in drafts:
        print_text(f"  {Clue(draft.text, draft=True).marked}")
    source = wordnet.SOURCE
    console.note(f"from {source}" if meanings else f"{word} is not in {source}")
    return Exit.DONE


def definition_object(
    word: str, meanings: Sequence[Definition], drafts: Sequence[DraftClue]
) -> dict[str, Any]:
    """Return definitions and draft clues as JSON."""
    return {
        "word": word,
        "source": wordnet.SOURCE,
        "definitions": [
            {
                "word": meaning.word,
                "part": meaning.part,
                "form": meaning.form or None,
                "text": meaning.text,
            }
            for meaning in meanings
        ],
        "drafts": [
            {"text": draft.text, "source": draft.source, "kind": draft.kind, "draft": True}
            for draft in drafts
        ],
    }
