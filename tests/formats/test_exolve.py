"""Exolve: every part of its grammar, read, kept and written."""

from __future__ import annotations

import warnings
from dataclasses import replace
from pathlib import Path

import pytest
from helpers.puzzles import SMALL as PLAIN
from helpers.puzzles import rich_puzzles, texts
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from crosswright.errors import FormatError, FormatWarning
from crosswright.formats.files import from_bytes, to_bytes
from crosswright.formats.files import read as read_file
from crosswright.formats.format import OriginalFile
from crosswright.formats.reduce import reduce
from crosswright.formats.registry import by_name
from crosswright.grids.grid import Grid
from crosswright.puzzles.clue import Clue
from crosswright.puzzles.markup import Span
from crosswright.puzzles.parts import ClueGroup, UnplacedClue
from crosswright.puzzles.puzzle import Puzzle

SMALL = """\
exolve-begin
  exolve-title: Small
  exolve-setter: Setter
  exolve-copyright: 2024
  exolve-width: 3
  exolve-height: 3
  exolve-grid:
    CAT
    A.O
    RUN
  exolve-across:
    1 Feline (3)
    3 Hurry (3)
  exolve-down:
    1 Vehicle (3)
    2 Weight (3)
exolve-end
"""


def exolve(*changes: tuple[str, str]) -> bytes:
    """Return the small puzzle with some of its lines changed."""
    text = SMALL
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return text.encode()


def read(*changes: tuple[str, str]) -> Puzzle:
    return from_bytes(exolve(*changes), "exolve")


def details(puzzle: Puzzle) -> tuple[str, ...]:
    origin = puzzle.extras["exolve"]
    assert isinstance(origin, OriginalFile)
    return origin.details


def after(line: str, *lines: str) -> tuple[str, str]:
    return line, "\n".join([line, *lines])


def rewritten(puzzle: Puzzle) -> str:
    """Write a puzzle with another title, and without a loss."""
    changed = replace(puzzle, title="Other")
    data, losses = to_bytes(changed, "exolve", strict=True)
    assert from_bytes(data) == changed
    assert losses == []
    return data.decode()


# -- reading ------------------------------------------------------------------------------------


def test_a_small_puzzle() -> None:
    puzzle = from_bytes(SMALL.encode())
    assert puzzle.filled_grid == Grid.parse("CAT\nA#O\nRUN")
    assert texts(puzzle) == {"1A": "Feline", "1D": "Vehicle", "2D": "Weight", "3A": "Hurry"}
    assert (puzzle.title, puzzle.author, puzzle.copyright) == ("Small", "Setter", "2024")
    assert puzzle.clue("1A").enumeration == "3"
    assert (puzzle.groups, puzzle.links, puzzle.labels, details(puzzle)) == ((), (), {}, ())


def test_comments_and_line_ends() -> None:
    commented = SMALL.replace("Setter\n", "Setter # that is me\n")
    commented = commented.replace("    RUN\n", "    # the last row\n    RUN\n\n")
    assert from_bytes(commented.replace("\n", "\r\n").encode()) == from_bytes(SMALL.encode())
    assert read(("Small", "C# and #1 of C # 9")).title == "C# and #1 of C"
    assert read(("Small", "Key of F#")).title == "Key of F"  # as Exolve reads it


def test_decorators() -> None:
    rows = "    C@ A| T!\n    A_ .  O+\n    R  U  N"
    puzzle = read(("    CAT\n    A.O\n    RUN", rows))
    assert puzzle.grid.circles == {(0, 0)}
    assert puzzle.grid.letters == {(0, 2): "T"}
    assert puzzle.grid.bars == {((0, 1), "right"), ((1, 0), "below"), ((1, 2), "below")}


def test_unsolved_grids_and_undecided_letters() -> None:
    zeros = read(("CAT\n    A.O\n    RUN", "000\n    0.0\n    000"))
    assert zeros.filled_grid == Grid.parse("...\n.#.\n...")
    assert read(("RUN", "R?N")).filled_grid == Grid.parse("CAT\nA#O\nR.N")


def test_digits_and_special_characters() -> None:
    option = after("exolve-height: 3", "  exolve-option: allow-chars:@.&0")
    puzzle = read(option, ("CAT\n    A.O\n    RUN", "A &@ 0\n    && . &.\n    B C D"))
    assert [puzzle.solution[cell] for cell in ((0, 1), (0, 2), (1, 0), (1, 2))] == [*"@0&."]
    assert read(("RUN", "R0N")).solution.get((2, 1)) is None


def test_rebus_cells() -> None:
    option = after("exolve-height: 3", "  exolve-option: rebus-cells")
    rows = ("CAT\n    A.O\n    RUN", "RAN G@E\n    DO . A\n    M  E T")
    puzzle = read(option, rows)
    assert puzzle.answers["1A"] == "RANGE"
    assert puzzle.answers["1D"] == "RANDOM"
    assert puzzle.grid.circles == {(0, 1)}


def test_languages_with_letters_of_several_characters() -> None:
    language = after("exolve-height: 3", "  exolve-language: hi Devanagari")
    puzzle = read(language, ("CAT\n    A.O\n    RUN", "से ह त\n    ह . ह\n    त ह से"))
    assert puzzle.language == "hi"
    assert puzzle.solution[0, 0] == "से"
    russian = read(("exolve-height: 3", "exolve-height: 3\n  exolve-language: ru Cyrillic"))
    assert (russian.language, details(russian)) == ("ru", ())


def test_enumerations_and_annotations() -> None:
    lines = {
        "Feline (3)": ("Feline", "3"),
        "This (13) ends (word) here! (2-1)": ("This (13) ends (word) here!", "2-1"),
        "Ends (1 word) here! (3) Some annotation.": ("Ends (1 word) here!", "3"),
        "Ends here! (3) [] [t]WIT has (3) parts": ("Ends here!", "3"),
        "Nothing": ("Nothing", ""),
        "Hidden (3)*": ("Hidden", ""),
        "Two of them (3, 2 words)": ("Two of them", "3, 2 words"),
        "Unknown (?)": ("Unknown", "?"),
        "Short (abbr.) note": ("Short (abbr.)", ""),
        "Not (4) as [this]; but (3)": ("Not (4) as [this]; but", "3"),
        "Whole <i>clue (3)</i> note": ("Whole clue", "3"),
        "Two  spaces &amp; more (3)": ("Two spaces & more", "3"),
    }
    for written, (text, enumeration) in lines.items():
        clue = read(("Feline (3)", written)).clue("1A")
        assert (clue.text, clue.enumeration) == (text, enumeration), written


def test_labels_of_clues() -> None:
    for label in ("1.", "1 .", "a1", "1a", "1A", "Across1", "[1]"):
        puzzle = (
            read(("    1 Feline", f"    #a3 {label} Feline"))
            if label == "[1]"
            else read(("    1 Feline", f"    {label} Feline"))
        )
        assert puzzle == from_bytes(SMALL.encode()), label
    assert str(read(("1 Feline", "1 ... aboard!")).clue("1A")) == "... aboard!"
    assert str(read(("1 Feline", "1 2001 film")).clue("1A")) == "2001 film"


def test_formatting_and_marked_parts() -> None:
    puzzle = read(("Feline", "~{Small <i>lion</i>}~ ~{{my-style}perhaps}~"))
    clue = puzzle.clue("1A")
    assert clue.text == "Small lion perhaps"
    assert clue.markup == ("Small ", Span("italic", ("lion",)), " perhaps")
    assert details(puzzle) == ("marked parts of clues",)


def test_linked_clues() -> None:
    puzzle = read(
        ("1 Feline (3)", "1, 3, 2d Pet in a hurry (3,3,3) [cat run ton]"),
        ("3 Hurry (3)", "3 See 1 Across"),
        ("2 Weight (3)", "2 More than this"),
    )
    assert puzzle.links == (("1A", "3A", "2D"),)
    assert puzzle.entered == {"1A": "cat run ton"}
    assert [puzzle.entry(label).number for label in ("1A", "3A")] == ["1,3,2dn", "3"]
    assert puzzle.entry("3A").text == "See 1"
    assert puzzle.clue("3A") == Clue("")
    assert puzzle.clue("2D").text == "More than this"
    assert read(("1 Feline", "1 & 3 Feline")).links == (("1A", "3A"),)
    assert read(("1 Feline", "1/3 Feline")).links == (("1A", "3A"),)
    assert read(("1 Feline", "1 and 3 Feline")).links == (("1A", "3A"),)
    assert read(("1 Feline", "1, 1 Feline")).links == (("1A", "1D"),)
    assert read(("1 Feline", "1, 2 Feline")).links == (("1A", "2D"),)  # there is no 2 across
    broken = read(("1 Feline", "1, 9 Feline"))
    assert (broken.links, details(broken)) == ((), ("links to clues that do not exist",))


def test_an_answer_in_brackets_must_be_the_one_in_the_grid() -> None:
    assert read(("Feline (3)", "Feline (3) [c-at]")).entered == {"1A": "c-at"}
    assert read(("Feline (3)", "Feline (3) [DOG]")).entered == {}
    assert read(("Feline (3)", "Feline (3) [1a] [C at]")).entered == {"1A": "C at"}


def test_skipped_numbers_and_own_labels() -> None:
    puzzle = read(
        ("CAT\n    A.O\n    RUN", "C~A T\n    A .  O\n    R~U N"),
        ("1 Feline", "#a3 [A] Feline"),
        ("3 Hurry", "#a1 [B] Hurry"),
        ("    1 Vehicle (3)\n    2 Weight", "    1 Weight"),
    )
    assert puzzle.labels == {(0, 0): "A", (0, 2): "1", (2, 0): "B"}
    assert texts(puzzle) == {"1A": "Feline", "3A": "Hurry", "2D": "Weight"}
    assert puzzle.entry("2D").number == "1"
    assert "C~A T" in rewritten(puzzle)


def test_hidden_numbers() -> None:
    puzzle = read(after("exolve-height: 3", "  exolve-option: hide-inferred-numbers"))
    assert puzzle.cell_labels == {}
    assert puzzle.clue("1A").label == "1"
    assert "hide-inferred-numbers" in rewritten(puzzle)


def test_labels_may_have_entities() -> None:
    puzzle = read(("1 Feline", "#a3 [R&amp;B &#128274;] Feline"))
    assert puzzle.labels[0, 0] == "R&B \U0001f512"
    assert "[R&amp;B &#128274;]" in rewritten(puzzle)
    assert "#a3 [R&amp;B \U0001f512] Feline" in rewritten(replace(puzzle, extras={}))


def test_links_between_clues_whose_cells_show_nothing() -> None:
    puzzle = read(
        after("exolve-height: 3", "  exolve-option: hide-inferred-numbers"),
        ("1 Feline (3)", "1, 3 Pet in a hurry (3,3)"),
        ("3 Hurry (3)", "3 See 1."),
    )
    assert puzzle.links == (("1A", "3A"),)
    assert puzzle.clue("3A") == Clue("", label="3")
    rewritten(puzzle)


def test_clues_without_direction() -> None:
    nodir = after("    2 Weight (3)", "  exolve-nodir: Corners", "    #a3 #c3 #c1 #a1 [C] All (4)")
    puzzle = read(nodir)
    assert puzzle.grid.extra == (((0, 0), (0, 2), (2, 2), (2, 0)),)
    assert puzzle.clue("X1") == Clue("All", enumeration="4", label="C")
    assert puzzle.groups[-1] == ClueGroup("Corners", ("X1",))
    merged = read(
        ("    1 Feline (3)\n", ""),
        after("    2 Weight (3)", "  exolve-nodir:", "#a3 #b3 #c3 [1] Cat"),
    )
    assert str(merged.clue("1A")) == "Cat"


def test_clues_without_a_place() -> None:
    jigsaw = after("    2 Weight (3)", "  exolve-nodir:", "    [P] Direct (5)", "    [Q] Server")
    with pytest.warns(FormatWarning, match="2 clues without a slot"):
        puzzle = read(jigsaw)
    assert puzzle.unplaced == (
        UnplacedClue("More", "P", Clue("Direct", enumeration="5")),
        UnplacedClue("More", "Q", Clue("Server")),
    )
    with pytest.raises(FormatError, match="belong to no slot"):
        to_bytes(puzzle, "puz", strict=True)
    data, losses = to_bytes(replace(puzzle, extras={}), "exolve")
    assert losses == []
    assert b"[P] Direct (5)\n" in data


@pytest.mark.filterwarnings("ignore::crosswright.errors.FormatWarning")
def test_a_clue_that_is_there_twice_is_not_lost() -> None:
    puzzle = read(("    3 Hurry", "    1 Again (3)\n    3 Hurry"))
    assert puzzle.unplaced == (UnplacedClue("Across", "1", Clue("Again", enumeration="3")),)


def test_groups() -> None:
    split = read(("    3 Hurry", "    ---Below\n    3 Hurry"))
    assert split.groups == (
        ClueGroup("Across", ("1A",)),
        ClueGroup("Below", ("3A",)),
        ClueGroup("Down", ("1D", "2D")),
    )
    down_first = SMALL.replace("exolve-across", "X").replace("exolve-down", "exolve-across")
    down_first = down_first.replace("X:", "exolve-down:").replace("2 Weight", "3 Weight")
    down_first = down_first.replace("3 Hurry", "2 Hurry")
    assert [group.title for group in from_bytes(down_first.encode()).groups] == ["Down", "Across"]
    titles = after("exolve-height: 3", "  exolve-relabel:", "    across-label: <i>Swimming</i>")
    assert [group.title for group in read(titles).groups] == ["Swimming", "Down"]


def test_hints() -> None:
    puzzle = read(
        ("    3 Hurry (3)", "      Hint: It <i>purrs</i>\n    hint: Meow\n    3 Hurry (3)")
    )
    assert puzzle.clue("1A").hint == "It purrs\nMeow"


def test_diagramless() -> None:
    stars = ("CAT\n    A.O\n    RUN", "C*A*T*\n    A*.*O*\n    R*U*N*")
    puzzle = read(stars)
    assert puzzle.kind == "diagramless"
    assert puzzle.filled_grid == Grid.parse("CAT\nA#O\nRUN")
    partly = read(("A.O", "A*.O"))
    assert partly.kind == "crossword"
    assert details(partly) == ("diagramless parts of the grid",)
    assert "A*.O" in rewritten(partly)
    with pytest.warns(FormatWarning, match="4 clues without a slot"):
        unsolved = read(
            ("CAT\n    A.O\n    RUN", "0*0*0*\n    0*0*0*\n    0*0*0*"),
            ("1 Feline", "#a3 1 Feline"),
        )
    assert unsolved.kind == "diagramless"
    assert unsolved.labels == {(0, 0): "1"}
    assert [clue.label for clue in unsolved.unplaced] == ["1", "3", "1", "2"]


def test_entries_that_run_backwards() -> None:
    puzzle = read(
        after("exolve-height: 3", "  exolve-reversals: a3-c3"),
        ("1 Feline (3)", "2 Pill (3)"),
        ("1 Vehicle", "1 Vehicle"),
    )
    assert puzzle.answers["X1"] == "TAC"
    assert puzzle.clue("X1") == Clue("Pill", enumeration="3", label="2")
    assert puzzle.groups[0] == ClueGroup("Across", ("X1", "3A"))
    assert details(puzzle) == ("entries that run backwards",)
    assert "exolve-reversals: a3-c3" in rewritten(puzzle)


def test_the_preamble_is_shown_as_a_browser_would() -> None:
    lines = after(
        "exolve-height: 3", "  exolve-preamble:", "    Enter <i>after</i>", "    deleting."
    )
    lines = (lines[0], lines[1] + "<br>\n    One:<ul><li>A &lt; B</li></ul>")
    assert read(lines).notes == "Enter after deleting.\nOne:\n\nA < B"
    assert read(after("exolve-height: 3", "  exolve-prelude: Short.")).notes == "Short."


def test_credits_hold_what_has_no_section() -> None:
    credits = "exolve-credits: Editor: Ed\n  exolve-credits: Date: 1 May\n  exolve-credits: Thanks"
    puzzle = read(after("exolve-height: 3", f"  {credits}"))
    assert (puzzle.editor, puzzle.date, details(puzzle)) == ("Ed", "1 May", ("credits",))
    changed = to_bytes(replace(puzzle, editor="", publisher="P"), "exolve")[0].decode()
    assert "Editor" not in changed
    assert "exolve-credits: Thanks\n" in changed
    assert from_bytes(changed.encode()).publisher == "P"


# -- what is refused ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ([("exolve-begin", "begin")], "it has no line exolve-begin"),
        ([("exolve-end", "end")], "not a whole Exolve puzzle: it has no line exolve-end"),
        ([("exolve-width: 3\n", "")], "exolve-width must be from 1 to 255, not ''"),
        ([("height: 3", "height: 999")], "exolve-height must be from 1 to 255, not '999'"),
        ([("    RUN\n", "")], "its grid has 2 rows, but exolve-height is 3"),
        ([("RUN", "RU")], "row 3 has 2 cells, but exolve-width is 3: 'RU'"),
        ([("height: 3", "height: 3\n  exolve-3d: 3")], r"three-dimensional .* \(exolve-3d\)"),
        ([("RUN", "R[1]U N")], "shapes of their own"),
        ([("RUN", "R{1 U N")], "no } after {"),
    ],
)
def test_refusals(changes: list[tuple[str, str]], said: str) -> None:
    with pytest.raises(FormatError, match=said):
        read(*changes)


# -- web pages ----------------------------------------------------------------------------------

PAGE = """\
<!DOCTYPE html>
<html><head><script src="exolve-m.js"></script></head><body>
<script>
%s
createExolve(`
====
%s
`);
</script></body></html>
"""


def test_a_puzzle_in_a_web_page() -> None:
    inside = SMALL.replace("Feline", "Fel\\u0069ne \\`cat\\` \\\\ cost: \\${5}")
    puzzle = from_bytes((PAGE % ("", inside)).encode())
    assert str(puzzle.clue("1A")) == "Feline `cat` \\ cost: ${5}"
    data, losses = to_bytes(puzzle, "exolve")
    assert losses == []
    assert data.startswith(b"exolve-begin\n")
    assert from_bytes(data) == puzzle


def test_a_page_with_a_long_script_before_its_puzzle(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text(PAGE % ("let x = 1;\n" * 2000, SMALL), "utf-8")
    assert read_file(path).title == "Small"


def test_pages_with_several_puzzles_and_scripts() -> None:
    second = SMALL.replace("Small", "Second")
    with pytest.warns(FormatWarning) as caught:
        puzzle = from_bytes((PAGE % ("function customizeExolve(p) {}", SMALL + second)).encode())
    assert puzzle.title == "Small"
    assert [str(warning.message) for warning in caught] == [
        "a script of the page, customizeExolve, changes the puzzle; it is not read",
        "it has several puzzles, of which the first is read",
    ]
    assert details(puzzle) == ("further puzzles",)
    assert b"exolve-title: Second" in to_bytes(replace(puzzle, title="First"), "exolve")[0]


# -- keeping and writing ------------------------------------------------------------------------

RICH = """\
A page of mine
exolve-begin
  exolve-id: rich-1
  exolve-title: <b>Rich</b>
  exolve-setter: Setter # me
  exolve-email: me@example.org
  exolve-option: colour-active:lightyellow allow-digits
  exolve-nina: a3 b3
  exolve-colour: palegreen a1 2d
  exolve-question: Which? (3) CAT
  exolve-maker:
    By hand
  exolve-cell-decorator: <circle cx="15" cy="4" r="2">
  exolve-width: 3
  exolve-height: 3
  exolve-grid:
    C{1} A T
    A    . O
    R    U N
  exolve-across:
    1 ~{Feline}~ (3) _ Hidden. # comment
    Concise: Pet
    <i>More:</i>
    3 Hurry (3) Anagram.
  exolve-down:
    1 Vehicle (3)*
    2 Weight (3) [to-n] Reversed.
  exolve-relabel:
    clear: Erase
  exolve-explanations:
    Because.
  exolve-unheard-of: 1
exolve-end
Bye
"""

RICH_DETAILS = (
    *("the puzzle's id", "the setter's e-mail address", "option colour-active", "ninas"),
    *("colours of cells", "questions", "notes of the program that made it"),
    *("decorations of cells", "texts of the player", "explanations", "section unheard-of"),
    *("short forms of clues", "lines between clues", "marked parts of clues"),
    *("blanks after clues", "annotations", "enumerations that are not shown"),
    "formatting of texts",
)


def test_everything_else_is_named() -> None:
    puzzle = from_bytes(RICH.encode())
    assert details(puzzle) == RICH_DETAILS
    _, losses = to_bytes(puzzle, "ipuz")
    assert f"details that only exolve holds: {', '.join(RICH_DETAILS)}" in map(str, losses)


def changed_lines(data: bytes) -> list[str]:
    """Return the lines that are not in the rich puzzle, and those that went, with a minus."""
    old, new = RICH.split("\n"), data.decode().split("\n")
    return [line.strip() for line in new if line not in old] + [
        f"-{line.strip()}" for line in old if line not in new
    ]


def test_a_change_changes_its_lines_alone() -> None:
    puzzle = from_bytes(RICH.encode())
    assert to_bytes(puzzle, "exolve") == (RICH.encode(), [])
    data, losses = to_bytes(replace(puzzle, title="R & # x", notes="New:\n\nexolve-x"), "exolve")
    assert losses == []
    assert changed_lines(data) == [
        "exolve-title: R &amp; &#35; x",
        *("exolve-preamble:", "New:<br>", "<br>", "&#101;xolve-x"),
        "-exolve-title: <b>Rich</b>",
    ]
    assert from_bytes(data).notes == "New:\n\nexolve-x"


def test_a_changed_clue_keeps_its_annotation() -> None:
    puzzle = from_bytes(RICH.encode())
    changed = puzzle.with_clues({"3A": "Make (4) haste", "2D": Clue("Heft")})
    data, losses = to_bytes(changed, "exolve")
    assert losses == []
    assert changed_lines(data)[:2] == [
        "3 Make &#40;4) haste (3) [] Anagram.",
        "2 Heft (?)* [to-n] Reversed.",
    ]
    assert from_bytes(data) == changed


def test_an_annotation_goes_with_its_answer_and_is_named() -> None:
    puzzle = from_bytes(RICH.encode())
    solution = {**puzzle.solution, (2, 1): "A"}
    changed = replace(puzzle, solution=solution, clues={**puzzle.clues, "3A": "Fled"})
    data, losses = to_bytes(changed, "exolve")
    assert [str(loss) for loss in losses] == ["annotations of changed answers: 3A"]
    assert "    3 Fled\n" in data.decode()
    assert "    C{1} A T\n" in data.decode()
    assert from_bytes(data) == changed


def test_other_clue_lists_are_written_anew() -> None:
    puzzle = from_bytes(RICH.encode())
    groups = (ClueGroup("All", ("1A", "1D")), ClueGroup("Rest", ("2D", "3A")))
    data, losses = to_bytes(replace(puzzle, groups=groups), "exolve")
    assert [str(loss) for loss in losses] == ["lines between clues"]
    text = data.decode()
    assert "  exolve-nodir: All\n    #a3 #b3 #c3 [1] ~{Feline}~ (3) [] _ Hidden.\n" in text
    assert "    Concise: Pet\n" in text
    assert "    ---Rest\n" in text
    assert "exolve-nina: a3 b3\n" in text
    assert from_bytes(data).groups == groups


def test_sections_about_cells_go_with_the_size_of_the_grid() -> None:
    puzzle = from_bytes(RICH.encode())
    other = replace(Puzzle.from_filled("NO\nON"), extras=puzzle.extras)
    data, losses = to_bytes(other, "exolve")
    named = [str(loss) for loss in losses]
    assert "cells of the old grid: exolve-nina" in named
    assert "cells of the old grid: exolve-colour" in named
    assert from_bytes(data) == other


def test_a_new_file() -> None:
    puzzle = Puzzle.from_filled(
        Grid.parse("CAT\nA#O\nRUN\n\ncircles: 1,1\nrebus: 1,2=AA"),
        {"1A": Clue("Feline", enumeration="4"), "3A": "Hurry", "2D": "and 3 more (2)"},
        given=[(2, 2)],
        title="Small",
        author="S",
        editor="E",
        language="en-GB",
        entered={"1A": "caat car"},
        links=(("1A", "1D"),),
    )
    data, losses = to_bytes(puzzle, "exolve")
    assert losses == []
    assert data.decode() == (
        "exolve-begin\n"
        "  exolve-title: Small\n"
        "  exolve-setter: S\n"
        "  exolve-credits: Editor: E\n"
        "  exolve-language: en-GB Latin\n"
        "  exolve-option: rebus-cells\n"
        "  exolve-width: 3\n"
        "  exolve-height: 3\n"
        "  exolve-grid:\n"
        "    C@ AA T\n"
        "    A  .  O\n"
        "    R  U  N!\n"
        "  exolve-across:\n"
        "    1, 1d Feline (4) [caat car]\n"
        "    3 Hurry\n"
        "  exolve-down:\n"
        "    1 See 1ac\n"
        "    2 &#97;nd 3 more &#40;2)\n"
        "exolve-end\n"
    )
    assert from_bytes(data) == puzzle


def test_diagramless_rebus_cells_are_not_possible_and_named() -> None:
    grid = Grid.parse("CAT\nA#O\nRUN\n\nrebus: 1,2=AA")
    data, losses = to_bytes(Puzzle.from_filled(grid, kind="diagramless"), "exolve")
    assert [str(loss) for loss in losses] == [
        "the hidden diagram of a diagramless puzzle, which cannot have rebus cells"
    ]
    assert from_bytes(data).filled_grid == grid


# -- any puzzle, any file -----------------------------------------------------------------------


def printed(puzzle: Puzzle) -> dict[str, object]:
    """Return what a solver sees of a puzzle, by the cells of its slots."""
    names = {slot.label: slot.cells for slot in puzzle.grid.slots}
    return {
        "grid": puzzle.filled_grid.with_extra(()),
        "given": puzzle.grid.letters,
        "labels": puzzle.cell_labels,
        "kind": puzzle.kind,
        "clues": {
            entry.slot.cells: (entry.number, entry.text, entry.clue.tree, entry.enumeration)
            for entry in puzzle.entries
            if entry.text
        },
        "hints": {entry.slot.cells: entry.clue.hint for entry in puzzle.entries},
        "groups": [(title, [*map(names.get, labels)]) for title, labels in puzzle.groups],
        "links": {tuple(map(names.get, link)) for link in puzzle.links},
        "entered": {names[label]: text for label, text in puzzle.entered.items()},
        "unplaced": puzzle.unplaced,
        "texts": [puzzle.title, puzzle.author, puzzle.editor, puzzle.notes, puzzle.language],
    }


@pytest.mark.filterwarnings("ignore::crosswright.errors.FormatWarning")
@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(puzzle=rich_puzzles())
def test_any_puzzle_is_read_back_as_it_is_printed_or_the_loss_is_named(puzzle: Puzzle) -> None:
    data, losses = to_bytes(puzzle, "exolve")
    again = from_bytes(data, "exolve")
    expected, declared = reduce(puzzle, by_name("exolve").holds)
    if len(losses) == len(declared):
        assert printed(again) == printed(expected)
    assert to_bytes(again, "exolve") == (data, [])
    changed = replace(again, title="Changed")
    data, losses = to_bytes(changed, "exolve")
    assert losses == []
    assert from_bytes(data, "exolve") == changed


LINES = [
    *RICH.split("\n"),
    "  exolve-nodir:",
    "    #a1 #b1 [A] x",
    "    [B], 3 y (2,1)",
    "    ---T",
]
LINES += [
    "  exolve-reversals: a1-c1",
    "  exolve-language: hi Devanagari",
    "    1, 1d, [A] z (3)* [x]",
]
LINES += [
    "    &|_ &&",
    "    C*",
    "    0~0 0",
    "    Hint: h",
    "    3 *",
    "  exolve-option: rebus-cells",
]


@st.composite
def damaged(draw: st.DrawFn) -> str:
    """Take the rich puzzle, and leave out, repeat, move or add some of its lines."""
    lines = RICH.split("\n")
    for _ in range(draw(st.integers(1, 5))):
        at = draw(st.integers(0, len(lines) - 1))
        lines[at : at + draw(st.integers(0, 1))] = draw(
            st.lists(st.sampled_from(LINES), max_size=2)
        )
        if not lines:
            lines = [""]
    return "\n".join(lines)


@pytest.mark.endurance
@settings(max_examples=150)
@given(damaged())
def test_damaged_files(text: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FormatWarning)
        try:
            puzzle = from_bytes(text.encode(), "exolve")
        except FormatError as error:
            assert "\n" not in str(error)
            return
        assert to_bytes(puzzle, "exolve")[1] == []
        for changed in (replace(puzzle, title="x"), replace(puzzle, clues={}, groups=())):
            data, _ = to_bytes(changed, "exolve")
            assert from_bytes(data, "exolve").title == changed.title


@pytest.mark.filterwarnings("ignore::crosswright.errors.FormatWarning")
def test_what_would_take_for_ever() -> None:
    """Meet input that makes patterns or loops quadratic when they are written carelessly."""
    n = 9_000
    for line in ("(" * n, "(1) [" * (n // 5), "<" * n, "~{" * (n // 2), "&" * n, " " * n, "#" * n):
        rewritten(read(("Feline", f"x{line}x")))
    rewritten(read(("Feline (3)", "Feline (3) " + "[a]" * (n // 3))))
    rewritten(read(("1 Feline", "1" + ", 1" * (n // 3) + " Feline")))
    rewritten(read(("CAT", "C" + "\u0301" * n + "AT")))
    with pytest.raises(FormatError, match="no line exolve-end"):
        from_bytes(b"<html>`" + b"exolve-begin\n" * 100_000, "exolve")
    with pytest.raises(FormatError, match="longer than any clue"):
        read(("Feline", "x" * 20_000))
    with pytest.raises(FormatError, match="a row of the grid is too long"):
        read(("CAT", "C" * 20_000))
    with pytest.raises(FormatError, match="more than 10000 sections"):
        read(("exolve-height: 3", "exolve-height: 3" + "\nexolve-nina: a1" * 10_001))


def test_an_answer_just_as_in_the_grid_is_not_entered_otherwise() -> None:
    text = (
        "exolve-begin\n  exolve-width: 3\n  exolve-height: 1\n  exolve-grid:\n    CAT\n"
        "  exolve-across:\n    1 Feline (3) [CAT] It purrs.\nexolve-end\n"
    )
    puzzle = from_bytes(text.encode(), "exolve")
    assert puzzle.entered == {}
    data, losses = to_bytes(puzzle.with_clues({"1A": "Pet"}), "exolve")
    assert losses == []
    assert b"1 Pet (3) [CAT] It purrs." in data


def test_a_label_without_a_clue_is_kept_or_named() -> None:
    puzzle = replace(PLAIN, clues={"1A": Clue("", label="1, 3")})
    data, losses = to_bytes(puzzle, "exolve")
    kept = from_bytes(data, "exolve").clues == puzzle.clues
    assert kept or "labels of clues" in [loss.what for loss in losses]


def test_clues_without_slots_stay_in_order_in_their_groups() -> None:
    strays = [("Down", "9"), ("Across", "8"), ("Down", "7"), ("Theme", "6"), ("Across", "5")]
    unplaced = tuple(UnplacedClue(group, label, Clue(f"No {label}")) for group, label in strays)
    data, losses = to_bytes(replace(PLAIN, unplaced=unplaced), "exolve")
    with pytest.warns(FormatWarning, match="without a slot"):
        again = from_bytes(data, "exolve").unplaced
    for title in ("Across", "Down", "Theme"):
        wanted = [clue for clue in unplaced if clue.group == title]
        assert [clue for clue in again if clue.group == title] == wanted
    assert losses == []
