"""The README shows what it says it shows."""

import re
from pathlib import Path

from PIL import Image

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def test_the_grid_that_comes_out_is_the_one_that_goes_in() -> None:
    shown = next(text for language, text in BLOCKS if language == "console")
    rows = shown.splitlines()[1:]
    assert ["".join("#" if mark == "#" else "_" for mark in row) for row in rows] == (
        (ROOT / "data" / "structure1.txt").read_text("utf-8").splitlines()
    )


def test_the_picture_shows_that_grid() -> None:
    rows = (ROOT / "data" / "structure1.txt").read_text("utf-8").splitlines()
    with Image.open(ROOT / "docs" / "images" / "structure1.png") as image:
        assert image.size == (100 * len(rows[0]), 100 * len(rows))
        for i, row in enumerate(rows):
            for j, mark in enumerate(row):
                corner = image.getpixel((100 * j + 4, 100 * i + 4))
                assert corner[:3] == ((255, 255, 255) if mark == "_" else (0, 0, 0))
