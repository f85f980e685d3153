"""What the tests of patterns share."""

from __future__ import annotations

import pytest

from crosswright import lexicon
from crosswright.words import WordList


@pytest.fixture(scope="session")
def english() -> WordList:
    """The built-in list."""
    return lexicon.english()
