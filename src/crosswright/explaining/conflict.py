"""What a fill asks for, one demand at a time, and the search for demands that contradict.

A conflict is a set of demands that cannot all be met; it is minimal when any one of them can be
dropped and the rest can be met. QuickXplain (Junker, AAAI 2004) finds one, over the engine's own
verdicts, and starts from the part of the grid where the engine failed.
"""

from __future__ import annotations

import heapq
from collections.abc import Collection, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import islice

from crosswright.engine import EXHAUSTED, SOLUTION
from crosswright.filling.model import Model
from crosswright.filling.rules import Rules
from crosswright.filling.search import Search
from crosswright.grids.grid import Grid
from crosswright.grids.notation import Cell
from crosswright.limits import Budget
from crosswright.support.sizes import MAX_LENGTH
from crosswright.words.wordlist import WordList

NO_FLOOR = -(1 << 31)
"""A score that every word reaches."""

LEAST_PATIENCE = 0.25
"""Seconds that a single verdict may take at least, however quickly the whole was refuted."""

PATIENCE = 4
"""How many times longer than the whole grid's refutation a single verdict may take."""

MOST_WORDS = 40
"""Banned or used words that a conflict names one by one; more are one demand together."""

FEW_WORDS = 5
"""Words named of those that a slot may take."""

LEAST_VERDICTS = 3
"""Verdicts that the time allows at least, however long one of them might take."""

SEEDS = 4
"""Failing regions that are looked at, from different slots, for a small one."""

SECOND_LOOK = 0.4
"""Seconds after which a conflict found is not compared with those of other regions."""


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


@dataclass(frozen=True)
class Demand:
    """One thing that a fill must respect: a slot's need of a word, a given letter, a rule."""

    kind: Kind
    label: str = ""
    cell: Cell | None = None
    value: str | int | None = None


COSTLY = (Kind.SHARED_LETTERS, Kind.SHARED_STEM)
"""Rules that compare all words with all others: done without where that is possible."""

Verdict = bool | None
"""Whether some demands can be met together; None when the limit came first."""


@dataclass(frozen=True)
class Conflict:
    """Demands that cannot all be met.

    `untested` are those of which the limit left open whether the rest can do without them;
    when there are none, the conflict is minimal.
    """

    demands: tuple[Demand, ...]
    untested: tuple[Demand, ...] = ()

    @property
    def minimal(self) -> bool:
        """Whether dropping any one demand is known to let the rest be met."""
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

    A slot whose letters the grid gives whole asks for nothing itself; while all its letters are
    demanded, its word counts against using a word twice.
    """

    grid: Grid
    words: WordList
    rules: Rules
    budget: Budget = field(default_factory=Budget)
    seed: int = 0
    verdicts: int = 0

    def __post_init__(self) -> None:
        self.model = Model(self.grid, self.words, self.rules)
        self.words, self.rules = self.model.words, self.model.rules
        self.fixed_grid = self.model.grid
        given = self.fixed_grid.letters
        self._whole = {
            slot.label: frozenset(slot.cells)
            for slot in self.model.slots
            if all(cell in given for cell in slot.cells)
        }
        self._models: dict[frozenset[Demand], Model] = {}

    # -- the list of demands ----------------------------------------------------------------------

    def everything(self) -> list[Demand]:
        """Return all demands: slots first, then letters, then rules, the pettiest last."""
        return [*self.slots(), *self.letters(), *self._slot_rules(), *self._general_rules()]

    def slots(self) -> list[Demand]:
        """Return one demand for every slot that needs a word."""
        return [
            Demand(Kind.SLOT, slot.label)
            for slot in self.model.slots
            if slot.label not in self._whole
        ]

    def letters(self, labels: Collection[str] | None = None) -> list[Demand]:
        """Return one demand for every given letter, or for those in some slots alone."""
        wanted = {
            cell
            for slot in self.model.slots
            if labels is None or slot.label in labels
            for cell in slot.cells
        }
        return [
            Demand(Kind.LETTER, cell=cell, value=token)
            for cell, token in sorted(self.fixed_grid.letters.items())
            if cell in wanted
        ]

    def _slot_rules(self) -> Iterator[Demand]:
        rules = self.rules
        for slot in self.model.slots:
            if slot.label in self._whole:
                continue
            if slot.label in rules.slot_scores:
                yield Demand(Kind.SLOT_FLOOR, slot.label, value=rules.slot_scores[slot.label])
            if slot.label in rules.allowed:
                few = ", ".join(sorted(rules.allowed[slot.label])[:FEW_WORDS])
                yield Demand(Kind.ALLOWED, slot.label, value=few)
            if slot.label in rules.matching:
                yield Demand(Kind.MATCHING, slot.label, value=rules.matching[slot.label])

    def _general_rules(self) -> Iterator[Demand]:
        rules = self.rules
        if rules.min_score is not None:
            yield Demand(Kind.FLOOR, value=rules.min_score)
        for word in rules.required:
            yield Demand(Kind.REQUIRED, value=word)
        if rules.distinct:
            yield Demand(Kind.DISTINCT)
        if rules.no_shared_letters is not None:
            yield Demand(Kind.SHARED_LETTERS, value=rules.no_shared_letters)
        if rules.no_shared_stem:
            yield Demand(Kind.SHARED_STEM)
        for kind, words in ((Kind.BANNED, rules.banned), (Kind.USED, rules.used)):
            known = dict.fromkeys(words)
            if len(known) > MOST_WORDS:
                yield Demand(kind)
            else:
                yield from (Demand(kind, value=word) for word in known)

    def relevant(self, demand: Demand, labels: Collection[str]) -> bool:
        """Tell whether a demand can matter to some slots."""
        if demand.kind in (Kind.SLOT, Kind.SLOT_FLOOR, Kind.ALLOWED, Kind.MATCHING):
            return demand.label in labels
        if demand.kind is Kind.LETTER:
            return any(demand.cell in self.grid.slot(label).cells for label in labels) or any(
                demand.cell in cells for cells in self._whole.values()
            )
        if demand.kind in (Kind.BANNED, Kind.USED) and demand.value is not None:
            return any(self.fits(str(demand.value), label) for label in labels)
        return True

    def fits(self, word: str, label: str) -> bool:
        """Tell whether a word has a slot's length and agrees with the letters given there."""
        codes = self.words.codes(word)
        pattern = self.fixed_grid.pattern(label)
        if codes is None or len(codes) != len(pattern):
            return False
        tokens = self.words.alphabet.tokens
        return all(
            given in (None, tokens[code]) for code, given in zip(codes, pattern, strict=True)
        )

    # -- verdicts ---------------------------------------------------------------------------------

    def relaxed(self, demands: Collection[Demand]) -> Model:
        """Return the model of the grid with only those letters and rules that are demanded."""
        kept = frozenset(demand for demand in demands if demand.kind is not Kind.SLOT)
        if kept not in self._models:
            letters = {demand.cell for demand in kept if demand.kind is Kind.LETTER}
            gone = [cell for cell in self.fixed_grid.letters if cell not in letters]
            grid = self.fixed_grid.without_letters(gone)
            self._models[kept] = Model(grid, self.words, self._relaxed_rules(kept))
        return self._models[kept]

    def _relaxed_rules(self, kept: Collection[Demand]) -> Rules:
        rules, kinds = self.rules, {demand.kind for demand in kept}

        def of(kind: Kind) -> dict[str, Demand]:
            return {
                demand.label or str(demand.value): demand for demand in kept if demand.kind is kind
            }

        floors = of(Kind.SLOT_FLOOR)
        return replace(
            rules,
            min_score=rules.min_score if Kind.FLOOR in kinds else None,
            slot_scores={
                label: score if label in floors else NO_FLOOR
                for label, score in rules.slot_scores.items()
            },
            required=_in_order(rules.required, of(Kind.REQUIRED)),
            banned=self._words_kept(Kind.BANNED, rules.banned, of(Kind.BANNED)),
            used=self._words_kept(Kind.USED, rules.used, of(Kind.USED)),
            fixed={},
            allowed={k: v for k, v in rules.allowed.items() if k in of(Kind.ALLOWED)},
            matching={k: v for k, v in rules.matching.items() if k in of(Kind.MATCHING)},
            distinct=Kind.DISTINCT in kinds,
            no_shared_letters=rules.no_shared_letters if Kind.SHARED_LETTERS in kinds else None,
            no_shared_stem=Kind.SHARED_STEM in kinds,
        )

    def _words_kept(
        self, kind: Kind, words: Collection[str], kept: Mapping[str, Demand]
    ) -> Collection[str]:
        """Return the words that are still ruled out: all where they are one demand."""
        return words if Demand(kind) in kept.values() else _in_order(words, kept)

    def refined(self, conflict: Conflict) -> list[Demand]:
        """Return the demands of a conflict, words that were one demand now one by one, if few."""
        found: list[Demand] = []
        for demand in conflict.demands:
            words: list[str] = []
            if demand.value is None and demand.kind in (Kind.BANNED, Kind.USED):
                listed = self.rules.banned if demand.kind is Kind.BANNED else self.rules.used
                fitting = (word for word in dict.fromkeys(listed) if self._matters(word, conflict))
                words = list(islice(fitting, MOST_WORDS + 1))
            if 0 < len(words) <= MOST_WORDS:
                found += [Demand(demand.kind, value=word) for word in words]
            else:
                found.append(demand)
        return found

    def _matters(self, word: str, conflict: Conflict) -> bool:
        """Tell whether a word could stand in a slot of a conflict, but for a rule against it."""
        return word in self.words and any(self.fits(word, label) for label in conflict.slots())

    def search(self, demands: Collection[Demand], seconds: float | None = None) -> Search | None:
        """Run the engine on some demands, until it knows or a limit ends it; None: no answer."""
        labels = {demand.label for demand in demands if demand.kind is Kind.SLOT}
        letters = {demand.cell for demand in demands if demand.kind is Kind.LETTER}
        only = [
            number
            for number, slot in enumerate(self.model.slots)
            if slot.label in labels
            or (slot.label in self._whole and self._whole[slot.label] <= letters)
        ]
        if any(len(self.model.slots[number]) > MAX_LENGTH for number in only):
            return None
        model = self.relaxed([demand for demand in demands if self._counts(demand, only)])
        problem = model.problem(only=only)
        if problem is None:
            return None
        search = Search(problem, self.seed, self.budget.part(seconds))
        for _ in search.steps():
            pass
        return search

    def _counts(self, demand: Demand, only: Collection[int]) -> bool:
        """Tell whether a demand counts: a word required may stand in any slot left out."""
        if demand.kind is not Kind.REQUIRED:
            return True
        length = len(self.words.codes(str(demand.value)) or b"")
        return not any(
            len(slot) == length and number not in only
            for number, slot in enumerate(self.model.slots)
        )

    def within(self, budget: Budget) -> Demands:
        """Return the same demands with another budget for their verdicts."""
        made = copy(self)
        made.budget = budget
        return made

    def can_be_met(self, demands: Collection[Demand], seconds: float | None = None) -> Verdict:
        """Say whether some demands can be met together."""
        self.verdicts += 1
        if self.budget.spent():
            return None
        search = self.search(demands, seconds)
        if search is None or search.outcome == EXHAUSTED:
            return False
        return True if search.outcome == SOLUTION else None


def _in_order(words: Collection[str], kept: Mapping[str, Demand]) -> list[str]:
    return [word for word in words if word in kept]


class Minimiser:
    """Find a minimal conflict among demands that are known to be one."""

    def __init__(self, demands: Demands, weights: Sequence[int], seconds: float) -> None:
        """Take the weights of the model's slots and the seconds that the refutation took."""
        self.demands = demands
        self.patience = max(LEAST_PATIENCE, PATIENCE * seconds)
        total = demands.budget.limit.seconds
        if total is not None:
            self.patience = min(self.patience, total / LEAST_VERDICTS)
        self._weights = {
            slot.label: weight for slot, weight in zip(demands.model.slots, weights, strict=True)
        }
        self._everything = demands.everything()
        self._rest = [demand for demand in self._everything if demand.kind is not Kind.SLOT]

    def conflict(self) -> Conflict:
        """Return the smallest conflict found among the failing regions."""
        for slot in self.demands.model.slots:
            if len(slot) > MAX_LENGTH:
                return Conflict((Demand(Kind.SLOT, slot.label),))
        best: Conflict | None = None
        started = self.demands.budget.seconds
        for region in self._regions():
            found = self._verified(self._minimal(region))
            refined = self.demands.refined(found)
            if refined != [*found.demands] and self._fails(refined):
                found = self._verified(self._minimal(refined))
            if best is None or _size(found) < _size(best):
                best = found
            if len(best.slots()) <= 1 or self.demands.budget.seconds - started > SECOND_LOOK:
                break
        return best or self._verified(self._everything)

    def _fails(self, demands: Collection[Demand]) -> bool:
        return self.demands.can_be_met(demands, self.patience) is False

    # -- the failing region -----------------------------------------------------------------------

    def _regions(self) -> Iterator[list[Demand]]:
        """Yield small sets of demands that fail, each grown from another slot."""
        slots = self.demands.slots()
        light = [demand for demand in self._rest if demand.kind not in COSTLY]
        if len(light) < len(self._rest) and self._fails([*slots, *light]):
            self._rest = light
        elif not self._fails([*slots, *self._rest]):
            return
        for slot in slots:
            if self._fails([slot, *self._rest]):
                yield self._around([slot])
                return
        by_weight = sorted(slots, key=lambda demand: -self._weights[demand.label])
        seen: set[frozenset[Demand]] = set()
        for seed in by_weight[:SEEDS]:
            region = self._grown(seed.label)
            if frozenset(region) not in seen:
                seen.add(frozenset(region))
                yield self._around(region)
        if not slots:
            yield self._rest

    def _grown(self, seed: str) -> list[Demand]:
        """Return the shortest failing start of the slots in the order of nearness to one."""
        order = self._nearest_first(seed)
        low, high = 1, 2
        while high < len(order) and not self._fails([*order[:high], *self._rest]):
            low, high = high, high * 2
        high = min(high, len(order))
        while high - low > 1:
            middle = (low + high) // 2
            if self._fails([*order[:middle], *self._rest]):
                high = middle
            else:
                low = middle
        return order[:high]

    def _nearest_first(self, seed: str) -> list[Demand]:
        """Return the slots, from one on, always the crossing one of the highest weight next."""
        grid = self.demands.grid
        wanted = {demand.label: demand for demand in self.demands.slots()}
        order: list[Demand] = []
        waiting = [(0, 0, seed)]
        seen = {seed}
        while waiting:
            _, depth, label = heapq.heappop(waiting)
            order.append(wanted[label])
            for cell in grid.slot(label).cells:
                for number in grid.slots_at(cell):
                    other = grid.slots[number].label
                    if other in wanted and other not in seen:
                        seen.add(other)
                        key = depth + 1 - self._weights[other]
                        heapq.heappush(waiting, (key, depth + 1, other))
        return [*order, *(demand for label, demand in wanted.items() if label not in seen)]

    def _around(self, region: list[Demand]) -> list[Demand]:
        """Add to slots the letters and rules that can matter to them."""
        labels = {demand.label for demand in region}
        return [*region, *(d for d in self._rest if self.demands.relevant(d, labels))]

    # -- QuickXplain ------------------------------------------------------------------------------

    def _minimal(self, failing: Sequence[Demand]) -> list[Demand]:
        """Return a part of failing demands of which, verdicts permitting, all are needed."""
        return self._needed([], False, list(failing)) if failing else []

    def _needed(self, kept: list[Demand], grown: bool, among: list[Demand]) -> list[Demand]:
        """Return what of `among` must join `kept` to fail; the later half gives way first."""
        if grown and self._fails(kept):
            return []
        if len(among) == 1:
            return among
        half = (len(among) + 1) // 2
        first, second = among[:half], among[half:]
        from_second = self._needed([*kept, *first], True, second)
        from_first = self._needed([*kept, *from_second], bool(from_second), first)
        return [*from_first, *from_second]

    def _verified(self, failing: Sequence[Demand]) -> Conflict:
        """Drop each demand in turn: out when the rest still fails, untested when unknown."""
        kept, untested = list(failing), []
        for demand in reversed(failing):
            rest = [other for other in kept if other != demand]
            verdict = self.demands.can_be_met(rest, self.patience)
            if verdict is False:
                kept = rest
            elif verdict is None:
                untested.append(demand)
        order = {demand: place for place, demand in enumerate(self._everything)}
        kept.sort(key=lambda demand: order.get(demand, len(order)))
        return Conflict(tuple(kept), tuple(d for d in kept if d in untested))


def _size(conflict: Conflict) -> tuple[int, int]:
    return len(conflict.slots()), len(conflict.demands)
