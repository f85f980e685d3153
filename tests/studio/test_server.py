"""The socket of the studio."""

from __future__ import annotations

import socket

import pytest

from crosswright.studio.refusals import Refusal
from crosswright.studio.server import listen


def test_answers_are_sent_at_once() -> None:
    with listen("127.0.0.1", 0) as listening:
        assert listening.proto == socket.IPPROTO_TCP  # else asyncio lets Nagle's algorithm wait


def test_a_port_is_ours_alone() -> None:
    with listen("127.0.0.1", 0) as listening:
        port = listening.getsockname()[1]
        with pytest.raises(Refusal, match=f"port {port}"):
            listen("127.0.0.1", port)
