"""Modules that another package imports but hardly ever uses, loaded only once it does."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from types import ModuleType
from typing import Any


class _StandIn(ModuleType):
    """Takes the place of a module until something of it is wanted."""

    def __getattr__(self, name: str) -> Any:
        _remove(self)
        return getattr(import_module(self.__name__), name)


def _remove(stand_in: _StandIn) -> None:
    if sys.modules.get(stand_in.__name__) is stand_in:
        del sys.modules[stand_in.__name__]


@contextmanager
def deferred(*names: str) -> Iterator[None]:
    """Let what is imported meanwhile have stand-ins for some modules, which load them if used.

    Everybody else, and whoever imports one of them later, has the module itself.
    """
    stand_ins = [_StandIn(name) for name in names if name not in sys.modules]
    sys.modules.update({stand_in.__name__: stand_in for stand_in in stand_ins})
    try:
        yield
    finally:
        for stand_in in stand_ins:
            _remove(stand_in)
