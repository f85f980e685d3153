"""Picking between a compiled module and its plain-Python twin.

A package that has both holds them as `compiled` and `plain`, and its `__init__` picks one:

    _twin, name = pick(__name__)

The environment variable CROSSWRIGHT_ENGINE (`python` or `compiled`) forces the choice. Both twins
give the same results, so a compiled module that was not built is not worth a word; one that was
built and does not load is: in a second interpreter of the same process, or after an upgrade.
"""

from __future__ import annotations

import os
import sys
from types import ModuleType

from crosswright.errors import CrosswrightError

VARIABLE = "CROSSWRIGHT_ENGINE"


def pick(package: str) -> tuple[ModuleType, str]:
    """Import a package's compiled module if it was built, else its plain one; name the choice."""
    choice = os.environ.get(VARIABLE, "")
    if choice not in ("", "compiled", "python"):
        raise CrosswrightError(f"{VARIABLE} is {choice!r}; choose python or compiled")
    if choice == "python":
        return _module(f"{package}.plain"), "python"
    try:
        return _module(f"{package}.compiled"), "compiled"
    except ImportError as error:
        _explain(package, error, is_forced=choice == "compiled")
    return _module(f"{package}.plain"), "python"


def _module(name: str) -> ModuleType:
    """Import a module; `importlib` would do it too, but takes longer to load."""
    __import__(name)
    return sys.modules[name]


def _explain(package: str, error: ImportError, is_forced: bool) -> None:
    """Raise CrosswrightError if there is no way around a compiled module, warn if it was built."""
    module = f"{package}.compiled"
    was_built = not isinstance(error, ModuleNotFoundError) or error.name != module
    if is_forced:
        advice = "was not built: reinstall with a C compiler at hand"
        reason = f"does not load: {error}" if was_built else advice
        message = f"{VARIABLE} asks for compiled modules, but {module} {reason}"
        raise CrosswrightError(message) from error
    if was_built:
        import warnings

        warnings.warn(
            f"{module} does not load ({error}): plain Python does its work, many times slower; "
            f"set {VARIABLE}=python if that is intended",
            RuntimeWarning,
            stacklevel=3,
        )
