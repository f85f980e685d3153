"""The page on the command line says what the program does."""

from __future__ import annotations

import importlib.util
import json
import re
from pathlib import Path
from types import ModuleType

import pytest
from helpers.cli import Run

from crosswright.cli.exits import Exit

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/cli.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def builder() -> ModuleType:
    spec = importlib.util.spec_from_file_location("docs", ROOT / "scripts/build_cli_docs.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_reference_is_up_to_date(builder: ModuleType) -> None:
    assert builder.page() == PAGE, "run python scripts/build_cli_docs.py in the environment"
    assert builder.main(["--check"]) == 0


def test_every_exit_status_is_documented() -> None:
    assert {int(n) for n in re.findall(r"^\| (\d+) \|", PAGE, re.M)} == {*map(int, Exit)}


def test_the_json_keys_are_those_of_the_page(run: Run, folder: Path) -> None:
    table = PAGE.partition("## JSON")[2].partition("## ")[0]
    documented = set(re.findall(r"^\| `(\w+)` \|", table, re.M))
    Path("rebus.txt").write_text("...\n.#.\n...\n\nrebus: 1,1=CH\n")
    done = run("fill", "grid.txt", "-w", "my.dict", "--count", "2", "--objective", "any", "--json")
    assert set(json.loads(done.stdout)) == documented - {"rebus", "clues", "reason"}
    Path("many.dict").write_text("CHAT\nCHIT\nTIE\nTEE\n")
    done = run("fill", "rebus.txt", "-w", "many.dict", "--json")
    assert json.loads(done.stdout)["rebus"] == {"1,1": "CH"}
