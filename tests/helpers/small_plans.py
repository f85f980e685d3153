"""A small plan with files of its own, which takes a moment to run, and ways to run it."""

from __future__ import annotations

import datetime
import random
from collections.abc import Callable
from concurrent.futures import Executor, Future
from functools import cache
from pathlib import Path
from typing import Any

from crosswright.series.ledger import Ledger
from crosswright.series.plan import (
    Calendar,
    Day,
    Outputs,
    PatternSource,
    Plan,
    SearchSettings,
    Windows,
    WordSources,
)
from crosswright.support.records import replace
from crosswright.words import lexicon

PATTERNS = (
    "....#\n.....\n.....\n.....\n#....",
    "#...#\n.....\n.....\n.....\n#...#",
    "##...\n#....\n.....\n....#\n...##",
)

MIN_SCORE = 60


@cache
def list_text() -> str:
    """Return the words of three to five letters with good scores, as a list file."""
    words = lexicon.english()
    return "".join(
        f"{word};{score}\n" for word, score in words if 3 <= len(word) <= 5 and score >= MIN_SCORE
    )


def small_plan(folder: Path, puzzles: int = 10, **search: object) -> Plan:
    """Write the files of a plan to a folder, and return the plan."""
    (folder / "patterns").mkdir(parents=True)
    for index, pattern in enumerate(PATTERNS):
        (folder / f"patterns/{index}.txt").write_text(pattern)
    (folder / "words.dict").write_text(list_text())
    return Plan(
        calendar=Calendar(datetime.date(2027, 3, 1), puzzles),
        days=(Day(height=5, width=5, min_score=MIN_SCORE, goal=85),) * 7,
        patterns=PatternSource("folder", "patterns"),
        words=WordSources(("words.dict",)),
        windows=Windows(((3, 3), (4, 5)), longer=30),
        search=replace(SearchSettings(lag=4, failures=500, repair_failures=500), **search),
        outputs=Outputs(formats=("puz", "txt")),
        base=str(folder),
    )


PLAN_TEXT = """\
version = 1
name = "Small"
[calendar]
start = 2027-03-01
puzzles = {puzzles}
[days.default]
size = 5
min_score = 60
goal = 85
[patterns]
from = "folder"
folder = "patterns"
[words]
lists = ["words.dict"]
[windows]
3 = 3
4 = 5
longer = 30
[output]
folder = "season"
formats = ["puz", "txt"]
[search]
lag = 4
failures = 500
repair_failures = 500
"""


def write_plan(folder: Path, puzzles: int = 10) -> Path:
    """Write a plan file like `small_plan`, with its files, and return its path."""
    small_plan(folder, puzzles)
    path = folder / "plan.toml"
    path.write_text(PLAN_TEXT.format(puzzles=puzzles))
    return path


def contents(folder: Path) -> dict[str, bytes]:
    """Return the files of a season by their paths, and a dump of its ledger."""
    files = {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and not path.name.startswith("ledger.")
    }
    with Ledger.open(folder) as ledger:
        return {**files, "ledger": ledger.dump().encode()}


class InlineExecutor(Executor):
    """An executor without workers: each task is done when it is handed in."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


class LateExecutor(Executor):
    """An executor that does what it has in any order, one task each time it gets another.

    What is left then is done before anybody waits for it: see `hurry`.
    """

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._waiting: list[tuple[Future[Any], Callable[[], Any]]] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self._waiting.append((future, lambda: fn(*args, **kwargs)))
        return future

    def hurry(self) -> None:
        """Do one of the tasks that are waiting."""
        if self._waiting:
            index = self._random.randrange(len(self._waiting))
            future, work = self._waiting.pop(index)
            if future.set_running_or_notify_cancel():
                future.set_result(work())
