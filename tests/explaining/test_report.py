"""Explanations in sentences and as plain data."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from crosswright.explaining.changes import Change
from crosswright.explaining.demands import Conflict, Demand, Kind
from crosswright.explaining.explain import explain
from crosswright.explaining.repairs import Repair
from crosswright.explaining.report import MAX_SLOT_LINES, MAX_UNTESTED_NAMES, Explanation
from crosswright.filling.result import FillResult
from crosswright.filling.rules import Rules
from crosswright.grids.grid import Grid
from crosswright.limits import Statistics, Status

pytestmark = pytest.mark.usefixtures("each_engine")

FEW = ("CAT", "COT", "CUE", "TAR", "TOE")


def impossible(*demands: Demand, grid: str = "CAT", untested: int = 0) -> Explanation:
    return Explanation(
        Status.IMPOSSIBLE, Grid.parse(grid), Conflict(demands, demands[len(demands) - untested :])
    )


def test_the_letter_to_blame() -> None:
    explanation = explain("T.Q", ["TAR", "TOE", "CUE"])
    assert explanation.conflict is not None
    assert [demand.value for demand in explanation.conflict.of(Kind.LETTER)] == ["Q"]
    assert explanation.text().splitlines() == [
        "1-Across T_Q needs a word, but none of the 3 three-letter words fits. "
        "Free the Q at row 1, column 3, and 2 words fit.",
        "The nearest words: TAR, TOE.",
        "Each of these is needed for the conflict (all tested): "
        "1-Across needs a word; the Q at row 1, column 3 is given.",
        "",
        "Any one of these makes the grid fillable (each tested by a fill):",
        "  1. Free the Q at row 1, column 3: it could be E or R.",
    ]


def test_a_length_that_the_list_lacks() -> None:
    text = explain("....", FEW, repairs=0).text()
    assert text == "1-Across ____ needs a word, but the list has no four-letter word."


def test_one_word_is_said_to_be_one() -> None:
    text = explain("T.Q", ["TAR"], repairs=0).text()
    assert text.startswith(
        "1-Across T_Q needs a word, but the only three-letter word does not fit. "
        "Free the Q at row 1, column 3, and 1 word fits.\n"
    )
    text = explain("...", [("TAR", 5)], min_score=9, repairs=0).text()
    assert "but the only three-letter word does not score 9 or more.\n" in text
    assert "The only word that would fit is TAR (5).\n" in text


def test_the_best_words_below_the_floor() -> None:
    words = [("THE", 99), ("AND", 98), ("TOE", 40)]
    assert explain("...", words, min_score=100, repairs=0).text().splitlines() == [
        "1-Across ___ needs a word, but none of the 3 three-letter words scores 100 or more.",
        "The best of the 3 words that would fit: THE (99), AND (98), TOE (40).",
        "Each of these is needed for the conflict (all tested): "
        "1-Across needs a word; no word scores below 100.",
    ]
    text = explain("A..", [("THE", 99), ("AND", 9)], min_score=50).text()
    assert "none of the 2 three-letter words fits and scores 50 or more." in text
    assert "The only word that would fit is AND (9)." in text
    assert "Let 1A take any word, whatever its score: AND (9)." in text


@pytest.mark.parametrize(
    ("demand", "sentence"),
    [
        (Demand(Kind.SLOT, "1A"), "1-Across needs a word"),
        (Demand(Kind.LETTER, cell=(0, 1), value="A"), "the A at row 1, column 2 is given"),
        (Demand(Kind.FLOOR, value=40), "no word scores below 40"),
        (Demand(Kind.SLOT_FLOOR, "1A", value=50), "the word at 1A scores 50 or more"),
        (
            Demand(Kind.ALLOWED, "1A", value="CAT, DOG"),
            "1A takes only the words allowed there (CAT, DOG)",
        ),
        (Demand(Kind.MATCHING, "1A", value="C.*"), "the word at 1A matches 'C.*'"),
        (Demand(Kind.REQUIRED, value="MARS"), "MARS must appear somewhere"),
        (Demand(Kind.DISTINCT), "no word appears twice"),
        (Demand(Kind.SHARED_LETTERS, value=3), "no two words share 3 letters in a row"),
        (Demand(Kind.SHARED_STEM), "no two words share a stem"),
        (Demand(Kind.BANNED, value="CAT"), "CAT is banned"),
        (Demand(Kind.BANNED), "words that are banned must not appear"),
        (Demand(Kind.USED, value="CAT"), "CAT was used before"),
        (Demand(Kind.USED), "words that were used before must not appear"),
    ],
)
def test_every_demand_has_its_sentence(demand: Demand, sentence: str) -> None:
    lines = impossible(demand).text().splitlines()
    assert lines[:2] == ["This cannot be met (proved by search):", f"  - {sentence}"]


def test_demands_that_contradict_each_other() -> None:
    words = [("AB", 9), ("CD", 9), ("AC", 5), ("BD", 3)]
    assert explain("..\n..", words, min_score=4, repairs=0).text().splitlines() == [
        "These 4 demands contradict each other (proved by propagation alone):",
        "  - 2-Down needs a word: __ (3 words fit with a score of 4 or more)",
        "  - 3-Across needs a word: __ (3 words fit with a score of 4 or more)",
        "  - no word scores below 4",
        "  - no word appears twice",
        "",
        "  · _",
        "  _ _",
        "",
        "This is minimal: drop any one of these, and the others can be met (all tested).",
    ]


def test_many_slots_share_a_line() -> None:
    grid = "\n".join(["." * (MAX_SLOT_LINES + 1)] * 2)
    labels = [slot.label for slot in Grid.parse(grid).slots]
    lines = impossible(*(Demand(Kind.SLOT, label) for label in labels), grid=grid).text()
    assert f"  - {len(labels)} slots need words: {', '.join(labels)}\n" in lines
    assert "1-Across needs a word" not in lines


def test_a_rebus_is_in_brackets() -> None:
    grid = Grid.parse("..X\n.##\n\nrebus: 1,1=HEART")
    text = explain(grid, ["HEARTED", "HEARTEN", "HEARTY", "CAT"], repairs=0).text()
    assert text.startswith(
        "1-Across (HEART)_X needs a word, but none of the 2 seven-letter words with this rebus "
        "in place fits. "
        "Free the X at row 1, column 3, and 2 words fit.\n"
    )
    conflict = Conflict(
        (
            Demand(Kind.SLOT, "1A"),
            Demand(Kind.SLOT, "1D"),
            Demand(Kind.LETTER, cell=(0, 0), value="HEART"),
        )
    )
    picture = Explanation(Status.IMPOSSIBLE, grid, conflict).text().splitlines()[5:7]
    assert picture == ["  (HEART) _ _", "  _       # #"]


def test_a_rebus_that_no_word_has() -> None:
    text = explain("..\n\nrebus: 1,1=QX", ["CAT"], repairs=0).text()
    assert text.endswith("the list has no three-letter word with this rebus in place.")
    text = explain("..\n\nrebus: 1,1=HEART", ["HEARTED", "SHEART"], repairs=0).text()
    assert text.endswith("the list has no six-letter word with this rebus in place.")


def test_words_with_a_rebus_may_score_too_little() -> None:
    grid = "..\n\nrebus: 1,1=HEART"
    text = explain(grid, [("HEARTY", 10), ("ZQ", 60)], min_score=50).text()
    assert "six-letter word with this rebus in place does not score 50 or more.\n" in text
    assert "The only word that would fit is HEARTY (10).\n" in text
    assert "Let 1A take any word, whatever its score: HEARTY (10).\n" in text
    assert "Free the HEART at row 1, column 1: it could be Z.\n" in text


def test_what_was_not_tested_is_named_or_counted() -> None:
    demands = [Demand(Kind.BANNED, value=word) for word in "ABCDEFGH"]
    text = impossible(*demands, untested=2).text()
    assert text.endswith(
        "\nPerhaps not all of this is needed; not tested: G is banned and H is banned."
    )
    many = MAX_UNTESTED_NAMES + 1
    text = impossible(*demands, untested=many).text()
    assert text.endswith(
        f"\nPerhaps not all of this is needed: {many} of the 8 demands were not tested."
    )


def test_repairs_are_numbered_and_their_changes_joined() -> None:
    grid = Grid.parse("CAT")
    changes = (
        Change("distinct", "Allow a word to appear twice", 3.0),
        Change("free", "Free it", 1.0),
    )
    repair = Repair(changes, FillResult(Status.FILLED, grid))
    explanation = replace(impossible(Demand(Kind.DISTINCT)), repairs=(repair,))
    assert explanation.text().endswith("\n  1. Allow a word to appear twice; free it.")


def test_repairs_are_mentioned_if_they_were_sought() -> None:
    explanation = impossible(Demand(Kind.DISTINCT))
    assert "change" not in explanation.text()
    sought = replace(explanation, repairs_sought=True)
    assert sought.text().endswith("\nNo small change that helps was found.")


def test_what_cut_it_short_is_said() -> None:
    explanation = impossible(Demand(Kind.DISTINCT))
    limited = replace(explanation, cut_short_by=Status.LIMIT)
    last = limited.text().splitlines()[-1]
    assert last == "The limit was reached: there may be a smaller conflict, or more repairs."
    stopped = replace(explanation, cut_short_by=Status.CANCELLED)
    last = stopped.text().splitlines()[-1]
    assert last == "Stopped early: there may be a smaller conflict, or more repairs."
    assert stopped.to_json()["cut_short_by"] == "CANCELLED"


def test_what_was_not_decided() -> None:
    statistics = Statistics(seconds=1.25, cpu_seconds=1.2)
    explanation = Explanation(Status.LIMIT, Grid.parse("..."), statistics=statistics)
    assert explanation.text() == "Undecided after 1.2 s: no fill was found, but none is ruled out."
    stopped = replace(explanation, status=Status.CANCELLED, hottest=("1A", "3D"))
    assert stopped.text().splitlines() == [
        "Stopped after 1.2 s: no fill was found, but none is ruled out.",
        "The search fails most often at 1-Across and 3-Down.",
    ]
    starved = replace(explanation, statistics=replace(statistics, cpu_seconds=0.31))
    assert starved.text().startswith("Undecided after 1.2 s, 0.3 s of processor time: no fill")
    filled = replace(explanation, status=Status.FILLED)
    assert filled.text() == "This grid can be filled."
    assert filled.to_json()["conflict"] == []


def test_data_for_machines() -> None:
    explanation = explain("T.Q", ["TAR", "TOE", "CUE"])
    data = json.loads(json.dumps(explanation.to_json()))
    assert data["status"] == "IMPOSSIBLE"
    assert data["minimal"] is True
    assert data["cut_short_by"] is None
    kinds = [
        (member["kind"], member.get("row"), member.get("column")) for member in data["conflict"]
    ]
    assert kinds == [("slot", None, None), ("letter", 1, 3)]
    assert data["conflict"][0]["pattern"] == "T.Q"
    assert all(member["tested"] for member in data["conflict"])
    repair = data["repairs"][0]
    assert repair["changes"] == [
        {
            "kind": "free",
            "value": "Q",
            "cells": [[1, 3]],
            "could_be": ["E", "R"],
            "could_be_all": True,
        }
    ]
    assert repair["grid"] in (["TOE"], ["TAR"])


def test_a_letter_that_could_be_another() -> None:
    explanation = explain("T.Q", ["TAR", "TOE", "CUE"])
    [repair] = explanation.repairs
    [(cell, choices)] = repair.could_be.items()
    open_ended = replace(repair, could_be={cell: choices._replace(complete=False)})
    assert "it could be E, R or another." in replace(explanation, repairs=(open_ended,)).text()


def test_fixed_words_are_letters() -> None:
    explanation = explain("...\n.#.\n...", FEW, Rules(fixed={"1A": "QAT"}))
    assert explanation.conflict is not None
    assert [demand.cell for demand in explanation.conflict.of(Kind.LETTER)] == [(0, 0)]
    assert "it is part of QAT at 1A" in explanation.text()


def test_a_required_word_that_no_slot_has_room_for() -> None:
    explanation = explain("...", FEW, required=["ELEPHANT"])
    assert explanation.without_slot == {"ELEPHANT": 8}
    first, *_ = explanation.text().splitlines()
    assert first == "ELEPHANT must appear, but no slot has 8 letters."


def test_lower_scores_are_named_by_their_words() -> None:
    words = [("CAT", 9), ("COT", 1), ("ALE", 90), ("TEN", 90), ("OLE", 90)]
    text = explain("C..", words, min_score=50).text()
    assert "Let 1A take words that score 9 or more: CAT (9)." in text
    assert "ower the floor" not in text
