"""Jobs that make new puzzles: patterns, puzzles around a theme, and criss-crosses.

What they find is shown as it comes, the best first. Each find keeps its number for as long as the
job is remembered, so that a click takes what was under it, whatever has come since.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from crosswright.clues.tables import parse_table
from crosswright.constructing import construct
from crosswright.constructing.candidate import Alternative, Candidate, Construction
from crosswright.constructing.run import TRYING, ConstructProgress
from crosswright.filling.preference import preferences
from crosswright.filling.rules import Rules
from crosswright.grids.symmetry import NO_SYMMETRY, SYMMETRIES
from crosswright.layouts import layout
from crosswright.layouts.crisscross import Layout
from crosswright.limits import Limit, Status
from crosswright.patterns import pattern
from crosswright.patterns.pattern import ACCEPTABLE, PatternProgress
from crosswright.patterns.spec import MAX_SIZE, MIN_SIZE
from crosswright.puzzles.puzzle import Puzzle
from crosswright.studio.choices import MadePuzzle
from crosswright.studio.events import Channel
from crosswright.studio.fields import Fields
from crosswright.studio.jobs import StudioJob, status_name
from crosswright.support.records import Record, replace
from crosswright.support.sizes import MAX_SCORE
from crosswright.support.wording import plural
from crosswright.words.wordlist import WordList

MAX_CHOICES: Final = 6
MAX_SECONDS: Final = 300.0
MAX_LAYOUT_WORDS: Final = 200
MAX_THEME: Final = 30
MAX_THEME_TEXT: Final = 10_000
"""Characters of the entries of a theme and their clues."""


class Workshop(Record):
    """What puzzles are made with: the words of a document, or of all, and its rules."""

    channel: Channel
    words: Callable[[], WordList]
    rules: Rules
    lively: int | None = None
    """How much lively words count, if the document says so."""


class MakingJob(StudioJob):
    """Work that ends with puzzles to choose from."""

    run: Any
    """The run that does the work, until it has ended."""

    def __init__(self, workshop: Workshop) -> None:
        super().__init__(workshop.channel)
        self._found: list[object] = []
        """What the choices were made of, by their numbers."""
        self._shown: list[dict[str, Any]] = []
        """The choices as the page has them, the best first."""
        self._pictures: dict[int, dict[str, Any]] = {}

    def finish(self) -> Any:
        """Do the work to its end, with reports, and return the result."""
        return self.steps(self.run, self.see)

    def see(self, progress: Any) -> None:
        """Report how far it has got."""
        is_news = self.rank(self.found(progress))
        self.report(_plain(progress), at_once=is_news)

    def found(self, progress: Any) -> Iterable[object]:
        """Return what there is so far, the best first."""
        return ()

    def choice_of(self, find: Any) -> MadePuzzle:
        """Return what can be taken over of a find."""
        raise NotImplementedError

    def rank(self, finds: Iterable[object]) -> bool:
        """Show finds in this order; return whether anything has changed by that."""
        numbers = [self._number(find) for find in finds]
        if numbers == [each["choice"] for each in self._shown]:
            return False
        self._shown = [self._pictures[number] for number in numbers]
        return True

    def _number(self, find: object) -> int:
        for number, other in enumerate(self._found):
            if other is find:
                return number
        number, choice = len(self._found), self.choice_of(find)
        self._found.append(find)
        self._pictures[number] = {"choice": number, **choice.as_json()}
        self.choices.append(choice)
        return number

    def offers(self) -> dict[str, Any]:
        """Return what there is to choose from so far."""
        return {"choices": self._shown}

    def result(self, left_out: Sequence[str] = (), **more: Any) -> dict[str, Any]:
        """Return what there is to choose from."""
        self._found = []  # the choices themselves are kept
        return {**self.offers(), "left_out": [*left_out], **more}


class PatternJob(MakingJob):
    """Patterns that can be filled."""

    kind = "pattern"

    def __init__(self, workshop: Workshop, fields: Fields) -> None:
        super().__init__(workshop)
        seconds = fields.number("seconds", 0.1, MAX_SECONDS, 20.0)
        shape = _shape(fields)
        height, width = shape.pop("size")
        floor = workshop.rules.min_score
        self.run = pattern.start(
            height,
            width,
            words=workshop.words(),
            rules=Rules(
                min_score=ACCEPTABLE if floor is None else floor, banned=workshop.rules.banned
            ),
            **shape,
            **_numbers(fields),
            seed=fields.whole("seed", 0, 2**53 - 1, 0),
            limit=Limit(cpu_seconds=seconds),  # a pause takes none
            count=fields.whole("count", 1, MAX_CHOICES, 1),
        )

    def found(self, progress: PatternProgress) -> Iterable[object]:
        """Return the patterns that the engine has filled."""
        return [each for each in progress.patterns if each.is_verified]

    def choice_of(self, find: pattern.Pattern) -> MadePuzzle:
        """Return a pattern without its fill."""
        assert find.grid is not None
        return MadePuzzle(Puzzle(find.grid), note="can be filled")

    def work(self) -> tuple[str, str, dict[str, Any]]:
        """Draw patterns."""
        run = self.run
        self.finish()
        results = run.results()
        self.rank(each for each in results if each.is_verified)
        status = Status.FILLED if self.choices else results[-1].status
        message = results[-1].reason or "none found in time"
        if self.choices:
            message = f"{len(self.choices)} found"
        return status_name(status), message, self.result()


class ConstructJob(MakingJob):
    """Whole puzzles around a theme, or without one."""

    kind = "construct"

    def __init__(self, workshop: Workshop, fields: Fields) -> None:
        super().__init__(workshop)
        theme, self._clues = _theme(fields)
        seconds = fields.number("seconds", 0.1, MAX_SECONDS, 20.0)
        floor = fields.whole("floor", -MAX_SCORE, MAX_SCORE, workshop.rules.min_score)
        rules = replace(workshop.rules, min_score=floor)
        words = workshop.words()
        self.run = construct.start(
            theme,
            words=words,
            **preferences(words, workshop.lively),
            rules=rules,
            step_down=floor is None,
            **_shape(fields),
            **_numbers(fields),
            seed=fields.whole("seed", 0, 2**53 - 1, 0),
            limit=Limit(cpu_seconds=seconds),  # a pause takes none
            candidates=fields.whole("count", 1, MAX_CHOICES, 3),
        )

    def found(self, progress: ConstructProgress) -> Iterable[object]:
        """Return the candidates for what was asked for, not those for other things."""
        return () if progress.stage == TRYING else progress.found

    def choice_of(self, find: Candidate) -> MadePuzzle:
        """Return a candidate as a puzzle."""
        scores = [*find.chosen_scores.values()]
        return MadePuzzle(
            find.puzzle(self._clues, drafts=False),
            tuple(find.theme),
            is_filled_by_engine=True,
            note="filled",
            mean=sum(scores) / len(scores) if scores else None,
            lowest=find.lowest,
        )

    def work(self) -> tuple[str, str, dict[str, Any]]:
        """Construct candidates."""
        result: Construction = self.finish()
        self.rank(result.candidates)
        missing = [entry for entry in result.theme if result.subset and entry not in result.subset]
        message = result.reason or f"{len(self._shown)} found"
        lowered = {"aim": result.aim} if result.is_stepped_down else {}
        ways = [_way(other) for other in result.alternatives]
        return status_name(result.status), message, self.result(missing, ways=ways, **lowered)


class LayoutJob(MakingJob):
    """Words laid out as a criss-cross."""

    kind = "layout"

    def __init__(self, workshop: Workshop, fields: Fields) -> None:
        super().__init__(workshop)
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

    def choice_of(self, find: Layout) -> MadePuzzle:
        """Return a layout as a puzzle."""
        left = len(find.left_out)
        note = f"{plural(left, 'word')} left out" if left else "all words placed"
        return MadePuzzle(find.puzzle(), note=note)

    def work(self) -> tuple[str, str, dict[str, Any]]:
        """Lay out."""
        result = self.finish()
        self.rank(result.layouts)
        left_out = [str(word) for each in result.layouts[:1] for word in each.left_out]
        message = f"{len(self.choices)} found" if self.choices else "; ".join(left_out)
        return status_name(result.status), message, self.result(left_out)


JOBS: Final = {job.kind: job for job in (PatternJob, ConstructJob, LayoutJob)}
"""The jobs that make new puzzles, by kind."""

FOR_DOCUMENTS: Final = (PatternJob.kind, ConstructJob.kind)
"""Those whose puzzles an open document can take over."""


def _way(other: Alternative) -> dict[str, Any]:
    """Return what would work instead, in words, with the fields to ask for."""
    height, width = other.size
    fields: dict[str, dict[str, Any]] = {
        "size": {"height": height, "width": width},
        "symmetry": {"symmetry": other.symmetry},
        "subset": {"theme": [*other.theme]},
        "floor": {"floor": other.min_score},
    }
    return {"label": other.text, "fields": fields[other.kind]}


def _theme(fields: Fields) -> tuple[list[str], dict[str, str]]:
    """Return the entries of a theme, from a list or a text with clues, and the clues."""
    entries = fields.texts("theme", [], most=MAX_THEME, longest=100)
    text = fields.text("entries", "", most=MAX_THEME_TEXT)
    rows = parse_table(text, "the theme") if text.strip() else []
    if len(rows) > MAX_THEME:
        raise fields.wrong("entries", f"more than {MAX_THEME} entries")
    clues = {row.word: row.clue for row in rows if row.clue}
    return [*entries, *(row.word for row in rows)], clues


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
