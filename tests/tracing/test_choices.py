"""The reasons that a trace gives for its choices are the numbers of the search itself."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from crosswright.grids.grid import Grid
from crosswright.tracing.compare import all_variants
from crosswright.tracing.events import CHOICES, Event
from crosswright.tracing.replay import Replay
from crosswright.tracing.textbook import Variant
from crosswright.tracing.trace import Trace, trace
from crosswright.words.wordlist import WordList
from tests.helpers.traces import problems


def crossings(run: Trace) -> dict[int, dict[int, tuple[int, int]]]:
    """Return, for each slot, the slots that cross it, with the positions in both."""
    slots = [[tuple(cell) for cell in slot["cells"]] for slot in run.start["slots"]]
    return {
        x: {
            y: (cells.index(cell), other.index(cell))
            for y, other in enumerate(slots)
            for cell in set(cells) & set(other)
            if x != y
        }
        for x, cells in enumerate(slots)
    }


def ruled_out(replay: Replay, event: Event, word: str, crossing: dict[int, tuple[int, int]]) -> int:
    """Count, one by one, the words of the open neighbours that a word disagrees with."""
    assigned = {slot for slot, _ in replay.state.stack}
    return sum(
        other[j] != word[i]
        for y, (i, j) in crossing.items()
        if y not in assigned
        for other in replay.words(y)
    )


@given(problems(), st.sampled_from(list(all_variants())))
@settings(max_examples=60)
def test_a_selection_of_the_textbook_says_why(
    problem: tuple[Grid, WordList], variant: Variant
) -> None:
    run = trace(*problem, algorithm="textbook", variant=variant)
    overlaps, replay = crossings(run), Replay(run)
    for event, state in replay.steps():
        if event["event"] != "select":
            continue
        slot, taken = event["slot"], {slot for slot, _ in state.stack}
        assert event["open"][0][0] == slot
        assert len(event["open"]) == min(CHOICES, len(overlaps) - len(taken))
        for other, left, degree in event["open"]:
            assert other not in taken
            assert (left, degree) == (state.slots[other].left, len(overlaps[other]))
        if variant.variable == "mrv":
            assert event["open"][0][1] == min(left for _, left, _ in event["open"])
        words = run.start["tables"][run.start["slots"][slot]["table"]]
        for row, number in event["values"]:
            assert words[row] in replay.words(slot)
            if variant.value == "lcv":
                assert number == ruled_out(replay, event, words[row], overlaps[slot])
            else:
                assert number is None


@given(problems(), st.integers(0, 2))
@settings(max_examples=60)
def test_a_selection_of_the_engine_is_the_first_in_its_list(
    problem: tuple[Grid, WordList], seed: int
) -> None:
    replay = Replay(run := trace(*problem, seed=seed))
    assert run.start["algorithm"] == "engine"
    for event, state in replay.steps():
        if event["event"] == "select":
            assert event["open"][0][0] == event["slot"]
            ratios = [left / weight for _, left, weight in event["open"]]
            assert ratios == sorted(ratios)
            assert all(left == state.slots[slot].left for slot, left, _ in event["open"])
