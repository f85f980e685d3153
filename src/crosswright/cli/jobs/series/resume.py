"""The work of `crosswright series resume`."""

from __future__ import annotations

from crosswright.cli.commands.series.resume import ResumeRequest
from crosswright.cli.exits import Exit
from crosswright.cli.jobs.series.run import executor_of, make
from crosswright.cli.jobs.series.seasons import season_folder
from crosswright.series.run import resume


def run(request: ResumeRequest) -> Exit:
    """Go on with a season, and say what came of it."""
    folder = season_folder(request.season)
    with executor_of(request.dask, request.workers) as executor:
        season = resume(folder, workers=request.workers, executor=executor)
        with season:
            return make(season, folder, request.mode)
