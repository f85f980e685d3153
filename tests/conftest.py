"""What all tests share: a cache of their own, so that none reads or fills the user's."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

# No test asserts a time, so no property has a deadline.
settings.register_profile("crosswright", deadline=None)
settings.load_profile("crosswright")


@pytest.fixture(scope="session", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Keep what is cached during the tests in a temporary directory."""
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("cache")
        patch.setenv("CROSSWRIGHT_CACHE", str(folder))
        yield folder
