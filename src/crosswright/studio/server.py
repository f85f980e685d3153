"""The server: a socket that is ours before anything else starts, and uvicorn on it."""

from __future__ import annotations

import asyncio
import gc
import logging
import socket
import sys
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Final

import uvicorn

from crosswright.studio.app import application
from crosswright.studio.refusals import Refusal
from crosswright.studio.security import LOOPBACK, Gate, Keys
from crosswright.studio.studio import Studio

DEFAULT_PORT: Final = 8017
LOCAL_HOSTS: Final = ("127.0.0.1", "localhost", "::1")
EVERYWHERE: Final = {"0.0.0.0": "127.0.0.1", "::": "::1"}
"""Addresses to listen on that nobody can go to, with those of this machine for the link."""

BACKLOG: Final = 128
GRACE: Final = 2
"""Seconds that answers under way have when the server ends."""
IDLE: Final = 60
"""Seconds that a connection may be idle before it is closed."""
GARBAGE: Final = (700, 10, 10)
"""When garbage is looked for: as usual, for a server works for hours. A command waits longer."""
TURN: Final = 0.0005
"""Seconds that a thread which computes goes on when another one has something to do: an edit is
taken by several threads in turn, each of which would wait ten times as long otherwise."""


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens; a Refusal in one line if the port is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # By its protocol asyncio knows that it may send at once, without waiting 40 ms for more.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(BACKLOG)
    except OSError as error:
        listening.close()
        raise Refusal(
            "in_use",
            f"port {port} of {host} cannot be used: {error.strerror or error}; "
            "choose another with --port, or --port 0 for any",
        ) from None
    return listening


class StudioServer:
    """A studio that answers on a socket."""

    def __init__(self, root: Path, listening: socket.socket, host: str = "127.0.0.1") -> None:
        self.studio = Studio(root)
        self.port: int = listening.getsockname()[1]
        named = EVERYWHERE.get(host, host)
        self._host = f"[{named}]" if ":" in named else named
        self._listening = listening
        self.keys = Keys(self.port)
        hosts = {*LOOPBACK, self._host.lower()}
        guard = Gate(application(self.studio), self.keys, self.port, hosts)
        config = uvicorn.Config(
            guard,
            lifespan="off",
            ws="none",
            log_config=None,
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=GRACE,
            timeout_keep_alive=IDLE,
            limit_concurrency=256,
        )
        self._server = _Server(config, self.studio.streams.close_all)

    def url(self, path: str = "/") -> str:
        """Return the link that opens the studio, once."""
        return f"http://{self._host}:{self.port}{path}?token={self.keys.token}"

    def run(self) -> None:
        """Answer until `stop` is called; then stop all work and close all documents."""
        # Requests report their own failures, and one that is cut off at the end is not an error.
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
        usual_turn, usual_wait = sys.getswitchinterval(), gc.get_threshold()
        sys.setswitchinterval(TURN)
        gc.set_threshold(*GARBAGE)
        try:
            asyncio.run(self._server.serve(sockets=[self._listening]))
        finally:
            sys.setswitchinterval(usual_turn)
            gc.set_threshold(*usual_wait)
            self.studio.close()
            self._listening.close()

    def stop(self) -> None:
        """End soon; from any thread, and from a signal handler."""
        self._server.should_exit = True

    def start(self) -> threading.Thread:
        """Answer in a thread of its own; `stop` it and join the thread."""
        thread = threading.Thread(target=self.run, name="studio-server", daemon=True)
        thread.start()
        return thread


class _Server(uvicorn.Server):
    """A server that ends its streams first, and leaves signals to the command line."""

    def __init__(self, config: uvicorn.Config, end_streams: Callable[[], None]) -> None:
        super().__init__(config)
        self._end_streams = end_streams

    def capture_signals(self) -> AbstractContextManager[None]:  # type: ignore[override]
        return nullcontext()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._end_streams()
        await super().shutdown(sockets)
