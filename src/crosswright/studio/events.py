"""Server-sent events: one channel per document, read by any number of tabs.

A channel keeps its last events, so that a stream that was cut goes on where it ended. A reader who
falls behind is told to start over (`reset`); nobody waits for one.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import threading
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from typing import Any, Final

from crosswright.studio.refusals import Refusal

KEPT_EVENTS: Final = 128
"""Events of a channel that a stream can catch up with, and that may wait in a stream."""

KEPT_BYTES: Final = 32 * 1024
"""Bytes of a channel's events that are kept."""

NEWEST_ONLY: Final = frozenset({"preview", "check", "job", "fill.best", "library", "words"})
"""Events that say how things are: of these, only the newest is of use to anybody."""

TRANSIENT: Final = frozenset({"candidate", "letter", "certificate", "lifts"})
"""Events that are not kept: whoever comes back has the document thought about again."""

MAX_STREAMS: Final = 64
"""Streams at a time."""

HEARTBEAT: Final = 15.0
"""Seconds between signs of life, by which both sides notice that the other is gone."""


class Stream:
    """What one tab reads."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._waiting: deque[bytes] = deque()
        self._wake = asyncio.Event()
        self._is_closed = False
        self.missed_some = False

    def send(self, event: bytes) -> None:
        """Add an event, from any thread."""
        self._call(self._add, event)

    def close(self) -> None:
        """End the stream, from any thread."""
        self._call(self._end)

    def _call(self, function: Callable[..., None], *arguments: Any) -> None:
        with suppress(RuntimeError):  # the loop has ended, and the stream with it
            self._loop.call_soon_threadsafe(function, *arguments)

    def _add(self, event: bytes) -> None:
        if len(self._waiting) >= KEPT_EVENTS:
            self._waiting.clear()
            self.missed_some = True
        self._waiting.append(event)
        self._wake.set()

    def _end(self) -> None:
        self._is_closed = True
        self._wake.set()

    async def read(self, reset: Callable[[], bytes]) -> AsyncIterator[bytes]:
        """Yield events as they come; `reset` says what to tell a reader who missed some."""
        while not self._is_closed:
            if self.missed_some:
                self.missed_some = False
                yield reset()
            while self._waiting and not self.missed_some:
                yield self._waiting.popleft()
            self._wake.clear()
            try:
                await asyncio.wait_for(self._wake.wait(), HEARTBEAT)
            except TimeoutError:
                yield b": still here\n\n"


class Channel:
    """The events about one document, or about the library."""

    def __init__(self, revision: Callable[[], int] = lambda: 0) -> None:
        self._revision = revision
        self._epoch = secrets.token_hex(4)
        self._sequence = 0
        self._bytes = 0
        self._kept: deque[tuple[int, bytes]] = deque()
        self._newest: dict[str, tuple[int, bytes]] = {}
        self._last_dropped = 0
        self._streams: set[Stream] = set()
        self._was_read = False
        self._lock = threading.Lock()

    @property
    def has_streams(self) -> bool:
        """Whether anybody is reading."""
        return bool(self._streams)

    def publish(self, name: str, data: Any) -> None:
        """Send an event to all streams, from any thread; keep it if there ever was one."""
        with self._lock:
            self._sequence += 1
            if not self._was_read:
                self._last_dropped = self._sequence
                return
            event = _encoded(name, data, f"{self._epoch}-{self._sequence}")
            if name in NEWEST_ONLY:
                self._newest[name] = self._sequence, event
            elif name not in TRANSIENT:
                self._keep(event)
            for stream in self._streams:
                stream.send(event)

    def _keep(self, event: bytes) -> None:
        self._kept.append((self._sequence, event))
        self._bytes += len(event)
        while len(self._kept) > KEPT_EVENTS or self._bytes > KEPT_BYTES:
            self._last_dropped, dropped = self._kept.popleft()
            self._bytes -= len(dropped)

    def subscribe(self, loop: asyncio.AbstractEventLoop, last_id: str | None) -> Stream:
        """Open a stream; it begins with what came after `last_id`, if that is still known."""
        stream = Stream(loop)
        with self._lock:
            self._was_read = True
            stream._waiting.append(_encoded("hello", {"revision": self._revision()}))
            missed = self._after(last_id) if last_id else []
            if missed is None:
                stream._waiting.append(self.reset())
            else:
                stream._waiting.extend(missed)
            self._streams.add(stream)
        return stream

    def _after(self, last_id: str) -> list[bytes] | None:
        epoch, _, number = last_id.partition("-")
        if epoch != self._epoch or not number.isascii() or not number.isdecimal():
            return None
        last = int(number[:18])
        if not self._last_dropped <= last <= self._sequence:
            return None
        missed = (each for each in (*self._kept, *self._newest.values()) if each[0] > last)
        return [event for _, event in sorted(missed)]

    def reset(self) -> bytes:
        """Return the event that tells a reader to start over."""
        return _encoded("reset", {"revision": self._revision()})

    def unsubscribe(self, stream: Stream) -> None:
        """Forget a stream."""
        with self._lock:
            self._streams.discard(stream)

    def close(self) -> None:
        """End all streams."""
        with self._lock:
            for stream in self._streams:
                stream.close()


class StreamCount:
    """How many streams there are, and may be."""

    def __init__(self, most: int = MAX_STREAMS) -> None:
        self._most = most
        self._open: set[tuple[Channel, Stream]] = set()

    def open(self, channel: Channel, last_id: str | None) -> Stream:
        """Open a stream of a channel; a Refusal if there are too many."""
        if len(self._open) >= self._most:
            raise Refusal("too_many", f"{self._most} tabs are open; close one")
        stream = channel.subscribe(asyncio.get_running_loop(), last_id)
        self._open.add((channel, stream))
        return stream

    def close(self, channel: Channel, stream: Stream) -> None:
        """Close a stream."""
        self._open.discard((channel, stream))
        channel.unsubscribe(stream)

    def close_all(self) -> None:
        """End all streams, so that the server can end."""
        for _, stream in [*self._open]:
            stream.close()

    def __len__(self) -> int:
        return len(self._open)


def _encoded(name: str, data: Any, event_id: str = "") -> bytes:
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return (
        f"{f'id: {event_id}{chr(10)}' if event_id else ''}event: {name}\ndata: {text}\n\n".encode()
    )
