"""Which word lists are meant: the user's, the built-in ones, and the personal list."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from crosswright.cli.options.groups import Decorator, grouped
from crosswright.cli.options.inputs import input_option
from crosswright.support.records import Record
from crosswright.support.sizes import MAX_SCORE

if TYPE_CHECKING:
    from crosswright.cli.console import Console
    from crosswright.words.wordlist import WordList


class ListOptions(Record):
    """The word lists to use."""

    words: tuple[str, ...]
    language: str | None
    own: bool

    @property
    def is_built_in(self) -> bool:
        """Whether only a built-in list is used."""
        return not self.words

    def with_file(self, path: str | None) -> ListOptions:
        """Return the lists with a file before them, if there is one."""
        words = self.words if path is None else (path, *self.words)
        return ListOptions(words=words, language=self.language, own=self.own)

    def load(self, console: Console) -> WordList:
        """Load the lists into one; notes say what was left out of them."""
        from crosswright.cli.files import read_words
        from crosswright.words.tools.lists import fold_for, load_lists

        files = [read_words(path, console, fold_for(self.language)) for path in self.words]
        return load_lists(files, language=self.language, own=self.own)


lists = grouped(
    "lists",
    ListOptions,
    input_option(
        "-w",
        "--words",
        multiple=True,
        help="A word list of WORD;SCORE lines; - is standard input. Repeatable: the first list "
        "takes precedence.",
    ),
    click.option(
        "--language",
        metavar="CODE",
        show_default="en without -w",
        help="The built-in list to use, or to add to those of -w: en, en-GB or, with the extra "
        "crosswright[languages], de, el, es, fr, it, nl, pl, pt, ru, sv.",
    ),
    click.option(
        "--own/--no-own",
        default=True,
        help="Let your personal list take precedence over all others, or ignore it.",
    ),
)
"""Add -w/--words, --language and --own/--no-own, as the argument `lists`."""


def check_score(ctx: click.Context, parameter: click.Parameter, value: int | None) -> int | None:
    """Refuse a score that no list can have."""
    if value is not None and abs(value) > MAX_SCORE:
        raise click.BadParameter(f"give a whole number up to {MAX_SCORE:,}")
    return value


def min_score_option(
    help_text: str = "Use only words with this score or more; in the built-in list, 50 is "
    "acceptable.",
) -> Decorator:
    """Add --min-score."""
    return click.option(
        "--min-score", type=int, callback=check_score, metavar="SCORE", help=help_text
    )
