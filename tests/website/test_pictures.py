"""Every picture of the docs is made by a script, and shown."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
IMAGES = ROOT / "docs" / "images"

MADE_BY = {
    "scripts/build_page_images.py": "daily.png structure1.png five.png player.png patterns.png "
    "worksheets.png kinds.png",
    "scripts/build_algorithm_images.py": "preview.svg compare.svg node-consistency.png ac3.png "
    "backtracking.png choices.png side-by-side.png engine.png",
    "scripts/build_series_images.py": "series-report.png series-site.png",
    "scripts/build_studio_images.py": "studio-editor.png studio-phone.png studio-clues.png "
    "studio-export.png studio-library.png studio-theme.png studio-series.png studio-demo.png",
    "bench/report.py": "benchmarks-peers.svg benchmarks-lists.svg benchmarks-grids.svg",
}


def test_every_picture_has_a_script() -> None:
    made = sorted(name for names in MADE_BY.values() for name in names.split())
    assert made == sorted(path.name for path in IMAGES.iterdir())


@pytest.mark.parametrize("script", MADE_BY)
def test_the_script_makes_it(script: str) -> None:
    text = (ROOT / script).read_text("utf-8")
    assert [name for name in MADE_BY[script].split() if f'"{name}"' not in text] == []


def test_every_picture_is_shown_on_a_page() -> None:
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    text = "".join(page.read_text("utf-8") for page in pages)
    assert [path.name for path in IMAGES.iterdir() if f"images/{path.name}" not in text] == []
