"""Picking between a compiled module and its plain-Python twin.

The environment variable CROSSWRIGHT_ENGINE (`python` or `compiled`) forces one of them.
"""

from __future__ import annotations

import os
from importlib import import_module
from types import ModuleType

from crosswright.errors import CrosswrightError

VARIABLE = "CROSSWRIGHT_ENGINE"


def pick(compiled: str, plain: str) -> ModuleType:
    """Import the compiled module where it was built, else its plain twin, or the one asked for."""
    wanted = os.environ.get(VARIABLE, "")
    if wanted not in ("", "compiled", "python"):
        raise CrosswrightError(f"{VARIABLE} is {wanted!r}; it takes python or compiled")
    if wanted != "python":
        try:
            return import_module(compiled)
        except ImportError as error:
            if wanted == "compiled":
                raise CrosswrightError(
                    f"{VARIABLE} asks for the compiled modules, and {compiled} was not built: "
                    "reinstall with a C compiler at hand"
                ) from error
    return import_module(plain)
