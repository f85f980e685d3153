"""Puzzles: solution, given letters, clues, and what does not fit together."""

import pickle
from dataclasses import replace

import pytest

from crosswright.errors import PuzzleError
from crosswright.grids.grid import Grid
from crosswright.puzzles.puzzle import Clue, Puzzle
from crosswright.words.wordlist import WordList

FILLED = Grid.parse("NO\nU#\nN#")


def test_from_a_filled_grid() -> None:
    puzzle = Puzzle.from_filled(
        FILLED, {"1d": "Sister", "1A": Clue("Not yes", draft=True)}, given=[(2, 0)], title="T"
    )
    assert puzzle.grid == Grid.parse("..\n.#\nN#")
    assert puzzle.filled_grid == FILLED
    assert puzzle.solution == FILLED.letters
    assert puzzle.is_complete
    assert list(puzzle.clues) == ["1A", "1D"]
    assert [(e.label, e.answer, e.clue.text, e.clue.draft) for e in puzzle.entries] == [
        ("1A", "NO", "Not yes", True),
        ("1D", "NUN", "Sister", False),
    ]
    assert str(puzzle) == "T\n\nNO\nU#\nN#"


def test_a_misspelt_keyword_names_the_right_one() -> None:
    with pytest.raises(TypeError, match=r"from_filled\(\).*'titel'. Did you mean 'title'\?"):
        Puzzle.from_filled(FILLED, titel="T")  # type: ignore[call-arg]


def test_drafts_are_marked_in_plain_text_and_read_from_there() -> None:
    assert Clue("Sister", draft=True).marked == "Sister [draft]"
    assert Clue("Sister").marked == "Sister"
    assert Clue.read("Sister [draft]") == Clue("Sister", draft=True)
    for text in ("Sister", "[draft]", " [draft]", "Windy[draft]", "[draft] of air"):
        assert Clue.read(text) == Clue(text)
    assert Puzzle(FILLED, clues={"1D": "Sister [draft]"}).clue("1D").draft
    assert not Puzzle(FILLED, clues={"1D": Clue("Sister [draft]")}).clue("1D").draft


def test_solution_includes_the_given_letters() -> None:
    puzzle = Puzzle(Grid.parse("N.\n.#\n.#"), {(0, 1): "o"})
    assert puzzle.solution == {(0, 0): "N", (0, 1): "O"}
    assert puzzle.answers == {"1A": "NO"}
    assert [entry.answer for entry in puzzle.entries] == ["NO", None]
    assert not puzzle.is_complete
    assert puzzle.clue("1D").text == ""


def test_clues_by_label_and_by_answer() -> None:
    puzzle = Puzzle.from_filled(FILLED).with_clues({"1a": "Not yes"})
    puzzle = puzzle.with_clues_for({"NUN": "Sister", "MONK": "Brother"})
    assert {label: str(clue) for label, clue in puzzle.clues.items()} == {
        "1A": "Not yes",
        "1D": "Sister",
    }


def test_answers_are_found_however_a_table_spells_them() -> None:
    puzzle = Puzzle.from_filled(Grid.parse("CAFE"))
    assert puzzle.with_clues_for({"café": "Place to sit"}).clues == {}
    listed = WordList.of(["CAFÉ"])
    assert str(puzzle.with_clues_for({"café": "Place to sit"}, listed.spell).clue("1A"))
    accented = Puzzle.from_filled(Grid.parse("CAFÉ"))
    assert str(accented.with_clues_for({"cafe": "Place to sit"}, listed.spell).clue("1A"))
    assert str(accented.with_clues_for({"ca-fé": "Place to sit"}).clue("1A"))


def test_equality_and_hash_leave_extras_aside() -> None:
    puzzle = Puzzle.from_filled(FILLED, title="T")
    other = replace(puzzle, extras={"ipuz": {"origin": "elsewhere"}})
    assert puzzle == other
    assert hash(puzzle) == hash(other)
    assert puzzle != replace(puzzle, title="U")
    assert pickle.loads(pickle.dumps(other)).extras == other.extras


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(PuzzleError, match=r"row 1, column 1: the given letter is N, but .* M"):
        Puzzle(Grid.parse("N."), {(0, 0): "M"})
    with pytest.raises(PuzzleError, match="no slot 7D; the nearest are 1A, 1D"):
        Puzzle(FILLED, clues={"7D": "What?"})
    with pytest.raises(PuzzleError, match="row 2, column 2 is a block and cannot hold a letter"):
        Puzzle(FILLED, {(1, 1): "A"})
