"""The offline dictionary behind definitions and draft clues, opened before it is needed."""

from __future__ import annotations

from typing import Any

from crosswright.cli.console import Console
from crosswright.clues import wordnet
from crosswright.clues.bank import ClueBank
from crosswright.clues.drafts import DraftSources
from crosswright.errors import ClueError
from crosswright.puzzles.puzzle import Puzzle
from crosswright.support.languages import language_code
from crosswright.support.wording import quote
from crosswright.words.lexicon import is_english, tag_of
from crosswright.words.lexicon.folding import LANGUAGES


def open_dictionary(console: Console, language: str | None = None) -> None:
    """Open the dictionary; its first use takes some seconds, and the live line says so.

    Raise ClueError if it is not installed, or not in the language of the answers.
    """
    if language is not None and not is_english(language):
        raise ClueError(
            f"only English answers can have draft clues, not those in {_name(language)}"
        )
    wordnet.folder()
    with console.live() as line:
        if line.on and not wordnet.is_read():
            line.show(f"reading {wordnet.SOURCE} for the first time, which takes some seconds …")
        wordnet.database()


def _name(language: str) -> str:
    """Return what a language is called in English, or its tag where that is not known."""
    rules = LANGUAGES.get(language_code(tag_of(language)))
    return quote(language) if rules is None else rules.name


def draft_sources(
    draft_clues: bool | None, console: Console, language: str | None
) -> DraftSources | None:
    """Return where drafts come from: the user's clue bank, and the dictionary if it is there.

    None if the user wants no drafts, or does not ask for them and there are no sources. Raise
    ClueError if the user asks for them and there are none.
    """
    if draft_clues is False:
        return None
    bank = ClueBank()
    earlier = bank.suggestions if bank.exists and bank.figures().clues else None
    try:
        open_dictionary(console, language)
    except ClueError as error:
        if earlier is not None:
            console.note(f"{error}; only your clue bank is used")
            return DraftSources(earlier, dictionary=False)
        if draft_clues:
            raise
        return None
    return DraftSources(earlier)


def note_drafts(puzzle: Puzzle, console: Console, sources: DraftSources | None) -> None:
    """Say how many clues are drafts, and which answers have none although they were wanted.

    Where there is only the clue bank, most have none, and `draft_sources` has said why.
    """
    drafts = [entry for entry in puzzle.entries if entry.clue.draft]
    if drafts:
        earlier = len(sources_of(puzzle, sources))
        banked = f", {earlier} of them from your clue bank" if earlier else ""
        console.note(f"{len(drafts)} of {len(puzzle.grid.slots)} clues are drafts{banked}")
    missing = [entry.answer for entry in puzzle.entries if entry.answer and not entry.text]
    if sources and sources.dictionary and missing:
        console.note(f"no draft for {', '.join(missing)}")


def sources_of(puzzle: Puzzle, sources: DraftSources | None) -> dict[str, str]:
    """Return the puzzle and date of every draft that was used earlier, by label."""
    found = {}
    for entry in puzzle.entries if sources and sources.earlier else ():
        if entry.clue.draft and sources and sources.earlier:
            for clue in sources.earlier(entry.answer or "")[:1]:
                if clue.text == entry.text:
                    found[entry.label] = clue.source
    return found


def with_sources(
    clues: dict[str, Any], puzzle: Puzzle, sources: DraftSources | None
) -> dict[str, Any]:
    """Return clues as JSON with the source of every draft that was used earlier."""
    known = sources_of(puzzle, sources)
    return {
        label: {**clue, "source": known[label]} if label in known else clue
        for label, clue in clues.items()
    }
