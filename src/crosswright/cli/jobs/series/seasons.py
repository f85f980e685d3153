"""Which season a command means: by its folder, or by the plan that it was made from."""

from __future__ import annotations

import os
from pathlib import Path

from crosswright.errors import SeriesError
from crosswright.series.ledger import LEDGER, Ledger
from crosswright.series.planfile import read_plan


def season_folder(path: str) -> Path:
    """Return the folder of a season, given that folder or the plan file."""
    if Path(path).is_dir():
        return Path(path)
    if not os.path.lexists(path):
        raise SeriesError(f"{path}: there is no such season: neither a folder nor a plan file")
    plan = read_plan(path)
    folder = Path(plan.base, plan.outputs.folder)
    if (folder / LEDGER).is_file():
        with Ledger.open(folder) as ledger:
            if ledger.plan_digest != plan.digest:
                raise SeriesError(
                    f"{path} is not the plan that {folder} was begun with; name the folder to go "
                    f"on with that one, or run this plan in another folder"
                )
    return folder


def open_season(path: str) -> Ledger:
    """Open the ledger of a season to read it, given its folder or its plan file."""
    folder = season_folder(path)
    if not (folder / LEDGER).is_file():
        raise SeriesError(f"{folder}: there is no season here yet; crosswright series run makes it")
    return Ledger.open(folder)
