"""The page about rendering describes every option."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

from crosswright.rendering.options import RenderOptions

PAGE = (Path(__file__).parents[2] / "docs" / "rendering.md").read_text("utf-8")


def test_every_option_is_described() -> None:
    described = re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE)
    assert sorted(described) == sorted(field.name for field in fields(RenderOptions))
