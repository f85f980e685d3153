"""A replay is in the very state of the search that was recorded."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crosswright.errors import CrosswrightError
from crosswright.grids.grid import Grid
from crosswright.limits import Status
from crosswright.tracing.compare import all_variants
from crosswright.tracing.events import Event
from crosswright.tracing.replay import Replay, replay
from crosswright.tracing.textbook import Textbook, Variant
from crosswright.tracing.trace import Trace, trace
from crosswright.words.wordlist import WordList
from tests.helpers.traces import problems


class Watched(Textbook):
    """The textbook's solver, which compares itself with its replay at every event."""

    def watch(self, run: Trace) -> None:
        self.replay = Replay(run)
        self._listener = self.compare

    def compare(self, event: Event) -> None:
        self.replay.apply(json.loads(json.dumps(event)))
        if event["event"] in ("solution", "node"):
            return
        assigned = {slot for slot, _ in self.replay.state.stack}
        for slot in self._slots:
            words = [self.word(slot, row) for row in sorted(self.domains[slot])]
            if slot not in assigned:
                assert self.replay.words(slot) == words
                assert self.replay.state.slots[slot].left == len(words)


@given(problems(), st.sampled_from(list(all_variants())))
@settings(max_examples=80)
def test_a_replay_of_the_textbook_is_in_its_state(
    problem: tuple[Grid, WordList], variant: Variant
) -> None:
    grid, words = problem
    run = trace(grid, words, algorithm="textbook", variant=variant, seed=5)
    solver = Watched(grid, words, variant, seed=5)
    solver.watch(run)
    assignment = solver.solve()
    if assignment is None:
        assert run.status is Status.IMPOSSIBLE
    else:
        expected = {grid.slots[s].label: solver.word(s, row) for s, row in assignment.items()}
        assert replay(run).answers() == expected
        assert run.status is Status.FILLED


def test_the_state_after_any_number_of_events(structure: Grid, words: WordList) -> None:
    run = trace(structure, words, algorithm="textbook", variant=Variant(False, "fixed", "random"))
    for number, (event, state) in enumerate(Replay(run).steps(), 1):
        assert replay(run, number).state == state, event
    with pytest.raises(CrosswrightError, match="there is no event"):
        replay(run, len(run) + 1)


def test_words_of_tokens_with_several_letters() -> None:
    run = trace("..\n\nrebus: 1,1=EA", ["EAR", "EAT", "NET"])
    assert replay(run, 1).words(0) == ["EAR", "EAT"]
