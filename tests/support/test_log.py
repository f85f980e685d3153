"""The log costs nothing while nobody listens."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from crosswright.support import log


@pytest.fixture
def heard() -> Iterator[list[str]]:
    texts: list[str] = []
    log.listen(texts.append)
    yield texts
    log.listen_no_more()


def test_whoever_listens_hears_every_step(heard: list[str]) -> None:
    assert log.is_logged()
    log.log("one")
    log.listen_no_more()
    log.log("two")
    assert heard == ["one"]
    assert not log.is_logged()
