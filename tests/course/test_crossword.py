"""crossword.py: variables, and reading a crossword from its files."""

from itertools import permutations
from pathlib import Path

import pytest
from helpers.course_problems import DATA

from crossword import Crossword, Variable


def read(tmp_path: Path, structure: str | bytes, words: str | bytes = "one\n") -> Crossword:
    for name, content in (("structure.txt", structure), ("words.txt", words)):
        data = content if isinstance(content, bytes) else content.encode()
        (tmp_path / name).write_bytes(data)
    return Crossword(str(tmp_path / "structure.txt"), str(tmp_path / "words.txt"))


def test_variable_knows_its_cells() -> None:
    assert Variable(2, 1, Variable.ACROSS, 3).cells == [(2, 1), (2, 2), (2, 3)]
    assert Variable(2, 1, Variable.DOWN, 3).cells == [(2, 1), (3, 1), (4, 1)]


def test_variables_are_equal_by_their_four_values() -> None:
    one = Variable(2, 1, "across", 3)
    assert one == Variable(2, 1, Variable.ACROSS, 3)
    assert hash(one) == hash(Variable(2, 1, "across", 3))
    others = [(1, 1, "across", 3), (2, 2, "across", 3), (2, 1, "down", 3), (2, 1, "across", 4)]
    assert all(one != Variable(*values) for values in others)
    assert one != (2, 1, "across", 3)


def test_variable_as_text() -> None:
    var = Variable(2, 1, Variable.ACROSS, 12)
    assert str(var) == "(2, 1) across : 12"
    assert repr(var) == "Variable(2, 1, 'across', 12)"
    assert eval(repr(var)) == var


def test_published_structure() -> None:
    crossword = Crossword(DATA / "structure0.txt", DATA / "words0.txt")
    top, left = Variable(0, 1, "across", 3), Variable(0, 1, "down", 5)
    bottom, right = Variable(4, 1, "across", 4), Variable(1, 4, "down", 4)
    assert (crossword.height, crossword.width) == (5, 5)
    assert crossword.structure[0] == [False, True, True, True, False]
    assert crossword.variables == {top, left, bottom, right}
    assert len(crossword.words) == 10
    assert {"ONE", "SEVEN", "TEN"} < crossword.words
    assert set(crossword.overlaps) == set(permutations(crossword.variables, 2))
    crossing = {pair: at for pair, at in crossword.overlaps.items() if at is not None}
    assert crossing == {
        (top, left): (0, 0),
        (left, top): (0, 0),
        (left, bottom): (4, 0),
        (bottom, left): (0, 4),
        (bottom, right): (3, 3),
        (right, bottom): (3, 3),
    }
    assert crossword.neighbors(left) == {top, bottom}
    assert crossword.neighbors(right) == {bottom}


def test_neighbors_may_be_changed_by_the_caller() -> None:
    crossword = Crossword(DATA / "structure0.txt", DATA / "words0.txt")
    left = Variable(0, 1, "down", 5)
    crossword.neighbors(left).clear()
    assert len(crossword.neighbors(left)) == 2


def test_short_rows_are_padded_and_other_marks_are_blocks(tmp_path: Path) -> None:
    crossword = read(tmp_path, "_\n\n_x__ .\n")
    assert (crossword.height, crossword.width) == (3, 6)
    assert crossword.structure == [
        [True, False, False, False, False, False],
        [False] * 6,
        [True, False, True, True, False, False],
    ]
    assert crossword.variables == {Variable(2, 2, "across", 2)}


def test_single_cells_are_not_variables(tmp_path: Path) -> None:
    assert read(tmp_path, "_#_\n#_#\n").variables == set()


def test_runs_reach_all_four_edges(tmp_path: Path) -> None:
    crossword = read(tmp_path, "__\n__")
    assert crossword.variables == {
        Variable(0, 0, "across", 2),
        Variable(1, 0, "across", 2),
        Variable(0, 0, "down", 2),
        Variable(0, 1, "down", 2),
    }


def test_words_are_upper_cased_and_stripped(tmp_path: Path) -> None:
    assert read(tmp_path, "__", " ab \n\n\t\nAb\nété").words == {"AB", "ÉTÉ"}


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_byte_order_marks_and_line_ends(tmp_path: Path, mark: bytes, end: str) -> None:
    structure, words = mark + f"___{end}#_#{end}".encode(), mark + f"one{end}two{end}".encode()
    crossword = read(tmp_path, structure, words)
    assert crossword.structure == [[True, True, True], [False, True, False]]
    assert crossword.words == {"ONE", "TWO"}


def test_only_line_ends_end_a_line(tmp_path: Path) -> None:
    assert read(tmp_path, "__\u2028__\n").height == 1


@pytest.mark.parametrize("structure", ["", "\n", "\n\n\n", b"\xef\xbb\xbf"])
def test_an_empty_structure_is_an_error(tmp_path: Path, structure: str | bytes) -> None:
    with pytest.raises(ValueError, match=r"structure\.txt: the structure is empty"):
        read(tmp_path, structure)


def test_text_that_is_not_utf8_is_named_with_its_line(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"words\.txt, line 3: not UTF-8"):
        read(tmp_path, "___", b"one\r\ntwo\r\n\xe9t\xe9\r\n")
    with pytest.raises(ValueError, match=r"structure\.txt, line 1: not UTF-8"):
        read(tmp_path, "___".encode("utf-16"))


def test_missing_files_are_named(tmp_path: Path) -> None:
    there = tmp_path / "there.txt"
    there.write_text("___")
    with pytest.raises(FileNotFoundError, match=r"gone\.txt"):
        Crossword(tmp_path / "gone.txt", there)
    with pytest.raises(FileNotFoundError, match=r"gone\.txt"):
        Crossword(there, tmp_path / "gone.txt")
    with pytest.raises(IsADirectoryError):
        Crossword(there, tmp_path)


@pytest.mark.parametrize("number, count", [(0, 10), (1, 50), (2, 3000)])
def test_word_files_hold_what_they_say(number: int, count: int) -> None:
    lines = (DATA / f"words{number}.txt").read_text("utf-8").splitlines()
    assert len(lines) == len(set(lines)) == count
    assert all(line.isascii() and line.isalpha() and line.islower() for line in lines)
