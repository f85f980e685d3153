"""Modules that another package imports but hardly ever uses, loaded only once it does."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from types import ModuleType
from typing import Any


class _StandIn(ModuleType):
    """Takes the place of a module, of which some names are known, until more of it is wanted."""

    def __init__(self, name: str, known: str) -> None:
        super().__init__(name)
        self._known = known.split()

    def __getattr__(self, name: str) -> Any:
        if name == "__path__":  # asked by every `from … import`; only packages have one
            raise AttributeError(name)
        if name in self._known and sys.modules.get(self.__name__) is self:
            return _NamedStandIn(self.__name__, name)
        _remove(self)
        return getattr(import_module(self.__name__), name)


class _NamedStandIn:
    """Takes the place of a function or a class until it is called or anything else is asked."""

    def __init__(self, module: str, name: str) -> None:
        self._module = module
        self._name = name

    def _loaded(self) -> Any:
        stand_in = sys.modules.get(self._module)
        if isinstance(stand_in, _StandIn):
            _remove(stand_in)
        return getattr(import_module(self._module), self._name)

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        return self._loaded()(*arguments, **keywords)

    def __mro_entries__(self, bases: tuple[object, ...]) -> tuple[Any, ...]:
        return (self._loaded(),)  # of a class that is derived from it

    def __instancecheck__(self, value: object) -> bool:
        return isinstance(value, self._loaded())

    def __subclasscheck__(self, kind: type) -> bool:
        return issubclass(kind, self._loaded())

    def __or__(self, other: Any) -> Any:
        return self._loaded() | other

    def __ror__(self, other: Any) -> Any:
        return other | self._loaded()

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # asked by `typing` of whatever is in a type
            raise AttributeError(name)
        return getattr(self._loaded(), name)


def _remove(stand_in: _StandIn) -> None:
    if sys.modules.get(stand_in.__name__) is stand_in:
        del sys.modules[stand_in.__name__]


@contextmanager
def deferred(*modules: str, **names: str) -> Iterator[None]:
    """Let what is imported meanwhile have stand-ins for some modules, which load them if used.

    `names` has modules with those of their functions and classes for which there are stand-ins,
    too: `from gettext import ngettext` would load it. Everybody else, and whoever imports one of
    them later, has the module itself.
    """
    known = {**dict.fromkeys(modules, ""), **names}
    stand_ins = [_StandIn(name, own) for name, own in known.items() if name not in sys.modules]
    sys.modules.update({stand_in.__name__: stand_in for stand_in in stand_ins})
    try:
        yield
    finally:
        for stand_in in stand_ins:
            _remove(stand_in)
