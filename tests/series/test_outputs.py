"""A puzzle of a series and its files."""

from __future__ import annotations

import datetime

import pytest

from crosswright.errors import SeriesError
from crosswright.formats.files import from_bytes
from crosswright.grids.grid import Grid
from crosswright.series.calendar import dated
from crosswright.series.inputs import Inputs
from crosswright.series.outputs import files, paths, puzzle
from crosswright.series.plan import Calendar, Day, Outputs, Plan, SheetFile, Texts
from crosswright.support.records import replace
from crosswright.words.wordlist import WordList

GRID = Grid.parse("CAT\nU#I\nTEE")
PLAN = Plan(
    calendar=Calendar(datetime.date(2027, 3, 14), 2),
    name="The Daily",
    days=(Day(difficulty="easy"),) * 7,
    outputs=Outputs(
        formats=("puz", "ipuz", "jpz"),
        sheets=(
            SheetFile(".pdf", (("page", "letter"),)),
            SheetFile("-large.pdf", (("large_print", True),)),
            SheetFile(".html", (("checks", "none"),)),
        ),
    ),
    texts=Texts(title="{name} {n:03}", copyright="© {year}", notes="{weekday}, {date}, {{n}}"),
)
INPUTS = Inputs(WordList.from_words(["CAT", "CUT", "TIE", "TEE"]), clues=(("cat", "It purrs"),))


def test_texts_and_clues() -> None:
    made = puzzle(PLAN, INPUTS, dated(PLAN)[0], GRID)
    assert made.title == "The Daily 001"
    assert made.copyright == "© 2027"
    assert made.notes == "Sunday, 2027-03-14, {n}"
    assert made.date == "2027-03-14"
    assert made.difficulty == "easy"
    assert str(made.clue("1A")) == "It purrs" and made.answers["2D"] == "TIE"


def test_a_puzzle_says_which_language_it_is_in() -> None:
    plan = replace(PLAN, words=replace(PLAN.words, language="pt_br"))
    assert puzzle(plan, INPUTS, dated(plan)[0], GRID).language == "pt-BR"
    assert puzzle(PLAN, INPUTS, dated(PLAN)[0], GRID).language == ""


def test_the_plan_says_what_is_hard() -> None:
    plan = replace(PLAN, texts=Texts(difficulty="Fiendish"))
    assert puzzle(plan, INPUTS, dated(plan)[0], GRID).difficulty == "Fiendish"


def test_files_are_named_as_the_plan_says_and_can_be_read_again() -> None:
    planned = dated(PLAN)[1]
    made = puzzle(PLAN, INPUTS, planned, GRID)
    contents = files(PLAN, planned, made)
    stem = "2027/03/2027-03-15"
    assert [*contents] == paths(PLAN, planned)
    assert [*contents] == [
        *(f"{stem}.puz", f"{stem}.ipuz", f"{stem}.jpz"),
        *(f"{stem}.pdf", f"{stem}-large.pdf", f"{stem}.html"),
    ]
    for path in paths(PLAN, planned)[:3]:
        assert from_bytes(contents[path]).answers == made.answers
    assert contents[f"{stem}.pdf"] != contents[f"{stem}-large.pdf"]
    assert b"20270315" in contents[f"{stem}.pdf"]


def test_the_bytes_depend_on_the_plan_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    planned = dated(PLAN)[0]
    first = files(PLAN, planned, puzzle(PLAN, INPUTS, planned, GRID))
    monkeypatch.setattr("time.time", lambda: 4e9)
    assert files(PLAN, planned, puzzle(PLAN, INPUTS, planned, GRID)) == first


def test_a_file_that_cannot_be_made_is_named() -> None:
    plan = replace(PLAN, outputs=Outputs(sheets=(SheetFile(".pdf", (("page", "a0"),)),)))
    planned = dated(plan)[0]
    with pytest.raises(SeriesError, match=r"2027/03/2027-03-14.pdf: unknown page 'a0'"):
        files(plan, planned, puzzle(plan, INPUTS, planned, GRID))
