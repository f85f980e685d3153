"""Refuse the network to the process that runs this file, and write down what it tried.

Audit hooks see every use of a socket, whatever library makes it, and cannot be taken off. What is
refused is written down as well, as a program may go on as if nothing had happened. Processes that
talk to their own children over local sockets may do so; with CROSSWRIGHT_LOOPBACK, a program may
also use the machine's own address, as the studio does.
"""

from __future__ import annotations

import os
import sys
from typing import Any

LOG = os.environ["CROSSWRIGHT_NETWORK_LOG"]
HAS_LOOPBACK = bool(os.environ.get("CROSSWRIGHT_LOOPBACK"))
LOCAL_FAMILY = 1  # AF_UNIX; the module `socket` is not loaded for its sake
ASKING = (
    "socket.getaddrinfo",
    "socket.gethostbyname",
    "socket.gethostbyaddr",
    "socket.getnameinfo",
)
REACHING = ("socket.connect", "socket.bind", "socket.sendto", "socket.sendmsg")


def is_loopback(host: Any) -> bool:
    """Return whether a host is this machine, under a name that nobody has to be asked about."""
    name = host.decode() if isinstance(host, bytes) else host
    return name in ("localhost", "::1", "") or str(name).startswith("127.")


def is_allowed(event: str, arguments: tuple[Any, ...]) -> bool:
    """Return whether a use of sockets stays on this machine."""
    if event == "socket.__new__":
        return arguments[1] == LOCAL_FAMILY or HAS_LOOPBACK
    if event in REACHING:
        address = arguments[1]
        if not isinstance(address, tuple):  # a path, or the peer it has already
            return True
        return HAS_LOOPBACK and is_loopback(address[0])
    if event in ASKING:
        host = arguments[0][0] if isinstance(arguments[0], tuple) else arguments[0]
        return HAS_LOOPBACK and is_loopback(host)
    return True


def guard(event: str, arguments: tuple[Any, ...]) -> None:
    """Refuse what would leave this machine."""
    if event.startswith("socket.") and not is_allowed(event, arguments):
        attempt = f"{event} {arguments[1:] if event == 'socket.__new__' else arguments!r}"
        with open(LOG, "a", encoding="utf-8") as log:  # noqa: PTH123 - loads nothing
            log.write(attempt + "\n")
        raise PermissionError(f"the network is refused: {attempt}")


sys.addaudithook(guard)
