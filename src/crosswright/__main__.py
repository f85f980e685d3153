"""The command `crosswright`, also as `python -m crosswright`."""

import gc
import os
import signal
import sys

ALLOCATIONS = 20_000
"""Objects that a command may make before the next look for garbage; there is hardly ever any."""


def run() -> None:
    """Load the command line and run it."""
    # Before and after a command, Ctrl-C ends the process silently.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    # Nothing that is loaded here is garbage. Do not spend time looking for any, now or at exit.
    gc.disable()
    from crosswright.cli.app import main as run_command

    gc.freeze()
    gc.set_threshold(ALLOCATIONS)
    gc.enable()
    try:
        run_command()
    finally:
        gc.disable()
        gc.freeze()


def main() -> None:
    """Run the command line, and end the process."""
    try:
        run()
    except SystemExit as end:
        if isinstance(end.code, int) and _is_nothing_left_to_do():
            os._exit(end.code)  # without freeing all memory piece by piece
        raise


def _is_nothing_left_to_do() -> bool:
    """Return whether no thread, nothing registered for the end, and no observer is left."""
    if "atexit" in sys.modules or sys.flags.inspect or _is_observed():
        return False
    threading = sys.modules.get("threading")
    if threading is not None and threading.active_count() > 1:
        return False
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except (OSError, ValueError):  # the interpreter has its own way to say so
        return False
    return True


def _is_observed() -> bool:
    """Return whether a debugger, a profiler or a measurement of coverage wants to see the end."""
    if sys.gettrace() or sys.getprofile():
        return True
    monitoring = getattr(sys, "monitoring", None)  # from Python 3.12 on, cProfile uses it
    return monitoring is not None and any(map(monitoring.get_tool, range(6)))


if __name__ == "__main__":
    main()
