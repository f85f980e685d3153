"""Options that several commands share, in groups that reach a command as one value each."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar

import click

from crosswright.cli.console import Console
from crosswright.support.sizes import MAX_SCORE

if TYPE_CHECKING:
    from crosswright.words.wordlist import WordList

Function = TypeVar("Function", bound=Callable[..., Any])
Decorator = Callable[[Any], Any]


def grouped(name: str, kind: type[Any], *options: Decorator) -> Decorator:
    """Give a command some options as one argument: a dataclass with a field for each."""

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(function)
        def gather(*arguments: Any, **values: Any) -> Any:
            own = {field.name: values.pop(field.name) for field in fields(kind)}
            return function(*arguments, **values, **{name: kind(**own)})

        decorated: Callable[..., Any] = gather
        for option in reversed(options):
            decorated = option(decorated)
        return decorated

    return decorate


def seconds(ctx: click.Context, parameter: click.Parameter, value: float | None) -> float | None:
    """Refuse a time that is no number from 0 up; click lets `nan` and `inf` pass."""
    if value is not None and not 0 <= value < float("inf"):
        raise click.BadParameter("give a number of seconds from 0 up")
    return value


def natural(ctx: click.Context, parameter: click.Parameter, value: int | None) -> int | None:
    """Refuse a number below 0, or too large for an engine's seed."""
    if value is not None and not 0 <= value < 2**63:
        raise click.BadParameter("give a whole number from 0 up, below 2**63")
    return value


def chosen_seed(seed: int | None) -> int:
    """Return the seed that the user gave, or a new one."""
    return int.from_bytes(os.urandom(4), "big") if seed is None else seed


def score(ctx: click.Context, parameter: click.Parameter, value: int | None) -> int | None:
    """Refuse a score that no list can have."""
    if value is not None and abs(value) > MAX_SCORE:
        raise click.BadParameter(f"give a whole number up to {MAX_SCORE:,}")
    return value


# -- what every command says ----------------------------------------------------------------------


@dataclass(frozen=True)
class Talk:
    """How a command speaks: for machines, or for people, and how much."""

    json: bool
    quiet: bool

    @property
    def console(self) -> Console:
        """Where its notes go."""
        return Console(self.quiet)


def talk(function: Function) -> Function:
    """Add --json and --quiet, as the argument `talk`."""
    options = (
        click.option("--json", is_flag=True, help="Print one JSON object, for machines."),
        click.option("-q", "--quiet", is_flag=True, help="No progress and no notes."),
    )
    decorated: Function = grouped("talk", Talk, *options)(function)
    return decorated


# -- word lists -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Lists:
    """The word lists to use; none named means the built-in one of a language."""

    words: tuple[str, ...]
    language: str | None
    own: bool

    @property
    def is_built_in(self) -> bool:
        """Whether the list is the built-in one alone."""
        return not self.words

    def load(self, console: Console) -> WordList:
        """Load the lists, the first going before the others, the personal one before all."""
        loaded = [load_words(name, console) for name in self.words]
        if self.language is not None or not loaded:
            from crosswright.words import lexicon

            loaded.append(lexicon.load(self.language or "en"))
        words = loaded[0]
        if len(loaded) > 1:
            from crosswright.words.tools.merge import Source, merge

            words = merge([Source(words) for words in loaded]).words
        if self.own:
            from crosswright.words.tools import personal

            words = personal.apply(words)
        return words


def load_words(name: str, console: Console) -> WordList:
    """Read a word list from a file or, for `-`, from standard input; note what is left out."""
    from crosswright.words.wordlist import WordList

    if name == "-":
        data = sys.stdin.buffer.read()
        words = WordList.parse(data, name="stdin", source="standard input")
    else:
        words = WordList.load(name)
    if words.skipped_count:
        line, reason = words.skipped[0]
        left = "1 entry" if words.skipped_count == 1 else f"{words.skipped_count:,} entries"
        console.note(f"{name}: {left} left out, the first in line {line}: {reason}")
    return words


def lists(function: Function) -> Function:
    """Add the options that say which words to use, as the argument `lists`."""
    options = (
        click.option(
            "-w",
            "--words",
            multiple=True,
            metavar="FILE",
            help="A list of WORD;SCORE lines, - for standard input; of several the first goes "
            "before the others.",
        ),
        click.option(
            "--language",
            metavar="CODE",
            help="The built-in list to use, or to add to those of -w: en (the default), en-GB, "
            "de, …",
        ),
        click.option("--own/--no-own", default=True, help="Let your personal list go first."),
    )
    decorated: Function = grouped("lists", Lists, *options)(function)
    return decorated


def min_score(function: Function) -> Function:
    """Add --min-score."""
    help_text = "The lowest score of a word; the built-in list has 50 for acceptable ones."
    return click.option("--min-score", type=int, callback=score, metavar="SCORE", help=help_text)(
        function
    )


# -- outputs --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Outputs:
    """Where a puzzle is written to."""

    output: tuple[str, ...]
    to: str | None
    strict: bool


OUTPUTS: Sequence[Decorator] = (
    click.option(
        "-o",
        "--output",
        multiple=True,
        metavar="FILE",
        help="Write a file in the format of its suffix; - is standard output. Repeatable.",
    ),
    click.option("--to", metavar="FORMAT", help="The format for -o -, by name or suffix."),
    click.option("--strict", is_flag=True, help="Refuse to write what a format cannot hold whole."),
)


def outputs(function: Function) -> Function:
    """Add -o/--output, --to and --strict, as the argument `outputs`."""
    decorated: Function = grouped("outputs", Outputs, *OUTPUTS)(function)
    return decorated


def source_format(function: Function) -> Function:
    """Add --from, the format of the input, as `source`."""
    help_text = "The format of the input, where neither its suffix nor its content shows it."
    return click.option("--from", "source", metavar="FORMAT", help=help_text)(function)
