"""Files that come with the package, beside its modules."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from importlib.abc import ResourceLoader


def shipped_bytes(module: str, name: str) -> bytes:
    """Return the bytes of a file beside a module (given by its `__name__`), also in a zip file.

    `importlib.resources` does this too, but importing it takes longer than loading a word list.
    """
    spec = sys.modules[module].__spec__
    if spec is None or spec.origin is None or spec.loader is None:
        raise FileNotFoundError(name)
    loader = cast("ResourceLoader", spec.loader)
    return loader.get_data(str(Path(spec.origin).parent / name))


def shipped_text(module: str, name: str) -> str:
    """Return the text of a file beside a module."""
    return shipped_bytes(module, name).decode("utf-8")
