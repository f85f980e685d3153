"""Write docs/course/csp.ipynb from scripts/notebooks/csp.py: its cells, run, with what they show.

The source is a program whose cells begin with `# %%`, or `# %% [markdown]` for text. Run in the
environment of the tests; a test fails if the notebook is not what this script makes.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "scripts" / "notebooks" / "csp.py"
NOTEBOOK = ROOT / "docs" / "course" / "csp.ipynb"

CELL = re.compile(r"^# %%(?P<text> \[markdown\])?\n", re.MULTILINE)

METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


def cells(source: str) -> Iterator[tuple[str, str]]:
    """Yield the cells of a source: "markdown" or "code", and the text."""
    starts = [*CELL.finditer(source)]
    ends = [*(match.start() for match in starts[1:]), len(source)]
    for match, end in zip(starts, ends, strict=True):
        text = source[match.end() : end].strip("\n")
        if match["text"]:
            lines = [line.removeprefix("#").removeprefix(" ") for line in text.splitlines()]
            yield "markdown", "\n".join(lines)
        else:
            yield "code", text


def run(code: str, names: dict[str, Any]) -> list[dict[str, Any]]:
    """Run a cell and return its outputs, in order, as a notebook has them."""
    outputs: list[dict[str, Any]] = []
    printed = io.StringIO()

    def flush() -> None:
        if text := printed.getvalue():
            outputs.append({"output_type": "stream", "name": "stdout", "text": lines(text)})
            printed.seek(0)
            printed.truncate()

    def display(value: object) -> None:
        flush()
        outputs.append({"output_type": "display_data", "data": shown(value), "metadata": {}})

    names["display"] = display  # as notebooks have it
    tree = ast.parse(code)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    value = None
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, str(SOURCE), "exec"), names)
        if last is not None:
            value = eval(compile(ast.Expression(last.value), str(SOURCE), "eval"), names)
    flush()
    if value is not None:
        result = {"output_type": "execute_result", "data": shown(value), "metadata": {}}
        outputs.append({**result, "execution_count": None})
    return outputs


def shown(value: object) -> dict[str, Any]:
    """Return a value as a notebook shows it: as a picture if it has one, and as text."""
    draw: Callable[[], str] | None = getattr(value, "_repr_svg_", None)
    pictures = {"image/svg+xml": lines(draw())} if draw else {}
    return {**pictures, "text/plain": lines(repr(value))}


def lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def notebook() -> str:
    """Return the whole notebook."""
    names: dict[str, Any] = {"__name__": "__main__"}
    parts = []
    for number, (kind, text) in enumerate(cells(SOURCE.read_text("utf-8")), 1):
        cell = {"cell_type": kind, "id": f"cell-{number}", "metadata": {}, "source": lines(text)}
        if kind == "code":
            outputs = run(text, names)
            count = sum(part["cell_type"] == "code" for part in parts) + 1
            for output in outputs:
                if "execution_count" in output:
                    output["execution_count"] = count
            cell |= {"execution_count": count, "outputs": outputs}
        parts.append(cell)
    whole = {"cells": parts, "metadata": METADATA, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(whole, ensure_ascii=False, indent=1) + "\n"


def main() -> None:
    """Write the notebook."""
    NOTEBOOK.write_text(notebook(), "utf-8")


if __name__ == "__main__":
    main()
