"""Pictures for notebooks: a class of any room names the function that draws it.

The functions are in `crosswright.rendering.notebook`, below nearly every room. It is imported by
name when a notebook first asks for a picture, never before: one of the two exceptions to the order
of the rooms.
"""

from __future__ import annotations

from collections.abc import Callable

from crosswright.support.hints import Any, Final

DRAWINGS: Final = "crosswright.rendering.notebook"


def drawn_by(name: str) -> Callable[[Any], str]:
    """Return a method that has its object drawn by the function of this name in `DRAWINGS`."""

    def draw(self: object) -> str:
        from importlib import import_module  # here: a fill draws nothing

        picture: str = getattr(import_module(DRAWINGS), name)(self)
        return picture

    return draw
