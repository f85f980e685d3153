"""Set up the project's environment if necessary; run the linter, the formatter and mypy.

Types are checked for Linux, macOS and Windows: what one of them lacks is found on any.
"""

import os

import environment

PLATFORMS = ("linux", "darwin", "win32")

CHECKS = (
    ["-m", "ruff", "check", "."],
    ["-m", "ruff", "format", "--check", "."],
    *(
        ["-m", "mypy", "--platform", platform, "--cache-dir", f".mypy_cache/{platform}"]
        for platform in PLATFORMS
    ),
)

if __name__ == "__main__":
    environment.show_help(__doc__)
    environment.ensure("dev")
    os.chdir(environment.ROOT)
    raise SystemExit(max([environment.run(check) for check in CHECKS]))
