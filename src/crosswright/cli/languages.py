"""The list of another language, made before it is needed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crosswright.support.languages import language_code
from crosswright.words.lexicon import is_english, tag_of

if TYPE_CHECKING:
    from crosswright.cli.console import Console


def make_list(console: Console, language: str) -> None:
    """Make the list of a language, unless it is there; it takes a while, and the live line says so.

    Raise WordListError if there is no such list, or its packages are not installed.
    """
    code = language_code(tag_of(language))
    if is_english(language):
        return
    from crosswright.words.lexicon import foreign
    from crosswright.words.lexicon.folding import LANGUAGES

    if foreign.is_cached(code):
        return
    with console.live() as line:

        def show(step: str) -> None:
            if line.on:
                line.show(f"making the {LANGUAGES[code].name} list, once: {step} …")

        foreign.entries(code, show)
        show("storing it")
        foreign.load(code)
        foreign.families(code, digraphs=False)
