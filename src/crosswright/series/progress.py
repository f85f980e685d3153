"""How far a season has got."""

from __future__ import annotations

import datetime

from crosswright.series.plan import PuzzleNumber
from crosswright.support.records import Record


class SeriesProgress(Record):
    """What a run reports after each step."""

    total: int
    drafted: int
    """Numbers that have a draft, or are committed."""
    decided: int
    """Numbers whose answers are final."""
    files: int
    """Numbers whose files are ready to be written."""
    committed: int
    holes: int
    collisions: int
    in_flight: int
    """Tasks that the workers have."""
    seconds: float
    """Since the run began."""
    resumed: int = 0
    """Numbers that were committed before this run."""
    event: str = ""
    """What has just happened: drafted, decided, files, committed, hole, mended, or nothing."""
    number: PuzzleNumber | None = None
    """The puzzle that it happened to."""
    date: datetime.date | None = None
