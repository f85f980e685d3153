"""Set up the project's environment if necessary and run the tests; arguments go to pytest.

Without arguments, all tests run except the endurance tests (kills, floods, builds, hostile input by
the hundred); --endurance runs those.
"""

import os
import sys

import environment

# Three workers keep two cores busy, as many tests wait for processes and browsers.
PARALLEL = ["-n", "3", "--dist", "worksteal"]
SUITE = [*PARALLEL, "-m", "not endurance"]
ENDURANCE = [*PARALLEL, "-m", "endurance"]


def chosen(arguments: list[str]) -> list[str]:
    """Return what to tell pytest."""
    if arguments[:1] == ["--endurance"]:
        return [*ENDURANCE, *arguments[1:]]
    return arguments or SUITE


if __name__ == "__main__":
    environment.show_help(__doc__)
    environment.ensure("dev")
    os.chdir(environment.ROOT)
    raise SystemExit(environment.run(["-m", "pytest", *chosen(sys.argv[1:])]))
