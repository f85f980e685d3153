"""The variants of the textbook's search compared: what each heuristic is worth."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import product
from typing import Any

from crosswright.grids.grid import Grid, GridLike
from crosswright.limits import Budget, Limit, Status
from crosswright.support.numbers import whole_number
from crosswright.tracing.textbook import VALUES, VARIABLES, Counters, Textbook, Variant
from crosswright.words.wordlist import WordList, WordsLike

DEFAULT_LIMIT = Limit(seconds=5)

COLUMNS = {"inference": "<", "variable": "<", "value": "<"} | dict.fromkeys(
    ("assignments", "backtracks", "revisions", "time"), ">"
)
"""The columns of a table: words to the left, figures to the right."""


@dataclass(frozen=True)
class Outcome:
    """What one variant did."""

    variant: Variant
    status: Status
    counters: Counters
    seconds: float

    def figures(self) -> dict[str, str]:
        """Return the figures as text, by column; `>` marks those that the limit cut short."""
        more = "" if self.status in (Status.FILLED, Status.IMPOSSIBLE) else ">"
        texts = {name: f"{more}{count:,}" for name, count in asdict(self.counters).items()}
        return {**texts, "time": f"{more}{_time(self.seconds)}"}

    def to_json(self) -> dict[str, Any]:
        """Return the outcome as plain data."""
        return {
            **asdict(self.variant),
            "status": str(self.status),
            **asdict(self.counters),
            "seconds": round(self.seconds, 4),
        }


def all_variants() -> Iterator[Variant]:
    """Yield all variants; the textbook's own choices come first."""
    for inference, variable, value in product((True, False), VARIABLES, VALUES):
        yield Variant(inference, variable, value)


def compare(
    grid: GridLike,
    words: WordsLike,
    *,
    limit: Limit | None = DEFAULT_LIMIT,
    seed: int = 0,
    variants: Iterable[Variant] | None = None,
    whole: Budget | None = None,
) -> Iterator[Outcome]:
    """Yield what each variant does with a grid, within the limit for each.

    All of them together are part of `whole`; once it is stopped, no more outcomes come.
    """
    grid, words, whole = Grid.of(grid), WordList.of(words), whole or Budget()
    seed = whole_number("seed", seed)
    limit = Limit() if limit is None else limit
    if not isinstance(limit, Limit):
        raise TypeError(f"a limit is a Limit, such as Limit(seconds=5), not {limit!r}")
    for variant in all_variants() if variants is None else variants:
        budget = whole.within(limit)
        with budget.working():
            solver = Textbook(grid, words, variant, seed=seed, limit=budget)
            status = solver.run()
        if whole.is_stopped:
            return
        yield Outcome(variant, status, solver.counters, budget.seconds)


def table(outcomes: Sequence[Outcome]) -> str:
    """Write outcomes as a table; `>` marks the figures of a variant that reached the limit."""
    rows = [dict(zip(COLUMNS, COLUMNS, strict=True)), *map(_cells, outcomes)]
    widths = {column: max(len(row[column]) for row in rows) for column in COLUMNS}
    return "\n".join(
        "  ".join(f"{row[column]:{side}{widths[column]}}" for column, side in COLUMNS.items())
        for row in rows
    )


def _cells(outcome: Outcome) -> dict[str, str]:
    variant = outcome.variant
    return {
        "inference": "yes" if variant.inference else "no",
        "variable": variant.variable,
        "value": variant.value,
        **outcome.figures(),
    }


def _time(seconds: float) -> str:
    return f"{seconds:.2f} s" if seconds >= 1 else f"{seconds * 1000:.1f} ms"
