"""The work of `crosswright clues find`."""

from __future__ import annotations

from crosswright.cli.commands.clues.find import FindRequest
from crosswright.cli.exits import Exit
from crosswright.cli.results import print_json
from crosswright.cli.terminal import print_text
from crosswright.clues.bank import ClueBank, EarlierClue
from crosswright.errors import ClueError
from crosswright.grids.letters import normalise_answer
from crosswright.support.wording import quote


def run(request: FindRequest) -> Exit:
    """Print the clues that the answer had."""
    bank, answer = ClueBank(), normalise_answer(request.answer)
    if not answer:
        raise ClueError(f"{quote(request.answer)} has no letters to look for")
    found = bank.find(answer)
    clues = found[: request.limit]
    if request.mode.json:
        objects = [
            {name: getattr(clue, name) for name in EarlierClue.__annotations__} for clue in clues
        ]
        print_json({"answer": answer, "found": len(found), "clues": objects})
        return Exit.DONE
    for clue in clues:
        where = ", ".join(text for text in (clue.source, clue.author) if text)
        print_text(f"{clue.text}  ({where})")
    if not bank.exists:
        request.mode.console.note("your clue bank is empty; see crosswright clues import --help")
    elif not clues:
        request.mode.console.note(f"no clues for {answer}")
    return Exit.DONE
