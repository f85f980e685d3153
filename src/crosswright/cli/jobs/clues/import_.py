"""The work of `crosswright clues import`."""

from __future__ import annotations

from crosswright.cli.commands.clues.import_ import ImportRequest
from crosswright.cli.exits import Exit
from crosswright.cli.results import print_json
from crosswright.cli.terminal import print_text
from crosswright.clues.bank import ClueBank
from crosswright.formats.banking import import_clues
from crosswright.support.wording import plural


def run(request: ImportRequest) -> Exit:
    """Import the files, and say what became of them."""
    bank, console = ClueBank(), request.mode.console
    done = import_clues(request.paths, bank, dry_run=request.dry_run)
    read = len(done.added) + len(done.updated)
    if request.mode.json:
        groups = ("added", "updated", "unchanged", "empty", "failed")
        lists = {name: [*getattr(done, name)] for name in groups}
        print_json(
            {"file": str(bank.path), "clues": done.clues, **lists, "dry_run": request.dry_run}
        )
    else:
        for message in done.failed:
            console.warn(message)
        for path in done.empty:
            console.note(f"{path}: no clues to keep; drafts are left out")
        would = "would be " if request.dry_run else ""
        counts = f"{plural(len(done.added), 'puzzle')} {would}added, {len(done.updated)} updated"
        print_text(f"{counts}, {len(done.unchanged)} unchanged: {plural(done.clues, 'clue')} read")
    nothing_worked = done.failed and not (read or done.unchanged or done.empty)
    return Exit.BAD_INPUT if nothing_worked else Exit.DONE
