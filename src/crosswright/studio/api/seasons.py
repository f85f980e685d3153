"""The seasons of the folder, read only."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from crosswright.series.ledger import is_running
from crosswright.studio.api.request import Ask
from crosswright.studio.seasons import MAX_PUZZLES, details

if TYPE_CHECKING:
    from crosswright.studio.studio import Studio


def listing(studio: Studio, ask: Ask) -> Any:
    """Return all seasons."""
    return {"root": str(studio.library.root), "seasons": studio.seasons.all()}


def season(studio: Studio, ask: Ask) -> Any:
    """Return a season, less of one that is still what the page has; or the grid of one puzzle."""
    path, number = ask.text("path"), ask.whole("number", 1, MAX_PUZZLES)
    if number is not None:
        return {"number": number, "rows": studio.seasons.rows(path, number)}
    chosen = studio.seasons.read(path)
    if ask.text("stamp", most=100) == chosen.stamp:
        return {"stamp": chosen.stamp, "running": is_running(chosen.folder)}
    documents = {
        card["season"]: card["id"] for card in studio.library.cards() if card.get("season")
    }
    shown = details(chosen)
    for day in shown["days"]:
        if document := documents.get(f"{chosen.path}#{day['number']}"):
            day["document"] = document
    return shown
