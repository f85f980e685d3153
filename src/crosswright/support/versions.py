"""Versions of the formats of files that Crosswright keeps for a user.

Every such file says which version of its format it has. A file of a newer one is left alone: this
Crosswright would not know what it loses.
"""

from __future__ import annotations


def problem_with(found: int, known: int, path: object) -> str:
    """Return what to say about a file whose format is too new; "" for one that can be used.

    >>> print(problem_with(3, 1, "personal.txt"))
    personal.txt: made by a newer Crosswright (format 3; this one knows 1); update this one
    >>> problem_with(1, 1, "personal.txt")
    ''
    """
    if found <= known:
        return ""
    # A number of a thousand digits helps nobody.
    shown = found if found < 10**9 else "unknown"
    return (
        f"{path}: made by a newer Crosswright (format {shown}; this one knows {known}); "
        "update this one"
    )
