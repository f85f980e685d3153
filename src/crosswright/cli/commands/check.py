"""`crosswright check`: a puzzle against the rules of its kind."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import click

from crosswright.cli.exits import Exit
from crosswright.cli.options.common import Lists, Talk, lists, min_score, source_format, talk
from crosswright.cli.options.shapes import STYLES, SYMMETRIES

if TYPE_CHECKING:
    from crosswright.puzzles.check import Finding, Severity

SHARED_LETTERS = 5
SHOWN = 10
"""Findings of one rule and severity that are printed; the rest are counted."""


@click.command()
@click.argument("puzzle")
@click.option(
    "--profile",
    "--style",
    "profile",
    type=click.Choice(STYLES),
    default="american",
    show_default=True,
    help="The kind of puzzle.",
)
@click.option(
    "--symmetry",
    type=click.Choice(SYMMETRIES),
    help="The symmetry that it must have, or none. Default: any, where the profile asks for one.",
)
@lists
@click.option("--no-words", is_flag=True, help="Do not look the answers up in a list.")
@min_score
@click.option(
    "--shared",
    type=click.IntRange(min=2),
    default=SHARED_LETTERS,
    show_default=True,
    metavar="N",
    help="Report answers that share a run of N letters.",
)
@click.option("--strict", is_flag=True, help="Let warnings count as errors.")
@source_format
@talk
def check(
    puzzle: str,
    profile: str,
    symmetry: str | None,
    lists: Lists,
    no_words: bool,
    min_score: int | None,
    shared: int,
    strict: bool,
    source: str | None,
    talk: Talk,
) -> int:
    """Check a puzzle against the rules of its kind.

    PUZZLE is a puzzle file, or - for standard input; a grid without letters is checked as a
    pattern. Answers are looked up in the list of -w, where a missing one is an error, or else in
    the built-in English one, where it is a warning.

    \b
    american  symmetric, every letter checked, words of 3 letters and more, all in one piece,
              at 15×15 at most 78 words and 45 blocks, at 21×21 140 and 88
    british   half of every word's letters checked, no two unchecked ones at its start or end
    barred    unchecked letters: none of 3, 1 of 4 or 5, 2 of 6 or 7, 3 of 8, a third of more
    free      only what every puzzle is: in one piece, and no answer twice

    Exit status 1 when there is an error.

    \b
    Example: crosswright check puzzle.ipuz --profile american --min-score 40
    """
    from crosswright.cli.puzzles import read_puzzle
    from crosswright.cli.results import print_json
    from crosswright.puzzles.check import Severity
    from crosswright.puzzles.check import check as find

    console = talk.console
    read = read_puzzle(puzzle, source, console)
    answered = bool(read.filled_grid.letters) and not no_words
    findings = find(
        read,
        profile,
        lists.load(console) if answered else None,
        symmetry=symmetry,
        min_score=min_score,
        unlisted=Severity.ERROR if lists.words else Severity.WARNING,
        shared_letters=shared,
    )
    if talk.json:
        print_json(
            {
                "profile": profile,
                "findings": [
                    {
                        "severity": finding.severity.value,
                        "rule": finding.rule,
                        "where": finding.where,
                        "message": finding.message,
                    }
                    for finding in findings
                ],
            }
        )
    else:
        show(findings)
        console.note(summary(findings, profile))
    bad = {Severity.ERROR, Severity.WARNING} if strict else {Severity.ERROR}
    return Exit.IMPOSSIBLE if any(finding.severity in bad for finding in findings) else Exit.DONE


def show(findings: list[Finding]) -> None:
    """Print the findings, of many alike only the first."""
    seen: dict[tuple[Severity, str], int] = {}
    for finding in findings:
        kind = finding.severity, finding.rule
        seen[kind] = seen.get(kind, 0) + 1
        if seen[kind] <= SHOWN:
            click.echo(finding)
    for (severity, rule), count in seen.items():
        if count > SHOWN:
            click.echo(f"{severity}: {rule}: {count - SHOWN} more of these")


def summary(findings: list[Finding], profile: str) -> str:
    """Say in a line how the check went."""
    counts = Counter(finding.severity for finding in findings)
    told = [f"{n} {severity}{'' if n == 1 else 's'}" for severity, n in counts.items() if n]
    return f"{profile}: {', '.join(told) or 'nothing to complain of'}"
