"""Modules that are loaded once they are used."""

from __future__ import annotations

import subprocess
import sys

import pytest

RUN = """
import sys
from crosswright.support.deferral import deferred
assert "{module}" not in sys.modules
{code}
"""


def run(code: str, module: str = "colorsys") -> None:
    process = subprocess.run(
        [sys.executable, "-c", RUN.format(module=module, code=code)], capture_output=True, text=True
    )
    assert process.returncode == 0, process.stderr


def test_a_module_is_loaded_when_it_is_used() -> None:
    run("""
with deferred("colorsys"):
    import colorsys as stand_in
assert "colorsys" not in sys.modules
assert stand_in.rgb_to_hsv(1, 1, 1) == (0, 0, 1)
import colorsys
assert colorsys is sys.modules["colorsys"] is not stand_in
assert stand_in.hls_to_rgb is colorsys.hls_to_rgb
""")


@pytest.mark.parametrize("use", ["import colorsys; colorsys.ONE_THIRD", "from colorsys import *"])
def test_a_module_that_is_used_at_once_is_loaded_at_once(use: str) -> None:
    run(f"""
with deferred("colorsys"):
    exec({use!r})
import colorsys
assert colorsys.__file__ and colorsys.__spec__
""")


def test_what_is_loaded_stays() -> None:
    run("""
import colorsys
with deferred("colorsys"):
    import colorsys as same
assert same is colorsys is sys.modules["colorsys"]
""")


def test_a_module_that_fails_leaves_no_stand_in() -> None:
    run("""
try:
    with deferred("colorsys"):
        raise ImportError
except ImportError:
    assert "colorsys" not in sys.modules
""")


def test_what_a_module_lacks_is_an_attribute_error() -> None:
    run("""
with deferred("colorsys"):
    import colorsys as stand_in
assert not hasattr(stand_in, "nothing")
""")
