"""Explanations of grids of real size with planted conflicts, their sentences and their data."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import Any

import pytest

from crosswright.explaining import explain as explaining
from crosswright.explaining import repairs
from crosswright.explaining.conflict import Conflict, Kind, Minimiser
from crosswright.explaining.explain import MOST_LINES, Explanation, explain
from crosswright.explaining.repairs import Change, Repair
from crosswright.filling.fill import fill
from crosswright.filling.result import FillResult
from crosswright.filling.rules import Rules
from crosswright.grids.grid import Grid
from crosswright.limits import Limit, Status
from crosswright.words.wordlist import WordList

FEW = ("CAT", "COT", "CUE", "TAR", "TOE")
CORNER = [(row, column) for row in range(3) for column in range(5)]
GAPS = ((0, 2), (1, 4), (2, 3))


def listed(*words: str | tuple[str, int]) -> WordList:
    return WordList.from_words(words or FEW)


@pytest.fixture(scope="module")
def filled(open15: Grid, english: WordList) -> FillResult:
    result = fill(open15, english, seed=1, limit=Limit(seconds=30))
    assert result.status is Status.FILLED
    return result


def planted(open15: Grid, filled: FillResult, wrong: dict[tuple[int, int], str]) -> Grid:
    """Give the corner its letters, some of them wrong."""
    letters = {cell: filled.grid.letters[cell] for cell in CORNER if cell not in GAPS}
    return open15.with_letters({**letters, **wrong})


def changed(grid: Grid, changes: tuple[Change, ...]) -> Grid:
    """Make the changes of a grid by hand."""
    for change in changes:
        if change.kind == "free":
            grid = grid.without_letters(change.cells)
        else:
            assert change.kind == "blocks"
            grid = grid.with_blocks(change.cells)
    return grid


def check_repair(grid: Grid, words: WordList, repair: Repair) -> None:
    """Try a repair out with another seed, and check the fill that comes with it."""
    made = changed(grid, repair.changes)
    assert fill(made, words, seed=7, limit=Limit(seconds=30)).status is Status.FILLED
    assert repair.result.grid.is_filled
    for slot in made.slots:
        if made.word(slot) is None:
            assert repair.result.grid.word(slot) in words
    for cell, letters in repair.could_be.items():
        for letter in letters.tokens:
            narrowed = made.with_letters({cell: letter})
            assert fill(narrowed, words, limit=Limit(seconds=30)).status is Status.FILLED


@pytest.mark.parametrize("wrong", [{(1, 1): "Q"}, {(0, 0): "X", (0, 4): "J"}, {(2, 1): "Z"}])
def test_a_planted_conflict_is_found_and_repaired(
    open15: Grid, english: WordList, filled: FillResult, wrong: dict[tuple[int, int], str]
) -> None:
    grid = planted(open15, filled, wrong)
    found = explain(grid, english, limit=Limit(seconds=60))
    assert found.status is Status.IMPOSSIBLE
    assert found.conflict is not None
    assert found.conflict.minimal
    given = {demand.cell for demand in found.conflict.of(Kind.LETTER)}
    assert given & wrong.keys()
    assert found.repairs
    for repair in found.repairs:
        check_repair(grid, english, repair)


def test_two_conflicts_need_two_changes(open15: Grid, english: WordList) -> None:
    grid = open15.with_letters({(0, 0): "Q", (0, 1): "X", (14, 14): "Q", (14, 13): "J"})
    found = explain(grid, english, limit=Limit(seconds=60), repairs=2)
    assert [len(repair.changes) for repair in found.repairs] == [2, 2]
    for repair in found.repairs:
        check_repair(grid, english, repair)


def test_search_alone_proves_it(open15: Grid, english: WordList) -> None:
    found = explain(open15, english.filter(min_score=97), limit=Limit(seconds=60), repairs=0)
    assert found.status is Status.IMPOSSIBLE
    assert found.conflict is not None
    labels = found.conflict.slots()
    assert len(labels) > 1
    assert f"These {len(found.conflict.demands)} demands contradict each other" in found.text()
    if len(labels) > MOST_LINES:
        assert f"{len(labels)} slots need words: {', '.join(labels)}" in found.text()
    else:
        assert all(f"{facts.fitting:,}" in found.text() for facts in found.slots.values())


def test_the_letter_to_blame() -> None:
    found = explain(Grid.parse("T.Q"), listed("TAR", "TOE", "CUE"))
    assert found.conflict is not None
    assert [demand.value for demand in found.conflict.of(Kind.LETTER)] == ["Q"]
    assert found.text().startswith(
        "1-Across T_Q needs a word; none of 3 three-letter words fits. "
        "Free the Q at row 1, column 3 and 2 fit.\n"
        "The nearest words: TAR, TOE.\n"
    )
    assert found.repairs[0].could_be == {(0, 2): (("E", "R"), True)}
    assert "it could be E or R." in found.text()


def test_a_length_that_the_list_lacks() -> None:
    found = explain(Grid.parse("....\n"), listed(), repairs=0)
    assert found.text().startswith("1-Across ____ needs a word; the list has no four-letter word.")


def test_the_nearest_words() -> None:
    found = explain(Grid.parse("CXTQ"), WordList.from_words(["CATS", "COTE", "TAXI"]))
    assert found.status is Status.FILLED  # given whole, it is taken as it is
    found = explain(Grid.parse("DX.Y"), WordList.from_words([("DEFY", 10), ("DENY", 20), "DOTS"]))
    assert found.slots["1A"].nearest == (("DENY", 20), ("DEFY", 10))


def test_the_best_words_below_the_floor() -> None:
    words = listed(("THE", 99), ("AND", 98), ("TOE", 40))
    text = explain(Grid.parse("..."), words, min_score=100, repairs=0).text()
    assert text.splitlines() == [
        "1-Across ___ needs a word; none of 3 three-letter words scores 100 or more.",
        "The best of 3 words that would fit: THE (99), AND (98), TOE (40).",
        "It takes all of this, and no less (each tested): "
        "1-Across needs a word; no word scores below 100.",
    ]
    text = explain(Grid.parse("T.."), words, min_score=100, repairs=0).text()
    assert "The best of 2 words that would fit: THE (99), TOE (40)." in text
    text = explain(Grid.parse("A.."), listed(("THE", 99), ("AND", 9)), min_score=50).text()
    assert "none of 2 three-letter words fits and scores 50 or more." in text
    assert "The best of 1 word that would fit: AND (9)." in text
    assert "Lower the floor of 1A from 50 to 9." in text


def test_a_floor_is_not_lowered_twice(open15: Grid, english: WordList) -> None:
    found = explain(open15, english, min_score=100, limit=Limit(seconds=60), repairs=3)
    [[change]] = [repair.changes for repair in found.repairs]
    assert change.kind == "floor"


@pytest.mark.parametrize(("wanted", "most"), [(3, 70.0), (0, 100.0)])
def test_the_conflict_leaves_time_for_repairs(
    monkeypatch: pytest.MonkeyPatch, wanted: int, most: float
) -> None:
    given = []

    class Watched(Minimiser):
        def conflict(self) -> Conflict:
            given.append(self.demands.budget.limit.seconds)
            return super().conflict()

    monkeypatch.setattr(explaining, "Minimiser", Watched)
    explain(Grid.parse("T.Q"), listed(), limit=Limit(seconds=100), repairs=wanted)
    assert most - 20 < given[0] <= most


def test_no_word_of_repairs_that_were_not_asked_for() -> None:
    assert "small change" not in explain(Grid.parse("...."), listed(), repairs=0).text()
    assert (
        explain(Grid.parse("...."), listed())
        .text()
        .endswith("No small change was found that helps.")
    )


def test_repairs_that_the_time_cut_short() -> None:
    found = explain(Grid.parse("...."), listed())
    assert not found.cut_short
    assert replace(found, cut_short=True).text().endswith("that helps in the time given.")


def test_letters_left_undecided_are_not_ruled_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(grid: Grid, words: WordList, rules: Rules, **options: Any) -> FillResult:
        result = fill(grid, words, rules, **options)
        return replace(result, status=Status.LIMIT) if grid.letters.get((0, 2)) == "X" else result

    monkeypatch.setattr(repairs, "fill", slow)
    found = explain(Grid.parse("T.Q"), listed("TAR", "TOE", "CUE"))
    assert "it could be E, R or another." in found.text()
    assert found.repairs[0].could_be == {(0, 2): (("E", "R"), False)}


def test_a_change_left_undecided_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    tries = []

    def slow(grid: Grid, words: WordList, rules: Rules, **options: Any) -> FillResult:
        result = fill(grid, words, rules, **options)
        tries.append(options["limit"].limit.seconds)
        return replace(result, status=Status.LIMIT) if len(tries) < 3 else result

    monkeypatch.setattr(repairs, "fill", slow)
    found = explain(Grid.parse("T.Q"), listed("TAR", "TOE", "CUE"))
    assert [change.kind for change in found.repairs[0].changes] == ["free"]
    assert tries[0] < tries[1] < tries[2]


SQUARE = "..\n.."
PAIRS = [("AB", 9), ("CD", 9), ("AC", 5), ("BD", 3)]


def repair_of(kind: str, found: Explanation) -> Change:
    [change] = [c for repair in found.repairs for c in repair.changes if c.kind == kind]
    return change


def test_the_floor_is_lowered_no_further_than_need_be() -> None:
    found = explain(Grid.parse(SQUARE), WordList.from_words(PAIRS), min_score=4)
    assert found.conflict is not None
    assert [demand.value for demand in found.conflict.of(Kind.FLOOR)] == [4]
    everywhere = repair_of("floor", found)
    assert everywhere.value == 3
    here = [c for r in found.repairs for c in r.changes if c.kind == "slot floor"]
    assert here
    assert all(change.value == 3 for change in here)


def test_a_word_is_unbanned() -> None:
    words = WordList.from_words(PAIRS)
    for name in ("banned", "used"):
        found = explain(Grid.parse(SQUARE), words, **{name: ["BD", "XX"]})
        assert found.conflict is not None
        assert [demand.value for demand in found.conflict.of(Kind(name))] == ["BD"]
        assert repair_of(name, found).value == "BD"
        assert found.repairs[0].changes[0].kind == name


def test_using_a_word_twice() -> None:
    words = WordList.from_words(["AB", "BA"])
    found = explain(Grid.parse(SQUARE), words)
    assert repair_of("distinct", found).text == "Allow a word to stand twice"
    assert "no word stands twice" in found.text()


def test_rules_for_single_slots() -> None:
    words = WordList.from_words(PAIRS)
    found = explain(Grid.parse(SQUARE), words, matching={"1A": "X."})
    assert repair_of("matching", found).labels == ("1A",)
    found = explain(Grid.parse(SQUARE), words, allowed={"1A": ["XX"]})
    assert repair_of("allowed", found).labels == ("1A",)
    found = explain(Grid.parse(SQUARE), words, slot_scores={"1A": 6, "3A": 9, "1D": 4, "2D": 4})
    floors = (
        {demand.label for demand in found.conflict.of(Kind.SLOT_FLOOR)} if found.conflict else {}
    )
    assert floors
    assert {c.labels[0] for r in found.repairs for c in r.changes} <= floors
    found = explain(Grid.parse(SQUARE), words, required=["LONGER"])
    assert repair_of("required", found).value == "LONGER"


def test_blocks_come_in_pairs_and_keep_the_rules(open15: Grid, english: WordList) -> None:
    short = english.filter(lengths=[3, 4, 5, 6, 7, 8])
    found = explain(open15, short, slot_scores={"72A": 95}, limit=Limit(seconds=60))
    assert found.conflict is not None
    assert [len(open15.slot(label)) for label in found.conflict.slots()] == [9]
    assert "the list has no nine-letter word" in found.text()
    assert [repair.changes[0].kind for repair in found.repairs] == ["blocks"] * 3
    for repair in found.repairs:
        check_repair(open15, short, repair)
        made = changed(open15, repair.changes)
        assert made.is_symmetric("180")
        last = next(slot for slot in made.slots if slot.cells == open15.slot("72A").cells)
        assert repair.result.scores[last.label] >= 95


def test_what_can_be_filled_needs_no_explanation() -> None:
    found = explain(Grid.parse("C.T"), listed())
    assert found.status is Status.FILLED
    assert found.text() == "This grid can be filled."
    assert found.to_json()["conflict"] == []


def test_undecided_says_so_and_where_it_is_hard(open15: Grid, english: WordList) -> None:
    found = explain(open15, english.filter(min_score=90), limit=Limit(nodes=3, seconds=0.0))
    assert found.status is Status.LIMIT
    assert found.text().startswith("Not decided within")


def test_data_for_machines() -> None:
    found = explain(Grid.parse("T.Q"), listed("TAR", "TOE", "CUE"))
    data = json.loads(json.dumps(found.to_json()))
    assert data["status"] == "IMPOSSIBLE"
    assert data["minimal"] is True
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


def test_fixed_words_are_letters() -> None:
    found = explain(Grid.parse("...\n.#.\n..."), listed(), Rules(fixed={"1A": "QAT"}))
    assert found.conflict is not None
    assert [demand.cell for demand in found.conflict.of(Kind.LETTER)] == [(0, 0)]
    assert "it is part of QAT at 1A" in found.text()


def test_many_words_ruled_out_are_one_demand_and_few_of_them_are_named() -> None:
    words = WordList.from_words(
        [*PAIRS, *((f"X{a}{b}", 1) for a in "ABCDEFGH" for b in "ABCDEFGH")]
    )
    many = [word for word, _ in words if len(word) == 3]
    found = explain(Grid.parse(SQUARE), words, used=["BD", *many])
    assert found.conflict is not None
    assert [demand.value for demand in found.conflict.of(Kind.USED)] == ["BD"]
    assert repair_of("used", found).value == "BD"
    found = explain(Grid.parse("..."), words, banned=many)
    assert found.conflict is not None
    assert [demand.value for demand in found.conflict.of(Kind.BANNED)] == [None]
    assert "no word is taken of those that are banned" in found.text()
    assert repair_of("banned", found).text == "Allow words that are banned"


def test_what_one_demand_alone_forbids() -> None:
    found = explain(Grid.parse(SQUARE), WordList.from_words(PAIRS), required=["LONGER"], repairs=0)
    assert found.text().startswith("This cannot be met (proved by propagation alone):\n  - LONGER")


def test_words_that_share_letters() -> None:
    words = WordList.from_words(["ABCD", "ABXX", "CDAB"])
    for rule in ({"no_shared_letters": 2}, {"no_shared_stem": True}):
        found = explain(Grid.parse("....\n####\n...."), words, **rule)
        assert found.status is (Status.IMPOSSIBLE if "no_shared_letters" in rule else Status.FILLED)
    found = explain(Grid.parse("....\n####\n...."), words, no_shared_letters=2)
    assert repair_of("shared letters", found).value == 2
    found = explain(Grid.parse("Q...\n####\n...."), words, no_shared_letters=2)
    assert found.conflict is not None
    assert found.conflict.of(Kind.SHARED_LETTERS) == []


def test_limits_hold_for_the_whole_of_an_explanation() -> None:
    rng = random.Random(7)
    words = listed(*sorted({"".join(rng.choices("ABCDEF", k=5)) for _ in range(100)}))
    grid = Grid.empty(5, 5)
    unlimited = explain(grid, words, limit=Limit())
    assert unlimited.status is Status.IMPOSSIBLE
    for nodes in (4000, 5000):
        found = explain(grid, words, limit=Limit(nodes=nodes))
        assert found.status is Status.IMPOSSIBLE
        assert found.statistics.nodes == nodes < unlimited.statistics.nodes
        assert found.cut_short


def test_labels_of_rules_may_be_written_in_any_case() -> None:
    words = listed(("CAT", 10), ("COT", 20))
    for rules in ({"slot_scores": {"1a": 50}}, {"matching": {"1a": "D.*"}}):
        found = explain(Grid.parse("..."), words, **rules)
        assert found.status is Status.IMPOSSIBLE
        assert found.conflict is not None
        assert {demand.label for demand in found.conflict.demands} == {"1A"}
