"""Jobs that make new puzzles: patterns, puzzles around a theme, and criss-crosses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from crosswright.constructing import construct
from crosswright.grids.symmetry import NO_SYMMETRY, SYMMETRIES
from crosswright.layouts import layout
from crosswright.limits import Limit, Status
from crosswright.patterns import pattern
from crosswright.patterns.spec import MAX_SIZE, MIN_SIZE
from crosswright.puzzles.puzzle import Puzzle
from crosswright.studio.events import Channel
from crosswright.studio.fields import Fields
from crosswright.studio.jobs import Choice, StudioJob, status_name
from crosswright.support.wording import plural

MAX_CHOICES: Final = 6
MAX_SECONDS: Final = 300.0
MAX_LAYOUT_WORDS: Final = 200
MAX_THEME: Final = 30


class MakingJob(StudioJob):
    """Work that ends with puzzles to choose from."""

    run: Any
    """The run that does the work, until it has ended."""

    def __init__(self, channel: Channel) -> None:
        super().__init__(channel)
        self._notes: list[str] = []

    def finish(self) -> Any:
        """Do the work to its end, with reports, and return the result."""
        return self.steps(self.run, lambda progress: self.report(_plain(progress)))

    def offer(self, choice: Choice, note: str) -> None:
        """Add a puzzle to those to choose from, and say so."""
        self.choices.append(choice)
        self._notes.append(note)

    def result(self, left_out: Sequence[str] = ()) -> dict[str, Any]:
        """Return what there is to choose from."""
        choices = []
        for (puzzle, theme), note in zip(self.choices, self._notes, strict=True):
            grid = puzzle.filled_grid
            choices.append(
                {
                    "rows": grid.rows(),
                    "height": grid.height,
                    "width": grid.width,
                    "words": len(grid.slots),
                    "blocks": len(grid.blocks),
                    "theme": [*theme],
                    "note": note,
                }
            )
        return {"choices": choices, "left_out": [*left_out]}


class PatternJob(MakingJob):
    """Patterns that can be filled."""

    kind = "pattern"

    def __init__(self, channel: Channel, fields: Fields) -> None:
        super().__init__(channel)
        seconds = fields.number("seconds", 0.1, MAX_SECONDS, 20.0)
        shape = _shape(fields)
        height, width = shape.pop("size")
        self.run = pattern.start(
            height,
            width,
            **shape,
            **_numbers(fields),
            seed=fields.whole("seed", 0, 2**53 - 1, 0),
            limit=Limit(seconds=seconds),
            count=fields.whole("count", 1, MAX_CHOICES, 1),
        )

    def work(self) -> tuple[str, str, dict[str, Any]]:
        """Draw patterns."""
        run = self.run
        self.finish()
        reason, status = "", Status.LIMIT
        for each in run.results():
            if each.grid is not None and each.is_verified:
                self.offer((Puzzle(each.grid), ()), "can be filled")
                status = Status.FILLED
            else:
                reason = each.reason
        message = f"{len(self.choices)} found" if self.choices else reason or "none found in time"
        return status_name(status), message, self.result()


class ConstructJob(MakingJob):
    """Whole puzzles around a theme."""

    kind = "construct"

    def __init__(self, channel: Channel, fields: Fields) -> None:
        super().__init__(channel)
        theme = fields.texts("theme", [], most=MAX_THEME, longest=100)
        seconds = fields.number("seconds", 0.1, MAX_SECONDS, 20.0)
        shape = _shape(fields)
        self.run = construct.start(
            theme,
            **shape,
            **_numbers(fields),
            seed=fields.whole("seed", 0, 2**53 - 1, 0),
            limit=Limit(seconds=seconds),
            candidates=fields.whole("count", 1, MAX_CHOICES, 3),
        )

    def work(self) -> tuple[str, str, dict[str, Any]]:
        """Construct candidates."""
        result = self.finish()
        for candidate in result.candidates:
            note = f"filled, score {candidate.score:.0f}"
            self.offer((candidate.puzzle(drafts=False), [*candidate.theme]), note)
        missing = [entry for entry in result.theme if result.subset and entry not in result.subset]
        message = result.reason or f"{len(self.choices)} found"
        return status_name(result.status), message, self.result(missing)


class LayoutJob(MakingJob):
    """Words laid out as a criss-cross."""

    kind = "layout"

    def __init__(self, channel: Channel, fields: Fields) -> None:
        super().__init__(channel)
        words = [
            _word_and_clue(fields, index, item)
            for index, item in enumerate(fields.items("words", most=MAX_LAYOUT_WORDS))
        ]
        self.run = layout.start(
            words,
            width=fields.whole("width", 2, 99, None),
            height=fields.whole("height", 2, 99, None),
            candidates=fields.whole("count", 1, MAX_CHOICES, 1),
            seed=fields.whole("seed", 0, 2**53 - 1, 0),
        )

    def work(self) -> tuple[str, str, dict[str, Any]]:
        """Lay out."""
        result = self.finish()
        left_out: list[str] = []
        for index, each in enumerate(result.layouts):
            left = [str(word) for word in each.left_out]
            if index == 0:
                left_out = left
            note = f"{plural(len(left), 'word')} left out" if left else "all words placed"
            self.offer((each.puzzle(), ()), note)
        message = f"{len(self.choices)} found" if self.choices else "; ".join(left_out)
        return status_name(result.status), message, self.result(left_out)


JOBS: Final = {job.kind: job for job in (PatternJob, ConstructJob, LayoutJob)}
"""The jobs that make new puzzles, by kind."""


def _shape(fields: Fields) -> dict[str, Any]:
    """Return the size, style and symmetry of a pattern."""
    height, width = (fields.whole(name, MIN_SIZE, MAX_SIZE, 15) for name in ("height", "width"))
    return {
        "size": (height, width),
        "style": fields.text("style", "american", most=40),
        "symmetry": fields.choice("symmetry", (NO_SYMMETRY, *SYMMETRIES), None),
    }


def _numbers(fields: Fields) -> dict[str, Any]:
    numbers = {}
    for field, keyword in (("words", "word_count"), ("blocks", "block_count")):
        pair = fields.items(field, None, most=2)
        if pair is not None:
            if len(pair) != 2 or not all(type(n) is int and 0 <= n <= 10_000 for n in pair):
                raise fields.wrong(field, "expected two numbers, the lower one first")
            numbers[keyword] = tuple(pair)
    return numbers


def _word_and_clue(fields: Fields, index: int, item: object) -> tuple[str, str]:
    match item:
        case str():
            values = {"word": item}
        case [str() as word, str() as clue]:
            values = {"word": word, "clue": clue}
        case _:
            raise fields.wrong("words", f"item {index + 1} is not a word, or a word and its clue")
    pair = Fields(values, f"words[{index}]")
    return pair.text("word", most=100), pair.text("clue", "", most=1000)


def _plain(progress: object) -> dict[str, Any]:
    """Return the numbers and texts of a progress report."""
    values = getattr(progress, "__dict__", {})
    return {name: v for name, v in values.items() if isinstance(v, int | float | str)}
