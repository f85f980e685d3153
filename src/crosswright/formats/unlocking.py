"""Unlocking the solution of a .puz file, which is scrambled under a key of four digits."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from crosswright.errors import FormatError
from crosswright.formats.files import from_bytes
from crosswright.formats.format import OriginalFile
from crosswright.formats.puz import BLOCKS, LOCKED, load
from crosswright.formats.scrambling import checksum, find_key, unscramble
from crosswright.puzzles.puzzle import Puzzle, require_puzzle

if TYPE_CHECKING:
    import puz  # type: ignore[import-untyped]


def unlock(puzzle: Puzzle, key: str | int | None = None) -> Puzzle:
    """Return a puzzle that was read from a locked .puz file with its solution.

    Without its key of four digits, all 10,000 are tried, which takes less than a second. A wrong
    key is a `FormatError`; a puzzle that is not locked is returned as it is.
    """
    require_puzzle(puzzle)
    origin = puzzle.extras.get("puz")
    if not isinstance(origin, OriginalFile):
        return puzzle
    file, _ = load(origin.data)
    if not file.solution_state & LOCKED:
        return puzzle
    _unscramble(file, None if key is None else _digits(key))
    unlocked = from_bytes(file.tobytes(), "puz")
    return replace(
        puzzle, solution=unlocked.solution, extras={**puzzle.extras, "puz": unlocked.extras["puz"]}
    )


def _digits(key: str | int) -> str:
    digits = f"{key:04}" if isinstance(key, int) else key.strip()
    if not re.fullmatch(r"[0-9]{4}", digits):
        raise FormatError(f"a key has four digits, as in 1234, not {key!r}")
    return digits


def _unscramble(file: puz.Puzzle, key: str | None) -> None:
    """Put the solution into the file in place of the scrambled one."""
    by_column = [y * file.width + x for x in range(file.width) for y in range(file.height)]
    indices = [index for index in by_column if file.solution[index] not in BLOCKS]
    scrambled = "".join(file.solution[index] for index in indices).encode("latin-1", "replace")
    found = find_key(scrambled, file.scrambled_cksum) if key is None else key
    if found is None:
        raise FormatError("no key unlocks the solution; the file may be damaged")
    letters = unscramble(scrambled, found)
    if checksum(letters) != file.scrambled_cksum:
        raise FormatError(f"the key {found} does not unlock the solution")
    solution = [*file.solution]
    for index, letter in zip(indices, letters.decode("latin-1"), strict=True):
        solution[index] = letter
    file.solution = "".join(solution)
    file.solution_state &= ~LOCKED
    file.scrambled_cksum = 0
