"""Puzzles become documents and puzzles again."""

from __future__ import annotations

import json

import pytest

from crosswright import Clue, Grid, Puzzle
from crosswright.errors import WordListError
from crosswright.puzzles.markup import from_html
from crosswright.puzzles.parts import ClueGroup, UnplacedClue
from crosswright.studio.conversion import puzzle_of, state_of
from crosswright.studio.operations import changes_of
from crosswright.studio.state import apply
from crosswright.words.lexicon import packages

RICH = Puzzle.from_filled(
    "CAT#OF\n.~OHIO\nA.E...\n\ncircles: 1,2\nbars right: 3,2\nrebus: 1,1=CHE\nextra: 1,1 1,2 3,1",
    {
        "1A": Clue.from_html("Author of <i>Emma</i>"),
        "3D": Clue("Foot part", draft=True, references=("1A",)),
        "X1": Clue("More", label="A", enumeration="1,2", hint="odd"),
    },
    given=[(0, 1)],
    marks={(0, 0): {"TL": "x"}},
    labels={(0, 0): "a", (0, 2): "b"},
    progress={(0, 1): "Z"},
    links=(("1A", "X1"),),
    unplaced=(UnplacedClue("Across", "99", Clue("Nowhere")),),
    title="T",
    author="A",
    notes="two\nlines",
    language="de",
)


@pytest.mark.parametrize(
    "puzzle",
    [
        Puzzle(Grid.empty(3, 4)),
        RICH,
        Puzzle.from_filled("AB\nCD", groups=(ClueGroup("Odd", ("1D", "1A")),)),
        Puzzle.from_filled("AB\nCD", kind="diagramless"),
        Puzzle.from_filled("ICECREAM", entered={"1A": "ice cream"}),
        Puzzle.from_filled("ÑŸ\n.Я", {"1A": Clue("", enumeration="1-1")}),
    ],
)
def test_a_puzzle_survives(puzzle: Puzzle) -> None:
    state = json.loads(json.dumps(state_of(puzzle)))
    assert puzzle_of(state) == puzzle


def test_markup_is_kept() -> None:
    clue = puzzle_of(state_of(RICH)).clue("1A")
    assert clue.markup == from_html("Author of <i>Emma</i>")


def test_pencil_can_be_left_out() -> None:
    state = state_of(Puzzle.from_filled("AB"))
    apply(state, changes_of(state, [{"op": "set_cells", "cells": [[0, 1, "C"]], "pencil": True}]))
    assert puzzle_of(state).answers == {"1A": "AC"}
    assert puzzle_of(state, pencil=False).answers == {}


def test_what_edits_made_impossible_is_left_out() -> None:
    state = state_of(RICH)
    block = {"op": "toggle_block", "cells": [[0, 0]], "to": "block", "symmetry": "none"}
    apply(state, changes_of(state, [block]))
    puzzle = puzzle_of(state)
    assert puzzle.links == ()
    assert puzzle.grid.extra == ()
    assert "1A" in puzzle.answers
    assert puzzle.answers["1A"] == "AT"


def test_a_clue_comes_back_with_its_slot() -> None:
    state = state_of(Puzzle.from_filled("CAT\n#.#", {"1A": "Pet"}))
    for kind, clues in (("block", 0), ("open", 1)):
        block = {"op": "toggle_block", "cells": [[0, 0]], "to": kind, "symmetry": "none"}
        apply(state, changes_of(state, [block]))
        assert len(puzzle_of(state).clues) == clues


@pytest.mark.parametrize(
    ("language", "code"),
    [
        ("", "en"),
        ("en-US", "en"),
        ("en-AU", "en-GB"),
        ("de", "de"),
        ("pt_br", "pt"),
        ("de-XX", "en"),
        ("tlh", "en"),
    ],
)
def test_a_document_begins_with_the_list_in_the_language_of_its_puzzle(
    language: str, code: str
) -> None:
    state = state_of(Puzzle(Grid.empty(3, 3), language=language))
    assert state["lists"]["stack"] == [{"language": code}]
    assert puzzle_of(state).language == language


def test_a_list_that_is_not_installed_is_not_begun_with(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(language: str) -> str:
        raise WordListError("not installed")

    monkeypatch.setattr(packages, "versions", fail)
    state = state_of(Puzzle(Grid.empty(3, 3), language="de"))
    assert state["lists"]["stack"] == [{"language": "en"}]


@pytest.mark.parametrize(
    ("stack", "meta", "language"),
    [
        ([{"language": "en"}], {}, ""),
        ([{"path": "my.txt"}, {"language": "pt_br"}, {"language": "en"}], {}, "pt-BR"),
        ([{"language": "de", "off": True}, {"language": "en"}], {}, ""),
        ([{"language": "de"}], {"language": "nl"}, "nl"),
    ],
)
def test_a_puzzle_is_in_the_language_of_its_list_unless_it_has_its_own(
    stack: list[dict[str, object]], meta: dict[str, str], language: str
) -> None:
    state = state_of(Puzzle(Grid.empty(3, 3)))
    state["lists"]["stack"], state["meta"] = stack, meta
    assert puzzle_of(state).language == language


@pytest.mark.parametrize(
    ("grid", "style"),
    [
        ("....\n....\n....", "american"),
        (".....\n.#.#.\n.....", "british"),
        ("......\n#.####\n#.####", "free"),  # a criss-cross
    ],
)
def test_the_style_is_recognised_as_check_does(grid: str, style: str) -> None:
    assert state_of(Puzzle(Grid.parse(grid)))["settings"]["style"] == style
