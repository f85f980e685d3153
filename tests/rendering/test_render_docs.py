"""The page about rendering: its examples print what it says, and it names every option."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest

from crosswright.rendering.options import Options

PAGE = (Path(__file__).parents[2] / "docs" / "rendering.md").read_text("utf-8")


def test_the_examples(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    for code in re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL):
        exec(code, names)
    shown = re.findall(r"^```text\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert "".join(shown).split() == capsys.readouterr().out.split()
    assert {path.suffix for path in tmp_path.iterdir()} == {".png", ".pdf", ".html"}


def test_every_option_is_described() -> None:
    described = re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE)
    assert sorted(described) == sorted(field.name for field in fields(Options))
