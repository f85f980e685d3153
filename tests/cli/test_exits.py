"""Exit statuses."""

from __future__ import annotations

from crosswright.cli.exits import Exit
from crosswright.limits import Status


def test_every_ending_of_a_search_has_its_exit_status() -> None:
    assert {status: Exit.of(status) for status in Status} == {
        Status.FILLED: Exit.DONE,
        Status.IMPOSSIBLE: Exit.IMPOSSIBLE,
        Status.LIMIT: Exit.LIMIT,
        Status.CANCELLED: Exit.INTERRUPTED,
    }
