"""Clue lists as every format prints them: groups, links, enumerations, answers as entered."""

from __future__ import annotations

import pytest

from crosswright.grids.grid import Grid
from crosswright.puzzles.clue import Clue
from crosswright.puzzles.markup import Span
from crosswright.puzzles.parts import ClueGroup
from crosswright.puzzles.puzzle import Puzzle
from crosswright.rendering.catalogue import Catalogue
from crosswright.rendering.cluelists import clue_lists, shows_enumerations, word_banks

ENGLISH, GERMAN = Catalogue.of("en"), Catalogue.of("de")
GRID = Grid.parse("ABCD\nE##X\nGHIY\n#J#Z")
CLUES = {"1A": "First", "2D": "Second"}
LATTICE = Grid.parse("\n".join(["." * 9, ".#.#.#.#."] * 4 + ["." * 9]))
OPEN = Grid.parse("\n".join(["....#...."] * 3 + ["." * 9] * 3 + ["....#...."] * 3))


def printed(puzzle: Puzzle, strings: Catalogue = ENGLISH) -> dict[str, list[str]]:
    """Return the lines under each heading."""
    return {
        clues.heading: [f"{line.number} {line.marked(strings)}" for line in clues.lines]
        for clues in clue_lists(puzzle, strings)
    }


def test_across_and_down() -> None:
    assert printed(Puzzle(GRID, clues=CLUES)) == {
        "Across": ["1 First", "3 –"],
        "Down": ["1 –", "2 Second", "4 –"],
    }
    assert printed(Puzzle(GRID)) == {}
    assert list(printed(Puzzle(GRID, clues=CLUES), GERMAN)) == ["Waagerecht", "Senkrecht"]


def test_groups_keep_their_titles_and_their_order() -> None:
    groups = (ClueGroup("Themes", ("2D", "1A")), ClueGroup("Down", ("4D",)), ClueGroup("", ("3A",)))
    puzzle = Puzzle(GRID, clues=CLUES, groups=groups)
    assert printed(puzzle, GERMAN) == {
        "Themes": ["2 Second", "1 First"],
        "Senkrecht": ["4 –"],
        "": ["3 –"],
    }
    names = [clues.name for clues in clue_lists(puzzle, ENGLISH)]
    assert names == ["group1", "down", "group3"]


def test_linked_clues_refer_to_one_another() -> None:
    puzzle = Puzzle(GRID, clues={"1A": "All"}, links=(("1A", "3A", "2D"),))
    assert printed(puzzle) == {
        "Across": ["1,3,2dn All", "3 See 1"],
        "Down": ["1 –", "2 See 1ac", "4 –"],
    }
    german = printed(puzzle, GERMAN)
    assert german["Waagerecht"] == ["1,3,2\u00a0senkr. All", "3 Siehe 1"]
    assert german["Senkrecht"][1] == "2 Siehe 1\u00a0waag."


def test_drafts_and_formatting() -> None:
    clue = Clue.from_html("In <i>the\n end</i> ", draft=True)
    (across,) = clue_lists(Puzzle(Grid.parse("AB"), clues={"1A": clue}), ENGLISH)
    (line,) = across.lines
    assert (line.text, line.markup) == ("In the end", ("In ", Span("italic", "the end")))
    assert line.marked(GERMAN) == "In the end [Entwurf]"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("River", "River (1-3)"),
        ("River (4)", "River (4)"),
        ("River (2 words)", "River (2 words)"),
        ("River (once)", "River (once) (1-3)"),
        ("See 2 Down.", "See 2 Down."),
        ("See 2 sights", "See 2 sights (1-3)"),
    ],
)
def test_enumerations(text: str, shown: str) -> None:
    puzzle = Puzzle(Grid.parse("ABCD"), clues={"1A": text}, entered={"1A": "a-bcd"})
    assert printed(puzzle) == {"Across": [f"1 {text}"]}
    (across,) = clue_lists(puzzle, ENGLISH, enumerations=True)
    assert across.lines[0].marked(ENGLISH) == shown


@pytest.mark.parametrize(
    ("puzzle", "shown"),
    [
        (Puzzle(LATTICE), True),
        (Puzzle(LATTICE, language="en-US"), False),
        (Puzzle(OPEN), False),
        (Puzzle(OPEN, language="en-GB"), True),
        (Puzzle(OPEN, clues={"1A": Clue("x", enumeration="2-2")}), True),
        (Puzzle(Grid.empty(9, 9).with_bars([((0, 0), "right")])), True),
        (Puzzle(GRID), False),
        (Puzzle(Grid(9, 9, voids=LATTICE.blocks)), False),
    ],
    ids=["lattice", "American", "open", "British", "stated", "barred", "small", "criss-cross"],
)
def test_british_puzzles_have_enumerations(puzzle: Puzzle, shown: bool) -> None:
    assert shows_enumerations(puzzle) is shown


def bank(puzzle: Puzzle, strings: Catalogue, order: str = "sorted") -> list[str]:
    (only,) = word_banks(puzzle, strings, order)
    return only.words


def test_the_word_bank_is_sorted_as_the_language_sorts() -> None:
    puzzle = Puzzle.from_filled("ÑU#OSO#NUBE#NÚMERO")
    words = ["NUBE", "NÚMERO", "ÑU", "OSO"]
    assert bank(puzzle, Catalogue.of("es")) == words
    assert bank(puzzle, ENGLISH) == ["ÑU", "NUBE", "NÚMERO", "OSO"]
    spanish = Puzzle.from_filled("ÑU#OSO#NUBE#NÚMERO", language="es-MX")
    assert bank(spanish, ENGLISH) == words


def test_a_shuffled_word_bank_is_always_the_same() -> None:
    puzzle = Puzzle.from_filled("AB#CD#EF#GH#IJ#KL#MN#OP")
    words = bank(puzzle, ENGLISH)
    shuffled = bank(puzzle, ENGLISH, "shuffled")
    assert shuffled != words and sorted(shuffled) == words
    assert shuffled == bank(puzzle, ENGLISH, "shuffled")


def test_the_word_bank_has_answers_as_people_write_them() -> None:
    puzzle = Puzzle(GRID, entered={"1A": "ab-cd", "3A": "gh iy"}, links=(("1D", "2D"),))
    assert bank(puzzle, ENGLISH) == ["AB-CD", "AEG DXYZ", "GH IY", "HJ"]
    assert bank(Puzzle(GRID.without_letters([(0, 0)])), ENGLISH) == ["DXYZ", "GHIY", "HJ"]


def test_words_by_length_count_cells() -> None:
    puzzle = Puzzle.from_filled("ÑU#OSO#NUBE#TÚ#NI", entered={"5A": "n.i."}, language="es")
    assert word_banks(puzzle, ENGLISH, "length") == [
        ("2 letters", ["N.I.", "ÑU", "TÚ"]),
        ("3 letters", ["OSO"]),
        ("4 letters", ["NUBE"]),
    ]
    assert word_banks(puzzle, Catalogue.of("ru"), "length")[0].heading == "Букв: 2"
    assert word_banks(Puzzle.from_filled("A#B"), ENGLISH, "sorted") == []
