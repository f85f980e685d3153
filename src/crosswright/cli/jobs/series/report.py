"""The work of `crosswright series report`."""

from __future__ import annotations

from crosswright.cli.commands.series.report import ReportRequest
from crosswright.cli.exits import Exit
from crosswright.cli.files import TextFile
from crosswright.cli.jobs.series.seasons import open_season
from crosswright.cli.results import print_json
from crosswright.series.outputs import REPORT
from crosswright.series.report.figures import figures
from crosswright.series.report.report import page_of
from crosswright.support.wording import plural


def run(request: ReportRequest) -> Exit:
    """Write the report, and say in a line what is in it."""
    with open_season(request.season) as ledger:
        season = figures(ledger.plan, ledger.entries())
        folder = ledger.folder
    file = TextFile.of(request.output or str(folder / REPORT), request.mode)
    holes = plural(len(season.holes), "hole")
    made = f"{len(season.done):,} of {plural(len(season.planned), 'puzzle')}"
    files = file.write(page_of(season), f"{made}, {holes}")
    if request.mode.json:
        print_json(
            {
                "puzzles": len(season.planned),
                "done": len(season.done),
                "holes": len(season.holes),
                "mean": season.mean,
                "lowest": season.lowest,
                "repeats_too_soon": len(season.violations),
                "files": files,
            }
        )
    return Exit.DONE
