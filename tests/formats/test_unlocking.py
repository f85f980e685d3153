"""Locked .puz files, opened with their key or without it."""

from dataclasses import replace

import puz
import pytest

from crosswright.errors import FormatError, FormatWarning
from crosswright.formats.files import from_bytes, to_bytes
from crosswright.formats.unlocking import unlock
from crosswright.puzzles.puzzle import Puzzle

KEY = 3141
OPEN = Puzzle.from_filled("SHALL\nI#C#O\nMPARE\nT#H#E\nEATEN", {"1A": "Will"}, title="Locked")


@pytest.fixture
def locked() -> bytes:
    """A locked file with a timer."""
    file = puz.load(to_bytes(OPEN, "puz")[0])
    file.extensions[b"LTIM"] = b"42,1"
    file.lock_solution(KEY)
    return bytes(file.tobytes())


def read(data: bytes) -> Puzzle:
    with pytest.warns(FormatWarning, match="solution is locked.*--unlock"):
        return from_bytes(data)


@pytest.mark.parametrize("key", [KEY, str(KEY), None])
def test_a_puzzle_is_unlocked(locked: bytes, key: str | int | None) -> None:
    puzzle = unlock(read(locked), key)
    assert puzzle == OPEN
    file = puz.load(to_bytes(puzzle, "puz")[0])
    assert not file.is_solution_locked()
    assert (file.solution, file.extensions[b"LTIM"]) == ("SHALLI.C.OMPARET.H.EEATEN", b"42,1")


def test_other_changes_stay(locked: bytes) -> None:
    puzzle = unlock(replace(read(locked), title="Changed"), KEY)
    assert puzzle == replace(OPEN, title="Changed")


def test_diagramless_puzzles_are_unlocked_too() -> None:
    file = puz.load(to_bytes(OPEN, "puz")[0])
    file.puzzletype = puz.PuzzleType.Diagramless
    file.solution, file.fill = file.solution.replace(".", ":"), file.fill.replace(".", ":")
    file.lock_solution(KEY)
    assert unlock(read(bytes(file.tobytes()))) == replace(OPEN, kind="diagramless")


def test_wrong_keys_are_refused(locked: bytes) -> None:
    puzzle = read(locked)
    with pytest.raises(FormatError, match="the key 3142 does not unlock the solution"):
        unlock(puzzle, "3142")
    with pytest.raises(FormatError, match="a key has four digits, as in 1234, not '31'"):
        unlock(puzzle, "31")
    file = puz.load(locked)
    file.solution = file.solution.replace("A", "?")
    with pytest.raises(FormatError, match="no key unlocks the solution"):
        unlock(read(bytes(file.tobytes())))


def test_what_is_not_locked_stays_as_it_is() -> None:
    assert unlock(OPEN) is OPEN
    puzzle = from_bytes(to_bytes(OPEN, "puz")[0])
    assert unlock(puzzle) is puzzle
