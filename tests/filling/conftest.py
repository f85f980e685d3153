"""Every test of filling runs with both engines."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True, scope="module")
def both_engines(each_engine: str) -> str:
    """Run the tests of a module with one engine, then with the other."""
    return each_engine
