"""A studio in use for long does not grow; `bench/studio_growth.py` measures a whole process."""

from __future__ import annotations

import asyncio
import gc
import random
import threading
import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from helpers.studio import letters, op

from crosswright.studio import library as libraries
from crosswright.studio.opened import OpenDocument
from crosswright.studio.state import empty_state
from crosswright.studio.studio import Studio

DOCUMENTS = 10
STREAMS = 3
WARM_UP = 250
EDITS = 600
MAX_BYTES_PER_EDIT = 270  # 5 MB in 18,000 edits

WORDS = "CAT;90\nCUT;80\nCOT;75\nTIE;70\nTEE;60\nTOE;55\n"


@contextmanager
def read_streams(documents: list[OpenDocument]) -> Iterator[None]:
    """Read the events of documents, and throw them away."""
    loop = asyncio.new_event_loop()
    are_open = threading.Event()

    async def read(document: OpenDocument) -> None:
        stream = document.channel.subscribe(loop, None)
        are_open.set()
        async for _ in stream.read(document.channel.reset):
            pass

    async def read_all() -> None:
        await asyncio.gather(*map(read, documents))

    thread = threading.Thread(target=loop.run_until_complete, args=[read_all()])
    thread.start()
    are_open.wait()
    yield
    for document in documents:
        document.channel.close()
    thread.join()
    loop.close()


def test_memory_and_threads_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(libraries, "MAX_OPEN", 4)
    (tmp_path / "words.dict").write_text(WORDS)
    studio = Studio(tmp_path)
    chance = random.Random(1)
    lists = op("set_lists", stack=[{"path": "words.dict"}], own=False)
    identities = []
    for _ in range(DOCUMENTS):
        document = studio.library.create(empty_state(3, 3))
        document.edit(0, [lists])
        identities.append(document.identity)

    def edit() -> None:
        document = studio.library.hold(chance.choice(identities))
        base = document.document.revision
        if chance.random() < 0.2:
            document.undo(base)
        else:
            document.edit(base, [letters(chance.choice("ABCD"), chance.randrange(3))])
        studio.library.release(document)

    with read_streams([studio.library.open(identity) for identity in identities[:STREAMS]]):
        for _ in range(WARM_UP):
            edit()
        threads = threading.active_count()
        tracemalloc.start()
        for _ in range(WARM_UP):  # so that what is freed below was counted when it was made
            edit()
        gc.collect()
        before = tracemalloc.get_traced_memory()[0]
        for _ in range(EDITS):
            edit()
        gc.collect()
        grown = tracemalloc.get_traced_memory()[0] - before
        tracemalloc.stop()
        assert threading.active_count() == threads
    studio.close()
    assert grown < EDITS * MAX_BYTES_PER_EDIT
