"""The exit statuses of all commands."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from crosswright.limits import Status


class Exit(IntEnum):
    """How a command ended; docs/cli.md has this table too."""

    DONE = 0  # done
    IMPOSSIBLE = 1  # proved impossible; or errors found, or not set: see docs/cli.md
    BAD_INPUT = 2  # wrong usage or bad input
    LIMIT = 3  # the limit was reached first
    DEFECT = 70  # a bug in crosswright itself
    INTERRUPTED = 130  # interrupted by Ctrl-C; the best result so far was given
    BROKEN_PIPE = 141  # whoever was reading the output stopped
    TERMINATED = 143  # ended by SIGTERM; the best result so far was given

    @classmethod
    def of(cls, status: Status) -> Exit:
        """Return the exit status for the way a search ended."""
        return _OF_STATUS[status.name]


_OF_STATUS = {
    "FILLED": Exit.DONE,
    "IMPOSSIBLE": Exit.IMPOSSIBLE,
    "LIMIT": Exit.LIMIT,
    "CANCELLED": Exit.INTERRUPTED,
}
"""By name, so that `crosswright.limits` need not be loaded for --help."""
