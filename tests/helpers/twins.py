"""Compiled modules and their plain twins."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType


def twins_of(package: str) -> list[ModuleType]:
    """Return the plain module of a package and, where it is built, the compiled one."""
    plain = import_module(f"{package}.plain")
    try:
        return [plain, import_module(f"{package}.compiled")]
    except ImportError:
        return [plain]
