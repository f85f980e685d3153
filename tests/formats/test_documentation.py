"""The pages on formats and notation say what the code does."""

from pathlib import Path

from crosswright.formats.format import FEATURES
from crosswright.formats.registry import all_formats
from crosswright.grids.grid import Grid

DOCS = Path(__file__).parents[2] / "docs"


def table(text: str, first: str) -> list[list[str]]:
    lines = text[text.index(first) :].split("\n\n")[0].splitlines()
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [rows[0], *rows[2:]]


def test_table_of_features() -> None:
    _, *rows = table((DOCS / "formats.md").read_text(encoding="utf-8"), "| name | grid")
    listed = {row[0].strip("`"): ", ".join(filter("–".__ne__, row[1:])) for row in rows}
    assert {name: set(filter(None, features.split(", "))) for name, features in listed.items()} == {
        each.name: set(each.holds) for each in all_formats()
    }


def test_every_feature_is_explained() -> None:
    page = (DOCS / "formats.md").read_text(encoding="utf-8")
    assert [feature for feature in FEATURES if f"**{feature}**" not in page] == []


def test_table_of_suffixes() -> None:
    _, *rows = table((DOCS / "formats.md").read_text(encoding="utf-8"), "| name | files")
    assert {row[0].strip("`"): tuple(row[2].split()) for row in rows} == {
        each.name: each.suffixes for each in all_formats()
    }


def test_grids_on_the_page_of_the_notation() -> None:
    parts = (DOCS / "grid-notation.md").read_text(encoding="utf-8").split("```\n")
    grids = [Grid.parse(part) for part in parts[1::2]]
    assert len(grids) == 2
    assert grids[1].letters[0, 2] == "HEART"
    assert [slot.label for slot in grids[1].slots][-1] == "X1"
    assert all(Grid.parse(str(grid)) == grid for grid in grids)
