"""Files that come with the package, beside its modules."""

from __future__ import annotations

import os
import sys

from crosswright.support.hints import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from importlib.abc import ResourceLoader


def shipped_bytes(module: str, name: str) -> bytes:
    """Return the bytes of a file beside a module (given by its `__name__`), also in a zip file.

    `importlib.resources` does this too, but importing it takes longer than loading a word list.
    """
    path = _path(module, name)
    loader = cast("ResourceLoader", sys.modules[module].__loader__)
    return loader.get_data(path)


def end_of_shipped(module: str, name: str, size: int) -> bytes:
    """Return the last bytes of a file beside a module, without reading the others if possible."""
    try:
        with open(_path(module, name), "rb", buffering=0) as file:
            file.seek(-size, os.SEEK_END)
            return file.read()
    except OSError:  # in a zip file
        return shipped_bytes(module, name)[-size:]


def _path(module: str, name: str) -> str:
    spec = sys.modules[module].__spec__
    if spec is None or spec.origin is None or spec.loader is None:
        raise FileNotFoundError(name)
    return os.path.join(os.path.dirname(spec.origin), name)


def shipped_text(module: str, name: str) -> str:
    """Return the text of a file beside a module."""
    return shipped_bytes(module, name).decode("utf-8")
