"""What drawing a puzzle gives: the content of a file, and what is missing from it."""

from __future__ import annotations

from collections.abc import Iterable


class Rendering(bytes):
    """The content of a file; `notices` say what could not be drawn, and where."""

    notices: tuple[str, ...] = ()

    @classmethod
    def of(cls, data: bytes | str, notices: Iterable[str] = ()) -> Rendering:
        """Join the content of a file and the notices about it."""
        rendering = cls(data.encode() if isinstance(data, str) else data)
        rendering.notices = tuple(notices)
        return rendering
