"""What people read speaks of folders; only names in Python code, and systems, say directory."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
DIRECTORY = re.compile(r"\bdirector(?:y|ies)\b", re.IGNORECASE)


def texts_of(path: Path) -> Iterator[str]:
    """Yield the texts in a module that people may get to see: all but single names."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
            yield node.value


def test_messages_and_help_speak_of_folders() -> None:
    said = [
        f"{path.relative_to(ROOT)}: {text[:80]}"
        for path in sorted((ROOT / "src").rglob("*.py"))
        for text in texts_of(path)
        if DIRECTORY.search(text)
    ]
    assert said == []


def test_pages_speak_of_folders() -> None:
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "man").iterdir()]
    pages += [*(ROOT / "src").rglob("*.html"), *(ROOT / "src").rglob("*.js")]
    said = {page.name: DIRECTORY.findall(page.read_text("utf-8")) for page in pages}
    assert {name: found for name, found in said.items() if found} == {}
