"""Text: boxes with numbers and bars, plain grids, clues, drafts, word banks."""

from dataclasses import replace
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from crosswright.grids.grid import Grid
from crosswright.puzzles.clue import Clue
from crosswright.puzzles.puzzle import Puzzle
from crosswright.rendering.render import render
from crosswright.rendering.text import _junctions


def test_a_whole_puzzle(tiny: Puzzle) -> None:
    assert render(tiny, "text").decode() == (
        "Tiny <Puzzle>\n"
        "By Ada & Co\n"
        "\n"
        "┌1──┬───┬2──┐\n"
        "│   │   │   │\n"
        "├───┼───┼───┤\n"
        "│   │███│   │\n"
        "├3──┼───┼───┤\n"
        "│   │   │   │\n"
        "└───┴───┴───┘\n"
        "\n"
        "For a start.\n"
        "\n"
        "Across\n"
        "  1. Purring pet\n"
        "  3. Dr. – [draft]\n"
        "\n"
        "Down\n"
        "  1. Milk giver\n"
        "  2. Also\n"
        "\n"
        "© 2025 Ada\n"
    )


def test_a_number_that_ends_with_a_full_stop_has_no_other() -> None:
    links = [("1A", "1D")]
    puzzle = Puzzle.from_filled("NO\nU#", {"1A": "Nicht ja; jetzt"}, links=links)
    text = render(puzzle, "text", sheet_language="de").decode()
    assert "\n1,1 senkr. Nicht ja; jetzt\n" in text


def test_bars_circles_voids_and_rebus(odd: Puzzle) -> None:
    assert render(odd, "text", solution=True, clues=False).decode() == (
        "┏1━━━━━━┯2━━━━━━┳3━━━━━━┯4━━━━━━┓\n"
        "┃  (A)  │   B   ┃   C   │   D   ┃\n"
        "┠5──────┼───────╀───────┼───────┨\n"
        "┃   E   │  (F)  │ HEART │   I   ┃\n"
        "┠6──────┼───────┼───────┾7━━━━━━┫\n"
        "┃   J   │   K   │███████│   L   ┃\n"
        "┠8──────┼───────╆━━━━━━━╅───────┨\n"
        "┃   M   │   N   ┃       ┃   O   ┃\n"
        "┗━━━━━━━┷━━━━━━━┛       ┗━━━━━━━┛\n"
    )


def test_plain(odd: Puzzle) -> None:
    text = render(odd, "text", boxed=False, solution=True, clues=False).decode()
    assert text == "A B C D\nE F H I\nJ K █ L\nM N   O\n\nrow 2, column 3: HEART\n"


def test_only_given_letters_show_in_a_blank_grid(odd: Puzzle) -> None:
    text = render(odd, "text", boxed=False, clues=False).decode()
    assert text == ". . . D\n. . . .\n. . █ .\n. .   .\n"


def test_right_to_left(hebrew: Puzzle) -> None:
    lines = render(hebrew, "text", solution=True).decode().splitlines()
    assert lines[:2] == ["תשבץ", "מאת דנה"]
    assert lines[3] == "┏━━━┯━━2┳━━━┯━━1┓"
    assert lines[4] == "┃ ם │ ו ┃ ל │ ש ┃"


def test_word_bank_and_headings(tiny: Puzzle) -> None:
    text = render(tiny, "text", word_bank=True, sheet_language="de").decode()
    assert "Wortliste\nCAT  COW  TOO  WHO\n" in text
    assert "\nWaagerecht\n" in text
    assert "\nSenkrecht\n" in text
    assert "\nVon Ada & Co\n" in text


def test_a_worksheet(tiny: Puzzle) -> None:
    text = render(tiny, "text", worksheet=True, sheet_language="de").decode()
    first, *_ = text.splitlines()
    assert first == f"Name {'_' * 30}  Klasse {'_' * 10}  Datum {'_' * 14}"
    assert "\n\nBeantworte die Fragen und trage die Wörter in das Gitter ein" in text
    assert "Klasse" not in render(tiny, "text", worksheet=True, solution=True).decode()
    assert max(map(len, text.splitlines())) <= 78


def test_every_junction_has_its_character() -> None:
    table = _junctions()
    assert set(table) == set(product((0, 1, 2), repeat=4))
    assert len(set(table.values())) == len(table)
    assert (table[1, 1, 1, 1], table[2, 2, 0, 0], table[0, 1, 0, 2]) == ("┼", "┃", "┍")


@given(st.integers(1, 9), st.integers(1, 9), st.data())
def test_boxes_line_up(height: int, width: int, data: st.DataObject) -> None:
    rows = data.draw(
        st.lists(st.text("A.#~", min_size=width, max_size=width), min_size=height, max_size=height)
    )
    puzzle = Puzzle.from_filled(Grid.parse("\n".join(rows)))
    lines = render(puzzle, "text", solution=True).decode().split("\n")[: 2 * height + 1]
    assert max(map(len, lines)) <= 4 * width + 1
    assert sum(line.count("███") for line in lines) == sum(row.count("#") for row in rows)
    assert sum(line.count("A") for line in lines) == sum(row.count("A") for row in rows)


def test_cells_show_their_labels_and_marks() -> None:
    puzzle = Puzzle.from_filled(
        "CAT\nO#O\nWHO",
        labels={(0, 0): "A", (2, 0): "β"},
        marks={(0, 1): {"TR": "7", "BL": "x"}, (1, 0): {"B": "m", "R": "r"}, (2, 2): {"TL": "T"}},
    )
    assert render(puzzle, "text", solution=True, clues=False).decode() == (
        "┌A──┬──7┬───┐\n"
        "│ C │ A │ T │\n"
        "├───┼x──┼───┤\n"
        "│O r│███│ O │\n"
        "├β─m┼───┼T──┤\n"
        "│ W │ H │ O │\n"
        "└───┴───┴───┘\n"
    )


def test_an_enumeration_is_never_broken() -> None:
    for length in range(50, 80):
        clue = Clue("x" * length, enumeration="1-1,1-1")
        text = render(Puzzle.from_filled("DART", {"1A": clue}), "text").decode()
        assert "(1-1,1-1)" in text


def test_what_words_enclose_is_shaded() -> None:
    puzzle = Puzzle.from_filled("ABC\nD~E\nFGH")
    assert "│ D │░░░│ E │" in render(puzzle, "text", solution=True).decode()
    assert "D   E" in render(puzzle, "text", solution=True, boxed=False).decode()


def test_lines_of_notes_are_kept(tiny: Puzzle) -> None:
    text = render(replace(tiny, notes="One.\nTwo."), "text").decode()
    assert "\nOne.\nTwo.\n" in text


def test_no_control_characters_are_shown() -> None:
    puzzle = Puzzle.from_filled(
        Grid.parse("CAT"), {"1A": "Fe\x1b[31mline\x9b"}, title="T\x1b]0;x\x07", notes="N\x1b[2J"
    )
    text = str(render(puzzle, "text"))
    assert "Fe[31mline" in text
    assert text.replace("\n", "").isprintable()
