"""Make the pictures of the README and of the pages on patterns, rendering and teaching.

Run by hand, in the environment of the tests, with Chromium and pdftoppm installed:

    .venv/bin/python scripts/build_page_images.py [PICTURE …]
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

import environment
from pictures import IMAGES, ROOT, keep, open_browser
from PIL import Image, ImageOps

from crosswright.filling.fill import fill
from crosswright.filling.preference import LIVELY, VARIETY
from crosswright.limits import Limit
from crosswright.patterns import builtin
from crosswright.puzzles.puzzle import Puzzle
from crosswright.rendering.render import save
from crosswright.words import lexicon

GREYS = 16  # enough for black on white
GAP = 20  # between images
EDGE = "#9a9a9a"  # around sheets
RESOLUTION = "64"  # dots per inch of a sheet
PYTHON_BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def crosswright(*arguments: object) -> None:
    """Run the command line in the current folder."""
    subprocess.run([sys.executable, "-m", "crosswright", *map(str, arguments)], check=True)


def daily() -> None:
    """A newspaper's 15×15, filled as well as a fixed effort allows, so that it can be repeated."""
    limit = Limit(failures=100_000)
    done = fill(
        builtin.pattern(3),
        lexicon.english(),
        min_score=60,
        objective="score",
        lively=LIVELY,
        variety=VARIETY,
        limit=limit,
        seed=3,
    )
    save(Puzzle.from_filled(done.grid), "daily.png", solution=True, cell_size=36)
    keep(Image.open("daily.png"), "daily.png", GREYS)


def structure1() -> None:
    """What the course edition draws."""
    command = ["generate.py", "data/structure1.txt", "data/words1.txt", IMAGES / "structure1.png"]
    subprocess.run([sys.executable, *command], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


def five() -> None:
    """What the first example of the page on rendering draws."""
    example = PYTHON_BLOCK.search((ROOT / "docs" / "rendering.md").read_text("utf-8"))
    subprocess.run([sys.executable, "-c", example[1]], check=True, stdout=subprocess.DEVNULL)
    keep(Image.open("five.png"), "five.png")


def player() -> None:
    """The page that the same example makes, half way through."""
    five()
    with open_browser() as browser:
        page = browser.new_page(viewport={"width": 900, "height": 520})
        page.clock.set_fixed_time(0)
        page.goto(Path("five.html").absolute().as_uri())
        page.locator(".cell input").first.focus()
        for answer in ("BAD", "GENES"):
            page.keyboard.type(answer)
            page.keyboard.press("Tab")
        page.keyboard.type("EA")
        keep(page.screenshot(), "player.png")


def patterns() -> None:
    """The three patterns of the commands below the picture."""
    options = ("--word-count 72-78 --seed 7", "--style british --seed 4")
    for index, given in enumerate((*options, "--style barred --size 12 --seed 3")):
        crosswright("pattern", *given.split(), "--quiet", "-o", f"pattern{index}.txt")
        crosswright("render", f"pattern{index}.txt", "--cell-size", 20, "-o", f"{index}.png")
    keep(beside([Image.open(f"{index}.png") for index in range(3)]), "patterns.png", GREYS)


def worksheets() -> None:
    """The three levels of one lesson."""
    titles = ("--title", "Animals around us", "--author", "Ms Finch")
    layout("--differentiate", *titles, "-o", "sheet.pdf")
    sheets = [sheet(f"sheet-{level}.pdf") for level in ("easy", "middle", "hard")]
    keep(beside(sheets), "worksheets.png", GREYS)


def kinds() -> None:
    """A fill-in, and word searches."""
    layout("--kind", "fill-in", "--start-word", "--title", "Animals", "-o", "fill-in.pdf")
    search = ("--kind", "word-search", "--differentiate", "--title", "Animals")
    layout(*search, "-o", "search.pdf")
    sheets = [sheet("fill-in.pdf"), sheet("search-easy.pdf"), sheet("search-hard.pdf", 2)]
    keep(beside(sheets), "kinds.png", GREYS)


def layout(*options: str) -> None:
    """Lay the animals out."""
    animals = ROOT / "docs" / "examples" / "animals.csv"
    crosswright("layout", animals, "--worksheet", "--seed", 1, "--quiet", *options)


def sheet(pdf: str, number: int = 1) -> Image.Image:
    """Return a page of a PDF as paper with an edge."""
    page = ["-f", str(number), "-l", str(number), "-singlefile"]
    subprocess.run(["pdftoppm", "-r", RESOLUTION, *page, "-png", pdf, "page"], check=True)
    with Image.open("page.png") as image:
        return ImageOps.expand(image.convert("RGB"), border=1, fill=EDGE)


def beside(images: Sequence[Image.Image]) -> Image.Image:
    """Put images side by side on white, each in the middle of the height."""
    width = sum(image.width for image in images) + GAP * (len(images) - 1)
    height = max(image.height for image in images)
    whole, left = Image.new("RGB", (width, height), "white"), 0
    for image in images:
        whole.paste(image, (left, (height - image.height) // 2))
        left += image.width + GAP
    return whole


PICTURES: dict[str, Callable[[], None]] = {
    "daily.png": daily,
    "structure1.png": structure1,
    "five.png": five,
    "player.png": player,
    "patterns.png": patterns,
    "worksheets.png": worksheets,
    "kinds.png": kinds,
}


def main(names: list[str]) -> None:
    """Make them all, or those that are named, in a folder that goes away again."""
    unknown = {*names} - {*PICTURES}
    if unknown:
        raise SystemExit(f"unknown picture {min(unknown)!r}; choose from {', '.join(PICTURES)}")
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for name in names or PICTURES:
            PICTURES[name]()
        os.chdir(ROOT)


if __name__ == "__main__":
    environment.show_help(__doc__)
    main(sys.argv[1:])
