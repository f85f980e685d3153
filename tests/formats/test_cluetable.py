"""Tables of answers and clues."""

import csv
from pathlib import Path

import pytest
from helpers.puzzles import CLUES, GRID, SMALL, texts

from crosswright.errors import FormatError, TableError, TableWarning
from crosswright.formats import cluetable as clues
from crosswright.formats.files import read, write
from crosswright.grids.letters import normalise_answer
from crosswright.puzzles.puzzle import Puzzle


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.csv", "CAT,Feline\nNEW YORK,\"City, big\"\n"),
        ("a.csv", "Clue,Answer\r\nFeline,cat\r\n\"City, big\",New York\r\n"),
        ("a.csv", "answer;clue\ncat;Feline\nnew-york;City, big\n"),
        ("a.tsv", "cat\tFeline\n\nnew york\tCity, big\ncat\tAnother\n"),
        ("a.tab", "number\tword\thint\n1\tcat\tFeline\n2\tnew york\tCity, big\n"),
    ],
)  # fmt: skip
@pytest.mark.filterwarnings("ignore::crosswright.errors.TableWarning")
def test_tables_of_clues(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text("\ufeff" + text, newline="")
    table = clues.read_clues(tmp_path / name)
    assert {normalise_answer(answer): clue for answer, clue in table.items()} == {
        "CAT": "Feline",
        "NEWYORK": "City, big",
    }


def test_tables_are_written_and_read_back(tmp_path: Path) -> None:
    table = {"CAT": 'Says "meow", often', "ÉTÉ": "Summer\tabroad"}
    for name in ("a.csv", "a.tsv"):
        clues.write_clues(table, tmp_path / name)
        assert clues.read_clues(tmp_path / name) == table
    losses = write(SMALL, tmp_path / "b.csv")
    assert "the grid" in map(str, losses)
    assert clues.read_clues(tmp_path / "b.csv") == {
        "CAT": "Feline", "CAR": "Vehicle", "TON": "Weight", "RUN": "Hurry"
    }  # fmt: skip
    puzzle = Puzzle.from_filled(GRID).with_clues_for(clues.read_clues(tmp_path / "b.csv"))
    assert texts(puzzle) == CLUES


def test_answers_keep_their_spaces_and_hyphens(tmp_path: Path) -> None:
    puzzle = Puzzle.from_filled("TCELL").with_clues_for(clues.parse_clues("t-cell,Defender\n"))
    assert puzzle.entered == {"1A": "t-cell"}
    write(puzzle, tmp_path / "a.csv")
    assert (tmp_path / "a.csv").read_text() == "answer,clue\nt-cell,Defender\n"
    plain = Puzzle.from_filled("CELL").with_clues_for({"cell": "Room"})
    assert plain.entered == {}


def test_the_first_spelling_of_an_answer_counts() -> None:
    with pytest.warns(TableWarning, match="1 clue left out, of answers that have one already"):
        assert clues.parse_clues("red cell,One\nREDCELL,Two\n") == {"red cell": "One"}


def test_a_table_of_words_alone_is_not_one_of_clues(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("CAT,Feline\nDOG\n")
    with pytest.raises(TableError, match=r"a\.csv, line 2: no clue after 'DOG'"):
        clues.read_clues(tmp_path / "a.csv")


def test_a_table_is_not_a_puzzle(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("CAT,Feline\n")
    with pytest.raises(FormatError, match="crosswright layout makes a puzzle of it"):
        read(tmp_path / "a.csv")


def test_a_clue_that_is_yet_to_be_written_is_empty() -> None:
    assert clues.parse_clues("CAT,\n") == {"CAT": ""}


def test_a_heading_may_come_after_blank_lines() -> None:
    assert clues.parse_clues("\n\nanswer,clue\nCAT,Feline") == {"CAT": "Feline"}


FORMULAS = {
    "SUM": "=1+1",
    "ING": "-ing, for one",
    "ADD": "+ sign",
    "MAIL": "@home",
    "QUOTED": "'-ing' ending",
    "TWICE": "''=x",
    "WIDE": "＝1",
    "CAT": "It's a cat",
}


@pytest.mark.parametrize("name", ["a.csv", "a.tsv"])
@pytest.mark.parametrize("spreadsheet_safe", [False, True])
def test_clues_like_formulas_are_read_back(
    tmp_path: Path, name: str, spreadsheet_safe: bool
) -> None:
    clues.write_clues(FORMULAS, tmp_path / name, spreadsheet_safe=spreadsheet_safe)
    assert clues.read_clues(tmp_path / name) == FORMULAS


@pytest.mark.parametrize("name", ["a.csv", "a.tsv"])
def test_a_spreadsheet_finds_no_formula_in_a_safe_table(tmp_path: Path, name: str) -> None:
    puzzle = SMALL.with_clues({"1A": '=HYPERLINK("http://x", "y")'})
    write(puzzle, tmp_path / name, spreadsheet_safe=True)
    text = (tmp_path / name).read_text(encoding="utf-8")
    cells = [cell for row in csv.reader(text.splitlines(), dialect(name)) for cell in row]
    assert '\'=HYPERLINK("http://x", "y")' in cells
    assert not any(cell.startswith(("=", "+", "-", "@", "\t", "\r")) for cell in cells)
    assert clues.read_clues(tmp_path / name)["CAT"] == '=HYPERLINK("http://x", "y")'


def dialect(name: str) -> str:
    return "excel-tab" if name.endswith(".tsv") else "excel"


def test_the_first_characters_of_tables_by_others_stay() -> None:
    assert clues.parse_clues("answer,clue\nING,'-ing' ending\n") == {"ING": "'-ing' ending"}
