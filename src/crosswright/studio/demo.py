"""The example that `crosswright studio --demo` opens on: a grid whose east is still to be filled.

Propagation believes in letters there that no fill has, and in words like MARINE at 57-Across. Which
word the page asks about, and at which floor, is found out by search when the demo begins: lists
change.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from crosswright.filling.asking.inquiry import Viability
from crosswright.filling.asking.session import Session
from crosswright.grids.grid import Grid
from crosswright.limits import Limit
from crosswright.puzzles.puzzle import Puzzle
from crosswright.studio.conversion import state_of
from crosswright.studio.insight import rules_of
from crosswright.studio.slots import grid_of, keys_by_label
from crosswright.studio.state import State
from crosswright.support.records import Record, replace
from crosswright.words.wordlist import WordList

if TYPE_CHECKING:
    from crosswright.studio.studio import Studio

ROWS: Final = (
    "USED#OPT###....",
    "GEAR#TUR..#....",
    "HERE#TRI.......",
    "###STORMTROOPER",
    "RANSOM##...#...",
    "AGO#DALI#...###",
    "CLOUDNINE#.....",
    "EONS#SAC..#....",
    "SWEET#RAINCHECK",
    "###SET#S...#...",
    "SPA#ARE##......",
    "HAILMARYPASS###",
    "INDISCRE..#....",
    "REEF#EST..#....",
    "ELSE###I..#....",
)
THEME: Final = {
    "20A": "One of many in white armour",
    "33A": "Where the overjoyed are",
    "46A": "Promise of another day",
    "59A": "Long throw on the last play",
}
"""The clues of the theme entries, by their labels."""

HIGHEST_FLOOR: Final = 50
FLOOR_STEP: Final = 5

DEAD: Final = {"57A": ("MARINE", "MARTIN", "MARKER", "MANNER", "MAROON"), "43A": ("THEY", "CLAY")}
"""Words that fit their crossings and were in no fill when this was written, the clearest first."""

LIMIT: Final = Limit(failures=20_000)
"""What finding such a word may take in each slot; it takes far less."""


class Demo(Record):
    """What the page opens with."""

    document: str
    slot: str
    word: str | None
    """A word that propagation believes in and search refutes."""

    def as_json(self) -> dict[str, Any]:
        """Return what the page is told."""
        return dict(vars(self))


def demo_state(floor: int = HIGHEST_FLOOR) -> State:
    """Return the state of the example, with a floor for the words that the engine chooses."""
    puzzle = Puzzle.from_filled(Grid.from_rows(ROWS), THEME)
    state = state_of(replace(puzzle, title="Unsettled weather", author="Crosswright"))
    keys = keys_by_label(grid_of(state))
    state["theme"] = {keys[label]: True for label in THEME}
    state["rules"] = {"min_score": floor}
    state["lists"] = {"stack": [{"language": "en"}], "own": False}
    return state


def begin(studio: Studio) -> Demo:
    """Make the example in a studio's library, and let the page open on it."""
    state = demo_state()
    words = studio.insight.words(state)
    state = demo_state(_floor(words))
    slot, word = _dead_word(words, state)
    document = studio.library.create(state, name="Demo")
    studio.demo = Demo(document.identity, slot, word)
    return studio.demo


def _floor(words: WordList) -> int:
    """Return a floor that the example can be filled at, just below the best one."""
    with Session(Grid.from_rows(ROWS), words).best_floor(LIMIT) as run:
        best = run.result().floor
    top = HIGHEST_FLOOR if best is None else min(HIGHEST_FLOOR, best - 1)
    return top // FLOOR_STEP * FLOOR_STEP


def _dead_word(words: WordList, state: State) -> tuple[str, str | None]:
    """Return a slot and a word for it that is in no fill although it fits its crossings."""
    grid = grid_of(state)
    session = Session(grid, words, rules_of(state, grid))
    left = session.propagate(0)
    for slot, named in _tried(grid, left.counts):
        known = None if named is None else [word for word in named if word in words]
        with session.what_if(slot, known, floors=False, limit=LIMIT) as run:
            verdicts = run.result()
        live = session.propagate(1000).candidates[slot]
        believed = {word for word, _ in live.first}
        for word in verdicts.of(Viability.DEAD):
            if word in believed:
                return slot, word
    return next(iter(DEAD)), None


def _tried(grid: Grid, counts: Any) -> Iterator[tuple[str, tuple[str, ...] | None]]:
    yield from DEAD.items()
    for slot in grid.slots:
        if grid.word(slot) is None and counts[slot.label] > 1:
            yield slot.label, None
