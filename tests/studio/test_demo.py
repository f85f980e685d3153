"""The demo: an example in which propagation is wrong, with the built-in list."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers.studio import StudioClient, running_studio

from crosswright import Limit, Session, Status, fill, why_not
from crosswright.filling.asking.inquiry import Viability
from crosswright.filling.rules import Rules
from crosswright.studio import demo
from crosswright.studio.slots import grid_of
from crosswright.studio.state import State
from crosswright.words import lexicon


@pytest.fixture
def example(root: Path) -> Iterator[tuple[demo.Demo, State]]:
    """The example as a studio has it."""
    with running_studio(root) as studio:
        begun = demo.begin(studio.studio)
        assert studio.get("/api/about")["demo"] == begun.as_json()
        yield begun, studio.get(f"/api/documents/{begun.document}")["state"]


def test_propagation_believes_in_what_no_fill_has(example: tuple[demo.Demo, State]) -> None:
    begun, state = example
    grid, words, floor = grid_of(state), lexicon.english(), state["rules"]["min_score"]
    session = Session(grid, words, min_score=floor)
    truth = session.truth_map(Limit(failures=200_000)).result()
    assert truth.status is Status.FILLED
    verdicts = [verdict for cell in truth.letters.values() for verdict in cell.values()]
    assert Viability.UNDECIDED not in verdicts
    believed = session.propagate(1).letters
    lies = {
        (cell, letter)
        for cell, letters in believed.items()
        if cell in truth.letters
        for letter in letters
        if truth.letters[cell][letter] is Viability.DEAD
    }
    assert len(lies) > 20
    slot, word = begun.slot, begun.word
    assert word is not None
    fixed = Rules(min_score=floor, fixed={slot: word})
    assert fill(grid, words, fixed, limit=Limit(failures=200_000)).status is Status.IMPOSSIBLE
    explanation = why_not(session, slot, word, limit=Limit(failures=200_000), repairs=1)
    assert explanation.conflict is not None
    assert len(explanation.conflict.demands) <= 30  # few enough to be told


def test_a_studio_without_a_demo_says_so(studio: StudioClient) -> None:
    assert studio.get("/api/about")["demo"] is None
