"""Names of files that every system takes: what is written on one is copied to another."""

from __future__ import annotations

from crosswright.support.hints import Final

SEPARATORS: Final = '/\\:*?"<>|'
"""What is not part of a name on one system or another."""

_DEVICES: Final = frozenset(
    ["CON", "PRN", "AUX", "NUL", *(f"{port}{n}" for port in ("COM", "LPT") for n in range(1, 10))]
)


def is_device(name: str) -> bool:
    """Return whether Windows takes a name for a device, with any suffix and in either case.

    >>> is_device("nul"), is_device("Com1.ipuz"), is_device("console")
    (True, True, False)
    """
    return name.partition(".")[0].rstrip(" ").upper() in _DEVICES


def unportable(name: str) -> str:
    """Return what keeps a name from being one on every system; or "".

    >>> unportable("1/2"), unportable("Aux.pdf"), unportable("the end.")
    ('has a character that not every system allows in names', 'is a device on Windows', \
'ends with a dot or a space, which Windows drops')
    """
    if not name.isprintable() or any(character in name for character in SEPARATORS):
        return "has a character that not every system allows in names"
    if is_device(name):
        return "is a device on Windows"
    if name.endswith((".", " ")):
        return "ends with a dot or a space, which Windows drops"
    return ""
