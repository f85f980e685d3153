"""The socket of the studio."""

from __future__ import annotations

import gc
import socket
import sys
from pathlib import Path
from threading import Thread

import pytest

from crosswright.studio.refusals import Refusal
from crosswright.studio.server import GARBAGE, TURN, StudioServer, listen


def test_answers_are_sent_at_once() -> None:
    with listen("127.0.0.1", 0) as listening:
        assert listening.proto == socket.IPPROTO_TCP  # else asyncio lets Nagle's algorithm wait


def test_a_port_is_ours_alone() -> None:
    with listen("127.0.0.1", 0) as listening:
        port = listening.getsockname()[1]
        with pytest.raises(Refusal, match=f"port {port}"):
            listen("127.0.0.1", port)


def test_a_thread_that_computes_lets_edits_pass_and_later_works_on_as_usual(
    tmp_path: Path,
) -> None:
    usual = sys.getswitchinterval()
    often: list[tuple[int, ...]] = []
    before = gc.get_threshold()
    gc.set_threshold(20_000)
    server = StudioServer(tmp_path, listen("127.0.0.1", 0))
    turns: list[float] = []

    async def serve(**_: object) -> None:
        turns.append(sys.getswitchinterval())
        often.append(gc.get_threshold())

    server._server.serve = serve  # type: ignore[method-assign, assignment]
    thread = Thread(target=server.run)  # this one may have a loop of events, for a browser
    thread.start()
    thread.join()
    assert turns == [pytest.approx(TURN)]
    assert sys.getswitchinterval() == usual
    assert often == [GARBAGE]
    assert gc.get_threshold()[0] == 20_000
    gc.set_threshold(*before)
