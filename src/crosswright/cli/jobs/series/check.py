"""The work of `crosswright series check`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from crosswright.cli.commands.series.check import CheckPlanRequest
from crosswright.cli.exits import Exit
from crosswright.cli.files import read_bytes, source_name
from crosswright.cli.interrupts import interruptible
from crosswright.cli.jobs.check import finding_object, print_findings
from crosswright.cli.options.inputs import STDIO
from crosswright.cli.results import print_json
from crosswright.cli.terminal import print_text
from crosswright.limits import Status
from crosswright.puzzles.check import Finding, Severity
from crosswright.series.planfile import MAX_BYTES, PlanDraft, draft_of, read_draft
from crosswright.series.preflight import Preflight, PreflightProgress, PreflightRun
from crosswright.series.supply import LengthSupply
from crosswright.support.wording import plural


def run(request: CheckPlanRequest) -> Exit:
    """Read the plan, do the preflight and report both."""
    mode = request.mode
    plan, mistakes = _draft(request.plan)
    preflight_run = PreflightRun(plan, failures=request.failures)
    with preflight_run, interruptible(preflight_run.stop) as interruption:
        mode.console.watch(preflight_run, describe)
        preflight = preflight_run.result()
    findings = [*map(_mistake, mistakes), *preflight.findings]
    if mode.json:
        print_json(_report(preflight, findings))
    else:
        for line in supply_table(preflight.supply):
            print_text(line)
        print_findings(findings, max_alike=None)
        for note in preflight.notes:
            mode.console.note(note)
        mode.console.note(summary(preflight, findings))
    return interruption.exit or _exit(request, preflight, findings, is_mistaken=bool(mistakes))


def _draft(path: str) -> PlanDraft:
    if path == STDIO:
        return draft_of(read_bytes(path, MAX_BYTES), source_name(path))
    return read_draft(path)


def _exit(
    request: CheckPlanRequest, preflight: Preflight, findings: Sequence[Finding], is_mistaken: bool
) -> Exit:
    if is_mistaken or not preflight.is_readable:
        return Exit.BAD_INPUT
    errors = [finding for finding in findings if finding.severity is Severity.ERROR]
    return Exit.IMPOSSIBLE if errors or (request.strict and findings) else Exit.DONE


def _mistake(message: str) -> Finding:
    return Finding(Severity.ERROR, "plan", message.split(": ")[1], message)


def describe(progress: PreflightProgress) -> str:
    """Describe how far the preflight is, for the live line."""
    of = f": {progress.done} of {progress.total}" if progress.total else ""
    return f"{progress.stage}{of} · Ctrl-C ends it"


def supply_table(rows: Sequence[LengthSupply]) -> Iterator[str]:
    """Yield the lines of a table of supply and demand."""
    if rows:
        yield "letters  window  puzzles  floor    needed  available  share"
    for row in rows:
        share = f"{row.share:.0%}" if row.available else "–"
        yield (
            f"{row.length:7}{row.window:8}{row.puzzles:9}{row.floor:7}"
            f"{row.needed:10,}{row.available:11,}{share:>7}"
        )


def summary(preflight: Preflight, findings: Sequence[Finding]) -> str:
    """Summarise the preflight in a line."""
    puzzles = preflight.puzzles
    filled = sum(proof.status is Status.FILLED for proof in preflight.proofs)
    counts = [
        plural(count, str(severity))
        for severity in Severity
        if (count := sum(finding.severity is severity for finding in findings))
    ]
    parts = [
        f"{plural(len(puzzles), 'puzzle')} from {puzzles[0].date} to {puzzles[-1].date}",
        f"{filled} of {plural(len(preflight.proofs), 'pattern')} filled at the floor",
        ", ".join(counts) or "no problems found",
    ]
    return " · ".join(parts if preflight.proofs else [parts[0], parts[2]])


def _report(preflight: Preflight, findings: Sequence[Finding]) -> dict[str, Any]:
    puzzles = preflight.puzzles
    return {
        "name": preflight.plan.name,
        "digest": preflight.plan.digest,
        "puzzles": len(puzzles),
        "first": puzzles[0].date.isoformat(),
        "last": puzzles[-1].date.isoformat(),
        "findings": [*map(finding_object, findings)],
        "notes": list(preflight.notes),
        "supply": [{**vars(row), "share": _share(row)} for row in preflight.supply],
        "patterns": [
            {
                "pattern": proof.pattern.splitlines(),
                "floor": proof.floor,
                "puzzles": proof.puzzles,
                "first": proof.first.date.isoformat(),
                "status": proof.status.value,
            }
            for proof in preflight.proofs
        ],
    }


def _share(row: LengthSupply) -> float | None:
    return round(row.share, 4) if row.available else None
