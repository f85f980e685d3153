"""How much the built-in lists let through: a family's table, a newspaper, or anything."""

from __future__ import annotations

from crosswright.errors import WordListError
from crosswright.support.hints import Final, TypeAlias
from crosswright.support.wording import quote_value

Taste: TypeAlias = str
"""One of `TASTES`."""

FAMILY: Final = "family"
NEWSPAPER: Final = "newspaper"
ANY: Final = "any"
TASTES: Final = (FAMILY, NEWSPAPER, ANY)


def checked_taste(taste: object) -> Taste:
    """Return a taste as it is, or refuse what is not one."""
    if taste not in TASTES:
        names = ", ".join(TASTES)
        raise WordListError(f"unknown taste {quote_value(taste)}; choose from {names}")
    return str(taste)
