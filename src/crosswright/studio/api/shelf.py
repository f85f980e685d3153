"""The library as a whole: what is in it, and what there is to begin with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from crosswright import engine
from crosswright._version import __version__
from crosswright.clues import wordnet
from crosswright.errors import ClueError
from crosswright.formats.format import MAX_BYTES
from crosswright.grids.styles import STYLES
from crosswright.grids.symmetry import NO_SYMMETRY, SYMMETRIES
from crosswright.patterns import builtin
from crosswright.rendering.catalogue import LANGUAGES
from crosswright.studio.api.request import Ask
from crosswright.studio.library import readable_suffixes
from crosswright.studio.operations import SHADES
from crosswright.words import lexicon

if TYPE_CHECKING:
    from crosswright.studio.studio import Studio


def library(studio: Studio, ask: Ask) -> Any:
    """Return all documents, and the puzzle files beside them."""
    return {
        "root": str(studio.library.root),
        "documents": studio.library.cards(ask.text("find")),
        "files": studio.library.files(),
        "patterns": sum(len(builtin.texts(size, style)) for style, size in builtin.SETS),
    }


def patterns(studio: Studio, ask: Ask) -> Any:
    """Return the built-in patterns of a size and style, and which others there are."""
    style = ask.text("style", builtin.USUAL_STYLE, most=40)
    size = ask.whole("size", 1, 99, builtin.USUAL_SIZE) or 0
    return {
        "patterns": [text.split() for text in builtin.texts(size, style)],
        "style": style,
        "size": size,
        "sets": [{"style": style, "size": size} for style, size in builtin.SETS],
    }


def about(studio: Studio, ask: Ask) -> Any:
    """Return what this studio is and knows."""
    return {
        "version": __version__,
        "engine": engine.name,
        "root": str(studio.library.root),
        "styles": [*STYLES],
        "symmetries": [NO_SYMMETRY, *SYMMETRIES],
        "formats": readable_suffixes(),
        "shades": [*SHADES],
        "languages": [*lexicon.languages()],
        "sheet_languages": [*LANGUAGES],
        "max_upload": MAX_BYTES,
        "drafts": has_dictionary(),
        "demo": None if studio.demo is None else studio.demo.as_json(),
    }


def has_dictionary() -> bool:
    """Return whether the extra for draft clues is installed."""
    try:
        wordnet.folder()
    except ClueError:
        return False
    return True
