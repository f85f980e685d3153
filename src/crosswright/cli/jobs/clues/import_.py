"""The work of `crosswright clues import`."""

from __future__ import annotations

from crosswright.cli.commands.clues.import_ import ImportRequest
from crosswright.cli.exits import Exit
from crosswright.cli.files import warnings_to
from crosswright.cli.results import print_json
from crosswright.cli.terminal import print_text
from crosswright.clues.bank import ClueBank
from crosswright.formats.banking import import_clues
from crosswright.support.wording import plural


def run(request: ImportRequest) -> Exit:
    """Import the files, and say what became of them."""
    bank, console = ClueBank(), request.mode.console
    with warnings_to(console):
        done = import_clues(request.paths, bank, encoding=request.encoding, dry_run=request.dry_run)
    read = len(done.added) + len(done.updated)
    nothing_worked = bool(done.failed) and not (read or done.unchanged or done.empty)
    for message in done.failed if nothing_worked or not request.mode.json else ():
        console.warn(message)
    if request.mode.json:
        groups = ("added", "updated", "unchanged", "empty", "failed")
        lists = {name: [*getattr(done, name)] for name in groups}
        error = {"error": done.failed[0], "exit_status": Exit.BAD_INPUT} if nothing_worked else {}
        counts = {"file": str(bank.path), "clues": done.clues, "dry_run": request.dry_run}
        print_json({**error, **counts, **lists})
    else:
        for path in done.empty:
            console.note(f"{path}: no clues to keep; drafts and scores of words are left out")
        would = "would be " if request.dry_run else ""
        summary = f"{plural(len(done.added), 'puzzle')} {would}added, {len(done.updated)} updated"
        print_text(f"{summary}, {len(done.unchanged)} unchanged: {plural(done.clues, 'clue')} read")
    return Exit.BAD_INPUT if nothing_worked else Exit.DONE
