"""The puzzle of a filled grid, and its files: the same bytes whenever they are made."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath
from typing import Final

from crosswright.errors import CrosswrightError, SeriesError
from crosswright.formats.files import to_bytes
from crosswright.formats.registry import by_suffix
from crosswright.grids.grid import Grid
from crosswright.puzzles.puzzle import Puzzle
from crosswright.rendering.options import RenderOptions
from crosswright.rendering.render import render
from crosswright.series.inputs import Inputs
from crosswright.series.ledger import LEDGER, LEDGER_LOCK
from crosswright.series.plan import WEEKDAYS, Plan, PlannedPuzzle, SheetFile
from crosswright.support.placeholders import fill_in
from crosswright.support.records import replace
from crosswright.words.lexicon import tag_of

PLACEHOLDERS: Final = ("n", "date", "year", "month", "weekday", "name")
"""What may be in braces in the texts of a plan; {name} is that of the plan."""

NAME_PLACEHOLDERS: Final = PLACEHOLDERS[:-1]
"""What may be in braces in the names of files."""

PLAN_COPY: Final = "plan.toml"
REPORT: Final = "report.html"
SITE: Final = "site"
RESERVED: Final = (LEDGER, LEDGER_LOCK, PLAN_COPY, REPORT, SITE)
"""What is in the folder of a season besides the files of its puzzles."""

CHANGED: Final = ".changed"
"""What is added to the name of a file that was changed after it was committed, before it is
replaced."""


def placeholder_values(plan: Plan, planned: PlannedPuzzle) -> dict[str, object]:
    """Return what the placeholders of a plan's texts stand for."""
    date = planned.date
    return {
        "n": planned.number,
        "date": date.isoformat(),
        "year": f"{date.year:04}",
        "month": f"{date.month:02}",
        "weekday": WEEKDAYS[date.weekday()].capitalize(),
        "name": plan.name,
    }


def puzzle(plan: Plan, inputs: Inputs, planned: PlannedPuzzle, grid: Grid) -> Puzzle:
    """Return a filled grid as the puzzle of its date, with clues and texts.

    Raise ClueError if clues are to be drafted, and the extra `clues` is not installed.
    """
    values = placeholder_values(plan, planned)
    texts = {name: fill_in(text, values) for name, text in vars(plan.texts).items()}
    texts["difficulty"] = texts["difficulty"] or planned.day.difficulty or ""
    language = "" if plan.words.language is None else tag_of(plan.words.language)
    plain = Puzzle.from_filled(grid)
    dated = replace(plain, date=planned.date.isoformat(), language=language, **texts)
    clued = dated.with_clues_for(inputs.clues_by_answer, inputs.words.spell)
    if not plan.clues.drafts:
        return clued
    from crosswright.clues.drafts import with_drafts  # a dictionary, which few plans need

    return with_drafts(clued)


def stem_of(plan: Plan, planned: PlannedPuzzle) -> str:
    """Return the names of a puzzle's files without their suffixes."""
    return fill_in(plan.outputs.names, placeholder_values(plan, planned))


def paths(plan: Plan, planned: PlannedPuzzle) -> list[str]:
    """Return the paths of a puzzle's files in the folder of the season."""
    sheets = [stem_of(plan, planned) + sheet.suffix for sheet in plan.outputs.sheets]
    return [*puzzle_paths(plan, planned), *sheets]


def puzzle_paths(plan: Plan, planned: PlannedPuzzle) -> list[str]:
    """Return the paths of those files that can be read again; the others are drawings."""
    stem = stem_of(plan, planned)
    return [f"{stem}.{suffix}" for suffix in plan.outputs.formats]


def files(plan: Plan, planned: PlannedPuzzle, puzzle: Puzzle) -> dict[str, bytes]:
    """Return the content of a puzzle's files by their paths in the folder of the season."""
    return {path: data for path, data, _ in _contents(plan, planned, puzzle)}


def losses(
    plan: Plan, planned: PlannedPuzzle, puzzle: Puzzle
) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield the files that cannot hold everything, with what they lack."""
    for path, _, lost in _contents(plan, planned, puzzle):
        if lost:
            yield path, lost


def _contents(
    plan: Plan, planned: PlannedPuzzle, puzzle: Puzzle
) -> Iterator[tuple[str, bytes, Sequence[str]]]:
    """Yield the path of each file, its content, and what it could not hold."""
    sheets = {sheet.suffix: sheet for sheet in plan.outputs.sheets}
    stem = stem_of(plan, planned)
    for path in paths(plan, planned):
        sheet = sheets.get(path.removeprefix(stem))
        try:
            if sheet is None:
                data, lost = to_bytes(puzzle, by_suffix(path).name)
                yield path, data, [*map(str, lost)]
            else:
                drawing = render(puzzle, PurePosixPath(path).suffix, sheet_options(sheet))
                yield path, bytes(drawing), drawing.notices
        except CrosswrightError as error:
            raise SeriesError(f"{path}: {error}") from None


def sheet_options(sheet: SheetFile) -> RenderOptions:
    """Return the options that a sheet is drawn with; pictures show the solution only if asked."""
    return RenderOptions(**dict(sheet.options))
