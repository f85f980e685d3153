"""A conflict as the page shows it: one sentence, slots, what holds them, and repairs to press."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from crosswright.explaining.changes import Change
from crosswright.explaining.demands import Conflict, Kind
from crosswright.explaining.repairs import Repair
from crosswright.explaining.report import Explanation, demand_text, repair_text
from crosswright.filling.asking.whatif import WordVerdict
from crosswright.filling.model import cut_to_cells
from crosswright.filling.rules import Rules
from crosswright.grids.grid import Grid, Slot
from crosswright.grids.notation import Cell, where
from crosswright.limits import Status
from crosswright.studio.slots import slot_key
from crosswright.studio.state import State
from crosswright.support.wording import NUMBERS, either, slot_name
from crosswright.words.wordlist import WordList

MAX_BELOW: Final = 3
"""Words below the floor that a repair names."""

MAX_NEAR: Final = 2
"""Words that are offered in place of one that is dead."""

POOR_SHARE: Final = 0.6
"""The part of the floor below which a lowered one is poor."""

_DROPPED: Final[Mapping[str, Mapping[str, Any]]] = {
    "distinct": {"distinct": False},
    "shared letters": {"no_shared_letters": None},
    "shared stem": {"no_shared_stem": False},
}
"""What is set to drop a rule."""


class ConflictView:
    """Shows explanations of one state of a document."""

    def __init__(
        self,
        state: State,
        ink: Grid,
        words: WordList,
        rules: Rules,
        others: Mapping[str, WordVerdict],
    ) -> None:
        """Take the letters in ink, and verdicts on other words for the slot in question."""
        self._state, self._ink, self._words, self._rules = state, ink, words, rules
        self._others = others

    def told(self, explanation: Explanation) -> dict[str, Any]:
        """Return an explanation as the browser is told."""
        conflict = explanation.conflict
        told: dict[str, Any] = {
            "status": str(explanation.status),
            "about": self._about(explanation),
            "sentence": self._sentence(explanation),
            "seconds": round(explanation.statistics.seconds, 2),
        }
        if conflict is None:
            return told
        return {
            **told,
            "slots": [self._slot(explanation, label) for label in conflict.slots()],
            "held": [*self._held(explanation, conflict)],
            "rules": [
                demand_text(demand)
                for demand in conflict.demands
                if demand.kind not in (Kind.SLOT, Kind.LETTER)
            ],
            "demands": len(conflict.demands),
            "minimal": conflict.minimal,
            "repairs": sorted(self._repairs(explanation), key=lambda repair: repair["poor"]),
        }

    def _about(self, explanation: Explanation) -> dict[str, Any]:
        for label, word in explanation.assumed.items():
            return {"slot": label, "word": word}
        for (row, column), letter in explanation.assumed_letters.items():
            return {"row": row, "column": column, "letter": letter}
        return {}

    # -- the sentence -----------------------------------------------------------------------------

    def _sentence(self, explanation: Explanation) -> str:
        """Return what is wrong, in one sentence."""
        given = [f"{w} at {slot_name(label)}" for label, w in explanation.assumed.items()]
        given += [f"{t} at {where(cell)}" for cell, t in explanation.assumed_letters.items()]
        start = f"With {given[0]}, " if given else ""
        conflict = explanation.conflict
        if conflict is None:
            filled = explanation.status is Status.FILLED
            known = "the grid can be filled" if filled else "neither a fill nor a proof was found"
            return _capital(f"{start}{known}.")
        labels = conflict.slots()
        if len(labels) == 1 and not explanation.slots[labels[0]].fitting:
            lines = explanation.text().splitlines()
            first = lines[1 if given else 0]
            return _capital(f"{start}{first[: first.index('. ') + 1] if '. ' in first else first}")
        return _capital(f"{start}{self._several(conflict, labels)}.")

    def _several(self, conflict: Conflict, labels: list[str]) -> str:
        """Return that several slots, or none, cannot have words."""
        floors = [demand.value for demand in conflict.of(Kind.FLOOR)]
        words = "words" if len(labels) > 1 else "a word"
        if conflict.of(Kind.DISTINCT):
            words = "different words"
        if floors:
            words += f" of {floors[0]} or more"
        if not labels:
            letters = conflict.of(Kind.LETTER)
            if len(letters) == len(conflict.demands) == 1:  # it contradicts what is tried
                return f"the {letters[0].value} at {where(letters[0].cell or (0, 0))} cannot stay"
            rules = [demand_text(demand) for demand in conflict.demands]
            return f"it cannot be that {either(rules, 'and')}"
        if len(labels) == 1:
            return f"{slot_name(labels[0])} cannot have {words}"
        count = NUMBERS[len(labels) - 2] if len(labels) <= len(NUMBERS) + 1 else str(len(labels))
        if len(labels) == 2:
            return f"{slot_name(labels[0])} and {slot_name(labels[1])} cannot both have {words}"
        return f"these {count} slots cannot all have {words}"

    # -- what holds it ----------------------------------------------------------------------------

    def _slot(self, explanation: Explanation, label: str) -> dict[str, Any]:
        facts = explanation.slots[label]
        told: dict[str, Any] = {
            "slot": label,
            "pattern": list(facts.pattern),
            "fitting": facts.fitting,
            "nearest": [word for word, _ in facts.nearest],
        }
        if facts.fitting == 1:
            floor = facts.floor
            fitting = self._words.match_cells(facts.pattern)
            left = [w for w in fitting if floor is None or (self._words.score(w) or 0) >= floor]
            told["only"] = left[0] if len(left) == 1 else None
        return told

    def _held(self, explanation: Explanation, conflict: Conflict) -> Iterator[dict[str, Any]]:
        """Yield the letters that hold the slots fast, by the words that they are part of."""
        cells = {cell for label in conflict.slots() for cell in self._ink.slot(label).cells}
        yield from self._assumed(explanation, cells)
        letters = {d.cell: str(d.value) for d in conflict.of(Kind.LETTER) if d.cell is not None}
        given = [slot for slot in self._ink.slots if self._ink.word(slot) is not None]
        while letters:
            slot = max(given, key=lambda each: len(letters.keys() & {*each.cells}), default=None)
            held = [] if slot is None else [cell for cell in slot.cells if cell in letters]
            if slot is None or not held:
                held = [*letters]
                yield _group(held, letters, "", "typed")
            else:
                word = self._ink.word(slot) or ""
                kind = "theme" if slot_key(slot) in self._state["theme"] else "typed"
                yield _group(held, letters, word, kind)
            for cell in held:
                del letters[cell]

    def _assumed(self, explanation: Explanation, cells: set[Cell]) -> Iterator[dict[str, Any]]:
        """Yield the letters of what is tried that are in the slots of a conflict."""
        for label, word in explanation.assumed.items():
            slot = self._ink.slot(label)
            tried = self._letters(slot, word)
            held = [
                c for c in slot.cells if c in cells and c in tried and c not in self._ink.letters
            ]
            if held:
                yield _group(held, tried, word, "tried")
        for cell, letter in explanation.assumed_letters.items():
            yield _group([cell], {cell: letter}, "", "tried")

    def _letters(self, slot: Slot, word: str) -> dict[Cell, str]:
        """Return the letters of a word in the cells of a slot."""
        parts = cut_to_cells(word, self._ink.pattern(slot), self._words)
        return dict(zip(slot.cells, parts, strict=True)) if len(parts) == len(slot) else {}

    # -- repairs ----------------------------------------------------------------------------------

    def _repairs(self, explanation: Explanation) -> Iterator[dict[str, Any]]:
        """Yield what can be done with one click, each with the fill that proves it."""
        placed = self._placing(explanation)
        for repair in explanation.repairs:
            operations = [
                op for change in repair.changes for op in self._operations(change, repair.changes)
            ]
            if operations:
                yield {
                    "title": _title(repair),
                    "detail": self._detail(repair),
                    "ops": [*operations, *placed],
                    "cells": self._changed(repair.result.grid),
                    "poor": self._is_poor(repair),
                }
        yield from self._nearby(explanation)

    def _placing(self, explanation: Explanation) -> list[dict[str, Any]]:
        """Return the operation that writes what is tried."""
        letters = dict(explanation.assumed_letters)
        for label, word in explanation.assumed.items():
            letters |= self._letters(self._ink.slot(label), word)
        return [_written(letters)] if letters else []

    def _operations(self, change: Change, changes: Iterable[Change]) -> Iterator[dict[str, Any]]:
        """Yield the operations that make a change; none where the studio has no such rule."""
        rules, cells = self._state["rules"], [list(cell) for cell in change.cells]
        match change.kind:
            case "free":
                yield {"op": "clear_letters", "cells": cells}
            case "replace":
                yield _written(dict(zip(change.cells, change.letters, strict=True)))
            case "blocks":
                yield {"op": "toggle_block", "cells": cells, "to": "block", "symmetry": "none"}
            case "floor":
                yield {"op": "set_rules", "min_score": change.value}
            case "slot floor":
                scores = dict(rules.get("slot_scores", {}))
                for other in changes:  # the last of several has all
                    if other.kind == "slot floor":
                        keys = [slot_key(self._ink.slot(label)) for label in other.labels]
                        scores |= dict.fromkeys(keys, other.value)
                yield {"op": "set_rules", "slot_scores": scores}
            case "banned" | "required":
                kept = [w for w in rules.get(change.kind, ()) if change.value not in (None, w)]
                yield {"op": "set_rules", change.kind: kept}
            case "distinct" | "shared letters" | "shared stem":
                yield {"op": "set_rules", **_DROPPED[change.kind]}

    def _detail(self, repair: Repair) -> str:
        """Return how good the fill of a repair is."""
        scores = self._chosen(repair.result.grid)
        if not scores:
            return "a fill was found"
        floor = self._rules.min_score
        below = sorted((s, w) for w, s in scores.items() if floor is not None and s < floor)
        if not below:
            reached = min(scores.values())
            return f"fills with words of {reached} or more" if reached > 1 else "fills the grid"
        named = [f"{word} {score}" for score, word in below[:MAX_BELOW]]
        if len(below) > MAX_BELOW:
            named.append(f"{len(below) - MAX_BELOW} more below {floor}")
        return " · ".join([*named, f"all others {floor} or more"])

    def _chosen(self, grid: Grid) -> dict[str, int]:
        """Return the scores of the words of a fill that are not written in ink already."""
        given = {self._ink.word(slot) for slot in self._ink.slots}
        words = [grid.word(slot) for slot in grid.slots]
        scored = {word: self._words.score(word) for word in words if word and word not in given}
        return {word: score for word, score in scored.items() if score is not None}

    def _is_poor(self, repair: Repair) -> bool:
        """Return whether a repair lowers a floor so far that hardly anybody would want it."""
        floor = self._rules.min_score or 0
        lowered = [c.value for c in repair.changes if c.kind in ("floor", "slot floor")]
        return any(int(value or 0) < floor * POOR_SHARE for value in lowered)

    def _nearby(self, explanation: Explanation) -> Iterator[dict[str, Any]]:
        """Yield other words for the slot that are known to fill, the most similar first."""
        for label, word in explanation.assumed.items():
            slot = self._ink.slot(label)
            tried = self._letters(slot, word)

            def likeness(verdict: WordVerdict) -> tuple[int, int]:
                letters = self._letters(slot, verdict.word)  # noqa: B023 - called in this turn
                alike = sum(tried.get(cell) == its for cell, its in letters.items())  # noqa: B023
                return alike, verdict.score

            fills = [each for each in self._others.values() if each.fill is not None]
            given = sum(cell in self._ink.letters for cell in slot.cells)
            for near in sorted(fills, key=likeness, reverse=True)[:MAX_NEAR]:
                grid = near.grid
                kind = "a similar" if likeness(near)[0] > given else "another"
                reached = "" if near.floor is None else f" · ✓ {near.floor}"
                if grid is not None:
                    yield {
                        "title": f"Take {near.word} instead",
                        "detail": f"{kind} word that fills{reached}",
                        "ops": [_written(self._letters(slot, near.word))],
                        "cells": self._changed(grid),
                        "poor": False,
                    }

    def _changed(self, grid: Grid) -> list[list[Any]]:
        """Return the letters of a fill that are not in ink already."""
        ink = self._ink.letters
        return [[*cell, text] for cell, text in grid.letters.items() if ink.get(cell) != text]


def _title(repair: Repair) -> str:
    """Return what a repair changes; words that a lowered floor lets in are among the details."""
    first, *others = repair.changes
    if first.kind in ("floor", "slot floor") and not others:
        return first.text
    return repair_text(repair).removesuffix(".")


def _written(letters: Mapping[Cell, str]) -> dict[str, Any]:
    return {"op": "set_cells", "cells": [[*cell, text] for cell, text in letters.items()]}


def _group(
    cells: Iterable[Cell], letters: Mapping[Cell, str], word: str, kind: str
) -> dict[str, Any]:
    cells = [*cells]
    told = [letters[cell] for cell in cells]
    return {"letters": told, "cells": [list(c) for c in cells], "word": word, "kind": kind}


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
