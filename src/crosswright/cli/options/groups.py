"""Options in groups: all options of a group reach a command as one value."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

Decorator = Callable[[Any], Any]


def _fields(kind: type[Any]) -> list[str]:
    """Return the names of the fields of a class, those that it inherits included."""
    classes = reversed(kind.__mro__)
    names = [name for each in classes for name in getattr(each, "__annotations__", ())]
    return [name for name in dict.fromkeys(names) if not name.startswith("_")]


def grouped(name: str, kind: type[Any], *options: Decorator) -> Decorator:
    """Give a command some options as one argument: a class with a field for each option."""

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(function)
        def gather(*arguments: Any, **values: Any) -> Any:
            group = {field: values.pop(field) for field in _fields(kind)}
            return function(*arguments, **values, **{name: kind(**group)})

        decorated: Callable[..., Any] = gather
        for option in reversed(options):
            decorated = option(decorated)
        return decorated

    return decorate
