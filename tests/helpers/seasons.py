"""A small season made by hand, for the tests of what is shown of one."""

from __future__ import annotations

import datetime
import hashlib
from pathlib import Path

from crosswright.formats.files import write
from crosswright.grids.grid import Grid
from crosswright.puzzles.difficulty import estimate
from crosswright.puzzles.puzzle import Puzzle
from crosswright.series import outputs
from crosswright.series.calendar import dated
from crosswright.series.inputs import Inputs
from crosswright.series.ledger import DONE, HOLE, Ledger, LedgerEntry, LedgerFile
from crosswright.series.plan import Calendar, Day, Plan, Windows
from crosswright.series.planfile import parse
from crosswright.support.records import replace

START = datetime.date(2027, 2, 26)
"""A Friday; the season goes on into March."""

GRIDS = ("CAT\nU#I\nTEE", "COT\nA#O\nBEE", "DOG\nI#E\nPOT", "HAT\nE#I\nNIP", "SAW\nU#A\nNAY")

EXPLANATION = "No fill was found.\n1-Across: no word is left; <all> were used."


def small_plan(puzzles: int = 7, **changes: object) -> Plan:
    """Return a plan of some days on end."""
    plan = Plan(
        calendar=Calendar(START, puzzles),
        name="Small & <Daily>",
        days=(Day(height=3, width=3, difficulty="easy"),) * 7,
        windows=Windows(((3, 4),), longer=9),
    )
    return replace(plan, **changes)


def small_season(plan: Plan, *, hole: int | None = 4, committed: int = 6) -> list[LedgerEntry]:
    """Return what is committed: the grids in turn, and one hole."""
    entries = []
    for planned in dated(plan)[:committed]:
        grid = Grid.parse(GRIDS[(planned.number - 1) % len(GRIDS)])
        blank = LedgerEntry(planned.number, planned.date, HOLE, str(grid.without_letters()))
        if planned.number == hole:
            entries.append(replace(blank, explanation=EXPLANATION))
            continue
        stem = f"{planned.date:%Y/%m}/{planned.date}"
        answers = [grid.word(slot.label) or "" for slot in grid.slots]
        entries.append(
            replace(
                blank,
                status=DONE,
                grid=str(grid),
                answers=tuple(answers),
                min_score=50,
                mean=70.0 + planned.number % 30,
                lowest=50 + planned.number % 20,
                difficulty=10.0 * (planned.number % 5),
                repair="region" if planned.number == 2 else "none",
                files=tuple(LedgerFile(stem + end, "0" * 64, 9) for end in (".puz", ".pdf")),
            )
        )
    return entries


def write_puzzles(entries: list[LedgerEntry], folder: Path) -> list[LedgerEntry]:
    """Write a puzzle file for every puzzle; return the entries with these files alone."""
    for entry in entries:
        if not entry.is_hole:
            puzzle = Puzzle.from_filled(Grid.parse(entry.grid))
            write(replace(puzzle, title=f"No. {entry.number} <i>"), folder / f"{entry.date}.ipuz")
    return [
        replace(entry, files=(LedgerFile(f"{entry.date}.ipuz", "0" * 64, 9),) * (not entry.is_hole))
        for entry in entries
    ]


PLAN_FILE = """
version = 1
name = "Small"
[calendar]
start = 2027-02-26
puzzles = 6
[days.default]
size = 3
min_score = 50
goal = 0
[patterns]
from = "folder"
folder = "grids"
[words]
lists = ["my.dict"]
[windows]
3 = 4
longer = 9
[history]
puzzles = ["published.txt"]
[output]
formats = ["ipuz", "csv"]
[[output.sheets]]
suffix = ".txt"
"""
"""The plan of `season_on_disk`."""


def season_on_disk(base: Path, committed: int = 5) -> Path:
    """Write a season of real files, the fourth puzzle of which is a hole; return its folder."""
    scores = {word: 50 + index for index, word in enumerate(_all_answers())}
    for name, text in {
        "plan.toml": PLAN_FILE,
        "my.dict": "".join(f"{word};{score}\n" for word, score in scores.items()),
        "published.txt": "NEVER\nEVER\n",
        "grids/ring.txt": "...\n.#.\n...\n",
    }.items():
        (base / name).parent.mkdir(exist_ok=True)
        (base / name).write_text(text)
    plan = parse(PLAN_FILE, base=str(base))
    inputs, folder = Inputs.of(plan), base / plan.outputs.folder
    with Ledger.create(folder, plan, inputs.digest, PLAN_FILE) as ledger:
        (folder / outputs.PLAN_COPY).write_text(PLAN_FILE)
        for entry in small_season(plan, committed=committed):
            ledger.commit(entry if entry.is_hole else _with_files(plan, inputs, entry, folder))
    return folder


def _all_answers() -> list[str]:
    grids = map(Grid.parse, GRIDS)
    return [grid.word(slot.label) or "" for grid in grids for slot in grid.slots]


def _with_files(plan: Plan, inputs: Inputs, entry: LedgerEntry, folder: Path) -> LedgerEntry:
    planned = dated(plan)[entry.number - 1]
    puzzle = outputs.puzzle(plan, inputs, planned, Grid.parse(entry.grid))
    files = []
    for path, data in outputs.files(plan, planned, puzzle).items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
        files.append(LedgerFile(path, hashlib.sha256(data).hexdigest(), len(data)))
    scores = [inputs.words.score(answer) or 0 for answer in entry.answers]
    mean = sum(scores) / len(scores)
    difficulty = estimate(Grid.parse(entry.grid), inputs.words.score).number
    return replace(entry, files=tuple(files), mean=mean, lowest=min(scores), difficulty=difficulty)
