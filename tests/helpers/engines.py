"""The engines that there are, and tests run with one of them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType

import pytest

from crosswright import engine
from helpers.twins import twins_of

ENGINES = twins_of("crosswright.engine")

each_module = pytest.mark.parametrize("module", ENGINES, ids=lambda module: module.NAME)
"""Give a test each engine as `module`; the fixture `each_engine` sets it for everything."""


@contextmanager
def solving_with(module: ModuleType) -> Iterator[None]:
    """Let everything that solves do it with this engine."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engine, "name", module.NAME)
        for name in engine.PICKED:
            patch.setattr(engine, name, getattr(module, name))
        yield
