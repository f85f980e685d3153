"""Set up the project's environment if need be and fill a crossword.

Arguments go to generate.py; without any it fills data/structure1.txt from data/words1.txt.
"""

import sys

import environment

DATA = environment.ROOT / "data"


def command(arguments: list[str]) -> list[str]:
    """Return what Python is to run."""
    default = [str(DATA / "structure1.txt"), str(DATA / "words1.txt")]
    return [str(environment.ROOT / "generate.py"), *(arguments or default)]


if __name__ == "__main__":
    environment.ensure()
    raise SystemExit(environment.run(command(sys.argv[1:])))
