"""The notebook of the course is what its script makes: every cell runs and shows what it should."""

from __future__ import annotations

import json
import re
import runpy
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from crosswright import engine

ROOT = Path(__file__).parents[2]
NOTEBOOK = ROOT / "docs" / "course" / "csp.ipynb"
BUILDER = ROOT / "scripts" / "build_notebook.py"


@pytest.fixture(scope="module")
def notebook() -> dict[str, Any]:
    data: dict[str, Any] = json.loads(NOTEBOOK.read_text("utf-8"))
    return data


def outputs(notebook: dict[str, Any]) -> list[dict[str, Any]]:
    return [output for cell in notebook["cells"] for output in cell.get("outputs", [])]


def printed(notebook: dict[str, Any]) -> str:
    return "".join("".join(output.get("text", [])) for output in outputs(notebook))


@pytest.mark.skipif(engine.name != "compiled", reason="it fills a real grid at the end")
def test_it_is_what_the_script_makes() -> None:
    made = runpy.run_path(str(BUILDER))["notebook"]()
    assert made == NOTEBOOK.read_text("utf-8"), "run python scripts/build_notebook.py"


def test_it_has_the_form_of_a_notebook(notebook: dict[str, Any]) -> None:
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    ids = [cell["id"] for cell in notebook["cells"]]
    assert len({*ids}) == len(ids)
    for cell in notebook["cells"]:
        keys = {"cell_type", "id", "metadata", "source"}
        if cell["cell_type"] == "code":
            keys |= {"execution_count", "outputs"}
        assert cell.keys() == keys
    counts = [cell["execution_count"] for cell in notebook["cells"] if "outputs" in cell]
    assert counts == [*range(1, len(counts) + 1)]


def test_it_walks_from_node_consistency_to_maintained_arc_consistency(
    notebook: dict[str, Any],
) -> None:
    text = "\n".join("".join(cell["source"]) for cell in notebook["cells"])
    headings = re.findall(r"^## (.*)$", text, re.MULTILINE)
    wanted = ["Node consistency", "Arc consistency", "AC-3", "Backtracking search"]
    wanted.append("Maintained arc consistency")
    assert [heading for heading in headings if heading in wanted] == wanted


def test_its_pictures_are_pictures(notebook: dict[str, Any]) -> None:
    pictures = [
        "".join(output["data"]["image/svg+xml"])
        for output in outputs(notebook)
        if "image/svg+xml" in output.get("data", {})
    ]
    assert len(pictures) >= 8
    for picture in pictures:
        assert ElementTree.fromstring(picture).tag.endswith("svg")


def test_its_search_is_that_of_the_package(notebook: dict[str, Any]) -> None:
    """The notebook's few lines assign as many words as `compare` says that the textbook does."""
    text = printed(notebook)
    own = dict(re.findall(r"^(\S.*?) {2,}(\d+) assignments$", text, re.MULTILINE))
    packages = dict(re.findall(r"^(\S.*?) +FILLED +(\d+)$", text, re.MULTILINE))
    pairs = {
        "next slot, alphabet, no inference": "no inference, fixed, alphabetical",
        "MRV, alphabet, no inference": "no inference, mrv, alphabetical",
        "next slot, LCV, no inference": "no inference, fixed, lcv",
        "MRV, LCV, no inference": "no inference, mrv, lcv",
        "MRV, LCV, maintained arc consistency": "inference, mrv, lcv",
    }
    assert [own[name] for name in pairs] == [packages[name] for name in pairs.values()]
