"""The page applies operations by the same rules as the server."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.studio import RANDOM_OPERATIONS
from helpers.studio_page import Desk
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from crosswright.errors import CrosswrightError
from crosswright.studio.operations import changes_of

APPLY = """async ([state, operations]) => {
    const { applyOperation, copyOf } = await import("/static/js/operations.js");
    const copy = copyOf(state);
    for (const operation of operations) applyOperation(copy, operation);
    return copy;
}"""

START: dict[str, Any] = {
    "size": {"height": 4, "width": 4},
    "cells": {
        "0,0": {"letter": "A"},
        "0,1": {"letter": "B", "pencil": True, "circle": True},
        "1,1": {"block": True, "note": "here"},
        "2,2": {"letter": "HEART", "shade": "red", "given": True},
    },
    "bars": {"0,0 right": True},
    "clues": {"down 0,0 4": {"text": "Old", "html": "<i>Old</i>", "draft": True}},
    "theme": {"down 0,0 4": True},
    "meta": {"title": "T"},
    "settings": {"symmetry": "180"},
    "rules": {},
    "lists": {"stack": [{"language": "en"}], "own": True},
    "parts": {},
}


@pytest.fixture
def page(desk: Desk) -> Any:
    """A page that has the studio's modules."""
    desk.library()
    return desk.page


@given(operations=st.lists(RANDOM_OPERATIONS, min_size=1, max_size=6))
@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_the_same_state(page: Any, operations: list[dict[str, Any]]) -> None:
    usual = [operation for operation in operations if is_applied_at_once(operation)]
    try:
        changes = changes_of(START, usual)
    except CrosswrightError:
        return  # refused as a whole: the page shows the server's state again
    expected = {part: dict(values) for part, values in START.items()}
    for part, key, _, after in changes:
        if after is None:
            expected[part].pop(key, None)
        else:
            expected[part][key] = after
    assert page.evaluate(APPLY, [START, usual]) == expected


def is_applied_at_once(operation: dict[str, Any]) -> bool:
    """A new size waits for the answer; the page names slots by key, never by label."""
    names_label = not str(operation.get("slot", "across ")).startswith(("across ", "down "))
    return operation["op"] != "resize" and not names_label
