"""Across Lite text, versions 1 and 2."""

from dataclasses import replace

import puz
import pytest
from helpers.puzzles import CLUES, SMALL, texts

from crosswright.errors import FormatError, FormatWarning
from crosswright.formats.files import from_bytes, to_bytes
from crosswright.puzzles.clue import Clue
from crosswright.puzzles.parts import UnplacedClue

ACROSS = """\
<ACROSS PUZZLE>
<TITLE>
    Small
<AUTHOR>
    Setter
<COPYRIGHT>
    2024
<SIZE>
    3x3
<GRID>
    CAT
    A.O
    RUN
<ACROSS>
    Feline
    Hurry
<DOWN>
    Vehicle
    Weight
"""


def test_across_lite_text() -> None:
    assert from_bytes(ACROSS.encode()) == SMALL
    data, losses = to_bytes(SMALL, "acrosslite")
    assert losses == []
    assert data.decode() == ACROSS.replace("    ", "\t")


def test_across_lite_text_is_what_puzpy_reads() -> None:
    file = puz.load_text(to_bytes(SMALL, "acrosslite")[0].decode())
    assert (file.solution, file.clues) == ("CATA.ORUN", list(CLUES.values()))


def test_across_lite_version_2() -> None:
    text = ACROSS.replace("PUZZLE>", "PUZZLE v2>").replace("CAT", "1aT")
    text = text.replace("<ACROSS>", "<REBUS>\nMARK;\n1:HEART:H\n<ACROSS>") + "<NOTEPAD>\nA\n\nB\n"
    puzzle = from_bytes(text.encode())
    assert puzzle.answers["1A"] == "HEARTAT"
    assert puzzle.grid.circles == {(0, 1)}
    assert puzzle.notes == "A\n\nB"


def test_across_lite_in_the_encoding_of_windows() -> None:
    data = ACROSS.replace("Feline", "l’été").encode("cp1252")
    puzzle = from_bytes(data)
    assert str(puzzle.clue("1A")) == "l’été"
    assert "l’été".encode("cp1252") in to_bytes(replace(puzzle, title="Other"), "acrosslite")[0]


def test_across_lite_with_odd_clues_and_size() -> None:
    with pytest.warns(FormatWarning, match="the grid is 3x3, not 4x3"):
        from_bytes(ACROSS.replace("3x3", "4x3").encode())
    spaced = ACROSS.replace("    Hurry", "\n    Hurry\n")
    assert from_bytes(spaced.encode()) == SMALL
    empty = from_bytes(ACROSS.replace("    Feline\n", "\n").encode())
    assert texts(empty) == {key: value for key, value in CLUES.items() if key != "1A"}


def test_across_lite_with_more_clues_than_slots() -> None:
    text = ACROSS.replace("Hurry", "Hurry\n    More").replace("Weight", "Weight\n    Most")
    with pytest.warns(FormatWarning, match=r"3 clues for 2 slots (across|down)"):
        puzzle = from_bytes(text.encode())
    unplaced = (UnplacedClue("Across", "", Clue("More")), UnplacedClue("Down", "", Clue("Most")))
    assert puzzle == replace(SMALL, unplaced=unplaced)
    data, losses = to_bytes(replace(puzzle, extras={}), "acrosslite")
    assert (data.decode(), losses) == (text.replace("    ", "\t"), [])
    with pytest.raises(FormatError, match="belong to no slot"):
        to_bytes(puzzle, "acrosslite", strict=True)
    named = replace(SMALL, unplaced=(UnplacedClue("Around", "9", Clue("Nine")),))
    _, losses = to_bytes(named, "acrosslite")
    assert [str(loss) for loss in losses] == ["clues that belong to no slot: Around 9"]


@pytest.mark.filterwarnings("ignore::crosswright.errors.FormatWarning")
@pytest.mark.parametrize("name", ["xml", "ipuz", "xd", "exolve"])
def test_a_draft_without_a_slot_stays_a_draft(name: str) -> None:
    puzzle = from_bytes(ACROSS.replace("Hurry", "Hurry\n    Too many [draft]").encode())
    assert puzzle.unplaced == (UnplacedClue("Across", "", Clue("Too many", draft=True)),)
    assert from_bytes(to_bytes(puzzle, name)[0], name).unplaced == puzzle.unplaced
    data, losses = to_bytes(replace(puzzle, extras={}), "acrosslite")
    assert (from_bytes(data), losses) == (puzzle, [])


def test_across_lite_diagramless() -> None:
    text = ACROSS.replace("A.O", "A:O")
    puzzle = from_bytes(text.encode())
    assert puzzle == replace(SMALL, kind="diagramless")
    assert to_bytes(replace(puzzle, extras={}), "acrosslite")[0].decode() == text.replace(
        "    ", "\t"
    )


def test_across_lite_keeps_spaces() -> None:
    puzzle = replace(SMALL.with_clues({"1A": "Two  spaces"}), title="A  B")
    data, losses = to_bytes(puzzle, "acrosslite")
    assert losses == []
    assert from_bytes(data) == puzzle


def test_across_lite_in_utf_16() -> None:
    assert from_bytes(ACROSS.encode("utf-16"), "acrosslite") == SMALL


def test_what_across_lite_has_beyond_the_puzzle_is_named() -> None:
    text = ACROSS.replace("PUZZLE>", "PUZZLE V2>").replace("CAT", "1AT")
    text = text.replace("<SIZE>", "<EDITOR>\nSomebody\n<SIZE>").replace("RUN", "RU:")
    text = text.replace("<TITLE>", "Hello\n<TITLE>")
    text = text.replace(
        "<ACROSS>", "<REBUS>\nMARK;GLOW;\n1:HEART:C\n2:TWO:T\nodd:thing:x\n<ACROSS>"
    )
    puzzle = from_bytes(text.encode())
    assert puzzle.copyright == "2024"
    _, losses = to_bytes(puzzle, "puz")
    assert [str(loss) for loss in losses] == [
        "details that only acrosslite holds: section <EDITOR>, text after <ACROSS PUZZLE V2>, "
        "blocks of two kinds, key '2' of <REBUS>, flag GLOW of <REBUS>, "
        "line 'odd:thing:x' of <REBUS>, short forms of rebus cells"
    ]
    # Among the clues, such a line is a clue; a title must not look like one.
    data, losses = to_bytes(replace(SMALL, title="<SMALL>"), "acrosslite")
    assert from_bytes(data) == replace(SMALL, title="“SMALL”")
    assert [str(loss) for loss in losses] == ["text that would be read as a heading: title"]
    clue = from_bytes(ACROSS.replace("Hurry", "<HURRY>").encode())
    assert str(clue.clue("3A")) == "<HURRY>"
