"""What a fill asks for, one demand at a time, and the engine's verdict on any selection of them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from copy import copy
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import islice

from crosswright.engine import EXHAUSTED, SOLUTION
from crosswright.engine.problem import SlotIndex
from crosswright.explaining.patience import Patience, Steps
from crosswright.filling.model import Model
from crosswright.filling.rules import Rules
from crosswright.filling.search import Search
from crosswright.filling.sharing import keeps_stems_apart
from crosswright.grids.grid import Grid
from crosswright.grids.notation import Cell
from crosswright.limits import Budget
from crosswright.support.sizes import MAX_LENGTH
from crosswright.words.wordlist import WordList

NO_FLOOR = -(1 << 31)
"""A score that every word reaches."""

MAX_NAMED_WORDS = 40
"""Banned or used words that are one demand each; more of them are one demand together."""

ALLOWED_EXAMPLES = 5
"""Words named out of those that a slot may take."""


class Kind(StrEnum):
    """What a demand is about."""

    SLOT = "slot"
    LETTER = "letter"
    FLOOR = "floor"
    SLOT_FLOOR = "slot floor"
    ALLOWED = "allowed"
    MATCHING = "matching"
    REQUIRED = "required"
    DISTINCT = "distinct"
    SHARED_LETTERS = "shared letters"
    SHARED_STEM = "shared stem"
    BANNED = "banned"
    USED = "used"


WORD_LISTS = (Kind.BANNED, Kind.USED)
"""Demands for lists of words; one without a value stands for the whole list."""


@dataclass(frozen=True)
class Demand:
    """One thing that a fill must respect: a slot that needs a word, a given letter, a rule."""

    kind: Kind
    label: str = ""
    cell: Cell | None = None
    value: str | int | None = None


Verdict = bool | None
"""Whether some demands can be met together; None if the limit came first."""

VERDICTS = {SOLUTION: True, EXHAUSTED: False}
"""What the end of a search says."""


@dataclass(frozen=True)
class Conflict:
    """Demands that cannot all be met.

    It is minimal when every demand is known to be needed: without it, the others can be met.
    `untested` are the demands for which the limit left this open.
    """

    demands: tuple[Demand, ...]
    untested: tuple[Demand, ...] = ()

    @property
    def minimal(self) -> bool:
        """Whether the others can be met whichever demand is dropped."""
        return not self.untested

    def of(self, kind: Kind) -> list[Demand]:
        """Return the demands of one kind."""
        return [demand for demand in self.demands if demand.kind is kind]

    def slots(self) -> list[str]:
        """Return the labels of the slots that need a word."""
        return [demand.label for demand in self.of(Kind.SLOT)]


@dataclass
class Demands:
    """The demands of one fill, and the engine's verdict on any selection of them.

    A demand less never leaves fewer ways to meet the others: what cannot be met is what the
    selected demands themselves rule out. So a slot may always take the required words and those
    that it is allowed, and a rebus is not a demand but part of the shape of the slots that need a
    word, like their length.

    A slot whose letters are all given demands nothing itself; while all its letters are demanded,
    its word counts when no word may appear twice. So does a word outside the region to be filled.
    """

    grid: Grid
    words: WordList
    rules: Rules
    budget: Budget = field(default_factory=Budget)
    seed: int = 0
    assumed: Mapping[Cell, str] = field(default_factory=dict)
    """Letters that every verdict assumes: they are not in question."""
    verdicts: int = 0
    """The verdicts that have been asked for."""

    def __post_init__(self) -> None:
        self.listed = self.words
        """The words of the list alone, without required ones that it lacks."""
        self.model = Model(self.grid, self.words, self.rules, assumed=self.assumed)
        self.words, self.rules = self.model.words, self._as_demanded(self.model.rules)
        self.fixed_grid = self.model.grid
        self._slot_indices = {slot.label: index for index, slot in enumerate(self.model.slots)}
        self._given_slots = {
            slot.label: frozenset(slot.cells)
            for slot in self.model.slots
            if self.fixed_grid.word(slot) is not None
        }
        self._needy_slots = [s for s in self.model.slots if s.label not in self._given_slots]
        self.shape = frozenset(
            cell for slot in self._needy_slots for cell in slot.cells if self._is_rebus(cell)
        )
        """The cells of slots that need a word in which the grid gives several letters."""
        self._in_question = {cell for slot in self.model.slots for cell in slot.cells} - self.shape
        self.contradicted = contradicted(self.assumed, self.fixed_grid, self.words)
        """The cells whose given letters contradict the assumed ones, whatever slots there are."""
        self._models: dict[frozenset[Demand], Model] = {}

    def _as_demanded(self, rules: Rules) -> Rules:
        """Return the rules for the grid without the region: each word once, however spelled."""

        def once(words: Collection[str]) -> list[str]:
            spelled: dict[str, str] = {}
            for word in words:
                spelled.setdefault(self.words.spell(word), word)
            return list(spelled.values())

        return replace(
            rules,
            required=once(rules.required),
            banned=once(rules.banned),
            used=once(rules.used),
            keeps_letters=True,
        )

    def _is_rebus(self, cell: Cell) -> bool:
        letter = self.fixed_grid.letters.get(cell)
        return letter is not None and len(self.words.tokens(letter)) > 1

    def within(self, budget: Budget) -> Demands:
        """Return the same demands with another budget for their verdicts."""
        demands = copy(self)
        demands.budget = budget
        return demands

    # -- the list of demands ----------------------------------------------------------------------

    def everything(self) -> list[Demand]:
        """Return all demands: slots first, then letters, then rules, the least important last."""
        return [*self.slots(), *self.letters(), *self._slot_rules(), *self._general_rules()]

    def slots(self) -> list[Demand]:
        """Return one demand for every slot that needs a word."""
        return [Demand(Kind.SLOT, slot.label) for slot in self._needy_slots]

    def letters(self) -> list[Demand]:
        """Return one demand for every given letter, except those of a slot's shape."""
        return [
            Demand(Kind.LETTER, cell=cell, value=token)
            for cell, token in sorted(self.fixed_grid.letters.items())
            if cell in self._in_question
        ]

    def _slot_rules(self) -> Iterator[Demand]:
        rules = self.rules
        for label in self._slot_indices:
            if label in self._given_slots:
                continue
            if label in rules.slot_scores:
                yield Demand(Kind.SLOT_FLOOR, label, value=rules.slot_scores[label])
            if label in rules.allowed:
                examples = ", ".join(sorted(rules.allowed[label])[:ALLOWED_EXAMPLES])
                yield Demand(Kind.ALLOWED, label, value=examples)
            if label in rules.matching:
                yield Demand(Kind.MATCHING, label, value=rules.matching[label])

    def _general_rules(self) -> Iterator[Demand]:
        rules = self.rules
        if rules.min_score is not None:
            yield Demand(Kind.FLOOR, value=rules.min_score)
        outside = self.model.words_outside()
        for word in rules.required:
            if self.words.spell(word) not in outside:
                yield Demand(Kind.REQUIRED, value=word)
        if rules.distinct:
            yield Demand(Kind.DISTINCT)
        if rules.no_shared_letters is not None:
            yield Demand(Kind.SHARED_LETTERS, value=rules.no_shared_letters)
        if keeps_stems_apart(rules, self.words):
            yield Demand(Kind.SHARED_STEM)
        for kind in WORD_LISTS:
            words = self._excluded(kind)
            if len(words) > MAX_NAMED_WORDS:
                yield Demand(kind)
            else:
                yield from (Demand(kind, value=word) for word in words)

    def _excluded(self, kind: Kind) -> Collection[str]:
        """Return the words that the rules ban, or that were used before."""
        return self.rules.banned if kind is Kind.BANNED else self.rules.used

    def relevant(self, demand: Demand, labels: Collection[str]) -> bool:
        """Return whether a demand can matter to some slots."""
        kind = demand.kind
        if kind in (
            Kind.SLOT,
            Kind.SLOT_FLOOR,
            Kind.ALLOWED,
            Kind.MATCHING,
        ):
            return demand.label in labels
        if kind is Kind.LETTER and demand.cell in self.contradicted:
            return True
        if kind is Kind.LETTER:
            slots = [self.grid.slots[index] for index in self.grid.slots_at(demand.cell or (0, 0))]
            return any(slot.label in labels or self.fixed_grid.word(slot) for slot in slots)
        if kind in WORD_LISTS and demand.value is not None:
            return self._matters(str(demand.value), labels, self.model)
        return True

    def _matters(self, word: str, labels: Collection[str], model: Model) -> bool:
        """Return whether one of some slots could take a word but for the list that has it."""
        return any(model.can_hold(self.index(label), word) for label in labels)

    def refined(self, conflict: Conflict) -> list[Demand]:
        """Return a conflict's demands, with a list of words as one demand per word if few matter.

        The words that matter are those that a slot of the conflict could take but for the list.
        """
        demands: list[Demand] = []
        model, labels = self.relaxed(conflict.demands), conflict.slots()
        for demand in conflict.demands:
            words: list[str] = []
            if demand.value is None and demand.kind in WORD_LISTS:
                excluded = self._excluded(demand.kind)
                matter = (word for word in excluded if self._matters(word, labels, model))
                words = list(islice(matter, MAX_NAMED_WORDS + 1))
            if 0 < len(words) <= MAX_NAMED_WORDS:
                demands += [Demand(demand.kind, value=word) for word in words]
            else:
                demands.append(demand)
        return demands

    # -- verdicts ---------------------------------------------------------------------------------

    def relaxed(self, demands: Collection[Demand]) -> Model:
        """Return the model of the grid with only the letters and rules that are demanded."""
        kept = frozenset(demand for demand in demands if demand.kind is not Kind.SLOT)
        if kept not in self._models:
            freed = self._in_question - {d.cell for d in kept if d.kind is Kind.LETTER}
            freed &= self.fixed_grid.letters.keys()
            rules = self._relaxed_rules(kept, self.fixed_grid.without_letters(freed))
            self._models[kept] = self.model.eased(freed, rules)
        return self._models[kept]

    def _relaxed_rules(self, kept: Collection[Demand], grid: Grid) -> Rules:
        """Return the rules that are demanded, for a grid with the letters that are."""
        rules, kinds = self.rules, {demand.kind for demand in kept}

        def of(kind: Kind) -> dict[str, Demand]:
            return {
                demand.label or str(demand.value): demand for demand in kept if demand.kind is kind
            }

        floors, allowed, matching = map(of, (Kind.SLOT_FLOOR, Kind.ALLOWED, Kind.MATCHING))
        return replace(
            rules,
            min_score=rules.min_score if Kind.FLOOR in kinds else None,
            slot_scores={
                label: score if label in floors else NO_FLOOR
                for label, score in rules.slot_scores.items()
            },
            required=_in_order(rules.required, of(Kind.REQUIRED)),
            banned=self._words_kept(Kind.BANNED, of(Kind.BANNED)),
            used=self._words_kept(Kind.USED, of(Kind.USED)),
            fixed={},
            allowed={
                label: words if label in allowed else [*words, *self.words.match_cells(pattern)]
                for label, words in rules.allowed.items()
                for pattern in [grid.pattern(label)]
                if label in allowed or any(word not in self.words for word in words)
            },
            matching={label: rule for label, rule in rules.matching.items() if label in matching},
            distinct=Kind.DISTINCT in kinds,
            no_shared_letters=(rules.no_shared_letters if Kind.SHARED_LETTERS in kinds else None),
            no_shared_stem=rules.no_shared_stem if Kind.SHARED_STEM in kinds else False,
        )

    def _words_kept(self, kind: Kind, kept: Mapping[str, Demand]) -> Collection[str]:
        """Return the words that are still ruled out: all of them if they are one demand."""
        words = self._excluded(kind)
        return words if Demand(kind) in kept.values() else _in_order(words, kept)

    def index(self, label: str) -> SlotIndex:
        """Return the index of a slot in the models."""
        return self._slot_indices[label]

    def search(
        self, demands: Collection[Demand], patience: Patience | None = None
    ) -> Steps[tuple[Verdict, Search | None]]:
        """Run the engine on some demands, in steps.

        There is no search if the demands rule out any answer at once, or if the limit came before
        they were set up.
        """
        labels = {demand.label for demand in demands if demand.kind is Kind.SLOT}
        letters = {*self.shape, *(d.cell for d in demands if d.kind is Kind.LETTER)}
        only = [
            index
            for label, index in self._slot_indices.items()
            if label in labels
            or (label in self._given_slots and self._given_slots[label] <= letters)
        ]
        if any(len(self.model.slots[index]) > MAX_LENGTH for index in only):
            return False, None
        model = self.relaxed(demands)
        for _ in model.set_up():
            yield
            if self.budget.spent():
                return None, None
        problem = model.problem(only=only)
        if problem is None:
            return False, None
        budget = self.budget.part() if patience is None else patience.part(self.budget)
        search = Search(problem, self.seed, budget)
        yield from search.steps()
        return VERDICTS.get(search.outcome), search

    def can_be_met(
        self, demands: Collection[Demand], patience: Patience | None = None
    ) -> Steps[Verdict]:
        """Find out, in steps, whether some demands can be met together."""
        self.verdicts += 1
        yield
        if self.budget.spent():
            return None
        verdict, _ = yield from self.search(demands, patience)
        return verdict


def contradicted(assumed: Mapping[Cell, str], grid: Grid, words: WordList) -> set[Cell]:
    """Return the cells whose letters in the grid are not the ones that are assumed."""
    return {
        cell
        for cell, letter in assumed.items()
        if words.spell(grid.letters.get(cell, letter)) != words.spell(letter)
    }


def _in_order(words: Collection[str], kept: Mapping[str, Demand]) -> list[str]:
    return [word for word in words if word in kept]
