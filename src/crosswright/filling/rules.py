"""The rules of a fill: which words may, must and must not be used, and where."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from operator import index

from crosswright.errors import RuleError
from crosswright.grids.grid import Grid
from crosswright.grids.letters import check_word
from crosswright.grids.notation import Cell
from crosswright.support.hints import TypedDict, TypeVar
from crosswright.support.keywords import unknown_keyword
from crosswright.support.records import Record, field, replace
from crosswright.support.wording import quote, quote_value

Rule = TypeVar("Rule")


class RuleFields(TypedDict, total=False):
    """The fields of `Rules` as keywords, for functions that take them."""

    min_score: int | None
    slot_scores: Mapping[str, int]
    required: Collection[str]
    banned: Collection[str]
    used: Collection[str]
    fixed: Mapping[str, str]
    allowed: Mapping[str, Collection[str]]
    matching: Mapping[str, str]
    region: Collection[str | Cell] | None
    keeps_letters: bool
    distinct: bool
    no_shared_letters: int | None
    no_shared_stem: bool | None


class Rules(Record, kw_only=True):
    """What a fill must respect, all of it optional; slots are named by their labels ("17A").

    A slot whose letters are all given in the grid is taken as it is: the rules on scores and lists
    are for the words that the fill chooses.
    """

    min_score: int | None = None
    """The lowest score of a word in the puzzle."""
    slot_scores: Mapping[str, int] = field(default_factory=dict)
    """The lowest score in single slots, in place of `min_score`."""
    required: Collection[str] = ()
    """Words that must be used somewhere, listed or not, whatever their score."""
    banned: Collection[str] = ()
    """Words that must not be used."""
    used: Collection[str] = ()
    """Words of earlier puzzles of a series, not to be used again."""
    fixed: Mapping[str, str] = field(default_factory=dict)
    """Words for slots, listed or not."""
    allowed: Mapping[str, Collection[str]] = field(default_factory=dict)
    """The only words, listed or not, that single slots may take."""
    matching: Mapping[str, str] = field(default_factory=dict)
    """Regular expressions that the words of single slots match as a whole, in any case.

    They are made of letters, `.`, classes (`[AEIOU]`, `[^A-F]`), alternatives (`A|B`), groups,
    repetition (`*`, `+`, `?`, `{3}`, `{2,5}`) and the anchors `^` and `$`. Back-references and
    look-around are refused: no expression may take longer than it takes to read the word.
    """
    region: Collection[str | Cell] | None = None
    """Slots or cells to fill anew; all letters elsewhere stay, and nothing else is filled.

    A cell gets its letter with one of its slots: it stays open when they all have empty cells
    outside the region.
    """
    keeps_letters: bool = False
    """Letters that are in the region stay, too; otherwise they are removed before it is filled."""
    distinct: bool = True
    """No word is used twice."""
    no_shared_letters: int | None = None
    """No two words share a run of this many letters, and no word that long is used twice."""
    no_shared_stem: bool | None = None
    """No two words are forms of one word or have it inside, nor is any word used twice.

    None asks for it where the list knows the families of its words, as the built-in one does, and
    only of words that the fill chooses: what is given or required may share a stem, and words that
    cross a rebus may share that. A fill then also avoids words that merely look alike, such as ARAB
    and ARABIA, unless there is no other.
    """

    def __post_init__(self) -> None:
        """Keep what generators yield: the rules are read more than once."""
        for name in _LISTS:
            object.__setattr__(self, name, _kept(getattr(self, name)))
        if isinstance(self.allowed, Mapping):
            allowed = {label: _kept(words) for label, words in self.allowed.items()}
            object.__setattr__(self, "allowed", allowed)

    @classmethod
    def combined(
        cls, rules: Rules | None, fields: RuleFields, function: Callable[..., object]
    ) -> Rules:
        """Return rules with the fields that a function was given as keywords.

        A keyword that is neither a field nor a parameter of the function raises a TypeError that
        names the nearest one.
        """
        for keyword in fields:
            if keyword not in RuleFields.__annotations__:
                from inspect import Parameter, signature  # here: only needed when it is wrong

                parameters = signature(function).parameters.values()
                own = [p.name for p in parameters if p.kind is not Parameter.VAR_KEYWORD]
                known = (*own, *RuleFields.__annotations__)
                raise unknown_keyword(function.__name__, keyword, known)
        if not isinstance(rules, cls | None):
            kind = type(rules).__name__
            raise TypeError(f"expected Rules, such as Rules(min_score=50), not {kind}")
        return replace(rules or cls(), **fields)

    @property
    def is_empty(self) -> bool:
        """Whether there are no rules except that no word is used twice."""
        return self.distinct and all(
            rule is None or rule is False or (isinstance(rule, Collection) and not rule)
            for name, rule in vars(self).items()
            if name not in ("distinct", "keeps_letters")  # the latter is about a region
        )

    def for_grid(self, grid: Grid) -> Rules:
        """Return the rules with every label as the grid has it ("17A" for "17a").

        Raise RuleError or GridError when they do not fit the grid.
        """
        self._check_kinds()
        scores = {label: as_score(score) for label, score in self.slot_scores.items()}
        rules = replace(
            self,
            min_score=None if self.min_score is None else as_score(self.min_score),
            slot_scores=_by_label("slot_scores", scores, grid),
            fixed=_by_label("fixed", self.fixed, grid),
            allowed=_by_label("allowed", self.allowed, grid),
            matching=_by_label("matching", self.matching, grid),
            region=None if self.region is None else [_part(part, grid) for part in self.region],
            no_shared_letters=_as_run(self.no_shared_letters),
        )
        if rules.matching:
            _check_expressions(rules.matching)
        return rules

    def _check_kinds(self) -> None:
        """Refuse a string in place of a list, and a list in place of a dict."""
        for name in _BY_SLOT:
            check_dict(name, getattr(self, name))
        lists = {name: getattr(self, name) for name in _LISTS}
        if self.region is None:
            del lists["region"]
        for name, value in {**lists, **self.allowed}.items():
            check_list(name, value)
        for word in self.required:
            check_word(word)

    def without_region(self, grid: Grid) -> Grid:
        """Return a grid as a fill begins with it: without the letters of the region."""
        if self.region is None or self.keeps_letters:
            return grid
        return grid.without_letters(self.region_cells(grid))

    def region_cells(self, grid: Grid) -> frozenset[Cell]:
        """Return the cells to fill anew: those of the region, or all."""
        if self.region is None:
            return frozenset(grid.open_cells)
        cells: set[Cell] = set()
        for part in self.region:
            cells.update(grid.slot(part).cells if isinstance(part, str) else [part])
        return frozenset(cells)


def check_dict(name: str, value: object, keys: str = "label") -> None:
    """Refuse what is not a dict."""
    if not isinstance(value, Mapping):
        raise RuleError(f"{name} takes a dict keyed by {keys}, not {quote_value(value)}")


def check_list(name: str, value: object) -> None:
    """Refuse one word alone, and what is not a list of any kind."""
    if isinstance(value, str):
        raise RuleError(f"{name} takes a list, not the text {quote(value)} alone")
    if not isinstance(value, Iterable):
        raise RuleError(f"{name} takes a list, not {quote_value(value)}")


def as_score(value: object) -> int:
    """Return a minimum score, which is a whole number."""
    number = None if isinstance(value, bool) else _whole(value)
    if number is None:
        raise RuleError(f"a minimum score must be a whole number, not {quote_value(value)}")
    return number


def _as_run(value: object) -> int | None:
    """Return how many letters two words must not share, if there is such a rule."""
    number = _whole(value)
    if value is not None and (number is None or number < 2):
        raise RuleError(
            f"no_shared_letters takes a run of 2 letters or more, not {quote_value(value)}"
        )
    return number


def _whole(value: object) -> int | None:
    """Return a whole number as an int, None for anything else."""
    try:
        return index(value)  # type: ignore[arg-type]
    except TypeError:
        return None


_LISTS = ("required", "banned", "used", "region")
_BY_SLOT = ("slot_scores", "fixed", "allowed", "matching")


def _kept(value: Rule) -> Rule | tuple[object, ...]:
    """Return a rule that can be read more than once."""
    if isinstance(value, Iterable) and not isinstance(value, Collection):
        return tuple(value)
    return value


def _by_label(name: str, rules: Mapping[str, Rule], grid: Grid) -> dict[str, Rule]:
    """Return the rules for single slots by the grid's own labels."""
    by_label: dict[str, Rule] = {}
    for label, rule in rules.items():
        own = grid.slot(label).label
        if own in by_label:
            raise RuleError(f"{name} names slot {own} twice")
        by_label[own] = rule
    return by_label


def _check_expressions(matching: Mapping[str, str]) -> None:
    from crosswright.words.expressions import expression  # here: most fills have none

    for label, text in matching.items():
        if not isinstance(text, str):
            raise RuleError(f"{label}: matching takes a text, not {text!r}")
        try:
            expression(text)
        except RuleError as error:
            raise RuleError(f"{label}: {error}") from None


def _part(part: str | Cell, grid: Grid) -> str | Cell:
    """Return a slot of a region by the grid's own label, or a cell as it is."""
    if isinstance(part, str):
        return grid.slot(part).label
    if part not in grid.open_cells:
        raise RuleError(f"the region's cell {part} is not an open cell of the grid")
    return part
