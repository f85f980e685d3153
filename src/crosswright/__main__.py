"""The command `crosswright`, also as `python -m crosswright`."""

import signal


def main() -> None:
    """Load the command line and run it."""
    handler = signal.getsignal(signal.SIGINT)
    if handler is signal.default_int_handler:  # until all is loaded, Ctrl-C ends it silently
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from crosswright.cli.app import main as run

    signal.signal(signal.SIGINT, handler)
    run()


if __name__ == "__main__":
    main()
