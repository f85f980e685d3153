"""The work of `crosswright series site`."""

from __future__ import annotations

import datetime
from pathlib import Path

import click

from crosswright.cli.commands.series.site import SiteRequest
from crosswright.cli.exits import Exit
from crosswright.cli.jobs.series.seasons import open_season
from crosswright.cli.options.inputs import STDIO
from crosswright.cli.results import print_json
from crosswright.errors import SeriesError
from crosswright.series.outputs import SITE
from crosswright.series.site import INDEX, Site, require_own, write_site
from crosswright.support.wording import plural, quote


def run(request: SiteRequest) -> Exit:
    """Write the site, and say how many puzzles are in it."""
    if request.output == STDIO:
        raise click.UsageError("a site is a folder of pages; name one with -o")
    until = read_date(request.until)
    with open_season(request.season) as ledger:
        plan, entries, folder = ledger.plan, ledger.entries(), ledger.folder
    site = Site.of(plan, entries, folder, solutions=request.solutions, until=until)
    target = Path(request.output or folder / SITE)
    if not request.mode.force and (target / INDEX).exists():
        raise SeriesError(
            f"{target}: exists already; choose another name, or replace it with --force"
        )
    if request.mode.dry_run:
        require_own(target / INDEX)
        pages = [*site.files()]
    else:
        pages = write_site(site, target)
    left_out = sum(not entry.is_hole for entry in entries) - len(site.dates)
    if request.mode.json:
        print_json(
            {
                "folder": str(target),
                "puzzles": len(site.dates),
                "left_out": left_out,
                "solutions": site.solutions,
                "files": [site_file(target / page, request.mode.dry_run) for page in pages],
            }
        )
        return Exit.DONE
    later = f", {left_out:,} of later dates left out" if left_out else ""
    made = f"{target}: {plural(len(site.dates), 'puzzle')}{later}"
    if request.mode.dry_run:
        request.mode.console.note(f"would write {made}, {plural(len(pages), 'file')}")
    else:
        request.mode.console.note(f"wrote {made}; open {target / pages[-1]}")
    return Exit.DONE


def site_file(path: Path, dry_run: bool) -> dict[str, str]:
    """Return a file of the site as JSON; with --dry-run, with what would be done to it."""
    would = {"would": "replace" if path.exists() else "create"} if dry_run else {}
    return {"file": str(path), **would}


def read_date(text: str | None) -> datetime.date | None:
    """Read the last date of a site."""
    if text is None:
        return None
    if text.lower() == "today":
        return datetime.date.today()
    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        raise click.UsageError(
            f"--until {quote(text)} is not a date; write one such as 2027-03-14, or today"
        ) from None
