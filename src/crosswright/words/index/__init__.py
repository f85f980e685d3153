"""The word index: the compiled module where it was built, else its plain twin."""

from __future__ import annotations

from crosswright.support.hints import TYPE_CHECKING
from crosswright.support.twins import pick

__all__ = [
    "arrange",
    "by_score",
    "is_arranged",
    "keys_below",
    "keys_of",
    "members",
    "name",
    "owners",
    "owners_of_rows",
    "rows_having",
    "scan",
    "select",
    "support",
]

_twin, name = pick(__name__)
if TYPE_CHECKING:
    from crosswright.words.index.plain import (
        arrange,
        by_score,
        is_arranged,
        keys_below,
        keys_of,
        members,
        owners,
        owners_of_rows,
        rows_having,
        scan,
        select,
        support,
    )
else:
    arrange, is_arranged, scan = _twin.arrange, _twin.is_arranged, _twin.scan
    keys_below, keys_of, members = _twin.keys_below, _twin.keys_of, _twin.members
    by_score, owners, rows_having = _twin.by_score, _twin.owners, _twin.rows_having
    owners_of_rows = _twin.owners_of_rows
    select, support = _twin.select, _twin.support
