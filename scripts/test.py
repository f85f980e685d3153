"""Set up the project's environment if need be and run the tests; arguments go to pytest."""

import sys

import environment

# Without arguments the whole suite runs, on two cores.
WHOLE_SUITE = [str(environment.ROOT / "tests"), "-n", "2", "--dist", "worksteal"]

if __name__ == "__main__":
    environment.ensure("dev")
    arguments = ["-m", "pytest", "--rootdir", str(environment.ROOT), "-c"]
    arguments += [str(environment.ROOT / "pyproject.toml")]
    arguments += sys.argv[1:] or WHOLE_SUITE
    raise SystemExit(environment.run(arguments))
