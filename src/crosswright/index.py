"""The picker: the compiled word index where it was built, else its plain twin.

CROSSWRIGHT_ENGINE=python or =compiled forces one, as it does for the engine.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

__all__ = ["COMPILED", "MAX_LENGTH", "MAX_TOKENS", "arrange", "scan", "select", "support"]

WANTED = os.environ.get("CROSSWRIGHT_ENGINE", "")

if TYPE_CHECKING or WANTED == "python":
    from crosswright._index_py import MAX_LENGTH, MAX_TOKENS, arrange, scan, select, support

    COMPILED = False
else:
    try:
        from crosswright._index import MAX_LENGTH, MAX_TOKENS, arrange, scan, select, support

        COMPILED = True
    except ImportError:
        if WANTED == "compiled":
            raise
        from crosswright._index_py import MAX_LENGTH, MAX_TOKENS, arrange, scan, select, support

        COMPILED = False
