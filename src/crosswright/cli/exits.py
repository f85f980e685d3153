"""The exit statuses of every command."""

from enum import IntEnum


class Exit(IntEnum):
    """How a command ended; the comments are the table in docs/cli.md."""

    DONE = 0  # done
    IMPOSSIBLE = 1  # proved impossible; of `check`: errors found
    BAD_INPUT = 2  # wrong usage or bad input
    LIMIT = 3  # the limit was reached first
    DEFECT = 70  # a defect of crosswright itself
    INTERRUPTED = 130  # interrupted by Ctrl-C; the best so far was given
    BROKEN_PIPE = 141  # whoever read the output stopped reading
    TERMINATED = 143  # asked to end by SIGTERM; the best so far was given
