"""What the tests of the command line share: samples, all commands, and Ctrl-C in time."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import click
import pytest
from click.testing import Result

from crosswright.cli.app import app
from crosswright.cli.console import Console
from crosswright.grids.grid import Grid
from crosswright.puzzles.puzzle import Puzzle

Run = Callable[..., Result]

GRID = "...\n.#.\n...\n"
WORDS = "CAT;90\nCUT;80\nCOT;75\nTIE;70\nTEE;60\nTOE;55\nTOT;30\nTAT;20\n"
CLUES = "answer,clue\nCAT,It purrs\nTEE,Golfer's peg\n"
PUZZLE = Puzzle.from_filled(
    Grid.parse("#BET#\nBOARD\nANGER\nDELAY\n#SET#"),
    {
        "1A": "Wager",
        "4A": "Directors",
        "6A": "Wrath",
        "7A": "Hold-up",
        "8A": "Tennis unit",
        "1D": "Frame parts",
        "2D": "Large bird",
        "3D": "Cake",
        "4D": "Poor",
        "5D": "Like a martini",
    },
    title="Small",
    author="A. Setter",
)


def all_commands(
    group: click.Group = app, path: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Yield all commands, and the words that call them."""
    ctx = click.Context(group)
    for name in group.list_commands(ctx):
        command = group.get_command(ctx, name)
        assert command is not None
        yield (*path, name), command
        if isinstance(command, click.Group):
            yield from all_commands(command, (*path, name))


def interrupt_when(monkeypatch: pytest.MonkeyPatch, is_time: Callable[[Any], bool]) -> None:
    """Send Ctrl-C to this process as soon as the progress of a run is such."""

    def watch(console: Console, run: Iterable[Any], describe: Callable[[Any], str]) -> None:
        is_sent = False
        for progress in run:
            assert describe(progress)
            if not is_sent and is_time(progress):
                is_sent = True
                signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(Console, "watch", watch)
