"""The command `crosswright`, also as `python -m crosswright`."""

import gc
import signal


def main() -> None:
    """Load the command line and run it."""
    # Before and after a command, Ctrl-C ends the process silently.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    # Nothing that is loaded here is garbage. Do not spend time looking for any, now or at exit.
    gc.disable()
    from crosswright.cli.app import main as run

    gc.freeze()
    gc.enable()
    try:
        run()
    finally:
        gc.disable()
        gc.freeze()


if __name__ == "__main__":
    main()
