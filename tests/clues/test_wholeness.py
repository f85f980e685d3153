"""Whether what is left of a cut definition is whole."""

import importlib.util

import pytest

from crosswright.clues.wholeness import is_cut_short

INSTALLED = importlib.util.find_spec("wn") is not None
pytestmark = pytest.mark.skipif(not INSTALLED, reason="the extra `clues` is not installed")


@pytest.mark.parametrize(
    "text",
    [
        "wrongdoing for which an action",
        "machine tool in which metal",
        "protective covering consisting",
        "quality of being",
        "fabric of wool and cotton used",
        "a spy who works",
        "a person who takes a position",
        "a man who has sex",
        "branch of medicine dealing",
        "discipline dealing",
        "series of statements showing",
        "make or cause to be",
        "beings whose body has been taken over in whole",
        "metal with atomic number 9",
    ],
)
def test_what_is_cut_short(text: str) -> None:
    assert is_cut_short(text)


@pytest.mark.parametrize(
    "text",
    [
        "wrongdoing for which an action may be brought",
        "weapon that discharges a missile",
        "a human being",
        "person who is quiet",
        "tall building",
        "place in which people work",
        "easily broken or damaged",
        "give what is desired or needed",
        "incapable of being retracted",
        "state of well-being",
    ],
)
def test_what_is_not_cut_short(text: str) -> None:
    assert not is_cut_short(text)
