"""The word index: the compiled module where it was built, else its plain twin."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crosswright.support.twins import pick

__all__ = ["COMPILED", "MAX_LENGTH", "MAX_TOKENS", "arrange", "scan", "select", "support"]

if TYPE_CHECKING:
    from crosswright.words.index.plain import MAX_LENGTH, MAX_TOKENS, arrange, scan, select, support

    COMPILED: bool
else:
    _index = pick("crosswright.words.index.compiled", "crosswright.words.index.plain")
    COMPILED = _index.__name__ == "crosswright.words.index.compiled"
    MAX_LENGTH, MAX_TOKENS = _index.MAX_LENGTH, _index.MAX_TOKENS
    arrange, scan = _index.arrange, _index.scan
    select, support = _index.select, _index.support
