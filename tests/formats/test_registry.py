"""Which formats there are, and who is asked about a name."""

import importlib.metadata
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from helpers.puzzles import FULL, READABLE

from crosswright.errors import FormatError, FormatWarning
from crosswright.formats import registry
from crosswright.formats.files import read, to_bytes, write
from crosswright.formats.format import FEATURES, Format
from crosswright.formats.registry import all_formats, by_content, by_name, by_suffix
from crosswright.grids.grid import Grid
from crosswright.puzzles.puzzle import Puzzle


@pytest.fixture
def plug_ins(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[object]]:
    """Put what a test appends to the list under the entry points of other packages."""
    loaded: list[object] = []

    def entry_points(group: str) -> list[EntryPoint]:
        assert group == "crosswright.formats"
        return list(map(EntryPoint, loaded))

    monkeypatch.setattr(importlib.metadata, "entry_points", entry_points)
    registry._plug_ins.cache_clear()
    yield loaded
    registry._plug_ins.cache_clear()


class EntryPoint:
    """An entry point of some other package."""

    def __init__(self, loaded: object) -> None:
        self.name, self.value, self.loaded = "shout", "shout:FORMAT", loaded

    def load(self) -> object:
        if isinstance(self.loaded, Exception):
            raise self.loaded
        return self.loaded


def shouting(*suffixes: str, sniff: bytes = b"HEY") -> Format:
    return Format(
        "shout",
        "shouting",
        suffixes,
        frozenset({"title"}),
        lambda data: Puzzle(Grid.empty(1, 1), title=data.decode()),
        lambda puzzle, losses: puzzle.title.upper().encode(),
        sniff=lambda head: head.startswith(sniff),
    )


def test_formats_of_other_packages(plug_ins: list[object], tmp_path: Path) -> None:
    plug_ins.append(shouting(".shout"))
    losses = write(replace(FULL, notes=""), tmp_path / "a.shout")
    assert "rebus" not in " ".join(loss.what for loss in losses)
    assert read(tmp_path / "a.shout").title == "FULL"
    assert by_name("Shout").title == "shouting"
    assert by_content(b"HEY") is plug_ins[0]
    assert by_content(b"HEY", plug_ins=False) is None


def test_broken_formats_of_other_packages_are_reported_and_left_out(
    plug_ins: list[object],
) -> None:
    plug_ins += [ImportError("gone"), shouting(".shout"), "a string"]
    with pytest.warns(FormatWarning) as caught:
        formats = all_formats()
    assert [str(warning.message) for warning in caught] == [
        "format shout of shout:FORMAT does not load: gone",
        "format shout of shout:FORMAT is not a crosswright.formats.format.Format",
    ]
    assert formats[-1] is plug_ins[1]


@pytest.mark.parametrize("name", ["a.shout.txt", "21.01.shout.txt", "week.SHOUT.across.txt"])
def test_a_longer_suffix_of_another_package_is_found(plug_ins: list[object], name: str) -> None:
    plug_ins.append(shouting(".shout.txt", ".shout.across.txt"))
    assert by_suffix(name) is plug_ins[0]


@pytest.mark.parametrize(
    ("name", "format"),
    [
        ("21.01.txt", "text"),
        ("2024-01-21.2.ipuz", "ipuz"),
        ("St. Patrick's day.puz", "puz"),
        ("week.across.txt", "acrosslite"),
        ("a.grid", "text"),
    ],
)
def test_no_other_package_is_asked_about_a_known_suffix(
    monkeypatch: pytest.MonkeyPatch, name: str, format: str
) -> None:
    monkeypatch.setattr(registry, "_plug_ins", lambda: pytest.fail("plug-ins were looked for"))
    assert by_suffix(name).name == format


def test_no_other_package_is_asked_about_known_content(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_plug_ins", lambda: pytest.fail("plug-ins were looked for"))
    for name in READABLE[1:]:
        match = by_content(to_bytes(FULL, name)[0])
        assert match and match.name == name


def test_unknown_names_and_suffixes_list_what_there_is() -> None:
    with pytest.raises(FormatError, match="unknown format 'doc'; choose from text, structure, puz"):
        by_name("doc")
    with pytest.raises(FormatError, match=r"a\.doc: unknown suffix; choose from \.txt \.grid"):
        by_suffix("a.doc")


def test_unknown_features_are_refused() -> None:
    with pytest.raises(ValueError, match="unknown features colour; choose from solution"):
        Format("x", "x", (), frozenset({"colour"}), lambda d: FULL, lambda p, ls: b"")


def test_every_format_says_what_it_holds() -> None:
    for each in all_formats():
        assert each.holds <= set(FEATURES)
        assert each.title
        assert all(suffix.startswith(".") for suffix in each.suffixes)
    names = [each.name for each in all_formats()]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("name", registry._KNOWN)
def test_a_format_is_as_it_is_announced(name: str) -> None:
    _, _, suffixes, sniff = registry._KNOWN[name]
    loaded = registry.by_name(name)
    assert (loaded.name, loaded.suffixes, loaded.sniff) == (name, suffixes, sniff)


def test_only_the_format_that_is_called_for_is_imported() -> None:
    code = (
        "import sys\n"
        "from crosswright.formats import registry\n"
        "registry.by_suffix('21.01.txt'), registry.by_content(b'...', plug_ins=False)\n"
        "print(*(name for name in sys.modules if name.startswith('crosswright.formats.')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {name.removeprefix("crosswright.formats.") for name in done.stdout.split()}
    assert loaded == {"cleaning", "content", "format", "registry", "text"}
