"""The work of `crosswright clues find`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from crosswright.cli.commands.clues.find import FindRequest
from crosswright.cli.exits import Exit
from crosswright.cli.results import print_json
from crosswright.cli.terminal import print_text
from crosswright.clues.bank import ClueBank, EarlierClue
from crosswright.errors import ClueError
from crosswright.grids.letters import normalise_answer
from crosswright.support.wording import quote

MAX_USES: Final = 3
"""How many uses of one clue are named; --json has them all."""


def run(request: FindRequest) -> Exit:
    """Print the clues that the answer had."""
    bank, answer = ClueBank(), normalise_answer(request.answer)
    if not answer:
        raise ClueError(f"{quote(request.answer)} has no letters to look for")
    found = _by_text(bank.uses(answer))
    clues = found[: request.limit]
    if request.mode.json:
        objects = [{**_object(uses[0]), "uses": [*map(_use_object, uses)]} for uses in clues]
        print_json({"answer": answer, "found": len(found), "clues": objects})
        return Exit.DONE
    for uses in clues:
        print_text(f"{uses[0].text}  ({_where(uses)})")
    if not bank.exists:
        request.mode.console.note("your clue bank is empty; see crosswright clues import --help")
    elif not clues:
        request.mode.console.note(f"no clues for {answer}")
    return Exit.DONE


def _by_text(uses: Iterable[EarlierClue]) -> list[list[EarlierClue]]:
    """Put the uses of one clue together, whatever its capitals."""
    groups: dict[str, list[EarlierClue]] = {}
    for use in uses:
        groups.setdefault(use.text.casefold(), []).append(use)
    return [*groups.values()]


def _where(uses: Sequence[EarlierClue]) -> str:
    """Name the newest uses of a clue, and count the others."""
    newest = [
        ", ".join(text for text in (use.source, use.author) if text) for use in uses[:MAX_USES]
    ]
    more = len(uses) - len(newest)
    return "; ".join([*newest, *([f"{more} more"] if more else [])])


def _object(clue: EarlierClue) -> dict[str, Any]:
    return {name: getattr(clue, name) for name in EarlierClue.__annotations__}


def _use_object(use: EarlierClue) -> dict[str, Any]:
    return {name: value for name, value in _object(use).items() if name not in ("answer", "text")}
