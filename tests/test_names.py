"""Names mean one thing: no two public classes of the package share one."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

PACKAGE = Path(__file__).parents[1] / "src" / "crosswright"


def test_no_two_public_classes_share_a_name() -> None:
    homes = defaultdict(set)
    for path in PACKAGE.rglob("*.py"):
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                homes[node.name].add(path.relative_to(PACKAGE).as_posix())
    assert {name: sorted(paths) for name, paths in homes.items() if len(paths) > 1} == {}
