"""`crosswright info`: figures in lines and as JSON."""

from __future__ import annotations

import json
from pathlib import Path

from helpers.cli import PUZZLE, Run


def test_info_in_lines(run: Run, folder: Path) -> None:
    done = run("info", "puzzle.ipuz")
    assert done.exit_code == 0
    for line in (
        "Small by A. Setter",
        "size       5×5",
        "words      10 (5 across, 5 down), mean length 4.20",
        "blocks     4 (16.0%)",
        "checked    21 of 21 letters",
        "clues      10 of 10",
        "length       3    4 ████",
    ):
        assert line in done.stdout.splitlines()
    assert "score      mean" in done.stdout


def test_a_file_without_a_suffix_is_looked_into(run: Run, folder: Path) -> None:
    Path("puzzle").write_bytes(Path("puzzle.ipuz").read_bytes())
    Path("pattern").write_text("...\n...\n...")
    assert "Small by A. Setter" in run("info", "puzzle").stdout
    assert "size       3×3" in run("info", "pattern").stdout


def test_by_is_said_once(run: Run, folder: Path) -> None:
    run("convert", "puzzle.ipuz", "other.ipuz", "--author", "By Ada")
    assert run("info", "other.ipuz").stdout.startswith("Small by Ada\n")


def test_info_names_the_language_whose_list_gives_the_scores(run: Run, folder: Path) -> None:
    Path("word.txt").write_text("COLOUR\n")
    assert run("fill", "word.txt", "--language", "en-GB", "-o", "word.ipuz").exit_code == 0
    lines = run("info", "word.ipuz").stdout.splitlines()
    assert "language   en-GB" in lines
    assert "score      mean 99.0, lowest 99 (1A COLOUR)" in lines
    assert "language" not in run("info", "puzzle.ipuz").stdout


def test_info_for_machines(run: Run, folder: Path) -> None:
    figures = json.loads(run("info", "puzzle.ipuz", "--json").stdout)
    assert (figures["words"], figures["blocks"], figures["title"]) == (10, 4, "Small")
    assert figures["scores"]["by_label"].keys() == PUZZLE.answers.keys()
    pattern = run("info", "-", "--json", input="...\n...\n...")
    assert json.loads(pattern.stdout)["scores"] is None


def test_words_that_are_not_listed(run: Run, folder: Path) -> None:
    done = run("info", "-", "-w", "my.dict", input="CAT\n###\nDOG")
    assert "parts      2, not connected to each other" in done.stdout
    assert "unlisted   2A DOG" in done.stdout
    assert "score    90–99    1 █" in done.stdout


def test_the_difficulty_is_estimated(run: Run, folder: Path) -> None:
    assert "difficulty easy (2 of 100)\n" in run("info", "puzzle.ipuz").stdout
    estimate = json.loads(run("info", "puzzle.ipuz", "--json").stdout)["difficulty_estimate"]
    assert [*estimate] == ["level", "number", "unfamiliar", "crossings", "lengths", "toeholds"]
    assert (estimate["level"], estimate["number"]) == ("easy", 1.9)
    assert "difficulty" not in run("info", "puzzle.ipuz", "--no-words").stdout
    Path("rare.dict").write_text("BET;15\n")
    assert "difficulty hard" in run("info", "puzzle.ipuz", "-w", "rare.dict").stdout


def test_what_is_not_filled_has_no_difficulty(run: Run, folder: Path) -> None:
    Path("half.txt").write_text("CAT\n.#.\n...\n")
    assert "difficulty" not in run("info", "half.txt").stdout
    assert json.loads(run("info", "half.txt", "--json").stdout)["difficulty_estimate"] is None
