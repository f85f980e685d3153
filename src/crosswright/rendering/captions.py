"""The texts around a grid as every format prints them, and the drawing in words."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from crosswright.grids.grid import Grid
from crosswright.grids.notation import Cell, where
from crosswright.puzzles.puzzle import Puzzle
from crosswright.rendering.catalogue import Catalogue
from crosswright.rendering.options import STUDENT_LINES, RenderOptions


def squeeze(text: str) -> str:
    """Put text on one line, with single spaces."""
    return " ".join(text.split())


def title_of(puzzle: Puzzle, strings: Catalogue) -> str:
    """Return the title of a puzzle, or else what kind of puzzle it is."""
    return squeeze(puzzle.title) or kind_name(puzzle, strings)


def kind_name(puzzle: Puzzle, strings: Catalogue) -> str:
    """Return what kind of puzzle it is."""
    names = {"fill-in": "fill_in", "word-search": "word_search"}
    return strings[names.get(puzzle.kind, "crossword")]


def byline(puzzle: Puzzle, strings: Catalogue) -> str:
    """Return the author: "By …", or nothing; who wrote "By …" themselves are taken at their word.

    >>> puzzle = Puzzle.from_filled("NO", author="by Ada")
    >>> byline(puzzle, Catalogue.of("en")), byline(puzzle, Catalogue.of("de"))
    ('by Ada', 'Von Ada')
    """
    name = squeeze(puzzle.author)
    if not name:
        return ""
    start = strings.text("by", name="")
    if start and name.casefold().startswith(start.casefold()):
        return name
    return strings.text("by", name=squeeze(puzzle.author_name))


def credits_of(puzzle: Puzzle, strings: Catalogue) -> list[str]:
    """Return who made a puzzle, when, and how hard it is: one text for each that is known."""
    editor, difficulty = squeeze(puzzle.editor), squeeze(puzzle.difficulty)
    texts = [
        byline(puzzle, strings),
        strings.text("edited_by", name=editor) if editor else "",
        squeeze(puzzle.date),
        strings.text("difficulty", difficulty=difficulty) if difficulty else "",
    ]
    return [text for text in texts if text]


def student_lines(options: RenderOptions, strings: Catalogue) -> list[tuple[str, str]]:
    """Return the lines for a student to fill in: what each is, and its label."""
    if options.solution:
        return []
    names = options.student_lines or (STUDENT_LINES if options.worksheet else ())
    return [(name, strings[f"student_{name}"]) for name in names]


def instructions_of(puzzle: Puzzle, options: RenderOptions, strings: Catalogue) -> str:
    """Return the instructions of a sheet: those asked for, or what fits a worksheet."""
    if options.solution:
        return ""
    if options.instructions.strip() or not options.worksheet:
        return squeeze(options.instructions)
    if puzzle.kind == "word-search":
        return strings[_search_instructions(puzzle.grid)]
    has_clues = options.clues and any(entry.clue.text.strip() for entry in puzzle.entries)
    sentences = [strings["instructions" if has_clues else "instructions_words"]]
    if options.word_bank and puzzle.kind != "fill-in":
        sentences.append(strings["instructions_bank"])
    if puzzle.grid.letters:
        sentences.append(strings["instructions_given"])
    return " ".join(sentences)


def _search_instructions(grid: Grid) -> str:
    """Return the name of the sentence that says in which directions words are hidden."""
    steps = {(cells[1][0] - cells[0][0], cells[1][1] - cells[0][1]) for cells in grid.extra}
    if any(right < 0 or (right == 0 and down < 0) for down, right in steps):
        return "search_all"
    return "search_diagonal" if any(down and right for down, right in steps) else "search_easy"


def imprint_of(puzzle: Puzzle) -> str:
    """Return what is printed at the foot of a page: the copyright, and who publishes it."""
    notice, publisher = squeeze(puzzle.copyright), squeeze(puzzle.publisher)
    if publisher.casefold() in notice.casefold():
        return notice
    return " · ".join(filter(None, (notice, publisher)))


def with_size(puzzle: Puzzle, strings: Catalogue) -> Puzzle:
    """Return a diagramless puzzle whose notes begin with its size."""
    grid = puzzle.grid
    size = strings.text("diagramless", columns=grid.width, rows=grid.height)
    return replace(puzzle, notes="\n".join(filter(None, [size, puzzle.notes.strip()])))


def draft_mark(strings: Catalogue) -> str:
    """Return what follows the text of a draft."""
    return f"[{strings['draft']}]"


def is_right_to_left(text: str) -> bool:
    """Return whether most letters of a text belong to a script written from right to left."""
    if text.isascii():
        return False
    classes = [unicodedata.bidirectional(character) for character in text]
    return sum(kind in ("R", "AL") for kind in classes) > classes.count("L")


def printed(token: str) -> str:
    """Return a token as it is printed: Georgian without capitals, which few fonts have."""
    return token.lower() if "\u1c90" <= token[:1] <= "\u1cbf" else token


def printed_texts(puzzle: Puzzle, options: RenderOptions) -> Iterator[tuple[str, str]]:
    """Yield the texts on a sheet after what each is: "title", "clue of 17A", "row 1, column 2"."""
    names = ["title", "author", "copyright", "publisher"]
    names += [] if options.kind == "submission" else ["editor", "date", "difficulty"]
    names += ["notes"] if options.kind == "sheet" else []
    yield "instructions", options.instructions
    yield from ((name, getattr(puzzle, name)) for name in names)
    if options.kind == "submission":
        yield "contact", options.contact
    if options.kind == "submission" or (options.kind == "sheet" and options.clues):
        yield from ((f"clue of {entry.label}", entry.clue.text) for entry in puzzle.entries)
    yield from (("title of clues", group.title) for group in puzzle.groups)
    yield from ((f"label of {where(cell)}", label) for cell, label in puzzle.labels.items())
    yield from ((f"number of {entry.label}", entry.number) for entry in puzzle.entries)
    for cell, marks in puzzle.marks.items():
        yield from ((f"mark of {where(cell)}", text) for text in marks.values())
    letters = puzzle.solution if shows_solution(puzzle, options) else puzzle.grid.letters
    yield from ((where(cell), printed(token)) for cell, token in letters.items())
    if shows_solution(puzzle, options):
        yield from ((f"answer of {label}", text) for label, text in puzzle.entered.items())


def shows_solution(puzzle: Puzzle, options: RenderOptions) -> bool:
    """Return whether the answers are anywhere on a sheet."""
    return bool(puzzle.solution) and (
        options.kind != "sheet" or options.solution or options.key or options.word_bank
    )


def description(puzzle: Puzzle, filled: bool, strings: Catalogue) -> str:
    """Describe the drawing of a grid in a sentence, for those who cannot see it."""
    grid = puzzle.grid
    if puzzle.kind == "word-search":
        words = len(grid.extra)
        return strings.text("search_grid", rows=grid.height, columns=grid.width, words=words)
    slots = Counter(slot.direction for slot in grid.slots)
    sentence = strings.text(
        "filled_grid" if filled else "blank_grid",
        rows=grid.height,
        columns=grid.width,
        across=slots["across"],
        down=slots["down"],
    )
    if slots["extra"]:
        sentence += " " + strings.text("more_words", more=slots["extra"])
    return sentence


def place(cell: Cell, strings: Catalogue) -> str:
    """Return where a cell is, in words: "row 3, column 5"."""
    return strings.text("place", row=cell[0] + 1, column=cell[1] + 1)
