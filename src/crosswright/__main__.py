"""The command `crosswright`, also as `python -m crosswright`."""

import signal


def main() -> None:
    """Load the command line and run it."""
    # Before and after a command, Ctrl-C ends the process silently.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from crosswright.cli.app import main as run

    run()


if __name__ == "__main__":
    main()
