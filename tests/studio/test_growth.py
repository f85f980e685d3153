"""A studio in use for long does not grow; `bench/studio_growth.py` measures a whole process."""

from __future__ import annotations

import asyncio
import gc
import os
import queue
import random
import threading
import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from helpers.studio import PATIENCE, letters, op, read_events

from crosswright.filling.asking import memory
from crosswright.studio import events
from crosswright.studio import library as libraries
from crosswright.studio.opened import OpenDocument
from crosswright.studio.state import empty_state
from crosswright.studio.studio import Studio
from crosswright.studio.thinking.first import CheckStage

pytestmark = pytest.mark.endurance

DOCUMENTS = 24
STREAMS = 6
WARM_UP = 100
EDITS = 1500  # what is held at a moment differs by 200 KB or so, however many there were
MAX_BYTES_PER_EDIT = 270  # 5 MB in 18,000 edits

WORDS = "CAT;90\nCUT;80\nCOT;75\nTIE;70\nTEE;60\nTOE;55\n"


@pytest.fixture
def studio(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Studio]:
    """A studio whose bounds are small enough to be reached soon."""
    monkeypatch.setattr(libraries, "MAX_OPEN", 12)
    monkeypatch.setattr(events, "KEPT_BYTES", 2000)
    monkeypatch.setattr(CheckStage, "pause", 0.0)
    monkeypatch.setattr(memory, "MAX_WITNESSES", 20)
    monkeypatch.setattr(memory, "MAX_FINDINGS", 5)
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)
    (tmp_path / "words.dict").write_text(WORDS)
    studio = Studio(tmp_path)
    yield studio
    studio.close()


@contextmanager
def read_streams(documents: list[OpenDocument]) -> Iterator[queue.Queue[tuple[str, int]]]:
    """Read the events of documents; tell which revisions were checked."""
    loop = asyncio.new_event_loop()
    checked: queue.Queue[tuple[str, int]] = queue.Queue()
    streams = [(each, each.channel.subscribe(loop, None)) for each in documents]

    async def read_all() -> None:
        await asyncio.gather(*(read(document, stream) for document, stream in streams))

    async def read(document: OpenDocument, stream: events.Stream) -> None:
        async for data in stream.read(document.channel.reset):
            for event in read_events(data.splitlines(keepends=True)):
                if event.name == "check":
                    checked.put((document.identity, event.data["revision"]))

    thread = threading.Thread(target=loop.run_until_complete, args=[read_all()])
    thread.start()
    yield checked
    for document in documents:
        document.channel.close()
    thread.join()
    loop.close()


def test_memory_and_threads_stay(studio: Studio) -> None:
    chance = random.Random(1)
    lists = op("set_lists", stack=[{"path": "words.dict"}], own=False)
    identities = []
    for _ in range(DOCUMENTS):
        document = studio.library.create(empty_state(3, 3))
        document.edit(0, [lists])
        identities.append(document.identity)
    watched = identities[:STREAMS]

    def edit(checked: queue.Queue[tuple[str, int]]) -> None:
        document = studio.library.hold(chance.choice(identities))
        revision = document.document.revision
        if chance.random() < 0.2:
            answer = document.undo(revision)
        else:
            letter = letters(chance.choice("ABCD"), chance.randrange(3))
            answer = document.edit(revision, [letter])
        if document.identity in watched and answer["revision"] > revision:
            wanted = document.identity, answer["revision"]
            while checked.get(timeout=PATIENCE) != wanted:
                pass
        studio.library.release(document)

    with read_streams([studio.library.open(identity) for identity in watched]) as checked:
        for _ in range(WARM_UP):
            edit(checked)
        threads = threading.active_count()
        tracemalloc.start()
        for _ in range(WARM_UP):  # so that what is freed below was counted when it was made
            edit(checked)
        gc.collect()
        before = tracemalloc.get_traced_memory()[0]
        for _ in range(EDITS):
            edit(checked)
        gc.collect()
        grown = tracemalloc.get_traced_memory()[0] - before
        tracemalloc.stop()
        assert threading.active_count() == threads
    assert grown < EDITS * MAX_BYTES_PER_EDIT
