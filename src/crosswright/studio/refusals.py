"""What the studio refuses: one code per reason, each with its HTTP status."""

from __future__ import annotations

from typing import Any, Final

from crosswright.errors import CrosswrightError

STATUSES: Final = {
    "invalid": 400,
    "no_session": 401,
    "forbidden": 403,
    "outside_root": 403,
    "read_only": 403,
    "not_found": 404,
    "not_allowed": 405,
    "stale": 409,
    "changed_on_disk": 409,
    "exists": 409,
    "in_season": 409,
    "too_large": 413,
    "not_json": 415,
    "impossible": 422,
    "newer": 422,
    "in_use": 423,
    "too_many": 429,
    "internal": 500,
    "disk_full": 507,
}
"""The HTTP status of every code."""


class Refusal(CrosswrightError):
    """A request that is not carried out, with the code that programs go by."""

    def __init__(self, code: str, message: str, **details: Any) -> None:
        super().__init__(message)
        self.code = code
        self.details = details

    @property
    def status(self) -> int:
        """The HTTP status."""
        return STATUSES[self.code]

    def as_json(self) -> dict[str, Any]:
        """Return what the browser is sent."""
        return {"error": {"code": self.code, "message": str(self), **self.details}}


def invalid(message: str, where: str = "") -> Refusal:
    """Refuse a wrong value; `where` is its path in the request, such as "ops[2].cells[0]"."""
    return Refusal("invalid", message, **({"where": where} if where else {}))
