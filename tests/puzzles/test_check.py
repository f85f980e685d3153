"""Checking puzzles: each thing that can be wrong, alone, and a puzzle where nothing is."""

from __future__ import annotations

import pytest

from crosswright.errors import CrosswrightError
from crosswright.grids.grid import Grid
from crosswright.puzzles.check import Severity, check, recognised_style
from crosswright.puzzles.puzzle import Puzzle
from crosswright.words import lexicon
from crosswright.words.wordlist import WordList

SOUND = "#BET#\nBOARD\nANGER\nDELAY\n#SET#"
WORDS = ["BET", "BOARD", "ANGER", "DELAY", "SET", "BONES", "EAGLE", "TREAT", "BAD", "DRY"]


def findings(text: str, style: str = "free", **options: object) -> list[tuple[str, str, str]]:
    grid = Grid.parse(text)
    puzzle = Puzzle.from_filled(grid, {slot.label: "Something" for slot in grid.slots})
    return [
        (finding.severity.value, finding.rule, finding.where)
        for finding in check(puzzle, style, **options)  # type: ignore[arg-type]
    ]


@pytest.mark.parametrize("style", ["american", "british", "free"])
def test_nothing_is_wrong_with_a_sound_puzzle(style: str) -> None:
    assert findings(SOUND, style, words=WordList.from_words(WORDS)) == []


def test_a_pattern_is_checked_for_its_shape_alone() -> None:
    assert findings("#...#\n.....\n.....\n.....\n#...#", words=WordList.from_words([])) == []


@pytest.mark.parametrize(
    ("style", "text", "finding"),
    [
        ("american", "....\n....\n....\n...#\n....\n....\n...#", "symmetry"),
        ("american", "...#...\n" * 3, "connection"),
        ("american", "#...#\n.###.\n.###.\n.###.\n#...#", "unchecked"),
        ("american", "..\n..", "word length"),
        ("british", ".....\n#.#.#\n.....\n#.#.#\n.....", "unchecked"),
        ("barred", "....\n###.\n....", "blocks"),
    ],
)
def test_the_rules_of_the_style(style: str, text: str, finding: str) -> None:
    assert finding in [rule for severity, rule, _ in findings(text, style) if severity == "error"]


def test_another_symmetry_will_do_for_an_american_grid() -> None:
    mirrored = "...#...\n.......\n.......\n.......\n......."
    assert Grid.parse(mirrored).symmetries() == ("left-right",)
    assert "symmetry" not in [rule for _, rule, _ in findings(mirrored, "american")]


def test_empty_cells() -> None:
    assert findings("NO\nU#\n.#") == [("error", "filled", "row 3, column 1")]


def test_answers_in_the_list_and_their_scores() -> None:
    words = WordList.parse("NO;60\nNUN;40")
    assert findings("NO\nU#\nN#", words=words) == []
    assert findings("NO\nU#\nN#", words=words, min_score=50) == [("error", "score", "1D")]
    assert findings("NO\nU#\nT#", words=words) == [("error", "listed", "1D")]
    lenient = findings("NO\nU#\nT#", words=words, unlisted=Severity.WARNING)
    assert lenient == [("warning", "listed", "1D")]


def test_answers_that_repeat_each_other() -> None:
    assert ("error", "distinct", "1A") in findings("NUN\nU#O\nNEW")
    plural = "TENEMENT#\n########.\nTENEMENTS"
    assert ("warning", "shared", "1A") in findings(plural)
    assert ("warning", "shared", "1A") not in findings(plural, shared_letters=9)


def test_inflections_of_one_word() -> None:
    words = WordList.from_words(["BAR", "BARRED"])
    text = "BARRED\n#####A\n###BAR"
    assert ("warning", "stem", "1A") in findings(text, words=words)
    assert "stem" not in [rule for _, rule, _ in findings(text)]


def relation(one: str, other: str, words: WordList) -> str:
    """Return what is said of two answers, one above the other."""
    width = max(len(one), len(other))
    rows = one.ljust(width, "#"), "#" * width, other.ljust(width, "#")
    findings = check(Puzzle.from_filled("\n".join(rows)), "free", words)
    [message] = [finding.message for finding in findings if finding.rule == "stem"]
    return message.removeprefix(f"1A {one} and 2A {other} ")


@pytest.mark.parametrize(
    ("pair", "text"),
    [
        ("WATERFALL UNDERWATER", "share the word WATER"),
        ("TENEMENT TENEMENTS", "share the word TENEMENT"),
        ("ARE AREWEDONE", "both have a form of BE"),
        ("WENT LETGO", "both have a form of GO"),
        ("BEEN WAS", "are forms of BE"),
        ("MICE MOUSE", "are forms of one word"),
        ("COLOUR COLOR", "are related words"),
        ("TELL UNTOLD", "are related words"),
        ("KANSAS KANSASCITY", "share the word KANSAS"),
        ("ISLAND ISLANDER", "share the word ISLAND"),
        ("ENGLISHHORN ENGLISHSETTER", "share the word ENGLISH"),
        ("LOCOMOTIVES STEAMLOCOMOTIVE", "share the word LOCOMOTIVE"),
        ("CASUALTIES CASUALTY", "are forms of one word"),
        ("ANTICIPATING ANTICIPATES", "are forms of ANTICIPATE"),
        ("CASEBOOK GUIDEBOOK", "share the word BOOK"),
        ("CHUCKLED CHUCKLING", "are forms of CHUCKLE"),
        ("ARRANGE ARRANGING", "are forms of one word"),
    ],
)
def test_a_stem_is_named_only_where_it_is(pair: str, text: str) -> None:
    assert relation(*pair.split(), lexicon.english(british=True)) == text


def test_a_chance_name_of_a_foreign_family_is_not_told() -> None:
    pytest.importorskip("wordfreq")
    words = lexicon.load("pt")
    assert relation("FAZER", "FEZ", words) == "are forms of one word"
    assert relation("FAZIA", "FEZ", words) == "are forms of FAZER"


def test_clues_that_are_missing_or_give_the_answer_away() -> None:
    puzzle = Puzzle.from_filled(Grid.parse("NO\nU#\nN#"), {"1D": "A nun, no less"})
    assert [(f.rule, f.where, f.message) for f in check(puzzle, "free")] == [
        ("clue", "1A", "1A has no clue"),
        ("clue", "1D", "the clue of 1D contains its answer: A nun, no less"),
    ]


def test_a_puzzle_without_any_clues() -> None:
    puzzle = Puzzle.from_filled("NO\nU#\nN#")
    assert [str(finding) for finding in check(puzzle, "free")] == [
        "warning: clue: the puzzle has no clues"
    ]
    assert check(Puzzle(puzzle.grid), "free") == []  # a pattern


def test_words_of_any_kind_will_do_for_a_list() -> None:
    assert findings("NO\nU#\nN#", words=["no", ("nun", 60)]) == []
    assert findings("NO\nU#\nN#", words=["no"]) == [("error", "listed", "1D")]


def test_drafts_among_the_clues() -> None:
    puzzle = Puzzle.from_filled(Grid.parse("NO\nU#\nN#"), {"1A": "Refusal", "1D": "Sister [draft]"})
    assert [(f.severity, f.rule, f.where, f.message) for f in check(puzzle, "free")] == [
        (Severity.WARNING, "draft", "1D", "1 of 2 clues are drafts: 1D")
    ]


def test_a_grid_full_of_one_letter_is_checked_in_no_time() -> None:
    grid = "\n".join(["A" * 255] * 200 + ["#" * n + "A" * (255 - n) for n in range(55)])
    assert findings(grid)


def test_unknown_styles() -> None:
    with pytest.raises(CrosswrightError, match="unknown style 'greek'; choose from american"):
        check(Puzzle(Grid.empty(3, 3)), "greek")


def test_a_linked_entry_needs_no_clue_of_its_own() -> None:
    grid = Grid.parse("NO\nU#\nN#")
    puzzle = Puzzle(grid, clues={"1A": "Not yes, sister"}, links=(("1A", "1D"),))
    assert [finding for finding in check(puzzle, "free") if finding.rule == "clue"] == []


def test_without_a_style_the_puzzle_decides() -> None:
    crisscross = Puzzle.from_filled("COMET#\n#R####\n#BARGE\n#I####\n#T####")
    assert check(crisscross) == check(crisscross, "free") != check(crisscross, "american")
    square = "CAT\nAXE\nTEN"
    search = Puzzle.from_filled(square, kind="word-search")
    assert recognised_style(search) == "free"
    assert recognised_style(Puzzle.from_filled(square)) == "american"
