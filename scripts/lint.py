"""Set up the project's environment if necessary; run the linter, the formatter and mypy."""

import os

import environment

CHECKS = (
    ["-m", "ruff", "check", "."],
    ["-m", "ruff", "format", "--check", "."],
    ["-m", "mypy"],
)

if __name__ == "__main__":
    environment.show_help(__doc__)
    environment.ensure("dev")
    os.chdir(environment.ROOT)
    raise SystemExit(max([environment.run(check) for check in CHECKS]))
