"""What the commands about searches share: the grid and the words, and which searches are meant."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from crosswright.cli.options.declare import option
from crosswright.cli.options.groups import Decorator
from crosswright.cli.options.inputs import input_argument
from crosswright.cli.options.lists import puzzle_lists
from crosswright.support.wording import quote

if TYPE_CHECKING:
    from crosswright.tracing.textbook import Variant

ENGINE, TEXTBOOK = "engine", "textbook"


def grid_and_words(function: Any) -> Any:
    """Add the arguments GRID and WORDS, and the options of `puzzle_lists`."""
    words_file = input_argument("words_file", required=False, metavar="[WORDS]")
    return input_argument("grid")(words_file(puzzle_lists(function)))


def run_option(help_text: str, default_text: str) -> Decorator:
    """Add --run, which names searches, as the argument `runs`."""
    return option(
        "--run",
        "runs",
        multiple=True,
        metavar="ALGORITHM",
        show_default=default_text,
        help=help_text,
    )


def read_variant(text: str, *others: str) -> Variant:
    """Read a variant of the textbook's algorithm, such as `mrv,no-inference`.

    A message also names the `others` that the command takes in its place.
    """
    from crosswright.tracing.textbook import VALUES, VARIABLES, Variant

    choices: dict[str, Any] = {}
    for word in text.lower().split(","):
        if word in ("inference", "no-inference"):
            choice: dict[str, Any] = {"inference": word == "inference"}
        elif word in VARIABLES:
            choice = {"variable": word}
        elif word in VALUES:
            choice = {"value": word}
        elif word == TEXTBOOK:
            choice = {}
        else:
            words = (*others, TEXTBOOK, "inference", "no-inference", *VARIABLES, *VALUES)
            message = f"unknown {quote(word)}; choose from {', '.join(words)}"
            raise click.UsageError(f"--run {text}: {message}")
        if choice.keys() & choices.keys():
            raise click.UsageError(f"--run {text}: {word} contradicts a word before it")
        choices |= choice
    return Variant(**choices)
