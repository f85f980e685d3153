"""Which word lists are meant: the user's, the built-in ones, and the personal list."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from crosswright.cli.defaults import Usual
from crosswright.cli.options.completions import complete_languages
from crosswright.cli.options.declare import option
from crosswright.cli.options.groups import Decorator, grouped
from crosswright.cli.options.inputs import input_option
from crosswright.errors import WordListError
from crosswright.support.languages import language_code
from crosswright.support.records import Record, replace
from crosswright.support.sizes import MAX_SCORE

if TYPE_CHECKING:
    from crosswright.cli.console import Console
    from crosswright.puzzles.puzzle import Puzzle
    from crosswright.words.wordlist import WordList


class ListOptions(Record):
    """The word lists to use."""

    words: tuple[str, ...]
    language: str | None
    own: bool
    taste: str

    @property
    def is_built_in(self) -> bool:
        """Whether only a built-in list is used."""
        return not self.words

    @property
    def has_built_in(self) -> bool:
        """Whether a built-in list is used, alone or with others: its scale of scores holds."""
        return not self.words or self.language is not None

    @property
    def is_foreign(self) -> bool:
        """Whether a list in another language than English is used, which has fewer words."""
        if self.language is None:
            return False
        from crosswright.words.lexicon import is_english

        return not is_english(self.language)

    def with_file(self, path: str | None) -> ListOptions:
        """Return the lists with a file before them, if there is one."""
        words = self.words if path is None else (path, *self.words)
        return replace(self, words=words)

    def tagged(self, puzzle: Puzzle) -> Puzzle:
        """Return a puzzle that says which language it is in: the one asked for, or else its own."""
        if self.language is None or (puzzle.language and isinstance(self.language, Usual)):
            return puzzle
        from crosswright.words.lexicon import tag_of

        return replace(puzzle, language=tag_of(self.language))

    def in_language_of(self, puzzle: Puzzle) -> ListOptions:
        """Return the lists for a puzzle: unless told, those of its language; there may be none."""
        is_usual = all(isinstance(each, Usual) for each in (*self.words, self.language or Usual()))
        if not is_usual or not puzzle.language:
            return self
        language = self.language or "en"
        if language_code(language) == language_code(puzzle.language) and (
            self.words or self.language
        ):
            return self  # the usual lists are in the puzzle's language
        return replace(self, words=(), language=Usual(puzzle.language))

    def available_for(self, puzzle: Puzzle, console: Console) -> ListOptions:
        """Return the lists to fill a puzzle from: unless told, those of its language.

        These same lists, with a note, if that language has none, or none that is installed.
        """
        lists = self.in_language_of(puzzle)
        if lists is self:
            return self
        from crosswright.cli.languages import make_list

        try:
            make_list(console, puzzle.language)
        except WordListError as error:
            instead = "your usual words" if self.words or self.language else "English words"
            console.note(f"{instead} are used: {error}")
            return self
        return lists

    def load_for(self, puzzle: Puzzle, console: Console) -> WordList | None:
        """Load the lists that know the answers of a puzzle: unless told, those of its language.

        None, with a note, if that language has no list, or none that is installed.
        """
        lists = self.in_language_of(puzzle)
        if lists is self:
            return self.load(console)
        try:
            return lists.load(console)
        except WordListError as error:
            console.note(f"answers are not looked up: {error}")
            return None

    def load(self, console: Console) -> WordList:
        """Load the lists into one; notes say what was left out; refuse one without words."""
        from crosswright.cli.files import read_words
        from crosswright.words.tools.lists import fold_for, load_lists

        if self.language is not None:
            from crosswright.cli.languages import make_list

            make_list(console, self.language)
        fold = fold_for(self.language)
        files = [read_words(path, console, fold, may_be_empty=False) for path in self.words]
        return load_lists(files, language=self.language, own=self.own, taste=self.taste)


def _check_language(
    ctx: click.Context, parameter: click.Parameter, value: str | None
) -> str | None:
    if value is not None:
        from crosswright.words.lexicon import tag_of

        try:
            tag_of(value)
        except WordListError as error:
            raise click.BadParameter(str(error)) from None
    return value


def list_options(usual_language: str) -> Decorator:
    """Add the options of `lists`, with what the language is unless it is given."""
    return grouped(
        "lists",
        ListOptions,
        input_option(
            "-w",
            "--words",
            multiple=True,
            help="A word list of WORD;SCORE lines; - is standard input. Repeatable: the first list "
            "takes precedence.",
        ),
        option(
            "--language",
            metavar="CODE",
            callback=_check_language,
            shell_complete=complete_languages,
            show_default=usual_language,
            help="The built-in list to use, or to add to those of -w: en, en-GB or, with the extra "
            "crosswright[languages], de, el, es, fr, it, nl, pl, pt, ru, sv. A country (pt-BR) may "
            "follow.",
        ),
        option(
            "--own/--no-own",
            default=True,
            help="Let your personal list take precedence over all others, or ignore it.",
        ),
        option(
            "--taste",
            type=click.Choice(("family", "newspaper", "any")),
            default="newspaper",
            help="What the built-in list lets through: nothing coarse (family), coarse words as a "
            "last resort (newspaper), or all that it has, slurs included (any).",
        ),
    )


lists = list_options("en without -w")
"""Add -w/--words, --language, --own/--no-own and --taste, as the argument `lists`."""

puzzle_lists = list_options("without -w, that of the puzzle or else en")
"""Add the same options, where the language that a puzzle names decides which list is the usual."""


def check_score(ctx: click.Context, parameter: click.Parameter, value: int | None) -> int | None:
    """Refuse a score that no list can have."""
    if value is not None and abs(value) > MAX_SCORE:
        raise click.BadParameter(f"give a whole number up to {MAX_SCORE:,}")
    return value


def min_score_option(
    help_text: str = "Use only words with this score or more; in the built-in list, 50 is "
    "acceptable.",
    default_text: str | None = None,
) -> Decorator:
    """Add --min-score; `default_text` describes what it is without the option."""
    return option(
        "--min-score",
        type=int,
        callback=check_score,
        metavar="SCORE",
        show_default=default_text,
        help=help_text,
    )
