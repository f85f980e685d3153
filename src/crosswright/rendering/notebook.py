"""How grids, puzzles and results show themselves in a notebook.

Their classes name these functions through `crosswright.support.pictures`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final
from xml.etree import ElementTree as ET

from crosswright.limits import Status
from crosswright.puzzles.puzzle import Puzzle
from crosswright.rendering import svg
from crosswright.rendering.captions import byline, squeeze
from crosswright.rendering.catalogue import catalogue
from crosswright.rendering.cluelists import clue_lists
from crosswright.rendering.options import CELL_SIZES, RenderOptions
from crosswright.support.wording import plural

if TYPE_CHECKING:  # drawing a grid must not import the rooms of everything else
    from crosswright.constructing.candidate import Candidate, Construction
    from crosswright.explaining.preview import Preview
    from crosswright.explaining.report import Explanation
    from crosswright.filling.result import FillResult
    from crosswright.grids.grid import Grid
    from crosswright.layouts.crisscross import Layout
    from crosswright.layouts.run import LayoutResult
    from crosswright.patterns.pattern import Pattern

SIDE: Final = 480
"""Pixels of the longer side of a large grid."""

MAX_CELL: Final = 32
"""Pixels of a cell in a small grid."""

_OUTCOMES: Final = {
    Status.FILLED: "Filled",
    Status.IMPOSSIBLE: "Impossible",
    Status.LIMIT: "Limit reached",
    Status.CANCELLED: "Stopped",
}


# -- single grids -------------------------------------------------------------------------------


def grid_svg(grid: Grid) -> str:
    """Draw a grid with its letters."""
    return _text(_grid(grid))


def layout_svg(layout: Layout) -> str:
    """Draw a criss-cross."""
    return _text(_grid(layout.grid))


def candidate_svg(candidate: Candidate) -> str:
    """Draw a filled grid with its theme highlighted."""
    return _text(_grid(candidate.grid, candidate.theme))


def preview_svg(preview: Preview) -> str:
    """Draw the heat map of a preview."""
    from crosswright.rendering.heatmap import heatmap

    return heatmap(preview)


# -- results with something to say --------------------------------------------------------------


def puzzle_html(puzzle: Puzzle) -> str:
    """Show a puzzle: its title, the filled grid, the clues."""
    author = byline(puzzle, catalogue(puzzle, ""))
    heading = ", ".join(filter(None, (squeeze(puzzle.title), author)))
    title = [_paragraph(heading)] if heading else []
    return _block(*title, _picture(puzzle), *_clues(puzzle))


def fill_html(result: FillResult) -> str:
    """Show a fill, its scores and what the search did."""
    statistics = result.statistics
    facts = [plural(len(result.answers), "answer")]
    scores = [score for score in result.scores.values() if score is not None]
    if scores:
        facts.append(f"mean score {sum(scores) / len(scores):.1f}, lowest {min(scores)}")
    if result.unlisted:
        facts.append(f"{len(result.unlisted)} not in the list")
    effort = f"{plural(statistics.nodes, 'node')}, {statistics.seconds:.2f} s, seed {result.seed}"
    caption = f"{_OUTCOMES[result.status]}: {', '.join(facts)} ({effort})"
    return _block(_grid(result.grid), _paragraph(caption))


def pattern_html(pattern: Pattern) -> str:
    """Show a pattern, or why there is none."""
    effort = f"{plural(pattern.attempts, 'attempt')}, {pattern.seconds:.2f} s, seed {pattern.seed}"
    if pattern.grid is None:
        outcome = _OUTCOMES[pattern.status] if pattern.status else "No pattern"
        reason = f": {pattern.reason}" if pattern.reason else ""
        return _block(_paragraph(f"{outcome}{reason} ({effort})"))
    words, blocks = len(pattern.grid.slots), len(pattern.grid.blocks)
    outcome = "Verified by a fill" if pattern.is_verified else "Not filled"
    caption = f"{outcome}: {plural(words, 'word')}, {plural(blocks, 'block')} ({effort})"
    return _block(_grid(pattern.grid), _paragraph(caption))


def layouts_html(result: LayoutResult) -> str:
    """Show the best layout and the words that are left out."""
    effort = f"{result.statistics.seconds:.2f} s, seed {result.seed}"
    if not result.layouts:
        return _block(_paragraph(f"No word could be placed ({effort})"))
    best = result.best
    facts = f"{plural(len(best.placements), 'word')}, {plural(best.crossings, 'crossing')}"
    more = f"; {len(result.layouts) - 1} more to choose from" if len(result.layouts) > 1 else ""
    left_out = map(_paragraph, map(str, result.left_out))
    return _block(_grid(best.grid), _paragraph(f"{facts}{more} ({effort})"), *left_out)


def explanation_html(explanation: Explanation) -> str:
    """Show the grid with its conflict highlighted, and the explanation in words."""
    conflict = explanation.conflict.slots() if explanation.conflict else ()
    text = _element("pre", explanation.text(), style="white-space: pre-wrap")
    return _block(_grid(explanation.grid, conflict), text)


def construction_html(construction: Construction) -> str:
    """Show the best candidate with its theme highlighted, or why there is none."""
    effort = f"{construction.seconds:.1f} s, seed {construction.seed}"
    outcome = _OUTCOMES[construction.status]
    reason = f": {construction.reason}" if construction.reason else ""
    caption = _paragraph(f"{outcome}{reason} ({effort})")
    if not construction.candidates:
        return _block(caption)
    best, *others = construction.candidates
    facts = [f"Score {best.score:.1f}"]
    if best.theme:
        facts.append(f"theme {', '.join(best.theme.values())}")
    if others:
        facts.append(plural(len(others), "other candidate"))
    return _block(_grid(best.grid, best.theme), caption, _paragraph("; ".join(facts)))


# -- elements -----------------------------------------------------------------------------------


def _grid(grid: Grid, highlight: Iterable[str] = ()) -> ET.Element:
    return _picture(Puzzle.from_filled(grid), tuple(highlight))


def _picture(puzzle: Puzzle, highlight: tuple[str, ...] = ()) -> ET.Element:
    """Draw the solution of a puzzle, with the slots with these labels highlighted."""
    longer = max(puzzle.grid.height, puzzle.grid.width)
    cell_size = max(CELL_SIZES[0], min(MAX_CELL, SIDE // longer))
    options = RenderOptions(solution=True, highlight=highlight, cell_size=cell_size)
    return svg.element(puzzle, options)


def _block(*parts: ET.Element) -> str:
    block = ET.Element("div", {"class": "crosswright-result"})
    block.extend(parts)
    return _text(block)


def _text(element: ET.Element) -> str:
    return ET.tostring(element, encoding="unicode")


def _element(name: str, text: str, **attributes: str) -> ET.Element:
    element = ET.Element(name, attributes)
    element.text = svg.clean(text)
    return element


def _paragraph(text: str) -> ET.Element:
    return _element("p", text, dir="auto")


def _clues(puzzle: Puzzle) -> Iterator[ET.Element]:
    strings = catalogue(puzzle, "")
    for clues in clue_lists(puzzle, strings):
        section = ET.Element("details", open="")
        section.append(_element("summary", clues.heading))
        section.extend(
            _element("div", f"{clue.number}. {clue.marked(strings)}".removeprefix(". "), dir="auto")
            for clue in clues.lines
        )
        yield section
