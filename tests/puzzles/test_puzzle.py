"""Puzzles: solution, given letters, clues, and what does not fit together."""

import pickle
import re
from dataclasses import replace
from typing import Any

import pytest
from helpers.puzzles import rich_puzzles
from hypothesis import given, settings

from crosswright.errors import PuzzleError
from crosswright.grids.grid import Grid
from crosswright.puzzles.clue import Clue
from crosswright.puzzles.parts import ClueGroup
from crosswright.puzzles.puzzle import Puzzle
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


@pytest.mark.parametrize(
    ("author", "name"),
    [("Ada", "Ada"), (" By Ada", "Ada"), ("by  Ada", "Ada"), ("Byron", "Byron"), ("By", "By")],
)
def test_an_author_is_named_without_by(author: str, name: str) -> None:
    puzzle = Puzzle.from_filled("NO", title="T", author=author)
    assert puzzle.author_name == name
    assert str(puzzle) == f"T by {name}\n\nNO"


def test_a_misspelt_keyword_names_the_right_one() -> None:
    with pytest.raises(TypeError, match=r"from_filled\(\).*'titel'. Did you mean 'title'\?"):
        Puzzle.from_filled(FILLED, titel="T")  # type: ignore[call-arg]


def test_clues_as_texts_may_be_marked_as_drafts() -> None:
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


# -- labels, links, groups ------------------------------------------------------------------------

WIDE = Grid.parse("ABCD\nE##X\nGHIY\n#J#Z")


def test_cells_show_their_own_labels() -> None:
    puzzle = Puzzle(WIDE, labels={(0, 0): "A", (2, 0): "17"})
    assert puzzle.cell_labels == {(0, 0): "A", (2, 0): "17"}
    assert {entry.label: entry.number for entry in puzzle.entries} == {
        "1A": "A",
        "1D": "A",
        "2D": "",
        "3A": "17",
        "4D": "",
    }
    plain = Puzzle(WIDE)
    assert plain.cell_labels == {(0, 0): "1", (0, 3): "2", (2, 0): "3", (2, 1): "4"}
    assert [entry.number for entry in plain.entries] == ["1", "1", "2", "3", "4"]


def test_labels_that_are_the_numbers_are_none_at_all() -> None:
    plain = Puzzle(WIDE)
    assert Puzzle(WIDE, labels={**plain.cell_labels, (1, 3): ""}) == plain
    unnumbered = Puzzle(WIDE, labels={(0, 0): "", (0, 1): ""})
    assert unnumbered != plain
    assert unnumbered.cell_labels == {}


def test_linked_entries_refer_to_one_another() -> None:
    puzzle = Puzzle(
        WIDE, clues={"2D": "All", "3A": "Own"}, links=(("2D", "1A", "4d"), ("3A", "1D"))
    )
    printed = {entry.label: (entry.number, entry.text) for entry in puzzle.entries}
    assert printed == {
        "2D": ("2,1ac,4", "All"),
        "1A": ("1", "See 2dn"),
        "4D": ("4", "See 2"),
        "3A": ("3,1dn", "Own"),
        "1D": ("1", "See 3ac"),
    }
    assert puzzle.link("4D") == ("2D", "1A", "4D")
    assert puzzle.link("4D") == puzzle.link("2d")
    own = puzzle.with_clues({"1A": "Partly"})
    assert own.entry("1A").text == "Partly"
    labelled = puzzle.with_clues({"2D": Clue("All", label="2 etc.")})
    assert labelled.entry("2D").number == "2 etc."


@pytest.mark.parametrize(
    ("links", "label", "kept"),
    [
        ((), "1", ""),
        ((), "2", "2"),
        ((("1A", "1D"),), "1,1dn", ""),
        ((("1A", "1D"),), "1", "1"),
        ((("1D", "1A"),), "1", ""),
    ],
)
def test_a_label_that_is_the_number_anyway_is_none(
    links: tuple[tuple[str, ...], ...], label: str, kept: str
) -> None:
    puzzle = Puzzle.from_filled(FILLED, {"1A": Clue("Not yes", label=label)}, links=links)
    assert puzzle.clue("1A") == Clue("Not yes", label=kept)
    assert puzzle.entry("1A").number == label


def test_enumerations_come_from_the_clue_the_entered_answer_or_the_length() -> None:
    puzzle = Puzzle(
        WIDE,
        clues={"2D": Clue("Stated", enumeration="2-2")},
        entered={"1A": "a bc-d", "3A": "Ghi y, Aeg"},
        links=(("3A", "1D"),),
    )
    assert {entry.label: entry.enumeration for entry in puzzle.entries} == {
        "1A": "1,2-1",
        "1D": "",
        "2D": "2-2",
        "3A": "3,1,3",
        "4D": "2",
    }
    assert Puzzle(WIDE, links=(("3A", "1D"),)).enumeration("3a") == "4,3"
    assert puzzle.entry("1A").entered == "a bc-d"


def test_a_clue_that_is_taken_away_leaves_nothing() -> None:
    puzzle = Puzzle.from_filled("CAT", {"1A": "Feline"})
    bare = puzzle.with_clues({"1A": ""})
    assert bare.clues == {}
    assert bare == Puzzle.from_filled("CAT")
    assert puzzle.with_clues({"1A": Clue("", enumeration="3")}).clues != {}


def test_groups_list_every_clue_once() -> None:
    groups = (ClueGroup("First", ("4D", "3A")), ClueGroup("Down", ("2d",)))
    puzzle = Puzzle(WIDE, clues={"1A": "a", "1D": "b", "4D": "c"}, groups=groups)
    assert puzzle.groups == (
        ClueGroup("First", ("4D", "3A")),
        ClueGroup("Down", ("1D", "2D")),
        ClueGroup("Across", ("1A",)),
    )
    assert puzzle.clue_groups == puzzle.groups
    linked = Puzzle(WIDE, groups=(ClueGroup("Mine", ("2D",)),), links=(("2D", "4D"),))
    assert linked.groups == (ClueGroup("Mine", ("2D", "4D")),)


def test_the_groups_of_any_crossword_are_none_of_its_own() -> None:
    across, down = ClueGroup("Across", ("1A", "3A")), ClueGroup("Down", ("1D", "2D", "4D"))
    assert Puzzle(WIDE).clue_groups == (across, down)
    assert Puzzle(WIDE, groups=(across, down)) == Puzzle(WIDE)
    assert Puzzle(WIDE, groups=(across, ClueGroup("Down", ("4D",)))).groups == ()
    for groups in (
        (down, across),
        (ClueGroup("Across", ("3A", "1A")), down),
        (ClueGroup("ACROSS", ("1A", "3A")), down),
        (ClueGroup("Across", ("1A", "3A", "1D")), down._replace(labels=("2D", "4D"))),
    ):
        assert Puzzle(WIDE, groups=groups).groups == groups


@settings(max_examples=40)
@given(rich_puzzles())
def test_changes_keep_everything_else(puzzle: Puzzle) -> None:
    """A text, a clue, a copy: what they do not touch stays as it was."""
    assert replace(puzzle) == puzzle
    assert pickle.loads(pickle.dumps(puzzle)) == puzzle
    renamed = replace(puzzle, title="Renamed")
    assert replace(renamed, title=puzzle.title) == puzzle
    for entry in puzzle.entries[:1]:
        changed = puzzle.with_clues({entry.label: "Another"}).clue(entry.label)
        assert changed.text == "Another"
        assert (changed.label, changed.enumeration, changed.hint, changed.references) == (
            *(entry.clue.label, entry.clue.enumeration, entry.clue.hint, entry.clue.references),
        )


@settings(max_examples=40)
@given(rich_puzzles())
def test_every_clue_is_listed_exactly_once(puzzle: Puzzle) -> None:
    listed = [label for group in puzzle.clue_groups for label in group.labels]
    assert len(set(listed)) == len(listed)
    assert {entry.label for entry in puzzle.entries if entry.text} <= set(listed)


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ({"kind": "acrostic"}, "unknown kind 'acrostic'; choose from crossword, diagramless"),
        ({"labels": {(4, 0): "1"}}, "row 5, column 1 is outside the grid and cannot have a label"),
        ({"marks": {(0, -1): {"TR": "1"}}}, "outside the grid and cannot have a mark"),
        ({"marks": {(0, 0): {"top": "1"}}}, "a mark cannot be at 'top'; choose from TL, T, TR"),
        ({"progress": {(1, 1): "A"}}, "progress: row 2, column 2 is a block"),
        ({"links": (("1A",),)}, "a link needs two slots or more, not 1A"),
        ({"links": (("1A", "2D"), ("3A", "2D"))}, "2D is linked twice"),
        ({"links": (("1A", "1A"),)}, "1A is linked twice"),
        ({"links": (("1A", "9D"),)}, "a link: no slot 9D; the nearest"),
        ({"groups": (("Odd", ("9D",)),)}, "clue group 'Odd': no slot 9D"),
        ({"groups": (("A", ("1A",)), ("B", ("1a",)))}, "clue group 'B': 1A is listed twice"),
        ({"entered": {"9D": "x"}}, "entered: no slot 9D"),
        ({"entered": {"1A": "abc"}}, "entered: 'abc' does not spell ABCD, the answer 1A"),
        (
            {"entered": {"1D": "aeg"}, "links": (("1A", "1D"),)},
            "entered: 1D is part of 1A, where its answer belongs",
        ),
        (
            {"clues": {"1A": Clue("x", references=("9D",))}},
            "the clue of 1A refers to: no slot 9D",
        ),
    ],
)
def test_parts_that_do_not_fit_are_refused(parts: dict[str, Any], message: str) -> None:
    with pytest.raises(PuzzleError, match=re.escape(message)):
        Puzzle(WIDE, **parts)


def test_what_is_not_complete_may_be_entered_in_any_way() -> None:
    assert Puzzle(Grid.parse("A."), entered={"1A": "a-z"}).entered == {"1A": "a-z"}
