"""Supply and demand by length, window and floor."""

from __future__ import annotations

import datetime
from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from crosswright.formats.history import EarlierAnswers
from crosswright.series.calendar import dated
from crosswright.series.inputs import Inputs
from crosswright.series.patterns import pattern
from crosswright.series.plan import Calendar, Day, PatternSource, Plan, Windows
from crosswright.series.supply import HARD, LengthSupply, slot_lengths, supply, supply_findings
from crosswright.support.records import replace
from crosswright.words import lexicon
from crosswright.words.wordlist import WordList

GRIDS = ("...\n.#.\n...", "....\n.##.\n....\n....")
DAYS = (Day(height=3, width=3, min_score=50), Day(height=4, width=4, min_score=60))
PLAN = Plan(
    calendar=Calendar(datetime.date(2027, 1, 4), 6),
    days=(DAYS * 4)[:7],
    patterns=PatternSource("folder", "grids"),
    windows=Windows(((3, 1),), longer=2),
)
WORDS = WordList.from_words(
    [(f"A{a}{b}", 50 + (a == "B") * 10) for a in "ABC" for b in "ABCDEFG"]
    + [(f"B{a}BB", 60) for a in "ABCDEFGHIJ"]
)


def test_needed_words_against_those_that_there_are() -> None:
    rows = {row.length: row for row in supply(PLAN, Inputs(WORDS, patterns=GRIDS), dated(PLAN))}
    three, four = rows[3], rows[4]
    # Mondays have four words of three letters, Tuesdays five of four.
    assert (three.puzzles, three.needed, three.available, three.floor) == (2, 4, 21, 50)
    assert (four.puzzles, four.needed, four.available, four.floor) == (3, 10, 10, 50)


@settings(max_examples=60)
@given(
    st.integers(0, 8),
    st.lists(st.sampled_from(["AAA", "ABB", "ACC", "ZZZ"]), max_size=3, unique=True),
    st.integers(1, 9),
)
def test_demand_is_that_of_the_busiest_window(
    window: int, published: list[str], puzzles: int
) -> None:
    plan = replace(
        PLAN,
        calendar=replace(PLAN.calendar, puzzles=puzzles),
        windows=Windows(((3, window),), longer=0),
        days=(replace(DAYS[0], min_score=55), DAYS[0]) * 3 + DAYS[:1],
    )
    inputs = Inputs(WORDS, EarlierAnswers((tuple(published),)), patterns=GRIDS)
    (row,) = supply(plan, inputs, dated(plan))
    ratios = []
    for floor in (50, 55):
        listed = [word for word, score in WORDS if len(word) == 3 and score >= floor]
        counts = [sum(word in listed for word in published)]
        counts += [
            Counter(len(slot) for slot in pattern(plan, inputs, puzzle).slots)[3]
            if puzzle.day.min_score >= floor
            else 0
            for puzzle in dated(plan)
        ]
        needs = [sum(counts[max(0, end - window) : end + 1]) for end in range(1, len(counts))]
        ratios.append(max(needs) / len(listed))
    assert row.share == max(ratios)
    if row.best_window is not None:
        narrower = replace(plan, windows=Windows(((3, row.best_window),), longer=0))
        assert supply(narrower, inputs, dated(plan))[0].needed <= row.available


def test_lists_of_the_history_are_no_supply() -> None:
    inputs = Inputs(WORDS, EarlierAnswers((), ("AAA", "AAB")), patterns=GRIDS)
    assert {row.length: row.available for row in supply(PLAN, inputs, dated(PLAN))}[3] == 19


def test_made_patterns_are_estimated() -> None:
    plan = replace(PLAN, patterns=PatternSource("made"), days=(Day(height=5, width=5),) * 7)
    lengths = slot_lengths(plan, Inputs(WORDS), dated(plan))
    assert len(lengths) == 6 and lengths[0] == lengths[5]
    assert 5 <= sum(lengths[0].values()) <= 10


def row(needed: int, available: int, best_window: int | None = 3) -> LengthSupply:
    return LengthSupply(3, 7, 50, 8, needed, available, best_window)


def test_findings_have_the_numbers_and_the_remedy() -> None:
    rows = [row(20, 30), row(21, 30), row(31, 30), replace(row(1, 0, None), puzzles=1)]
    findings = [*map(str, supply_findings(rows))]
    assert round(HARD * 30) == 20
    assert findings == [
        "warning: supply: three-letter words: 8 puzzles in a row need 21 different ones with a "
        "score of 50 or more, and the lists have 30 (70%; above two thirds it gets hard); write "
        "3 = 3 in [windows], use more words or a lower min_score",
        "error: supply: three-letter words: 8 puzzles in a row need 31 different ones with a score "
        "of 50 or more, and the lists have 30; write 3 = 3 in [windows], use more words or a lower "
        "min_score",
        "error: supply: three-letter words: one puzzle needs 1 with a score of 50 or more, and the "
        "lists have 0; use more words or a lower min_score",
    ]


def test_the_built_in_list_does_not_last_a_season_without_repeats() -> None:
    plan = Plan(
        calendar=Calendar(datetime.date(2027, 1, 4), 90), windows=Windows(((3, 90),), longer=90)
    )
    three = supply(plan, Inputs(lexicon.english()), dated(plan))[0]
    assert three.available > 900 and not three.is_possible
    assert three.best_window is not None and 20 < three.best_window < 60
