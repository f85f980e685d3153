"""Names that one system or another does not take."""

import pytest

from crosswright.support.names import is_device, unportable


@pytest.mark.parametrize("name", ["CON", "con.ipuz", "nul", "Lpt9.tar.gz", "aux .txt", "COM1"])
def test_devices_of_windows(name: str) -> None:
    assert is_device(name)
    assert unportable(name) == "is a device on Windows"


@pytest.mark.parametrize("name", ["console", "com0", "com10", "nulls.ipuz", "my con", "a.con", "é"])
def test_other_names_are_fine(name: str) -> None:
    assert unportable(name) == ""


@pytest.mark.parametrize("name", ["a/b", "a\\b", "a:b", "what?", "a\nb", "the end.", "the end "])
def test_names_that_are_refused(name: str) -> None:
    assert unportable(name)
