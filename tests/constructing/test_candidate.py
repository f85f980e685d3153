"""Candidates: fills that hold the whole theme, with their scores and clues."""

from __future__ import annotations

import pytest

from crosswright.constructing.candidate import Alternative, Candidate, Construction
from crosswright.errors import ThemeError
from crosswright.filling.result import FillResult
from crosswright.grids.grid import Grid
from crosswright.limits import Status
from crosswright.support.records import replace

GRID = Grid.parse("CAT\nU#E\nTIE")
FILL = FillResult(
    Status.FILLED,
    GRID,
    {"1A": "CAT", "1D": "CUT", "2D": "TEE", "3A": "TIE"},
    {"1A": 90, "1D": 70, "2D": 60, "3A": None},
)


def candidate(*theme: str) -> Candidate:
    found = Candidate.of(FILL, theme)
    assert found is not None
    return found


def test_a_fill_that_lacks_an_entry_of_the_theme_is_not_a_candidate() -> None:
    assert candidate("CUT", "TIE").theme == {"1D": "CUT", "3A": "TIE"}
    assert candidate().theme == {}
    assert Candidate.of(FILL, ["CUT", "DOG"]) is None
    assert Candidate.of(FILL, ["CÚT"]) is None


@pytest.mark.parametrize("status", [Status.LIMIT, Status.CANCELLED])
def test_nor_is_one_that_did_not_end(status: Status) -> None:
    assert Candidate.of(FillResult(status, GRID, FILL.answers), ["CUT"]) is None


def test_the_score_is_the_mean_of_the_words_that_were_chosen() -> None:
    assert candidate().score == pytest.approx((90 + 70 + 60) / 3)
    assert candidate("CAT").score == pytest.approx(65)
    assert candidate("CAT", "CUT", "TEE").score == 0


def test_a_lowest_score_under_50_costs_half_a_point_for_each() -> None:
    low = Candidate(FillResult(Status.FILLED, GRID, {}, {"1A": 90, "1D": 30}), {})
    assert low.score == pytest.approx(60 - 10)


def test_clues_go_by_answer_and_texts_around_the_grid() -> None:
    puzzle = candidate().puzzle({"CUT": "Trim"}, drafts=False, title="Small", author="A. Setter")
    assert (puzzle.title, puzzle.author) == ("Small", "A. Setter")
    assert {entry.answer: entry.clue.text for entry in puzzle.entries if entry.clue.text} == {
        "CUT": "Trim"
    }
    with pytest.raises(TypeError, match="autor"):
        candidate().puzzle(autor="A. Setter")  # type: ignore[call-arg]


def test_drafts_are_marked_and_never_replace_a_clue() -> None:
    puzzle = candidate().puzzle({"CUT": "Trim"})
    clues = {entry.answer: entry.clue for entry in puzzle.entries}
    assert (clues["CUT"].text, clues["CUT"].draft) == ("Trim", False)
    assert all(clue.draft for answer, clue in clues.items() if clue.text and answer != "CUT")


def test_a_construction_without_candidates_has_no_best_one() -> None:
    with pytest.raises(ThemeError, match="there is no candidate: no time"):
        _ = Construction(Status.LIMIT, reason="no time").best


def test_the_theme_does_not_count_as_the_lowest_score() -> None:
    assert (candidate().lowest, candidate("TEE").lowest) == (60, 70)
    assert candidate("CAT", "CUT", "TEE").lowest is None
    assert candidate("TEE").chosen_scores == {"1A": 90, "1D": 70}


@pytest.mark.parametrize(
    "kind, text, options",
    [
        ("size", "15 rows and 14 columns", "--size 15x14"),
        ("symmetry", "no symmetry", "--symmetry none"),
        ("subset", "the theme without CUT and TEE", ""),
        ("floor", "words that score 20 or more", "--min-score 20"),
    ],
)
def test_alternatives_say_what_to_do(kind: str, text: str, options: str) -> None:
    left_out = ("CUT", "TEE")
    way = Alternative(kind, candidate("CAT"), ("CAT",), left_out, (15, 14), "none", 20)
    assert (way.text, way.options) == (text, options)


def test_whether_the_floor_was_lowered() -> None:
    low = Candidate(replace(FILL, min_score=40), {})
    high = Candidate(replace(FILL, min_score=50), {})
    assert Construction(Status.FILLED, [low], aim=50).is_stepped_down
    assert not Construction(Status.FILLED, [high, low], aim=50).is_stepped_down
    assert not Construction(Status.FILLED, [low]).is_stepped_down


def test_lively_words_are_worth_more_than_their_scores() -> None:
    found = Candidate.of(FILL, ["CAT"], worth={"CAT": 200, "CUT": 90, "TEE": 60}.get)
    assert found is not None
    assert found.score == pytest.approx(75)
    assert found.chosen_scores == {"1D": 70, "2D": 60}
