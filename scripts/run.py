"""Set up the project's environment if necessary and make a crossword.

Arguments go to the command `crosswright`; without any, `crosswright fill` is run.
"""

from __future__ import annotations

import sys

import environment


def command(arguments: list[str]) -> list[str]:
    """Return the arguments to run Python with."""
    return ["-m", "crosswright", *(arguments or ["fill"])]


if __name__ == "__main__":
    environment.show_help(__doc__)
    environment.ensure()
    raise SystemExit(environment.run(command(sys.argv[1:])))
