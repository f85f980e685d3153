"""Set up the project's environment if need be and make a crossword.

Arguments go to the command `crosswright`; without any it is `crosswright fill`.
"""

from __future__ import annotations

import sys

import environment


def command(arguments: list[str]) -> list[str]:
    """Return what Python is to run."""
    return ["-m", "crosswright", *(arguments or ["fill"])]


if __name__ == "__main__":
    environment.ensure()
    raise SystemExit(environment.run(command(sys.argv[1:])))
