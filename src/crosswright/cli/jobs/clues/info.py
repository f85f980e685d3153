"""The work of `crosswright clues info`."""

from __future__ import annotations

from crosswright.cli.commands.clues.info import BankInfoRequest
from crosswright.cli.exits import Exit
from crosswright.cli.results import print_json
from crosswright.cli.terminal import print_text
from crosswright.clues.bank import ClueBank
from crosswright.support.wording import plural


def run(request: BankInfoRequest) -> Exit:
    """Print the figures of the bank."""
    bank = ClueBank()
    figures = bank.figures()
    if request.mode.json:
        file = None if bank.path is None else str(bank.path)
        print_json({"file": file, **vars(figures)})
        return Exit.DONE
    print_text(f"file     {'no home folder' if bank.path is None else bank.path}")
    print_text(f"puzzles  {figures.puzzles:,}")
    print_text(f"clues    {figures.clues:,} for {plural(figures.answers, 'answer')}")
    if figures.last:
        print_text(f"dates    {figures.first or figures.last} to {figures.last}")
    return Exit.DONE
