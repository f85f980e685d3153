"""What the program does, step by step, for whoever wants to know: `--verbose` and `--log`.

The standard `logging` takes longer to load than a grid to fill. A step is logged where it is taken,
and costs nothing to speak of while nobody listens. No secret is ever logged: no text of a puzzle,
no key, no token.
"""

from __future__ import annotations

from collections.abc import Callable

_listeners: list[Callable[[str], None]] = []


def log(text: str) -> None:
    """Tell whoever listens what has just been done."""
    for listener in _listeners:
        listener(text)


def is_logged() -> bool:
    """Return whether anybody listens, where it takes work to say what was done."""
    return bool(_listeners)


def listen(listener: Callable[[str], None]) -> None:
    """Hear of every step from now on."""
    _listeners.append(listener)


def listen_no_more() -> None:
    """Let nobody hear of anything any more."""
    _listeners.clear()
