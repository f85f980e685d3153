"""The work of `crosswright clues forget`."""

from __future__ import annotations

import os

from crosswright.cli.commands.clues.forget import BankForgetRequest
from crosswright.cli.exits import Exit
from crosswright.cli.results import print_json
from crosswright.cli.terminal import print_text
from crosswright.clues.bank import ClueBank
from crosswright.errors import ClueError
from crosswright.support.wording import plural


def run(request: BankForgetRequest) -> Exit:
    """Remove the puzzles, and say how many there were."""
    if bool(request.paths) == request.everything:
        raise ClueError("name files or folders to forget, or give --all")
    bank = ClueBank()
    forget = bank.count if request.dry_run else bank.forget
    if request.everything:
        count = forget()
    else:
        count = sum(forget(os.path.realpath(path)) for path in request.paths)
    if request.mode.json:
        print_json({"forgotten": count, "dry_run": request.dry_run})
    else:
        would = "would be " if request.dry_run else ""
        print_text(f"{plural(count, 'puzzle')} {would}forgotten")
    return Exit.DONE
