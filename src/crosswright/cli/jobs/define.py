"""The offline dictionary behind draft clues, made ready; and the work of `words define`."""

from __future__ import annotations

import click

from crosswright.cli.commands.words import print_json
from crosswright.cli.console import Console
from crosswright.clues import wordnet
from crosswright.clues.drafts import definitions, draft_clues
from crosswright.errors import ClueError
from crosswright.puzzles.puzzle import Clue
from crosswright.words.lexicon import is_english
from crosswright.words.tools.personal import spelling


def make_ready(console: Console, language: str | None = None) -> None:
    """Have the dictionary at hand; say so while it is read for the first time.

    Raise ClueError where it is not installed, or is in another language than the answers.
    """
    if language is not None and not is_english(language):
        raise ClueError(f"draft clues are made for English answers, not for {language!r}")
    wordnet.folder()
    with console.live() as line:
        if line.on and not wordnet.is_read():
            line.show(f"reading {wordnet.SOURCE} for the first time, which takes some seconds …")
        wordnet.database()


def is_ready(console: Console, language: str | None = None) -> bool:
    """Tell whether drafts can be had, and have the dictionary at hand if so."""
    try:
        make_ready(console, language)
    except ClueError:
        return False
    return True


def define(word: str, limit: int, as_json: bool) -> None:
    """Print what a word means, and drafts of clues for it."""
    written = spelling(word)
    make_ready(Console())
    meanings, drafts = definitions(written, limit), draft_clues(written, limit)
    if as_json:
        print_json(
            {
                "word": written,
                "source": wordnet.SOURCE,
                "definitions": [
                    {"word": m.word, "part": m.part, "form": m.form or None, "text": m.text}
                    for m in meanings
                ],
                "drafts": [
                    {"text": draft.text, "source": draft.source, "draft": True} for draft in drafts
                ],
            }
        )
        return
    for meaning in meanings:
        form = f", {meaning.form}" if meaning.form else ""
        click.echo(f"{meaning.word} ({meaning.part}{form}): {meaning.text}")
    if drafts:
        click.echo("\nDraft clues:" if meanings else "Draft clues:")
    for draft in drafts:
        click.echo(f"  {Clue(draft.text, draft=True).marked}")
    found = f"from {wordnet.SOURCE}" if meanings else f"{written} is not in {wordnet.SOURCE}"
    click.echo(found, err=True)
