"""What there is to say about a document: findings, statistics, and its answers one by one."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import Any, Final

from crosswright.grids.grid import Grid
from crosswright.grids.letters import normalise_answer
from crosswright.puzzles.check import Finding, Severity, check
from crosswright.puzzles.puzzle import Puzzle
from crosswright.puzzles.statistics import describe
from crosswright.studio.conversion import puzzle_of
from crosswright.studio.slots import slot_key
from crosswright.studio.state import State
from crosswright.words.stems import StemKey
from crosswright.words.wordlist import WordList

_CELL: Final = re.compile(r"row (\d+), column (\d+)")
_LABEL: Final = re.compile(r"\b\d+[AD]\b|\bX\d+\b")
_WORD: Final = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")

MIN_SHARED: Final = 3
"""Letters of the shortest word that a clue and its answer are said to share."""


def review(state: State, words: WordList) -> dict[str, Any]:
    """Return the findings, the statistics and the entries of a document."""
    puzzle = puzzle_of(state)
    return {
        "findings": findings(state, puzzle, words),
        "statistics": statistics(state, puzzle, words),
        "entries": entries(puzzle, words),
    }


def findings(state: State, puzzle: Puzzle, words: WordList) -> list[dict[str, Any]]:
    """Return what is wrong, with where that is in the grid."""
    settings, rules = state["settings"], state["rules"]
    found = check(
        puzzle,
        settings.get("style", "american"),
        words,
        symmetry=settings.get("symmetry"),
        min_score=rules.get("min_score"),
        unlisted=Severity.WARNING,
    )
    return [_finding_json(finding, puzzle.grid) for finding in found]


def _finding_json(finding: Finding, grid: Grid) -> dict[str, Any]:
    labels = {slot.label: slot for slot in grid.slots}
    mentioned = _LABEL.findall(finding.message)
    slots = [label for label in dict.fromkeys([finding.where, *mentioned]) if label in labels]
    cells = [cell for label in slots for cell in labels[label].cells]
    if match := _CELL.search(finding.where):
        cells = [(int(match[1]) - 1, int(match[2]) - 1)]
    return {
        "severity": str(finding.severity),
        "rule": finding.rule,
        "message": finding.message,
        "slots": slots,
        "cells": [[row, column] for row, column in dict.fromkeys(cells)],
    }


def statistics(state: State, puzzle: Puzzle, words: WordList) -> dict[str, Any]:
    """Return the figures of a document."""
    figures = describe(puzzle, words)
    scores = figures.scores
    cells = state["cells"].values()
    lowest = scores.lowest if scores else None
    mean = scores.mean if scores else None
    inked = sum("letter" in cell and "pencil" not in cell for cell in cells)
    pencilled = sum("pencil" in cell for cell in cells)
    return {
        **{
            name: getattr(figures, name)
            for name in ("words", "across", "down", "blocks", "cells", "checked", "parts")
        },
        **{name: getattr(figures, name) for name in ("answers", "clues", "drafts", "missing")},
        "lengths": {str(length): count for length, count in figures.lengths.items()},
        "mean_length": round(figures.mean_length, 2),
        "letters": figures.letters,
        "symmetries": [*figures.symmetries],
        "inked": inked,
        "pencilled": pencilled,
        "open": figures.cells - inked - pencilled,
        "mean_score": None if mean is None else round(mean, 1),
        "lowest": lowest,
        "floor": scores.by_label[lowest] if scores and lowest else None,
        "unlisted": [*scores.unlisted] if scores else [],
        "histogram": {str(band): n for band, n in scores.histogram.items()} if scores else {},
    }


def entries(puzzle: Puzzle, words: WordList) -> list[dict[str, Any]]:
    """Return all slots with their answers, scores and what they share."""
    stems: defaultdict[StemKey, list[str]] = defaultdict(list)
    for label, word in puzzle.answers.items():
        for key in words.stem_keys(word):
            stems[key].append(label)
    listed = []
    for entry in puzzle.entries:
        answer = entry.answer
        sharing = (
            {}
            if answer is None
            else dict.fromkeys(label for key in words.stem_keys(answer) for label in stems[key])
        )
        listed.append(
            {
                "slot": entry.label,
                "key": slot_key(entry.slot),
                "answer": answer,
                "score": None if answer is None else words.score(answer),
                "enumeration": entry.enumeration,
                "shared": [] if answer is None else shared_words(answer, entry.clue.text, words),
                "stems": [label for label in sharing if label != entry.label],
            }
        )
    return listed


def shared_words(answer: str, clue: str, words: WordList) -> list[str]:
    """Return the words of a clue that have the stem of its answer, or are part of it."""
    keys = {answer, *words.stem_keys(answer)}
    shared = []
    for text in _WORD.findall(clue):
        word = normalise_answer(text)
        if len(word) >= MIN_SHARED and not keys.isdisjoint((word, *words.stem_keys(word))):
            shared.append(text)
    return shared
