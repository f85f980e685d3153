"""What the files of a plan hold."""

from __future__ import annotations

import datetime
import pickle
from pathlib import Path
from typing import Any

import pytest
from helpers.cli import PUZZLE

from crosswright.errors import CrosswrightError
from crosswright.formats.files import write
from crosswright.series.inputs import Inputs
from crosswright.series.plan import (
    Calendar,
    ClueSources,
    HistorySources,
    PatternSource,
    Plan,
    WordSources,
)
from crosswright.support.records import replace

FILES = {
    "my.dict": "CAT;90\nDOG;80\nÉTÉ;70\n",
    "more.dict": "CAT;10\nCOW;60\nBAD;50\nWORSE;50\n",
    "never.txt": "WORSE\n",
    "old.txt": "cow\nhorse\n",
    "grids/one.txt": "...\n.#.\n...\n",
    "grids/two.txt": "CAT\n...\n...\n",
    "grids/two-again.txt": "...\n...\n...\n",
    "clues.csv": "answer,clue\ncat,It purrs\n",
    "others.csv": "answer,clue\nCAT,Kitty\nDOG,It barks\n",
}
PLAN = Plan(
    calendar=Calendar(datetime.date(2027, 1, 1), 3),
    words=WordSources(("my.dict", "more.dict"), ban=("bad", "never.txt")),
    history=HistorySources(("published", "old.txt")),
    patterns=PatternSource("folder", "grids"),
    clues=ClueSources(("clues.csv", "others.csv")),
    themes=((datetime.date(2027, 1, 2), ("été",)),),
)


@pytest.fixture
def plan(tmp_path: Path) -> Plan:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    (tmp_path / "published").mkdir()
    write(PUZZLE, tmp_path / "published/1.ipuz")
    return replace(PLAN, base=str(tmp_path))


def test_everything_is_read_and_spelled_alike(plan: Plan) -> None:
    inputs = Inputs.of(plan)
    assert dict(inputs.words) == {"CAT": 90, "DOG": 80, "ETE": 70, "COW": 60}
    assert inputs.history.words == ("COW", "HORSE")
    assert [sorted(answers) for answers in inputs.history.puzzles] == [
        sorted(PUZZLE.answers.values())
    ]
    assert inputs.patterns == ("...\n.#.\n...", "...\n...\n...")
    assert inputs.clues_by_answer == {"cat": "It purrs", "DOG": "It barks"}
    assert inputs.themes_by_number == {2: ("ETE",)}


def test_inputs_travel_without_their_files(plan: Plan) -> None:
    inputs = Inputs.of(plan)
    again = pickle.loads(pickle.dumps(inputs))
    assert again.digest == inputs.digest
    assert dict(again.words) == dict(inputs.words)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("my.dict", "CAT;89\nDOG;80\nÉTÉ;70\n"),
        ("never.txt", "CAT\n"),
        ("old.txt", "dog\nhorse\n"),
        ("grids/one.txt", "..#\n...\n#..\n"),
        ("clues.csv", "answer,clue\ncat,It meows\n"),
    ],
)
def test_what_a_file_holds_changes_the_digest(plan: Plan, name: str, text: str) -> None:
    before = Inputs.of(plan).digest
    Path(plan.base, name).write_text(text, "utf-8")
    assert Inputs.of(plan).digest != before


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"words": WordSources(("none.dict",))}, "none.dict"),
        ({"words": WordSources(("bare.dict",))}, "bare.dict: no words in it; write one per line"),
        ({"words": WordSources(("my.dict",), ban=("none.txt",))}, "none.txt"),
        ({"history": HistorySources(("gone/",))}, "gone"),
        ({"patterns": PatternSource("folder", "gone")}, "gone: the folder of patterns cannot be"),
        ({"patterns": PatternSource("folder", "empty")}, "empty: no patterns in this folder"),
        ({"patterns": PatternSource("folder", "mixed")}, "a folder of patterns has nothing else"),
        ({"clues": ClueSources(("none.csv",))}, "none.csv"),
    ],
)
def test_a_file_that_is_missing_is_named(plan: Plan, change: dict[str, Any], message: str) -> None:
    for folder in ("empty", "mixed"):
        Path(plan.base, folder).mkdir()
    Path(plan.base, "bare.dict").write_text("# to be filled\n")
    Path(plan.base, "mixed/notes.txt").write_text("Remember the milk!\n")
    with pytest.raises(CrosswrightError) as caught:
        Inputs.of(replace(plan, **change))
    assert message in str(caught.value) and "\n" not in str(caught.value)
