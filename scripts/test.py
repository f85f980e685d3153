"""Set up the project's environment if necessary and run the tests; arguments go to pytest."""

import os
import sys

import environment

# Without arguments the whole suite runs: three workers keep two cores busy, as many tests wait for
# processes and browsers.
WHOLE_SUITE = ["-n", "3", "--dist", "worksteal"]

if __name__ == "__main__":
    environment.show_help(__doc__)
    environment.ensure("dev")
    os.chdir(environment.ROOT)
    raise SystemExit(environment.run(["-m", "pytest", *(sys.argv[1:] or WHOLE_SUITE)]))
