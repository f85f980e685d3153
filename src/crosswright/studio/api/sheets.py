"""A document as a file, a drawing, a sheet to print, a page to play."""

from __future__ import annotations

import base64
import hashlib
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

from starlette.responses import Response

from crosswright.errors import CrosswrightError
from crosswright.formats.files import to_bytes
from crosswright.formats.registry import all_formats, by_name
from crosswright.puzzles.puzzle import Puzzle
from crosswright.rendering.render import FORMATS, render
from crosswright.studio.api.documents import opened
from crosswright.studio.api.request import Ask
from crosswright.studio.conversion import puzzle_of
from crosswright.studio.opened import OpenDocument
from crosswright.studio.paths import file_name
from crosswright.studio.refusals import Refusal
from crosswright.studio.savefile import to_ipuz
from crosswright.studio.state import State
from crosswright.support.wording import plural

if TYPE_CHECKING:
    from crosswright.studio.studio import Studio

MEDIA_TYPES: Final = {
    "text": "text/plain; charset=utf-8",
    "svg": "image/svg+xml",
    "png": "image/png",
    "pdf": "application/pdf",
    "html": "text/html; charset=utf-8",
}
SUFFIXES: Final = {"text": ".txt", "svg": ".svg", "png": ".png", "pdf": ".pdf", "html": ".html"}

SHEETS: Final = {"key": "-solution", "submission": "-submission"}
"""What the name of a sheet ends in, so that one does not come in the place of another."""

_FLAGS: Final = (
    *("solution", "numbers", "hide_blocks", "clues", "word_bank", "worksheet", "enumerations"),
    *("large_print", "key", "boxed"),
)
_TEXTS: Final = (
    *("direction", "bank_order", "kind", "page", "sheet_language", "contact", "instructions"),
    "checks",
)
_INLINE: Final = re.compile(r"<(script|style)(?:\s[^>]*)?>(.*?)</\1>", re.DOTALL)


def _puzzle(document: OpenDocument) -> tuple[int, State, Puzzle]:
    revision, state = document.state()
    return revision, state, puzzle_of(state, extras=document.extras())


def notices(state: State) -> list[str]:
    """Return what to know before a document leaves the studio."""
    cells = state["cells"].values()
    pencilled = sum("pencil" in cell for cell in cells)
    found = [f"{plural(pencilled, 'letter')} still in pencil"] if pencilled else []
    for name, text in (("note", "notes"), ("shade", "shades")):
        if count := sum(name in cell for cell in cells):
            found.append(f"Only a saved .ipuz keeps the {text} of {plural(count, 'cell')}")
    return found


def formats(studio: Studio, ask: Ask) -> Any:
    """Return all formats, each with what would be lost in it."""
    revision, state, puzzle = _puzzle(opened(studio, ask))
    listed = []
    for format in all_formats():
        if format.write is None:
            continue
        entry: dict[str, Any] = {
            "name": format.name,
            "title": format.title,
            "suffix": format.suffixes[0],
            "losses": [],
        }
        try:
            entry["losses"] = [str(loss) for loss in to_bytes(puzzle, format.name)[1]]
        except CrosswrightError as error:
            entry["error"] = str(error)
        listed.append(entry)
    return {"revision": revision, "formats": listed, "notices": notices(state)}


def export(studio: Studio, ask: Ask) -> Any:
    """Return the document as a file of a format."""
    document = opened(studio, ask)
    format = by_name(ask.text("format", "ipuz", most=40))
    _, state, puzzle = _puzzle(document)
    if format.name == "ipuz":
        data = to_ipuz(state, document.extras())[0]
    else:
        data = to_bytes(puzzle, format.name)[0]
    return _file(data, "application/octet-stream", document, format.suffixes[0], state)


def draw(studio: Studio, ask: Ask) -> Any:
    """Return a drawing, or a sheet to print."""
    document = opened(studio, ask)
    format = ask.text("format", "svg", most=10)
    if format not in FORMATS:
        raise Refusal("invalid", f"format: choose from {', '.join(FORMATS)}", where="format")
    _, state, puzzle = _puzzle(document)
    options = _options(ask)
    data = bytes(render(puzzle, format, **options))
    if ask.flag("download"):
        ending = SHEETS.get(options.get("kind", ""), "") + SUFFIXES[format]
        return _file(data, MEDIA_TYPES[format], document, ending, state)
    if format == "html":
        return _page(data)
    # A browser's viewer of PDFs obeys the policy too, and shows nothing where nothing is allowed.
    policy = "" if format == "pdf" else "default-src 'none'; style-src 'unsafe-inline'; "
    headers = {"Content-Security-Policy": f"{policy}frame-ancestors 'self'", **_counts(state)}
    return Response(data, media_type=MEDIA_TYPES[format], headers=headers)


def _options(ask: Ask) -> dict[str, Any]:
    options: dict[str, Any] = {}
    for name in _FLAGS:
        if (flag := ask.flag(name)) is not None:
            options[name] = flag
    for name in _TEXTS:
        if text := ask.text(name, most=2000):
            options[name] = text
    if (size := ask.whole("cell_size", 8, 200)) is not None:
        options["cell_size"] = size
    return options


def play(studio: Studio, ask: Ask) -> Any:
    """Return the page to solve the puzzle on."""
    puzzle = _puzzle(opened(studio, ask))[2]
    return _page(bytes(render(puzzle, "html")))


def _page(data: bytes) -> Response:
    """Return a player, which runs its own script and nothing else, and cannot ask the studio."""
    hashes: dict[str, list[str]] = {"script": [], "style": []}
    for kind, text in _INLINE.findall(data.decode()):
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        hashes[kind].append(f"'sha256-{digest}'")
    policy = "; ".join(
        [
            "default-src 'none'",
            f"script-src {' '.join(hashes['script'])}",
            "style-src 'unsafe-inline'",
            "img-src data:",
            "sandbox allow-scripts allow-modals allow-downloads",
            "frame-ancestors 'self'",
        ]
    )
    headers = {"Content-Security-Policy": policy}
    return Response(data, media_type=MEDIA_TYPES["html"], headers=headers)


def _file(
    data: bytes, media_type: str, document: OpenDocument, suffix: str, state: State
) -> Response:
    name = Path(document.about.path).stem if document.about.path else file_name(document.name)
    plain = re.sub(r"[^A-Za-z0-9._-]", "_", name)
    disposition = (
        f"attachment; filename=\"{plain}{suffix}\"; filename*=UTF-8''{quote(name + suffix)}"
    )
    headers = {"Content-Disposition": disposition, **_counts(state)}
    return Response(data, media_type=media_type, headers=headers)


def _counts(state: State) -> dict[str, str]:
    return {"X-Crosswright-Notices": str(len(notices(state)))}
