"""The built-in block patterns: American ones in four sizes and British ones, a file for each set.

All have 180° symmetry, and every one can be filled with words that score 60 or more, no two of them
forms of one word. `scripts/build_patterns.py` draws and selects them.
"""

from __future__ import annotations

from functools import cache

from crosswright.engine.heuristics import SplitMix64
from crosswright.errors import StyleError
from crosswright.grids.grid import Grid
from crosswright.support.languages import language_code
from crosswright.support.shipped import shipped_text
from crosswright.support.wording import either

USUAL_SIZE, USUAL_STYLE = 15, "american"

SETS = (("american", 11), ("american", 13), ("american", 15), ("american", 21), ("british", 15))
"""The styles and sizes that there are patterns for."""

LATTICE_LANGUAGES = frozenset({"it", "el"})
"""Languages whose lists have too few short words for American patterns."""


def usual_style(language: str | None, size: int = USUAL_SIZE) -> str:
    """Return the style for a language; without one, for English.

    >>> usual_style("Italian"), usual_style("de-AT"), usual_style(None)
    ('british', 'american', 'american')
    """
    if language is None or ("british", size) not in SETS:
        return USUAL_STYLE
    from crosswright.words.lexicon import tag_of

    return "british" if language_code(tag_of(language)) in LATTICE_LANGUAGES else USUAL_STYLE


def patterns(size: int = USUAL_SIZE, style: str = USUAL_STYLE) -> tuple[Grid, ...]:
    """Return all built-in patterns of a size and style."""
    return tuple(map(Grid.parse, texts(size, style)))


def pattern(seed: int, size: int = USUAL_SIZE, style: str = USUAL_STYLE) -> Grid:
    """Return the pattern that a seed chooses."""
    choices = texts(size, style)
    return Grid.parse(choices[SplitMix64(seed).below(len(choices))])


def in_order(seed: int, size: int = USUAL_SIZE, style: str = USUAL_STYLE) -> tuple[Grid, ...]:
    """Return all built-in patterns in an order that a seed chooses, `pattern(seed)` first."""
    choices, random = [*texts(size, style)], SplitMix64(seed)
    return tuple(Grid.parse(choices.pop(random.below(len(choices)))) for _ in [*choices])


def side_of(height: int, width: int, style: str) -> int:
    """Return the size of the set for these numbers of rows and columns; StyleError without one."""
    if height != width or (style, height) not in SETS:
        sizes = either([f"{side}×{side}" for name, side in SETS if name == style], "and")
        name = style.capitalize() if style in ("american", "british") else style
        which = f" of {height}×{width}, only of {sizes}" if sizes else ""
        raise StyleError(
            f"there are no built-in {name} patterns{which}; crosswright pattern draws one"
        )
    return height


@cache
def texts(size: int = USUAL_SIZE, style: str = USUAL_STYLE) -> list[str]:
    """Return all built-in patterns of a size and style as text."""
    side_of(size, size, style)
    return [*map(_whole, shipped_text(__name__, f"{style}{size}.txt").split("\n\n"))]


def _whole(half: str) -> str:
    """Return a pattern from its rows down to the middle one; the others mirror these."""
    rows = half.split()
    return "\n".join([*rows, *(row[::-1] for row in rows[-2::-1])])
