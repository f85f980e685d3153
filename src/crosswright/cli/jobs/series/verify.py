"""The work of `crosswright series verify`."""

from __future__ import annotations

from collections import Counter

from crosswright.cli.commands.series.verify import VerifyRequest
from crosswright.cli.exits import Exit
from crosswright.cli.interrupts import interruptible
from crosswright.cli.jobs.check import finding_object, print_findings
from crosswright.cli.jobs.series.seasons import season_folder
from crosswright.cli.results import print_json
from crosswright.series.verify import Verification, VerifyProgress, VerifyRun
from crosswright.support.wording import plural


def run(request: VerifyRequest) -> Exit:
    """Verify the season, and report what is wrong with it."""
    mode = request.mode
    verify_run = VerifyRun(season_folder(request.season), rebuild=request.rebuild)
    with verify_run, interruptible(verify_run.stop) as interruption:
        mode.console.watch(verify_run, describe)
        verification = verify_run.result()
    if mode.json:
        print_json(
            {
                "puzzles": verification.plan.calendar.puzzles,
                "committed": len(verification.entries),
                "holes": verification.holes,
                "files": verification.files,
                "looked_up": verification.has_inputs,
                "rebuilt": request.rebuild and verification.has_inputs,
                "findings": [*map(finding_object, verification.findings)],
            }
        )
    else:
        print_findings(verification.findings, max_alike=None)
        mode.console.note(summary(verification))
    return interruption.exit or (Exit.DONE if verification.is_faultless else Exit.IMPOSSIBLE)


def describe(progress: VerifyProgress) -> str:
    """Describe how far the verification is, for the live line."""
    return f"verified {progress.done} of {plural(progress.total, 'puzzle')} · Ctrl-C ends it"


def summary(verification: Verification) -> str:
    """Summarise what was verified in a line."""
    counts = Counter(str(finding.severity) for finding in verification.findings)
    found = ", ".join(plural(count, severity) for severity, count in counts.items())
    total = verification.plan.calendar.puzzles
    parts = [
        f"{len(verification.entries) - verification.holes} of {plural(total, 'puzzle')}",
        plural(verification.holes, "hole"),
        plural(verification.files, "file"),
        found or "no faults found",
    ]
    return " · ".join(parts)
