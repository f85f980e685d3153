"""Tables of answers and clues."""

from pathlib import Path

import pytest
from helpers.puzzles import CLUES, GRID, SMALL, texts

from crosswright.errors import FormatError
from crosswright.formats import cluetable as clues
from crosswright.formats.files import write
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
def test_tables_of_clues(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text("\ufeff" + text, newline="")
    assert clues.read_clues(tmp_path / name) == {"CAT": "Feline", "NEWYORK": "City, big"}


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


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"CAT\n", "a.csv: line 1 has no clue after its answer"),
        (b"A,b\n!!,c\n", "a.csv: line 2 has no answer"),
        (b"A,\xe9\n", "a.csv: line 1 is not UTF-8; save it as UTF-8"),
        (b"A," + b"x" * 200_000, "a.csv: line 1: field larger than field limit"),
        (b"x" * 9_000_000, "a.csv: larger than 8 MiB"),
    ],
)
def test_bad_tables(tmp_path: Path, data: bytes, said: str) -> None:
    (tmp_path / "a.csv").write_bytes(data)
    with pytest.raises(FormatError) as caught:
        clues.read_clues(tmp_path / "a.csv")
    assert said in str(caught.value)
    with pytest.raises(FormatError, match="cannot be read: No such file"):
        clues.read_clues(tmp_path / "none.csv")
