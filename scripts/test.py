"""Set up the project's environment if need be and run the tests; arguments go to pytest."""

import sys

import environment

if __name__ == "__main__":
    environment.ensure("dev")
    arguments = ["-m", "pytest", "--rootdir", str(environment.ROOT), "-c"]
    arguments += [str(environment.ROOT / "pyproject.toml")]
    arguments += sys.argv[1:] or [str(environment.ROOT / "tests")]
    raise SystemExit(environment.run(arguments))
