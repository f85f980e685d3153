"""Every criss-cross of a few words, by brute force: what a layout may be, written out once more."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

Cell = tuple[int, int]
Letters = dict[Cell, str]
Placed = tuple[str, int, int, bool]
"""A word, the row and the column of its first letter, and whether it goes down."""

ROOMY = 99


def cells_of(placed: Placed) -> list[Cell]:
    """Return the cells of a placed word."""
    word, row, column, is_down = placed
    return [(row + n * is_down, column + n * (not is_down)) for n in range(len(word))]


def letters_of(words: Sequence[Placed]) -> Letters | None:
    """Return the letters of placed words by cell, None where two of them differ."""
    letters: Letters = {}
    for placed in words:
        for cell, letter in zip(cells_of(placed), placed[0], strict=True):
            if letters.setdefault(cell, letter) != letter:
                return None
    return letters


def runs_of(letters: Letters) -> list[Placed]:
    """Return every run of two or more letters, across and down, as if it were a placed word."""
    runs = []
    for row, column in letters:
        for is_down in (False, True):
            step = (1, 0) if is_down else (0, 1)
            if (row - step[0], column - step[1]) in letters:
                continue
            run, cell = "", (row, column)
            while cell in letters:
                run += letters[cell]
                cell = cell[0] + step[0], cell[1] + step[1]
            if len(run) > 1:
                runs.append((run, row, column, is_down))
    return runs


def fits(letters: Letters, height: int, width: int) -> bool:
    """Return whether letters fit into a box."""
    rows, columns = [row for row, _ in letters], [column for _, column in letters]
    return max(rows) - min(rows) < height and max(columns) - min(columns) < width


def crossing(letters: Letters, word: str) -> Iterator[Placed]:
    """Yield every position of a word that shares a cell, and its letter, with others."""
    for (row, column), letter in letters.items():
        for index, own in enumerate(word):
            if own == letter:
                yield word, row - index, column, True
                yield word, row, column - index, False


def layouts(
    words: Sequence[str], height: int = ROOMY, width: int = ROOMY
) -> Iterator[frozenset[Placed]]:
    """Yield the criss-crosses that have all of some words, each word once, in a box.

    Every way to add words that share a cell with those before is tried, and judged by the letters
    alone: their runs must be the words, no more and no fewer.
    """
    seen: set[frozenset[Placed]] = set()
    waiting = [frozenset({(words[0], 0, 0, is_down)}) for is_down in (False, True)]
    while waiting:
        placed = waiting.pop()
        letters = letters_of([*placed])
        if placed in seen or letters is None or not fits(letters, height, width):
            continue
        seen.add(placed)
        if len(placed) == len(words):
            if set(runs_of(letters)) == placed:
                yield placed
            continue
        here = {word for word, *_ in placed}
        for word in words:
            if word not in here:
                waiting += [placed | {position} for position in crossing(letters, word)]


def can_be_laid_out(words: Sequence[str], height: int | None, width: int | None) -> bool:
    """Return whether some criss-cross has all of some words, each of them once."""
    return next(layouts(words, height or ROOMY, width or ROOMY), None) is not None
