"""Measure how much of the paper sheets leave blank, over thirty puzzles of all shapes.

    python3 scripts/bench.py pages [--write] [--base COMMIT] [--keep DIRECTORY]

Draws every puzzle twice, with the package as it was at a commit and as it is now, and prints a
table; --write puts it into docs/benchmarks-pages.md. A point of the paper counts as blank if it is
within the margins, outside of cells and farther than `REACH` from any ink, so the space between
lines does not count. Needs pdftoppm (poppler-utils) and the history of the repository.
"""

import argparse
import io
import os
import random
import statistics
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from PIL import Image, ImageDraw, ImageFilter

from crosswright.grids.grid import Grid
from crosswright.puzzles.puzzle import Puzzle
from crosswright.rendering.render import render

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench.text import write_figures  # noqa: E402

DOCUMENT = ROOT / "docs" / "benchmarks-pages.md"
BASE = "82d6758"  # sheets before their pages were balanced
DPI = 36
REACH = 18.0  # points
MARGIN = 34.0  # points
INK, PAPER, OPEN = 1, 2, 3  # kinds of pixels; open ones can be reached from the edge of the page

SHORT = "Cheer|Pub pour|Opera solo|Not yes|Mine find|Olive genus|Like ore|Is in debt|Take ten"
MIDDLE = "Home on the range, briefly|Where the ships come in|What a plumber may find in a sink"
LONG = (
    "It might be drawn by someone who has been slighted|What the conductor said to the brass when "
    "it came in eight bars early|Old king found in the attic, with a pipe and a bowl"
)
CRYPTIC = (
    "Sailor returning with bird finds a way to the summit|Doctor in charge after a change of heart|"
    "Broken china, or a stone turned up in the wash|Fish left out of the pool, we hear|Odd parts "
    "of the play are held back by an extra"
)
NOTE = (
    "Each of the four longest answers hides an instrument of the orchestra, and the letters in "
    "circles, read from top to bottom, name a composer who wrote for all of them. Solvers who "
    "find his first name too may stop before the last corner. " * 3
)
STYLES = {
    "american": f"{SHORT}|{SHORT}|{MIDDLE}".split("|"),
    "long": f"{MIDDLE}|{LONG}".split("|"),
    "cryptic": CRYPTIC.split("|"),
}
KINDS: dict[str, dict[str, Any]] = {
    "sheet, A4": {"key": False},
    "sheet, letter": {"key": False, "page": "letter"},
    "answers, A4": {"kind": "key"},
    "large print, A4": {"key": False, "large_print": True},
}


# -- puzzles ------------------------------------------------------------------------------------


def puzzles() -> Iterator[tuple[str, Puzzle, dict[str, Any]]]:
    """Yield thirty puzzles, each after its name and before its own options."""
    for name, path in (
        ("American 5", "grids/square5.txt"),
        ("American 9", "grids/american9.txt"),
        ("American 11", "grids/american11.txt"),
        ("American 13", "grids/american13.txt"),
        ("American 15, 78 words", "grids/daily15_78.txt"),
        ("American 15, 64 words", "grids/open15_64.txt"),
        ("American 17", "grids/american17.txt"),
        ("American 21", "grids/sunday21_140.txt"),
        ("American 23", "grids/large23_172.txt"),
        ("wide, 7 by 21", "pages/wide.txt"),
        ("tall, 21 by 7", "pages/tall.txt"),
    ):
        yield name, clued(name, path, "american"), {}
    for name, path in (
        ("American 15, long clues", "grids/daily15_78.txt"),
        ("American 21, long clues", "grids/sunday21_140.txt"),
    ):
        yield name, clued(name, path, "long"), {}
    for size in (9, 11, 13):
        name = f"British {size}"
        yield name, clued(name, f"grids/lattice{size}.txt", "cryptic"), {}
    yield "British 15", clued("British 15", "pages/british15.txt", "cryptic"), {}
    for size in (8, 10, 12, 13):
        name = f"barred {size}"
        yield name, clued(name, f"pages/barred{size}.txt", "cryptic"), {}
    for words in (5, 10, 20, 40, 80):
        name = f"criss-cross of {words}"
        yield name, clued(name, f"pages/crisscross{words}.txt", "american"), {}
    for words in (10, 20):
        name = f"worksheet of {words}"
        yield name, clued(name, f"pages/crisscross{words}.txt", "american"), {"word_bank": True}
    noted = clued("American 15, long note", "grids/open15_72.txt", "american", NOTE)
    yield "American 15, long note", noted, {}
    yield "Hebrew 11", clued("Hebrew 11", "grids/american11.txt", "hebrew"), {}


def clued(name: str, path: str, style: str, notes: str = "") -> Puzzle:
    """Fill a grid with letters where it has none, and write clues, always the same ones."""
    rng = random.Random(f"pages {name}")
    grid = Grid.parse((ROOT / "bench" / path).read_text("utf-8"))
    alphabet = "אבגדהוזחטילמנסעפצקרשת" if style == "hebrew" else "AEINORST"
    letters = {cell: rng.choice(alphabet) for cell in grid.open_cells if cell not in grid.letters}
    clues = {slot.label: _clue(rng, style, len(slot.cells)) for slot in grid.slots}
    return Puzzle.from_filled(
        grid.with_letters({**letters, **grid.letters}),
        clues,
        title=name.capitalize(),
        author="Ada Lovelace",
        copyright="© 2026 Ada Lovelace",
        notes=notes,
    )


def _clue(rng: random.Random, style: str, length: int) -> str:
    if style == "hebrew":
        count = rng.randint(1, 6)
        return " ".join("".join(rng.choices("אבגדהולמנרשת", k=4)) for _ in range(count))
    text = rng.choice(STYLES[style])
    return f"{text} ({length})" if style == "cryptic" else text


def draw(folder: Path) -> None:
    """Draw all puzzles as all kinds of sheets."""
    for number, (_, puzzle, options) in enumerate(puzzles()):
        for kind, choices in enumerate(KINDS.values()):
            data = render(puzzle, "pdf", **{**options, **choices})
            (folder / f"{number:02}-{kind}.pdf").write_bytes(data)


# -- measuring ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Figures:
    """The blank share of the pages of a sheet, and how many pages there are."""

    blank: float
    pages: int


def measured(path: Path) -> Figures:
    """Measure the pages of a PDF file."""
    with TemporaryDirectory() as folder:
        subprocess.run(
            ["pdftoppm", "-r", str(DPI), "-gray", str(path), f"{folder}/page"],
            check=True,
        )
        shares = [_blank_share(image) for image in sorted(Path(folder).iterdir())]
    return Figures(statistics.mean(shares), len(shares))


def _blank_share(path: Path) -> float:
    scale = DPI / 72
    with Image.open(path) as image:
        page = image.convert("L").point(lambda grey: INK if grey < 230 else PAPER)
    ImageDraw.floodfill(page, (0, 0), OPEN)  # what is left of the paper is enclosed: cells
    ink = page.point(lambda kind: 0 if kind == OPEN else 255)
    near = ink.filter(ImageFilter.MaxFilter(2 * round(REACH * scale) + 1))
    inset = round(MARGIN * scale)
    inside = near.crop((inset, inset, near.width - inset, near.height - inset))
    return inside.histogram()[0] / (inside.width * inside.height)


def drawn_at(commit: str, folder: Path) -> None:
    """Draw all puzzles with the package as it was at a commit."""
    source = subprocess.run(
        ["git", "archive", commit, "src"], cwd=ROOT, check=True, capture_output=True
    ).stdout
    with TemporaryDirectory() as old:
        with tarfile.open(fileobj=io.BytesIO(source)) as archive:
            archive.extractall(old, filter="data")
        environment = {**os.environ, "PYTHONPATH": f"{old}/src"}
        command = [sys.executable, __file__, "--draw", str(folder)]
        subprocess.run(command, check=True, env=environment)


def compare(base: str, kept: Path | None) -> list[tuple[Figures, Figures]]:
    """Return the figures of all drawings, before and after, in the order of `draw`."""
    with TemporaryDirectory() as temporary:
        folder = kept or Path(temporary)
        before, after = folder / "before", folder / "after"
        for path in (before, after):
            path.mkdir(parents=True, exist_ok=True)
        drawn_at(base, before)
        draw(after)
        names = sorted(path.name for path in after.glob("*.pdf"))
        return [(measured(before / name), measured(after / name)) for name in names]


def table(rows: list[tuple[Figures, Figures]]) -> str:
    """Return the figures by kind of sheet, and those of the sheets on A4 by puzzle."""
    count = len(KINDS)
    lines = ["| | blank in the mean | blank at worst | pages |", "|---|---|---|---|"]
    for kind, name in enumerate(KINDS):
        before, after = zip(*rows[kind::count], strict=True)
        lines.append(f"| {name} | {_pair(before, after)} |")
    lines += [
        "",
        "| sheet, A4 | blank before | after | pages before | after |",
        "|---|---|---|---|---|",
    ]
    for (name, *_), (before, after) in zip(puzzles(), rows[::count], strict=True):
        blanks = f"{before.blank:.0%} | {after.blank:.0%}"
        lines.append(f"| {name} | {blanks} | {before.pages} | {after.pages} |")
    return "\n".join(lines) + "\n"


def _pair(before: tuple[Figures, ...], after: tuple[Figures, ...]) -> str:
    cells = []
    for choose in (statistics.mean, max):
        shares = (choose(figures.blank for figures in part) for part in (before, after))
        cells.append(" → ".join(f"{share:.0%}" for share in shares))
    pages = (sum(figures.pages for figures in part) for part in (before, after))
    return " | ".join([*cells, " → ".join(map(str, pages))])


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--base", default=BASE)
    parser.add_argument("--keep", type=Path, help="keep the drawings in this directory")
    parser.add_argument("--draw", type=Path, help="draw into this directory, and do nothing else")
    asked = parser.parse_args()
    if asked.draw:
        draw(asked.draw)
        return
    text = table(compare(asked.base, asked.keep))
    print(text, end="")
    if asked.write:
        write_figures(DOCUMENT, text)


if __name__ == "__main__":
    main()
