"""How a command reports: in text or JSON, with or without notes."""

from __future__ import annotations

from crosswright.cli.console import Console
from crosswright.cli.options.declare import option
from crosswright.cli.options.groups import Decorator, grouped
from crosswright.cli.options.texts import FileName
from crosswright.support.records import Record


class OutputMode(Record):
    """Whether the result is printed as JSON, and whether notes are left out."""

    json: bool
    quiet: bool
    verbose: bool = False
    log: str | None = None

    @property
    def console(self) -> Console:
        """Where notes go."""
        return Console(self.quiet)


class WritingMode(OutputMode):
    """How a command that writes files reports, and what it does about files that exist."""

    force: bool = True
    dry_run: bool = False


_OPTIONS = (
    option("--json", is_flag=True, help="Print one JSON object instead of text."),
    option("-q", "--quiet", is_flag=True, help="Show no progress and no notes."),
    option(
        "-v",
        "--verbose",
        is_flag=True,
        help="Report each step on stderr: what is read, lists, caches, engine, seeds, times.",
    ),
    option(
        "--log",
        type=FileName(),
        metavar="FILE",
        help="Append to a file what --verbose reports, and every note and warning.",
    ),
)

output_mode = grouped("mode", OutputMode, *_OPTIONS)
"""Add --json, --quiet, --verbose and --log, as the argument `mode`."""


def writing_mode_with(force: bool) -> Decorator:
    """Add the options of `output_mode`, --force/--no-clobber and --dry-run, as `mode`."""
    return grouped(
        "mode",
        WritingMode,
        option(
            "--force/--no-clobber",
            default=force,
            help="Replace a file that exists, or refuse to.",
        ),
        option(
            "--dry-run",
            is_flag=True,
            help="Do everything but write files: say what would be written, and what replaced.",
        ),
        *_OPTIONS,
    )


writing_mode = writing_mode_with(force=True)
"""Add the options of `output_mode`, --force/--no-clobber and --dry-run, as the argument `mode`."""
