"""What docs/trace.md and docs/algorithms.md say is true."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from crosswright.explaining.preview import preview
from crosswright.grids.grid import Grid
from crosswright.limits import Limit
from crosswright.tracing.compare import compare
from crosswright.tracing.events import VERSION, Event
from crosswright.tracing.textbook import Variant
from crosswright.tracing.trace import trace
from crosswright.words.wordlist import WordList

ROOT = Path(__file__).parents[2]
SCHEMA = (ROOT / "docs" / "trace.md").read_text("utf-8")
LESSON = (ROOT / "docs" / "algorithms.md").read_text("utf-8")


@pytest.fixture(scope="module")
def mini() -> Grid:
    return Grid.parse((ROOT / "docs" / "examples" / "mini.txt").read_text("utf-8"))


@pytest.fixture(scope="module")
def common() -> WordList:
    return WordList.load(ROOT / "data" / "words2.txt")


def events(mini: Grid, common: WordList, knotty: list[tuple[Grid, WordList]]) -> Iterator[Event]:
    """Yield events of every kind."""
    yield from trace(mini, common, algorithm="textbook")
    yield from trace(mini, common, required=["AGE"], events=3000)
    yield from trace(mini, WordList.from_words(["AAA", "AAAA", "AAAAA"]), algorithm="textbook")
    yield from trace("...\n.##\n.##", ["CAT", "COT", "DOG"], required=["DOG", "CAT", "COT"])
    for problem in knotty:
        yield from trace(*problem)


def test_every_event_and_field_is_documented(
    mini: Grid, common: WordList, knotty: list[tuple[Grid, WordList]]
) -> None:
    documented = {
        kind: set(re.findall(r"`(\w+)`", fields))
        for kind, fields in re.findall(r"^\| `(\w+)` \| ([^|]*) \|", SCHEMA, re.M)
    }
    recorded: dict[str, set[str]] = defaultdict(set)
    for event in events(mini, common, knotty):
        recorded[event["event"]] |= event.keys() - {"event"}
    assert recorded == documented
    assert f"the version of this schema ({VERSION})" in SCHEMA


def test_pictures_are_there() -> None:
    pictures = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", LESSON)
    assert len(pictures) >= 7
    assert all((ROOT / "docs" / picture).stat().st_size for picture in pictures)


def test_the_figures_are_right(mini: Grid, common: WordList) -> None:
    assert "\n".join(mini.rows()) in LESSON
    sizes = [common.size(length) for length in (3, 5, 4)]
    assert f"{sizes[0]} have three letters, {sizes[1]} five, {sizes[2]} four" in LESSON
    run = list(trace(mini, common, algorithm="textbook"))
    first = next(index for index, event in enumerate(run) if event["event"] == "assign")
    revisions = sum(event["event"] == "revise" for event in run[:first])
    assert f"AC-3 takes {revisions} revisions" in LESSON
    assert len(preview(mini.with_letters({(0, 2): "U"}), common).forced) == 2
    plain = Variant(True, "fixed", "alphabetical")
    variants = [Variant(), plain, Variant(True, "degree", "lcv")]
    best, worse, lucky = compare(mini, common, limit=Limit(seconds=60), variants=variants)
    assert f"takes {best.counters.assignments} assignments" in LESSON
    assert f"alphabetical order {worse.counters.assignments}" in LESSON
    assert lucky.counters.backtracks == 0


def test_the_figures_of_the_square_are_right(common: WordList) -> None:
    square = Grid.parse((ROOT / "docs" / "examples" / "square.txt").read_text("utf-8"))
    variants = [Variant(), Variant(True, "fixed", "random"), Variant(False, "fixed", "random")]
    least, inferring, most = (
        outcome.counters.assignments
        for outcome in compare(square, common, limit=Limit(seconds=600), variants=variants)
    )
    assert f"{least} to {inferring} with inference" in LESSON
    assert f"to {most:,} without" in LESSON
