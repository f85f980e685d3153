"""Every dead end has a cause, and the sentences are right."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crosswright.grids.grid import Grid
from crosswright.limits import Status
from crosswright.tracing import causes
from crosswright.tracing.compare import all_variants
from crosswright.tracing.events import DEAD_ENDS, Event
from crosswright.tracing.replay import Replay
from crosswright.tracing.textbook import Variant
from crosswright.tracing.trace import Trace, trace
from crosswright.words.wordlist import WordList
from tests.helpers.traces import problems

ROOT = Path(__file__).parents[2]
RUNS = [None, *all_variants()]


def record(problem: tuple[Grid, WordList], variant: Variant | None, required: str = "") -> Trace:
    """Trace the engine if there is no variant, else the textbook."""
    grid, words = problem
    if variant is None:
        return trace(grid, words, required=[required] if required else [])
    return trace(grid, words, algorithm="textbook", variant=variant)


def dead_ends(run: Trace) -> list[Event]:
    return [event for event in run if event["event"] in DEAD_ENDS]


@given(problems(), st.sampled_from(RUNS), st.sampled_from(["", "ABA", "CCCC"]))
@settings(max_examples=150)
def test_nothing_is_taken_back_without_a_cause(
    problem: tuple[Grid, WordList], variant: Variant | None, required: str
) -> None:
    run = record(problem, variant, required)
    events = list(run)
    for before, event in pairwise(events):
        if event["event"] == "backtrack":
            assert before["event"] in DEAD_ENDS
    assert (events[-2]["event"] in DEAD_ENDS) == (run.status is Status.IMPOSSIBLE)
    for event in dead_ends(run):
        assert event["cause"].strip()


@given(problems(), st.sampled_from(RUNS))
@settings(max_examples=100)
def test_what_a_cause_says_is_so(problem: tuple[Grid, WordList], variant: Variant | None) -> None:
    """What is said to be at a slot is there, and a slot without words has none."""
    run = record(problem, variant)
    replay = Replay(run)
    labels = [slot["label"] for slot in run.start["slots"]]
    for event, state in replay.steps():
        if event["event"] == "wipeout":
            assert state.slots[event["slot"]].left == 0
            assert re.search(rf"\b{labels[event['slot']]}\b", event["cause"])
        if event["event"] == "exhausted":
            assigned = dict(state.stack)
            for row, other in event["used"]:
                assert assigned[other] == row
        if match := re.search(r"its only word (\w+) is already at (\w+)$", event.get("cause", "")):
            assert replay.words(labels.index(match[2])) == [match[1]]


def test_the_sentences_of_the_lesson() -> None:
    mini = Grid.parse((ROOT / "docs" / "examples" / "mini.txt").read_text("utf-8"))
    run = record((mini, WordList.load(ROOT / "data" / "words2.txt")), Variant())
    sentences = [event["cause"] for event in dead_ends(run)]
    assert len(sentences) == run.end["counters"]["backtracks"] == 24
    assert sentences[0] == "6A: its only word AGED is already at 2D"
    assert "no word left for 5D after revising with 6A, which needs U as letter 2" in sentences
    assert "1D: all 4 of its words led to dead ends" in sentences


@pytest.mark.parametrize("algorithm", ["engine", "textbook"])
@pytest.mark.parametrize(
    ("grid", "words", "cause"),
    [
        ("...", ["ABCD"], "no word for 1A: the list has no three-letter word"),
        ("C..", ["DOG", "ATE"], "no word for 1A: none in the list has the form C.."),
        ("..#..", ["AB"], {
            "engine": "2A: its only word AB is already at 1A",
            "textbook": "2 slots need different two-letter words, but only 1 is left",
        }),
    ],
)  # fmt: skip
def test_causes_of_impossible_problems(
    algorithm: str, grid: str, words: list[str], cause: str | dict[str, str]
) -> None:
    run = trace(grid, words, algorithm=algorithm)
    [event] = dead_ends(run)
    expected = cause if isinstance(cause, str) else cause[algorithm]
    assert event["cause"] == expected


def test_causes_that_rules_bring() -> None:
    run = trace("...\n###\n...", ["CAT", "CAB"], no_shared_letters=2)
    assert "keeps its only word" in dead_ends(run)[0]["cause"]
    assert dead_ends(run)[0]["cause"].endswith("apart from the word at 1A")
    run = trace("...\n.##\n.##", ["CAT", "COT", "DOG"], required=["DOG", "CAT", "COT"])
    assert dead_ends(run)[-1]["cause"].startswith("no slot is left that can take the required word")


def works(failed: list[str], used: list[tuple[str, str]], unfit: int, crossing: list[str]) -> str:
    return causes.no_word_works("6A", failed=failed, used=used, unfit=unfit, crossing=crossing)


def test_what_became_of_the_words() -> None:
    assert works([], [("AGED", "2D")], 0, []) == "6A: its only word AGED is already at 2D"
    assert works(["AGED"], [], 0, []) == "6A: its only word AGED led to a dead end"
    assert works([], [], 1, ["1D"]) == "6A: its only word does not agree with 1D"
    assert works(["AB", "CD"], [], 0, []) == "6A: both its words led to dead ends"
    assert works([], [], 12, ["1D", "2D"]) == "6A: none of its 12 words agrees with 1D and 2D"
    assert works(["AB"], [("CD", "1D")], 0, []) == (
        "6A: of its 2 words, 1 led to a dead end; and 1 is already in the grid (CD at 1D)"
    )
    many = [(word, "1D") for word in ("A", "B", "C", "D", "E")]
    assert works(["X"], many, 1_000, ["1D"] * 5) == (
        "6A: of its 1,006 words, 1,000 do not agree with the slots that it crosses; "
        "1 led to a dead end; and 5 are already in the grid"
    )
