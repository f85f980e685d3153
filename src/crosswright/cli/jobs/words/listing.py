"""Words with scores, as several commands of `crosswright words` print them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from crosswright.cli.options.mode import OutputMode
from crosswright.cli.results import print_json
from crosswright.cli.terminal import print_text

ScoredWords = Iterable[tuple[str, int]]


def print_words(words: ScoredWords, mode: OutputMode, **keys: Any) -> None:
    """Print words with their scores, as lines or as an object with some more keys."""
    if mode.json:
        print_json({**keys, "words": words_object(words)})
        return
    text = words_text(words)
    print_text(text, end="")
    if not text:
        mode.console.note("no words found")


def words_object(words: ScoredWords) -> list[dict[str, Any]]:
    """Return words with their scores as JSON."""
    return [{"word": word, "score": score} for word, score in words]


def words_text(words: ScoredWords) -> str:
    """Return words with their scores as WORD;SCORE lines."""
    return "".join(f"{word};{score}\n" for word, score in words)
