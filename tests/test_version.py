"""The installed package and its metadata agree."""

from importlib.metadata import version

import crosswright


def test_version_matches_the_installed_metadata() -> None:
    assert crosswright.__version__ == version("crosswright")
