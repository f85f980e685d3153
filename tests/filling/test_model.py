"""Grids and lists of every kind, stated as problems: each has a clear outcome."""

from __future__ import annotations

import pytest
from helpers.verify import check_fill

from crosswright import engine
from crosswright.errors import RuleError
from crosswright.filling.fill import count, fill
from crosswright.filling.model import Model
from crosswright.filling.rules import Rules
from crosswright.grids.grid import Grid
from crosswright.limits import Status
from crosswright.words.wordlist import WordList

FEW = WordList.from_words(["AB", "BA", "AA", "CAT", "A"])
NONE = WordList.from_words([])


@pytest.mark.parametrize(
    ("text", "words", "status"),
    [
        (".", FEW, Status.FILLED),  # no slot, nothing to fill
        ("#", FEW, Status.FILLED),
        ("##\n##", FEW, Status.FILLED),
        ("~#\n#~", NONE, Status.FILLED),
        (".#.\n#.#", FEW, Status.FILLED),
        ("..", FEW, Status.FILLED),
        ("..", NONE, Status.IMPOSSIBLE),
        (".\n.", FEW, Status.FILLED),
        ("...", FEW, Status.FILLED),
        ("....", FEW, Status.IMPOSSIBLE),  # longer than any word
        ("." * 100, FEW, Status.IMPOSSIBLE),  # longer than any word can be
        ("A" * 65, FEW, Status.IMPOSSIBLE),
        ("..#..#..#..", FEW, Status.IMPOSSIBLE),  # four words of two letters, three there
        ("..#..\n#####\n...##", FEW, Status.FILLED),
        ("Q.", FEW, Status.IMPOSSIBLE),
        ("Ж.", FEW, Status.IMPOSSIBLE),  # a letter that no word has
        ("ЖЖ", FEW, Status.FILLED),  # all letters given: taken as they are
    ],
)
def test_outcome(text: str, words: WordList, status: Status) -> None:
    grid = Grid.parse(text)
    result = fill(grid, words)
    assert result.status is status
    if status is Status.FILLED:
        listed = [word for word, _ in words]
        check_fill(result, grid, listed, exempt=["1A"] if "Ж" in text else [])
    else:
        assert result.grid == grid
        assert not result.answers


def test_a_given_word_counts_once_and_excludes_itself_elsewhere() -> None:
    assert count(Grid.parse("AB#.."), FEW) == 2
    assert fill(Grid.parse("AB#AB"), FEW).status is Status.IMPOSSIBLE
    assert fill(Grid.parse("XY#XY"), FEW).status is Status.IMPOSSIBLE
    assert fill(Grid.parse("XY#XY"), FEW, distinct=False).status is Status.FILLED


def test_given_words_are_reported_when_the_list_lacks_them() -> None:
    result = fill(Grid.parse("XY#.."), FEW)
    assert result.unlisted == ["1A"]
    assert result.scores["1A"] is None
    assert result.mean_score == 50


def test_bars_end_words() -> None:
    grid = Grid.parse("....\n....\n\nbars right: 1,2 2,2")
    assert [len(slot) for slot in grid.slots if slot.direction == "across"] == [2, 2, 2, 2]
    words = ["AB", "BA", "AA", "BB", "CA", "AC", "CB", "BC"]
    result = fill(grid, WordList.from_words(words))
    check_fill(result, grid, words)


def test_a_cell_with_three_slots() -> None:
    grid = Grid(2, 2, extra=[[(0, 0), (1, 1)]])
    assert len(grid.slots_at((0, 0))) == 3
    words = ["AB", "CD", "AC", "BD", "AD"]
    result = fill(grid, WordList.from_words(words))
    check_fill(result, grid, words)
    assert result.answers["X1"] == "AD"
    assert fill(grid, WordList.from_words(words[:-1])).status is Status.IMPOSSIBLE


def test_rebus_cells_hold_several_letters() -> None:
    grid = Grid.parse("..H\n##.\n##.\n\nrebus: 1,3=HEART")
    words = ["SWHEART", "HEARTED", "HEARTHS", "SWH", "HED"]
    result = fill(grid, WordList.from_words(words))
    assert result.status is Status.FILLED
    assert result.answers["1A"] == "SWHEART"
    assert result.answers["2D"] in ("HEARTED", "HEARTHS")
    assert result.grid.letters[0, 2] == "HEART"
    alone = fill(grid, WordList.from_words(["SWH", "HED"]))
    assert alone.status is Status.IMPOSSIBLE


def test_a_rebus_word_is_not_used_twice() -> None:
    grid = Grid.parse("S.H\n###\n...\n\nrebus: 1,3=HE")
    words = WordList.from_words(["SAHE", "SOHE", "ABC"])
    assert count(grid, words) == 2
    wide = Grid.parse("S.H.\n####\n....\n\nrebus: 1,3=HE")
    words = WordList.from_words(["SAHEM", "SOHEM", "SAHE"])
    assert count(wide, words) == 2
    same = Grid.parse("S.H~\n####\nSAHE\n\nrebus: 1,3=HE")
    words = WordList.from_words(["SAHE", "SOHE"])
    assert [r.answers["1A"] for r in [fill(same, words)]] == ["SOHE"]


def test_digraphs_take_one_cell() -> None:
    words = WordList.from_words(["IJS", "DIJK", "SOK"], digraphs=["IJ"])
    assert words.lengths == (2, 3)
    result = fill(Grid.parse(".."), words)
    assert result.answers == {"1A": "IJS"}
    assert result.grid.letters[0, 0] == "IJ"
    apart = fill(Grid.parse("IJS"), words)  # all letters given, one per cell: taken as they are
    assert apart.answers == {"1A": "IJS"}
    given = Grid.parse(".I.\n\nrebus: 1,2=IJ")
    assert fill(given, words).answers == {"1A": "DIJK"}


def test_a_given_word_is_cut_as_the_grid_has_it() -> None:
    """The list has the word too, but in fewer cells."""
    words = WordList.from_words(["CHA", "AB"], digraphs=["CH"])
    result = fill("CHA\n##.", words)
    assert result.status is Status.FILLED
    assert result.answers == {"1A": "CHA", "2D": "AB"}


def test_an_alphabet_of_forty_letters() -> None:
    letters = "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ"
    words = [letters[i] + letters[(i * 7 + 3) % 32] + letters[(i * 5 + 1) % 32] for i in range(32)]
    words += ["AB" + letter for letter in letters]
    vocabulary = WordList.from_words(words)
    assert len(vocabulary.alphabet) == 58
    grid = Grid.parse("...\n##.\n##.")
    result = fill(grid, vocabulary)
    check_fill(result, grid, words)


def test_letters_of_grid_and_list_must_fit_one_alphabet() -> None:
    letters = "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ"
    vocabulary = WordList.from_words([letters, "ΑΒΓΔΕΖ"])
    with pytest.raises(RuleError, match="64 is the most"):
        fill(Grid.parse("אב."), vocabulary)


def test_accents_in_the_grid_meet_a_folded_list() -> None:
    result = fill(Grid.parse("CAF.\n###É"), WordList.from_words(["CAFE", "EE"]))
    assert result.status is Status.FILLED
    assert result.grid.letters[1, 3] == "É"
    assert result.answers["1A"] == "CAFE"


def test_a_required_word_may_be_in_a_slot_that_is_left_out() -> None:
    words = WordList.from_words([("AB", 5), ("BA", 50), ("CAT", 50)])
    model = Model(Grid.parse("..#..#..."), words, Rules(required=["AB"], min_score=20))
    whole, first = model.problem(), model.problem(only=[0, 2])
    assert whole is not None
    assert first is not None
    assert len(whole.required) == 1
    assert not first.required
    assert engine.Solver(first).counts()[0] == 2  # no floor is for a required word, here or there


def test_a_required_word_that_only_these_slots_can_take_is_required_there() -> None:
    words = WordList.from_words(["AB", "BA", "CAT", "COT"])
    model = Model(Grid.parse("..#..."), words, Rules(required=["CAT"]))
    problem = model.problem(only=[1])
    assert problem is not None
    solver = engine.Solver(problem)
    assert solver.run(10, 10) == engine.SOLUTION
    assert model.table_of(1).word(solver.rows()[0]) == "CAT"


def test_a_required_word_that_the_list_lacks_has_no_score() -> None:
    result = fill("...#\n####\n....", {"CAT": 60, "OBOE": 70}, required=["ZZZZ"])
    assert result.answers == {"1A": "CAT", "2A": "ZZZZ"}
    assert result.scores == {"1A": 60, "2A": None}
    assert result.mean_score == 60
