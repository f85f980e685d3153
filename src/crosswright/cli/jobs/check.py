"""The work of `crosswright check`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import click

from crosswright.cli.commands.check import CheckRequest
from crosswright.cli.exits import Exit
from crosswright.cli.files import read_puzzle
from crosswright.cli.results import print_json
from crosswright.cli.terminal import print_text
from crosswright.puzzles.check import Finding, Severity, check, recognised_style
from crosswright.support.wording import plural

MAX_ALIKE = 10
"""Findings of one rule and severity that are printed; the rest are only counted."""


def run(request: CheckRequest) -> Exit:
    """Check the puzzle and report the findings."""
    if request.no_words and (request.lists.words or request.min_score is not None):
        raise click.UsageError("--no-words excludes -w and --min-score")
    console = request.mode.console
    puzzle = read_puzzle(request.puzzle, request.input_format, console)
    profile = request.profile or recognised_style(puzzle)
    look_up = bool(puzzle.filled_grid.letters) and not request.no_words
    findings = check(
        puzzle,
        profile,
        request.lists.load_for(puzzle, console) if look_up else None,
        symmetry=request.symmetry,
        min_score=request.min_score,
        unlisted=Severity.WARNING if request.lists.is_built_in else Severity.ERROR,
        shared_letters=request.shared,
    )
    if request.mode.json:
        print_json(
            {
                "profile": profile,
                "recognised": request.profile is None,
                "findings": [*map(finding_object, findings)],
            }
        )
    else:
        print_findings(findings)
        console.note(summary(findings, profile, recognised=request.profile is None))
    failing = {Severity.ERROR, Severity.WARNING} if request.strict else {Severity.ERROR}
    has_failed = any(finding.severity in failing for finding in findings)
    return Exit.IMPOSSIBLE if has_failed else Exit.DONE


def finding_object(finding: Finding) -> dict[str, str]:
    """Return a finding as JSON."""
    return {
        "severity": finding.severity.value,
        "rule": finding.rule,
        "where": finding.where,
        "message": finding.message,
    }


def print_findings(findings: Sequence[Finding], max_alike: int | None = MAX_ALIKE) -> None:
    """Print the findings, but only the first of many alike, unless all are wanted."""
    limit = len(findings) if max_alike is None else max_alike
    counts: Counter[tuple[Severity, str]] = Counter()
    for finding in findings:
        kind = finding.severity, finding.rule
        counts[kind] += 1
        if counts[kind] <= limit:
            print_text(finding)
    for (severity, rule), count in counts.items():
        if count > limit:
            print_text(f"{severity}: {rule}: {count - limit} more of these")


def summary(findings: list[Finding], profile: str, *, recognised: bool) -> str:
    """Summarise the findings in a line."""
    counts = Counter(str(finding.severity) for finding in findings)
    listed = [plural(count, severity) for severity, count in counts.items()]
    judged = f"{profile} (by its grid; --style chooses another)" if recognised else profile
    return f"{judged}: {', '.join(listed) or 'no problems found'}"
