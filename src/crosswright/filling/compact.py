"""Problems with only the words that can be used: the same search, in less memory and time.

The words above a floor are scattered over the blocks of a table that has all of them. Gathered,
they fill a fraction of the blocks; the order of the rows, and so the search, stays as it is.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from crosswright.engine import Problem, Tables
from crosswright.engine.problem import CheckedTable, TableIndex
from crosswright.support.bits import bits
from crosswright.support.records import Record
from crosswright.support.slices import InSlices, Slices
from crosswright.words import index
from crosswright.words.table import WordRow


class CompactProblem(Record, eq=False):
    """A problem whose tables have only the rows that some slot may take."""

    problem: Problem
    rows: Sequence[Sequence[WordRow]]
    """For each table, the rows of the other problem's table that were kept."""

    @classmethod
    def of(cls, problem: Problem) -> CompactProblem:
        """Keep the rows that are live somewhere."""
        return InSlices(lambda: cls.in_slices(problem)).value

    @classmethod
    def in_slices(cls, problem: Problem) -> Slices[CompactProblem]:
        """Do the same, table by table."""
        lives = [problem.live[slot] if problem.live else None for slot in range(len(problem.slots))]
        kept = [0] * len(problem.tables.words)
        for (table_index, _), live in zip(problem.slots, lives, strict=True):
            size = problem.tables.sizes[table_index]
            everything = (1 << size) - 1
            rows = everything if live is None else int.from_bytes(live, "little") & everything
            kept[table_index] |= rows
        rows_of, tables = [], []
        for table, live_rows in zip(problem.tables.words, kept, strict=True):
            rows_of.append(list(bits(live_rows)))
            tables.append(with_rows(table, rows_of[-1]))
            yield
        gathered: dict[tuple[TableIndex, bytes | None], bytes] = {}
        for (table_index, _), live in zip(problem.slots, lives, strict=True):
            key = (table_index, live)
            if key not in gathered:
                gathered[key] = _gathered(live, rows_of[table_index])
                yield
        compact = problem.changed(
            tables=Tables(tables),
            live=[
                gathered[table_index, live]
                for (table_index, _), live in zip(problem.slots, lives, strict=True)
            ],
            required=_renumbered(problem.required, rows_of),
            exclusions=None if problem.exclusions is None else problem.exclusions.gathered(rows_of),
        )
        return cls(compact, rows_of)

    def original_rows(self, rows: Sequence[WordRow]) -> list[WordRow]:
        """Return the rows of the other problem for those of the slots; -1 stays -1."""
        return [
            row if row < 0 else self.rows[table_index][row]
            for (table_index, _), row in zip(self.problem.slots, rows, strict=True)
        ]


def with_rows(table: CheckedTable, rows: Sequence[WordRow]) -> CheckedTable:
    """Return a table of some rows of another, which ascend."""
    if len(rows) == table.size:
        return table
    length, tokens = table.length, table.alphabet_size
    all_codes, all_scores = bytes(table.codes), table.scores.cast("i")
    codes = b"".join([all_codes[row * length : (row + 1) * length] for row in rows])
    scores = array("i", [all_scores[row] for row in rows])
    return new_table(length, tokens, codes, scores)


def new_table(length: int, tokens: int, codes: bytes, scores: array[int]) -> CheckedTable:
    """Return a table of words given by their codes, row after row."""
    size = len(scores)
    support = index.support(codes, length, tokens)
    return CheckedTable(
        length,
        size,
        (size + 63) // 64,
        tokens,
        memoryview(codes),
        memoryview(scores.tobytes()),
        memoryview(support.tobytes()),
    )


def _gathered(live: bytes | None, rows: Sequence[WordRow]) -> bytes:
    """Return a bitset over some rows alone."""
    size = (len(rows) + 63) // 64 * 8
    everything = (1 << len(rows)) - 1
    if live is None:
        return everything.to_bytes(size, "little")
    if rows and rows[-1] == len(rows) - 1:  # none before it is left out
        return (int.from_bytes(live, "little") & everything).to_bytes(size, "little")
    digits = bytes(48 + (live[row >> 3] >> (row & 7) & 1) for row in reversed(rows))
    return int(digits or b"0", 2).to_bytes(size, "little")


def _renumbered(
    required: Sequence[Sequence[tuple[TableIndex, WordRow]]], rows_of: Sequence[Sequence[WordRow]]
) -> list[list[tuple[TableIndex, WordRow]]]:
    """Return the rows of required words in the new tables, without those that were not kept."""
    if not required:
        return []
    new_rows = [{row: new for new, row in enumerate(rows)} for rows in rows_of]
    return [
        [(table, new_rows[table][row]) for table, row in spellings if row in new_rows[table]]
        for spellings in required
    ]
