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


def test_what_is_imported_by_name_is_loaded_when_it_is_called() -> None:
    run("""
with deferred(colorsys="rgb_to_hsv"):
    from colorsys import rgb_to_hsv
assert "colorsys" not in sys.modules
assert rgb_to_hsv(1, 1, 1) == (0, 0, 1)
import colorsys
assert colorsys.rgb_to_hsv is not rgb_to_hsv
""")


def test_any_other_name_loads_the_module_at_once() -> None:
    run("""
with deferred(colorsys="rgb_to_hsv"):
    from colorsys import hls_to_rgb
import colorsys
assert colorsys.hls_to_rgb is hls_to_rgb
""")


def test_a_class_is_loaded_when_anything_is_asked_of_it() -> None:
    run(
        """
import typing
with deferred(fractions="Fraction"):
    import fractions as stand_in
    from fractions import Fraction
    class Halves(typing.Generic[typing.TypeVar("T")]): ...
    class Own(Halves[stand_in.Fraction]): ...
assert "fractions" not in sys.modules
assert Fraction.from_float(0.5) == Fraction(1, 2)
assert isinstance(Fraction(1, 2), Fraction) and not isinstance(1, Fraction)
assert stand_in.Fraction is sys.modules["fractions"].Fraction
""",
        module="fractions",
    )


@pytest.mark.parametrize(
    "use",
    [
        "assert Fraction(1, 2) + Fraction(1, 2) == 1",
        "assert not isinstance(3, Fraction) and issubclass(type(Fraction(1)), Fraction)",
        "class Own(Fraction): ...\nassert Own(1, 2) == Own.from_float(0.5)",
        "assert isinstance(None, Fraction | None) and isinstance(Fraction(1), None | Fraction)",
    ],
)
@pytest.mark.parametrize("when", ["meanwhile", "later"])
def test_a_class_is_whatever_it_is_used_as(use: str, when: str) -> None:
    indent = "    " if when == "meanwhile" else ""
    used = "\n".join(indent + line for line in use.splitlines())
    run(
        f"""
with deferred(fractions="Fraction"):
    from fractions import Fraction
{used}
import fractions
assert fractions.__file__
""",
        module="fractions",
    )


def test_types_of_options_that_no_command_has_still_work() -> None:
    run(
        """
import crosswright.cli, click, uuid
assert "datetime" not in sys.modules
assert click.UUID("1" * 32) == uuid.UUID("1" * 32) == click.UUID(uuid.UUID("1" * 32))
import datetime
moment = datetime.datetime(2026, 1, 2)
assert click.DateTime()("2026-01-02") == moment == click.DateTime()(moment)
""",
        module="datetime",
    )
