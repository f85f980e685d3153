"""What came of a fill, how good it is, and how far one has got."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from crosswright.filling.model import Model
from crosswright.grids.grid import Grid
from crosswright.limits import Statistics, Status
from crosswright.support.hints import Self
from crosswright.support.pictures import drawn_by
from crosswright.support.records import Record, field, replace
from crosswright.words.table import WordRow

ROUNDING = 1e-9
"""What means may differ by because they were added up in another order."""


class Quality(Record):
    """How good a fill is, and how good one could be at most.

    `floor` is the highest `min_score` that the fill satisfies: the lowest score in it, not counting
    required words, slots with a floor of their own and slots that a region leaves open. No fill has
    a floor above `floor_bound`, and none with this floor has a mean above `mean_bound`. Means are
    of the words that the fill chose. Where a fill avoids words that look alike, fills with such
    words do not count.
    """

    floor: int
    floor_bound: int
    mean: float
    mean_bound: float
    chosen: int
    """How many words the fill chose."""

    @property
    def floor_proved(self) -> bool:
        """Whether no fill has a higher floor."""
        return self.floor >= self.floor_bound

    @property
    def is_best(self) -> bool:
        """Whether no fill has a higher floor, nor a higher mean with this one."""
        return self.floor_proved and self.mean >= self.mean_bound - ROUNDING

    def below(self, refuted: int) -> Self:
        """Return the same with a bound below a floor that is known not to fill."""
        return replace(self, floor_bound=max(self.floor, min(self.floor_bound, refuted - 1)))

    @property
    def gap(self) -> float:
        """How far the mean may be from the best, as a share of the bound."""
        missing = max(0.0, self.mean_bound - self.mean)
        return missing / abs(self.mean_bound) if self.mean_bound else float(missing > 0)


class FillResult(Record):
    """The outcome of a fill: the grid as far as it got, its answers, and what the search did."""

    status: Status
    grid: Grid
    answers: dict[str, str] = field(default_factory=dict)
    scores: dict[str, int | None] = field(default_factory=dict)
    seed: int = 0
    min_score: int | None = None
    statistics: Statistics = field(default_factory=Statistics)
    quality: Quality | None = None
    floors_left: Mapping[int | None, Status] = field(default_factory=dict)
    """Higher floors that did not fill, each with how it ended: IMPOSSIBLE or LIMIT."""

    _repr_html_ = drawn_by("fill_html")

    @classmethod
    def of(
        cls,
        model: Model,
        status: Status,
        rows: Sequence[WordRow] | None = None,
        masks: Sequence[int] | None = None,
        *,
        seed: int,
        statistics: Statistics,
        quality: Quality | None = None,
    ) -> Self:
        """Read the end of a search: its status, and what the slots and cells were down to."""
        return cls(
            status,
            model.grid if masks is None else model.filled(masks),
            {} if rows is None else model.answers(rows),
            {} if rows is None else model.scores(rows),
            seed,
            model.rules.min_score,
            statistics,
            quality,
        )

    @property
    def unlisted(self) -> list[str]:
        """The labels of answers that the grid or a rule gave and the list lacks."""
        return [label for label, score in self.scores.items() if score is None]

    @property
    def mean_score(self) -> float | None:
        """The mean score of the listed answers."""
        scores = [score for score in self.scores.values() if score is not None]
        return sum(scores) / len(scores) if scores else None


def unchanged_text(result: FillResult) -> str:
    """Say what it means that a region came back as it was."""
    if not result.answers:
        return "nothing was filled: all slots of the region run on into empty cells outside it"
    if result.quality is None:
        return "unchanged: the first fill found is what was there"
    if result.quality.is_best:
        return "unchanged: it is already the best there (proved)"
    return "unchanged: nothing better was found there"


class FillProgress(Record):
    """How far a fill has got."""

    statistics: Statistics
    slots_filled: int
    slots: int
    best: FillResult | None = None
    min_score: int | None = None
    """The floor that is being tried."""
    floors_left: Mapping[int | None, Status] = field(default_factory=dict)
    """Higher floors that did not fill, each with how it ended: IMPOSSIBLE or LIMIT."""
    activity: str = ""
    """What the search is at, in words, once that is more than filling slots."""
