"""Draw the pictures of docs/algorithms.md with the tools that the page is about.

Run by hand, in the environment of the tests, with Chromium installed:

    .venv/bin/python scripts/build_algorithm_images.py
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from pictures import IMAGES, ROOT, keep, open_browser

from crosswright.explaining.preview import preview
from crosswright.grids.grid import Grid
from crosswright.limits import Limit
from crosswright.patterns import builtin
from crosswright.rendering.chart import chart
from crosswright.rendering.heatmap import heatmap
from crosswright.tracing.compare import compare
from crosswright.tracing.player.page import page
from crosswright.tracing.textbook import Variant
from crosswright.tracing.trace import Trace, trace
from crosswright.words import lexicon
from crosswright.words.wordlist import WordList

MINI = Grid.parse((ROOT / "docs" / "examples" / "mini.txt").read_text("utf-8"))
SQUARE = Grid.parse((ROOT / "docs" / "examples" / "square.txt").read_text("utf-8"))
COMMON = WordList.load(ROOT / "data" / "words2.txt")
COLOURS = 200  # enough for flat areas and smooth letters
LIMIT = Limit(seconds=60)  # none needs as much


def shoot(
    browser: Any, name: str, traces: list[Trace], position: int, size: tuple[int, int]
) -> None:
    """Save a picture of the player at an event."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "player.html"
        path.write_text(page(traces), "utf-8")
        player = browser.new_page(viewport={"width": size[0], "height": size[1]})
        player.goto(path.as_uri())
        player.evaluate(f"player.go({position})")
        data = player.screenshot()
        player.close()
    keep(data, name, COLOURS)


def position_of(run: Trace, kind: str, index: int = 0) -> int:
    """Return the position of an event of a kind, by its index among those of that kind."""
    return [position for position, event in enumerate(run) if event["event"] == kind][index]


def removal_before(run: Trace, position: int) -> int:
    """Return the last revision before a position that removed a few words."""
    events = list(run)[:position]
    return max(
        index
        for index, event in enumerate(events)
        if event["event"] == "revise" and 2 <= event["removed"] <= len(event["words"])
    )


def main() -> None:
    """Draw them all."""
    with_u = MINI.with_letters({(0, 2): "U"})
    (IMAGES / "preview.svg").write_text(heatmap(preview(with_u, COMMON)), "utf-8")
    outcomes = list(compare(SQUARE, COMMON, limit=LIMIT))
    (IMAGES / "compare.svg").write_text(chart(outcomes), "utf-8")
    best = trace(MINI, COMMON, algorithm="textbook")
    plain = trace(
        MINI,
        COMMON,
        algorithm="textbook",
        variant=Variant(False, "fixed", "alphabetical"),
        events=4000,
    )
    engine = trace(builtin.pattern(3), lexicon.english(), min_score=60)
    with open_browser() as browser:
        wide, page_size = (1280, 800), (1440, 900)
        first = position_of(best, "assign")
        shoot(browser, "node-consistency.png", [best], position_of(best, "node", 3), wide)
        shoot(browser, "ac3.png", [best], removal_before(best, first), wide)
        shoot(browser, "backtracking.png", [best], position_of(best, "wipeout"), page_size)
        shoot(browser, "choices.png", [best], position_of(best, "assign", 7), wide)
        shoot(browser, "side-by-side.png", [best, plain], position_of(best, "assign", 5), page_size)
        shoot(browser, "engine.png", [engine], position_of(engine, "select", 20), page_size)


if __name__ == "__main__":
    import environment

    environment.show_help(__doc__)
    main()
