"""From a puzzle to the state of a document, and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from crosswright.errors import WordListError
from crosswright.grids.grid import Grid
from crosswright.grids.notation import Cell
from crosswright.grids.styles import recognise_style
from crosswright.puzzles.clue import Clue
from crosswright.puzzles.enumeration import spells
from crosswright.puzzles.markup import from_html, plain, to_html
from crosswright.puzzles.parts import ClueGroup, UnplacedClue
from crosswright.puzzles.puzzle import TEXTS, Puzzle, PuzzleParts
from crosswright.studio.slots import grid_of, keys_by_label
from crosswright.studio.state import (
    USUAL_LANGUAGE,
    State,
    bar_key,
    cell_key,
    cell_of,
    empty_state,
)
from crosswright.support.languages import canonical_tag, language_code
from crosswright.support.records import replace
from crosswright.words import lexicon
from crosswright.words.lexicon import packages

# -- from a puzzle --------------------------------------------------------------------------------


def state_of(puzzle: Puzzle) -> State:
    """Return the state of a document that has just been made from a puzzle; its letters are ink."""
    grid = puzzle.filled_grid
    state = empty_state(grid.height, grid.width, symmetry=_symmetry(grid))
    state["settings"]["kind"] = puzzle.kind
    state["settings"]["style"] = recognise_style(grid)
    cells: dict[Cell, dict[str, Any]] = {
        **{cell: {"block": True} for cell in grid.blocks},
        **{cell: {"void": True} for cell in grid.voids},
    }
    for cell, letter in grid.letters.items():
        cells.setdefault(cell, {})["letter"] = letter
    for cell in grid.circles:
        cells.setdefault(cell, {})["circle"] = True
    for cell in puzzle.grid.letters:
        cells[cell]["given"] = True
    state["cells"] = {cell_key(cell): cells[cell] for cell in sorted(cells)}
    state["bars"] = {bar_key(bar): True for bar in sorted(grid.bars)}
    keys = keys_by_label(grid)
    state["clues"] = {keys[label]: _clue_json(puzzle.clue(label), keys) for label in puzzle.clues}
    state["meta"] = {name: text for name in TEXTS if (text := getattr(puzzle, name))}
    state["parts"] = _parts_json(puzzle, keys)
    state["lists"]["stack"] = [{"language": _list_for(puzzle.language)}]
    return state


def _list_for(language: str) -> str:
    """Return which built-in list is in a language; the usual one if none is, or not installed."""
    code = language_code(language)
    try:
        if not language or lexicon.is_english(lexicon.tag_of(language)):
            return "en-GB" if canonical_tag(language) in lexicon.BRITISH else USUAL_LANGUAGE
        packages.versions(code)
    except WordListError:
        return USUAL_LANGUAGE
    return code


def _symmetry(grid: Grid) -> str:
    """Return the symmetry to go on with: that of the pattern, if it has one."""
    if not (grid.blocks or grid.voids or grid.bars):
        return "180"
    return next(iter(grid.symmetries()), "none")


def _clue_json(clue: Clue, keys: Mapping[str, str]) -> dict[str, Any]:
    value: dict[str, Any] = {"text": clue.text}
    if clue.draft:
        value["draft"] = True
    if clue.markup:
        value["html"] = to_html(clue.markup)
    for name in ("label", "enumeration", "hint"):
        if text := getattr(clue, name):
            value[name] = text
    if clue.references:
        value["references"] = [keys[label] for label in clue.references if label in keys]
    return value


def _parts_json(puzzle: Puzzle, keys: Mapping[str, str]) -> dict[str, Any]:
    parts = {
        "extra": [[[row, column] for row, column in slot] for slot in puzzle.grid.extra],
        "labels": {cell_key(cell): text for cell, text in puzzle.labels.items()},
        "marks": {cell_key(cell): dict(marks) for cell, marks in puzzle.marks.items()},
        "groups": [
            [group.title, [keys[label] for label in group.labels]] for group in puzzle.groups
        ],
        "links": [[keys[label] for label in link] for link in puzzle.links],
        "entered": {keys[label]: text for label, text in puzzle.entered.items()},
        "progress": {cell_key(cell): letter for cell, letter in puzzle.progress.items()},
        "unplaced": [
            [group, label, _clue_json(clue, keys)] for group, label, clue in puzzle.unplaced
        ],
    }
    return {name: value for name, value in parts.items() if value}


# -- to a puzzle ----------------------------------------------------------------------------------


def puzzle_of(
    state: State, *, pencil: bool = True, extras: Mapping[str, Any] | None = None
) -> Puzzle:
    """Return the puzzle, without what edits have made impossible (a link to a slot that is gone).

    `extras` are those of the puzzle that the document came from.
    """
    filled = grid_of(state, pencil=pencil)
    given = [
        cell_of(key)
        for key, cell in state["cells"].items()
        if "given" in cell and cell_of(key) in filled.letters
    ]
    labels = {key: label for label, key in keys_by_label(filled).items()}
    clues = {
        labels[key]: _clue(value, labels) for key, value in state["clues"].items() if key in labels
    }
    puzzle = Puzzle.from_filled(filled, clues, given=given, **_parts(state, filled, labels))
    return replace(puzzle, extras=dict(extras)) if extras else puzzle


def _clue(value: Mapping[str, Any], labels: Mapping[str, str]) -> Clue:
    markup = from_html(value["html"]) if "html" in value else ()
    if plain(markup) != value["text"]:
        markup = ()
    return Clue(
        value["text"],
        value.get("draft", False),
        markup=markup,
        label=value.get("label", ""),
        enumeration=value.get("enumeration", ""),
        hint=value.get("hint", ""),
        references=tuple(labels[key] for key in value.get("references", ()) if key in labels),
    )


def _parts(state: State, filled: Grid, labels: Mapping[str, str]) -> PuzzleParts:
    parts = state["parts"]
    links = tuple(
        tuple(labels[key] for key in link)
        for link in parts.get("links", ())
        if all(key in labels for key in link)
    )
    groups = tuple(
        ClueGroup(title, tuple(labels[key] for key in keys if key in labels))
        for title, keys in parts.get("groups", ())
    )
    unplaced = tuple(
        UnplacedClue(group, label, _clue(value, labels))
        for group, label, value in parts.get("unplaced", ())
    )
    progress = {
        cell: letter
        for key, letter in parts.get("progress", {}).items()
        if filled.is_open(cell := cell_of(key))
    }
    named = PuzzleParts(
        labels={cell_of(key): text for key, text in parts.get("labels", {}).items()},
        marks={cell_of(key): marks for key, marks in parts.get("marks", {}).items()},
        groups=groups,
        links=links,
        entered=_entered(parts.get("entered", {}), filled, labels, links),
        kind=state["settings"].get("kind", "crossword"),
        progress=progress,
        unplaced=unplaced,
    )
    if language := _language(state):
        named["language"] = language
    for name, text in state["meta"].items():
        named[name] = text  # type: ignore[literal-required]
    return named


def _language(state: State) -> str:
    """Return the language of the first list; "" if that is the usual one, or not known."""
    stack = state["lists"].get("stack", ())
    languages = [entry["language"] for entry in stack if "language" in entry and "off" not in entry]
    return canonical_tag(languages[0]) if languages and languages[0] != USUAL_LANGUAGE else ""


def _entered(
    entered: Mapping[str, str],
    filled: Grid,
    labels: Mapping[str, str],
    links: tuple[tuple[str, ...], ...],
) -> dict[str, str]:
    """Return answers as people write them, where they still spell what is in the grid."""
    whole = {label: link for link in links for label in link}
    kept = {}
    for key, text in entered.items():
        label = labels.get(key)
        if label is None or whole.get(label, (label,))[0] != label:
            continue
        words = [filled.word(part) for part in whole.get(label, (label,))]
        if None in words or spells(text, "".join(word or "" for word in words)):
            kept[label] = text
    return kept
