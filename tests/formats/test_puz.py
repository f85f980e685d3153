"""Across Lite's .puz: what real files do, each quirk in a small file made here."""

from collections.abc import Callable
from dataclasses import replace

import puz
import pytest
from helpers.puzzles import CLUES, SMALL, texts

from crosswright.errors import FormatWarning
from crosswright.formats.files import from_bytes, to_bytes
from crosswright.grids.grid import Grid
from crosswright.puzzles.puzzle import Puzzle


def puz_file(change: Callable[[puz.Puzzle], None] = lambda file: None) -> bytes:
    file = puz.Puzzle()
    file.width = file.height = 3
    file.solution, file.fill = "CATA.ORUN", "----.----"
    file.title, file.author, file.copyright = "Small", "Setter", "2024"
    file.clues = list(CLUES.values())
    change(file)
    return bytes(file.tobytes())


def test_puz_as_puzpy_writes_it() -> None:
    data = puz_file()
    assert from_bytes(data) == SMALL
    assert to_bytes(SMALL, "puz") == (data, [])


def test_puz_untouched_is_the_same_to_the_byte() -> None:
    def change(file: puz.Puzzle) -> None:
        file.preamble = b"mail header\r\n"
        file.postscript = b"\r\n"
        file.unk1, file.unk2 = b"ab", b"0123456789ab"
        file.fill = "CA--.----"
        file.extensions = {b"LTIM": b"12,1", b"RUSR": b"\0" * 9, b"ZZZZ": b"what?"}

    data = puz_file(change)
    puzzle = from_bytes(data)
    assert puzzle == SMALL
    assert to_bytes(puzzle, "puz") == (data, [])
    # A changed title leaves everything else in place.
    changed, losses = to_bytes(replace(puzzle, title="Other"), "puz")
    assert losses == []
    file = puz.load(changed)
    assert (file.title, file.fill, file.preamble) == ("Other", "CA--.----", b"mail header\r\n")
    assert file.extensions[b"ZZZZ"] == b"what?"
    assert list(file.extensions) == [b"LTIM", b"RUSR", b"ZZZZ"]
    # Another format says what it leaves behind.
    _, losses = to_bytes(puzzle, "ipuz")
    assert [str(loss) for loss in losses] == [
        "details that only puz holds: "
        "timer, the solver's rebus entries, section ZZZZ, the solver's letters"
    ]


def test_puz_with_a_wrong_checksum_is_read_with_a_warning() -> None:
    data = bytearray(puz_file())
    data[0] ^= 0xFF
    with pytest.warns(FormatWarning, match="global checksum does not match"):
        puzzle = from_bytes(bytes(data))
    assert puzzle == SMALL
    assert to_bytes(puzzle, "puz") == (bytes(data), [])


def test_puz_rebus_and_circles() -> None:
    def change(file: puz.Puzzle) -> None:
        file.rebus().add_rebus_squares([0], "HEART")
        file.markup().set_markup_squares([2], puz.GridMarkup.Circled)

    puzzle = from_bytes(puz_file(change))
    assert puzzle.answers["1A"] == "HEARTAT"
    assert puzzle.grid.circles == {(0, 2)}
    again = puz.load(to_bytes(replace(puzzle, extras={}), "puz")[0])
    assert again.rebus().get_rebus_solution(0) == "HEART"
    assert again.markup().get_markup_squares(puz.GridMarkup.Circled) == [2]


def test_puz_rebus_table_with_gaps() -> None:
    def change(file: puz.Puzzle) -> None:
        file.extensions = {b"GRBS": bytes([18, 3, 0, 0, 0, 0, 0, 0, 0]), b"RTBL": b"17:CLUB;x:y;"}

    assert from_bytes(puz_file(change)).answers["1A"] == "CLUBAT"


def test_puz_windows_quotes() -> None:
    data = puz_file(lambda file: setattr(file, "title", "Don\x92t \x93go\x94"))
    assert from_bytes(data).title == "Don’t “go”"


def test_puz_letters_beyond_latin_need_version_2() -> None:
    puzzle = Puzzle.from_filled(Grid.parse("ЖÉ"), {"1A": "Clue"}, title="Ж")
    data, losses = to_bytes(puzzle, "puz")
    assert losses == []
    assert puz.load(data).version == b"2.0"
    assert from_bytes(data) == puzzle
    latin = Puzzle.from_filled(Grid.parse("ÉA"), title="Été")
    data, _ = to_bytes(latin, "puz")
    assert puz.load(data).version == b"1.3"
    assert puz.load(data).solution == "ÉA"


def test_puz_diagramless() -> None:
    def change(file: puz.Puzzle) -> None:
        file.solution, file.fill = "CATA:ORUN", "----:----"
        file.puzzletype = puz.PuzzleType.Diagramless

    puzzle = from_bytes(puz_file(change))
    assert puzzle == SMALL
    changed = puz.load(to_bytes(replace(puzzle, title="Other"), "puz")[0])
    assert changed.solution == "CATA:ORUN"
    assert changed.puzzletype == puz.PuzzleType.Diagramless


def test_puz_locked() -> None:
    data = puz_file(lambda file: file.lock_solution(1234))
    with pytest.warns(FormatWarning, match="solution is locked"):
        puzzle = from_bytes(data)
    assert puzzle.solution == {}
    assert texts(puzzle) == CLUES
    assert to_bytes(puzzle, "puz") == (data, [])
    changed = puz.load(to_bytes(replace(puzzle, title="Other"), "puz")[0])
    assert changed.unlock_solution(1234)
    assert changed.solution == "CATA.ORUN"


def test_puz_locked_with_bytes_that_utf_8_cannot_hold() -> None:
    def change(file: puz.Puzzle) -> None:
        file.lock_solution(1234)
        file.fill = "É---.----"

    with pytest.warns(FormatWarning, match="solution is locked"):
        puzzle = from_bytes(puz_file(change))
    data, losses = to_bytes(replace(puzzle, title="Ж"), "puz")
    assert [str(loss) for loss in losses] == ["other contents of the file, in ISO-8859-1"]
    assert from_bytes(data) == replace(puzzle, title="Ж")


def test_puz_with_clues_missing() -> None:
    data = puz_file(lambda file: setattr(file, "clues", ["Feline"]))
    with pytest.warns(FormatWarning, match="1 clue for 4 slots"):
        assert texts(from_bytes(data)) == {"1A": "Feline"}


def test_puz_with_too_many_rebus_tokens() -> None:
    tokens = [f"A{number}" for number in range(110)]
    grid = Grid(1, 110, letters={(0, x): token for x, token in enumerate(tokens)})
    data, losses = to_bytes(Puzzle.from_filled(grid), "puz")
    assert str(losses[0]).startswith("rebus cells, cut to their first letter: row 1, column 100;")
    assert from_bytes(data).solution[0, 98] == "A98"
    assert from_bytes(data).solution[0, 99] == "A"
