"""Picking between a compiled module and its plain-Python twin.

A package that has both holds them as `compiled` and `plain`, and its `__init__` picks one:

    _twin, name = pick(__name__)

The environment variable CROSSWRIGHT_ENGINE (`python` or `compiled`) forces the choice.
"""

from __future__ import annotations

import os
from importlib import import_module
from types import ModuleType

from crosswright.errors import CrosswrightError

VARIABLE = "CROSSWRIGHT_ENGINE"


def pick(package: str) -> tuple[ModuleType, str]:
    """Import a package's compiled module if it was built, else its plain one; name the choice."""
    choice = os.environ.get(VARIABLE, "")
    if choice not in ("", "compiled", "python"):
        raise CrosswrightError(f"{VARIABLE} is {choice!r}; choose python or compiled")
    if choice != "python":
        try:
            return import_module(f"{package}.compiled"), "compiled"
        except ImportError as error:
            if choice == "compiled":
                raise CrosswrightError(
                    f"{VARIABLE} asks for compiled modules, but {package}.compiled was not built: "
                    "reinstall with a C compiler at hand"
                ) from error
    return import_module(f"{package}.plain"), "python"
