"""Plan files: TOML in, one line for each mistake."""

from __future__ import annotations

from crosswright.support.shipped import shipped_text


def template() -> str:
    """Return a plan with comments, which works as it is."""
    return shipped_text(__name__, "template.toml")
