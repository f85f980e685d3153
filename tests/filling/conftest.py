"""Every fill test runs on both engines."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from crosswright import engine
from crosswright.engine import plain

try:
    from crosswright.engine import compiled
except ImportError:
    ENGINES = [plain]
else:
    ENGINES = [plain, compiled]


@pytest.fixture(params=ENGINES, ids=lambda module: module.NAME, autouse=True, scope="module")
def each_engine(request: pytest.FixtureRequest) -> Iterator[str]:
    """Run the tests of a module with one engine, then with the other."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engine, "name", request.param.NAME)
        for name in ("Solver", "best_scores", "rows_at_least", "score_range"):
            patch.setattr(engine, name, getattr(request.param, name))
        yield request.param.NAME
