"""The registry of pictures: who is drawn by what, and that nothing is imported before."""

import subprocess
import sys

import pytest

from crosswright.rendering import notebook
from crosswright.support import pictures

UNDRAWN = """
import sys
import crosswright as cw
result = cw.fill(cw.Grid.parse("C.T"), cw.WordList.from_words(["CAT"]))
assert result.status is cw.Status.FILLED
assert not [name for name in sys.modules if name.startswith("crosswright.rendering")]
"""


def test_a_class_is_drawn_by_the_function_it_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notebook, "star_svg", lambda star: f"<svg>{star.points}</svg>", False)

    class Star:
        points = 5
        _repr_svg_ = pictures.drawn_by("star_svg")

    assert Star()._repr_svg_() == "<svg>5</svg>"


def test_filling_a_grid_does_not_import_the_drawings() -> None:
    subprocess.run([sys.executable, "-c", UNDRAWN], check=True)
