"""The command `crosswright`, also as `python -m crosswright`; Ctrl-C is minded from here on."""

import sys


def main() -> None:
    """Load the command line and run it."""
    try:
        from crosswright.cli import main as run

        run()
    except KeyboardInterrupt:  # while modules load; afterwards the command line minds it
        sys.stderr.write("crosswright: interrupted\n")
        sys.exit(130)


if __name__ == "__main__":
    main()
