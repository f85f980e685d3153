"""Streams of events: resumed where they were cut, never waited for, bounded in number."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import pytest
from helpers.studio import StudioClient, letters, read_events, running_studio, small_document, until

from crosswright.studio import events
from crosswright.studio.events import KEPT_EVENTS, Channel, StreamCount
from crosswright.studio.refusals import Refusal

Result = TypeVar("Result")


def test_a_stream_begins_with_the_revision_and_tells_edits(studio: StudioClient) -> None:
    identity = small_document(studio)
    with studio.events(f"/api/documents/{identity}/events") as stream:
        assert next(stream)[:2] == ("hello", {"revision": 1})
        answer = studio.edit(identity, letters("CAT"), batch="mine")
        told = until(stream, "rev").data
        assert (told["base"], told["revision"], told["batch"]) == (1, 2, "mine")
        assert told["changes"] == answer["changes"]
        assert until(stream, "preview").data["revision"] == 2
        assert until(stream, "check").data["revision"] == 2


def test_two_tabs_see_each_other(studio: StudioClient) -> None:
    identity = small_document(studio)
    path = f"/api/documents/{identity}/events"
    with studio.events(path) as one, studio.events(path) as other:
        studio.edit(identity, letters("CAT"))
        studio.edit(identity, letters("COT"))
        for stream in (one, other):
            assert [until(stream, "rev").data["revision"] for _ in range(2)] == [2, 3]


def test_a_stream_that_was_cut_goes_on_where_it_ended(studio: StudioClient) -> None:
    identity = small_document(studio)
    path = f"/api/documents/{identity}/events"
    with studio.events(path) as stream:
        studio.edit(identity, letters("CAT"))
        last = until(stream, "rev").id
    studio.edit(identity, letters("COT"))
    studio.edit(identity, letters("CUT"))
    with studio.events(path, last) as stream:
        assert next(stream)[:2] == ("hello", {"revision": 4})
        assert [until(stream, "rev").data["revision"] for _ in range(2)] == [3, 4]


@pytest.mark.parametrize("last", ["x", "x-1", "deadbeef-1", "-", "9" * 5000])
def test_an_unknown_past_is_a_reset(studio: StudioClient, last: str) -> None:
    identity = small_document(studio)
    with studio.events(f"/api/documents/{identity}/events", last) as stream:
        assert [next(stream).name for _ in range(2)] == ["hello", "reset"]


def test_words_that_change_are_told(studio: StudioClient) -> None:
    identity = small_document(studio)
    with studio.events(f"/api/documents/{identity}/events") as stream:
        next(stream)
        studio.post("/api/words/ban", {"word": "cat"})
        assert until(stream, "words").data["word"] == "CAT"


def test_the_library_tells_of_documents(studio: StudioClient) -> None:
    with studio.events("/api/events") as stream:
        next(stream)
        identity = studio.blank()
        assert until(stream, "library").data["id"] == identity


def test_a_word_list_that_cannot_be_read_is_told(studio: StudioClient, root: Path) -> None:
    identity = small_document(studio)
    (root / "words.dict").unlink()
    with studio.events(f"/api/documents/{identity}/events") as stream:
        studio.edit(identity, letters("CAT"))
        assert "words.dict" in until(stream, "trouble").data["message"]


def test_streams_end_with_the_server(root: Path) -> None:
    with running_studio(root) as client:
        identity = small_document(client)
        stream = client.events(f"/api/documents/{identity}/events")
        events_of_it = stream.__enter__()
        next(events_of_it)
    assert "rev" not in [event.name for event in events_of_it]
    stream.__exit__(None, None, None)


# -- without a server -----------------------------------------------------------------------------


def completed(work: Coroutine[Any, Any, Result]) -> Result:
    """Return what work comes to, in a thread: tests of pages leave a loop running in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()


async def read_some(channel: Channel, last_id: str | None, count: int) -> list[str]:
    """Return the names of the first events of a stream."""
    stream = channel.subscribe(asyncio.get_running_loop(), last_id)
    names: list[str] = []
    async for data in stream.read(channel.reset):
        names += [event.name for event in read_events(data.splitlines(keepends=True))]
        if len(names) >= count:
            break
    channel.unsubscribe(stream)
    return names


def read_channel() -> Channel:
    """Return a channel that somebody has read."""
    channel = Channel()
    completed(read_some(channel, None, 1))
    return channel


def test_nothing_is_kept_that_nobody_could_resume() -> None:
    channel = Channel()
    for _ in range(3):
        channel.publish("rev", {})
    assert (len(channel._kept), len(channel._newest)) == (0, 0)
    assert completed(read_some(channel, f"{channel._epoch}-2", 2)) == ["hello", "reset"]
    channel.publish("rev", {})
    assert completed(read_some(channel, f"{channel._epoch}-3", 2)) == ["hello", "rev"]


def test_only_so_many_events_are_kept() -> None:
    channel = read_channel()
    channel.publish("first", {})
    first = f"{channel._epoch}-1"
    for _ in range(KEPT_EVENTS):
        channel.publish("later", {})
    assert completed(read_some(channel, first, 3))[:2] == ["hello", "later"]
    channel.publish("later", {})
    assert completed(read_some(channel, first, 2)) == ["hello", "reset"]


def test_only_so_many_bytes_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events, "KEPT_BYTES", 1000)
    channel = read_channel()
    for _ in range(50):
        channel.publish("large", "x" * 300)
    assert len(channel._kept) < 5


def test_of_events_that_replace_each_other_the_newest_is_kept() -> None:
    channel = read_channel()
    channel.publish("rev", {})
    first = f"{channel._epoch}-1"
    for _ in range(3 * KEPT_EVENTS):
        channel.publish("check", {})
    channel.publish("rev", {})
    assert completed(read_some(channel, first, 3)) == ["hello", "check", "rev"]


def test_a_reader_who_falls_behind_starts_over() -> None:
    async def scenario() -> list[str]:
        channel = Channel(lambda: 7)
        stream = channel.subscribe(asyncio.get_running_loop(), None)
        for _ in range(3 * KEPT_EVENTS):
            channel.publish("rev", {})
        await asyncio.sleep(0)
        names = []
        async for data in stream.read(channel.reset):
            names += [event.name for event in read_events(data.splitlines(keepends=True))]
            if names[-1] == "rev":
                break
        assert len(stream._waiting) <= KEPT_EVENTS
        return names

    assert completed(scenario()) == ["reset", "rev"]


def test_there_are_only_so_many_streams() -> None:
    async def scenario() -> None:
        count, channel = StreamCount(2), Channel()
        streams = [count.open(channel, None) for _ in range(2)]
        with pytest.raises(Refusal) as refusal:
            count.open(channel, None)
        assert refusal.value.code == "too_many"
        count.close(channel, streams[0])
        count.open(channel, None)
        assert len(count) == 2

    completed(scenario())


def test_what_a_page_asks_for_again_is_not_kept() -> None:
    async def read() -> list[str]:
        channel = Channel()
        channel.subscribe(asyncio.get_running_loop(), None)
        for name in ("rev", "candidate", "letter", "rev"):
            channel.publish(name, {})
        return await read_some(channel, f"{channel._epoch}-1", 2)

    assert completed(read()) == ["hello", "rev"]
