"""Crossword Compiler's XML, bare and zipped: what real files do, and what is kept of them."""

import io
import re
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest
from helpers.puzzles import SMALL, texts

from crosswright.errors import FormatError, FormatWarning
from crosswright.formats.files import from_bytes, read, to_bytes, write
from crosswright.grids.grid import Grid
from crosswright.puzzles.clue import Clue
from crosswright.puzzles.markup import Span
from crosswright.puzzles.parts import ClueGroup, UnplacedClue
from crosswright.puzzles.puzzle import Puzzle

JPZ = """<?xml version="1.0" encoding="UTF-8"?>
<!-- made by hand -->
<crossword-compiler-applet xmlns="http://crossword.info/xml/crossword-compiler">
<applet-settings width="720"/>
<rectangular-puzzle xmlns="http://crossword.info/xml/rectangular-puzzle" alphabet="ABC">
<metadata><title>Small</title><creator>Setter</creator><copyright>2024</copyright>
<description></description><editor>Ed</editor></metadata>
<crossword><grid width="3" height="3"><grid-look numbering-scheme="normal"/>
<cell x="1" y="1" solution="C" number="1"/><cell x="2" y="1" solution="A"/>
<cell x="3" y="1" solution="T" number="2" background-color="#FF0000"/>
<cell x="1" y="2" solution="A"/><cell x="2" y="2" type="block"/><cell x="3" y="2" solution="O"/>
<cell x="1" y="3" solution="R" number="3"/><cell x="2" y="3" solution="U"/>
<cell x="3" y="3" solution="N"/></grid>
<word id="1" x="1-3" y="1"/>
<word id="2"><cells x="1" y="3"/><cells x="2-3" y="3"/></word>
<word id="3" x="1" y="1-3"/><word id="4" x="3" y="1-3"/>
<clues ordering="normal"><title><b>Across</b></title>
<clue word="1" number="1" format="3">Fel<i>in</i>e</clue>
<clue word="2" number="3" format="3">Hurry</clue></clues>
<clues ordering="normal"><title><b>Down</b></title>
<clue word="3" number="1" format="3">Vehicle</clue>
<clue word="4" number="2" format="3">Weight</clue></clues>
</crossword></rectangular-puzzle></crossword-compiler-applet>
"""
FELINE = Clue.from_html("Fel<i>in</i>e")
WHOLE = replace(SMALL.with_clues({"1A": FELINE}), editor="Ed")

# 1D runs on into 3A, as British papers have it.
LINKED = (
    JPZ.replace(
        '<word id="3" x="1" y="1-3"/>', '<word id="3" x="1" y="1-3"><cells x="1-3" y="3"/></word>'
    )
    .replace('number="1" format="3">Vehicle', 'number="1,3ac" format="3-3">Vehicle')
    .replace('word="2" number="3" format="3">Hurry', 'word="3" number="3" is-link="1">See 1 down')
)


def changed(puzzle: Puzzle) -> str:
    """Write a puzzle with another title, and lose nothing."""
    data, losses = to_bytes(replace(puzzle, title="Other"), "xml")
    assert losses == []
    return data.decode()


# -- files --------------------------------------------------------------------------------------


def test_jpz_bare_or_zipped(tmp_path: Path) -> None:
    assert from_bytes(JPZ.encode()) == WHOLE
    (tmp_path / "bare.jpz").write_text(JPZ)
    assert read(tmp_path / "bare.jpz") == WHOLE
    write(SMALL, tmp_path / "a.jpz")
    assert (tmp_path / "a.jpz").read_bytes()[:2] == b"PK"
    assert read(tmp_path / "a.jpz") == SMALL


def test_a_changed_puzzle_is_written_into_its_file() -> None:
    puzzle = from_bytes(JPZ.encode())
    body = JPZ.partition("?>\n")[2]
    assert changed(puzzle).partition("?>\n")[2] == body.replace("Small", "Other").replace(
        "<description></description>", "<description />"
    ).replace('"/>', '" />')
    other = puzzle.with_clues({"2D": Clue.from_html("Heavy <b>weight</b>")})
    assert (
        '<clue word="4" number="2" format="3"><span>Heavy </span><b>weight</b></clue>'
        in to_bytes(other, "xml")[0].decode()
    )
    _, losses = to_bytes(puzzle, "puz")
    details = "details that only xml holds: the player's settings, colours of cells"
    assert details in map(str, losses)


def test_zipped_and_bare_files_keep_the_same(tmp_path: Path) -> None:
    (tmp_path / "a.jpz").write_text(JPZ)
    puzzle = replace(read(tmp_path / "a.jpz"), title="Other")
    assert write(puzzle, tmp_path / "a.xml") == []
    assert write(read(tmp_path / "a.xml"), tmp_path / "b.jpz") == []
    assert "#FF0000" in changed(read(tmp_path / "b.jpz"))


def test_other_files_in_the_zip_are_named() -> None:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr("puzzle.xml", JPZ)
        archive.writestr("picture.png", b"")
    puzzle = from_bytes(data.getvalue(), "jpz")
    _, losses = to_bytes(replace(puzzle, title="Other"), "jpz")
    assert [str(loss) for loss in losses] == ["other files in the zip"]


def test_jpz_in_other_encodings() -> None:
    text = JPZ.replace("Small", "Été")
    for encoding in ("utf-16", "iso-8859-1", "windows-1252"):
        data = text.replace("UTF-8", encoding).encode(encoding)
        puzzle = from_bytes(data, "xml")
        assert puzzle.title == "Été"
        assert from_bytes(changed(puzzle).encode()).author == "Setter"


def test_namespaces_with_prefixes() -> None:
    text = (
        JPZ.replace("<", "<p:").replace("<p:/", "</p:").replace("<p:?", "<?").replace("<p:!", "<!")
    )
    text = text.replace(
        'xmlns="http://crossword.info/xml/r', 'xmlns:p="http://crossword.info/xml/r'
    )
    text = text.replace('xmlns="', 'xmlns:p="')
    puzzle = from_bytes(text.encode(), "xml")
    assert puzzle == WHOLE
    again = changed(puzzle)
    assert '<rectangular-puzzle xmlns="http://crossword.info/xml/rectangular-puzzle"' in again
    assert from_bytes(again.encode()) == replace(WHOLE, title="Other")


@pytest.mark.parametrize(
    "tag, name",
    {
        "acrostic": "an acrostic",
        "coded": "a coded crossword",
        "word-search": "a word search",
        "sudoku": "a sudoku",
    }.items(),
)
def test_other_kinds_of_puzzles_are_refused_by_name(tag: str, name: str) -> None:
    text = JPZ.replace("<crossword>", f"<{tag}>").replace("</crossword>", f"</{tag}>")
    with pytest.raises(FormatError, match=f"input: not a crossword but {name}"):
        from_bytes(text.encode(), "xml")


# -- the grid -----------------------------------------------------------------------------------


def test_jpz_bars_voids_hints_and_circles() -> None:
    text = JPZ.replace('y="2" type="block"', 'y="2" type="void"')
    text = text.replace('solution="U"', 'solution="U" hint="true" background-shape="circle"')
    text = text.replace('number="3"/>', 'number="3" right-bar="true" top-bar="true"/>')
    puzzle = from_bytes(text.encode())
    assert puzzle.grid.voids == {(1, 1)}
    assert puzzle.grid.letters == {(2, 1): "U"}
    assert puzzle.grid.circles == {(2, 1)}
    assert puzzle.grid.bars == {((2, 0), "right"), ((1, 0), "below")}
    # The words that the bars cut through are still words of the file.
    assert {cells[0] for cells in puzzle.grid.extra} == {(2, 0), (0, 0)}
    assert texts(puzzle)["X1"] == "Hurry"
    assert from_bytes(changed(puzzle).encode()) == replace(puzzle, title="Other")


def test_cells_show_their_own_labels() -> None:
    text = JPZ.replace('number="3"/>', 'number="9" top-right-number="x"/>')
    text = text.replace('word="2" number="3"', 'word="2" number="9"')
    puzzle = from_bytes(text.encode())
    assert puzzle.labels == {(0, 0): "1", (0, 2): "2", (2, 0): "9"}
    assert puzzle.marks == {(2, 0): {"TR": "x"}}
    assert puzzle.entry("3A").number == "9"
    assert puzzle.clue("3A").label == ""
    data, losses = to_bytes(replace(puzzle, extras={}), "xml")
    assert losses == []
    assert from_bytes(data) == puzzle


def test_the_solver_s_letters() -> None:
    puzzle = from_bytes(JPZ.replace('solution="U"', 'solution="U" solve-state="X"').encode())
    assert puzzle.progress == {(2, 1): "X"}
    cleared = to_bytes(replace(puzzle, progress={}), "xml")[0].decode()
    assert "solve-state" not in cleared
    assert "#FF0000" in cleared


def test_clue_cells_are_blocks_with_clues() -> None:
    text = JPZ.replace('y="2" type="block"/>', 'y="2" type="clue"><clue word="4">Ton</clue></cell>')
    text = text.replace('<clue word="4" number="2" format="3">Weight</clue>', "")
    puzzle = from_bytes(text.encode())
    assert puzzle.grid.blocks == {(1, 1)}
    assert texts(puzzle)["2D"] == "Ton"
    assert 'type="clue"><clue word="4">Ton</clue></cell>' in changed(puzzle)
    _, losses = to_bytes(puzzle, "ipuz")
    assert "clue cells, read as blocks, clues in cells" in str(losses)


def test_one_element_for_several_cells_is_divided_when_they_differ() -> None:
    text = JPZ.replace('<cell x="2" y="3" solution="U"/>\n<cell x="3" y="3" solution="N"/>', "")
    text = text.replace(
        "</grid>", '<cell x="2-3" y="3" solution="N" foreground-color="#00F"/></grid>'
    )
    puzzle = from_bytes(text.encode())
    assert puzzle.answers["3A"] == "RNN"
    assert 'x="2-3" y="3"' in changed(puzzle)
    fixed = replace(puzzle, solution={**puzzle.solution, (2, 1): "U"})
    data, losses = to_bytes(fixed, "xml")
    assert losses == []
    assert '<cell x="2" y="3" solution="U" foreground-color="#00F" />' in data.decode()
    assert from_bytes(data) == fixed


def test_a_grid_of_another_size_is_written_anew() -> None:
    puzzle = from_bytes(JPZ.encode())
    grid = Grid.parse("CATS\nA#O#\nRUN#")
    other = replace(puzzle, grid=grid.without_letters(), solution=grid.letters)
    data, losses = to_bytes(other, "xml")
    assert [str(loss) for loss in losses] == ["details of cells, in a grid of another size"]
    assert from_bytes(data) == other
    assert b"<applet-settings" in data


# -- words and clues ----------------------------------------------------------------------------


def test_word_lengths_are_enumerations_when_some_have_several_words() -> None:
    assert {clue.enumeration for clue in from_bytes(JPZ.encode()).clues.values()} == {""}
    british = from_bytes(JPZ.replace('number="3" format="3"', 'number="3" format="1,2"').encode())
    assert {label: clue.enumeration for label, clue in british.clues.items()} == {
        "1A": "3",
        "1D": "3",
        "2D": "3",
        "3A": "1,2",
    }
    data, losses = to_bytes(replace(british, extras={}), "xml")
    assert losses == []
    assert from_bytes(data) == british


def test_lengths_stay_lengths_when_an_enumeration_is_added() -> None:
    puzzle = from_bytes(JPZ.encode(), "xml")
    changed = puzzle.with_clues({"3A": Clue("Hurry", enumeration="1,2")})
    data, losses = to_bytes(changed, "xml")
    assert losses == []
    again = from_bytes(data, "xml")
    assert again == changed
    assert again.entry("1A").clue.enumeration == ""


def test_a_word_over_several_runs_is_a_link() -> None:
    puzzle = from_bytes(LINKED.encode())
    assert puzzle.links == (("1D", "3A"),)
    assert puzzle.grid.extra == ()
    assert puzzle.entry("1D").number == "1,3ac"
    assert puzzle.entry("3A").text == "See 1dn"
    assert "3A" not in texts(puzzle) or texts(puzzle)["3A"] == ""
    assert 'is-link="1">See 1 down</clue>' in changed(puzzle)
    data, losses = to_bytes(replace(puzzle, extras={}), "xml")
    assert losses == []
    assert '<cells x="1" y="1-3" />' in data.decode()
    assert from_bytes(data) == puzzle
    apart, losses = to_bytes(replace(puzzle, links=()), "xml")
    assert losses == []
    assert from_bytes(apart).links == ()


def test_clue_groups_of_any_title() -> None:
    text = JPZ.replace("<b>Across</b>", "<b>Horizontal</b>").replace(
        "</crossword>", "<clues><title>Odd</title></clues></crossword>"
    )
    puzzle = from_bytes(text.encode())
    assert puzzle.groups == (
        ClueGroup("Horizontal", ("1A", "3A")),
        ClueGroup("Down", ("1D", "2D")),
        ClueGroup("Odd", ()),
    )
    data, losses = to_bytes(replace(puzzle, extras={}), "xml")
    assert losses == []
    assert from_bytes(data) == puzzle
    moved = replace(puzzle, groups=(ClueGroup("All", ("2D", "1A", "3A", "1D")),))
    data, losses = to_bytes(moved, "xml")
    assert losses == []
    again = from_bytes(data)
    assert again == moved
    assert "#FF0000" in data.decode()


def test_formatted_clues_and_line_breaks() -> None:
    clue = "<u>A</u> <s>B</s><br/>H<sub>2</sub>O<sup>3</sup> <a href='https://a.org/'>x</a> &amp; y"
    puzzle = from_bytes(JPZ.replace("Fel<i>in</i>e", f"<span>{clue}</span>").encode())
    assert puzzle.clue("1A").text == "A B\nH2O3 x & y"
    assert puzzle.clue("1A").tree[-2:] == (Span("link", "x", "https://a.org/"), " & y")
    data, losses = to_bytes(replace(puzzle, extras={}), "xml")
    assert losses == []
    assert from_bytes(data) == puzzle


def test_answers_as_they_are_entered() -> None:
    puzzle = from_bytes(JPZ.replace('<word id="1" ', '<word id="1" solution="ca t" ').encode())
    assert puzzle.entered == {"1A": "ca t"}
    assert puzzle.entry("1A").enumeration == "2,1"
    data, _ = to_bytes(replace(puzzle, entered={"1A": "c-at", "2D": "t-on"}), "xml")
    assert from_bytes(data).entered == {"1A": "c-at", "2D": "t-on"}
    assert b"#FF0000" in data


def test_clues_and_words_astray() -> None:
    text = JPZ.replace('<clue word="4" number="2"', '<clue word="77" number="8"').replace(
        'x="3" y="1-3"', 'x="2" y="1-3"'
    )
    with pytest.warns(FormatWarning) as caught:
        puzzle = from_bytes(text.encode())
    assert [str(warning.message) for warning in caught] == [
        "1 word not on open cells of the grid",
        "1 clue without a word",
    ]
    assert "2D" not in texts(puzzle)
    assert puzzle.unplaced == (UnplacedClue("Down", "8", Clue("Weight")),)
    assert '<clue word="77" number="8" format="3">Weight</clue>' in changed(puzzle)
    with pytest.raises(FormatError, match="these clues belong to no slot: Down 8"):
        to_bytes(puzzle, "xml", strict=True)


def test_a_clue_without_a_word_is_found_by_its_number() -> None:
    puzzle = from_bytes(JPZ.replace('<clue word="4" number="2"', '<clue number="2"').encode())
    assert puzzle == WHOLE


@pytest.mark.parametrize(
    ("old", "new", "name"),
    [
        ("</rectangular-puzzle>", "</rectangular-puzzle><rectangular-puzzle/>", "a second"),
        ("</rectangular-puzzle>", "</rectangular-puzzle><other/>", "other"),
        ('<word id="3"', '<word id="1" x="1" y="1-3"/><word id="3"', "words of the same id"),
        ("</crossword>", "</crossword><crossword/>", "a second crossword"),
        ("<title>Small", "<title>Large</title><title>Small", "a second title"),
        ("<title>Small", '<title type="main">Small', "title type"),
        ('alphabet="ABC"', 'alphabet="ABC" level="2"', "rectangular-puzzle level"),
        ("<title><b>Down", "<note>Read this</note><title><b>Down", "note"),
        ("<grid-look", "<grid-lines/><grid-look", "grid-lines"),
        ('<word id="3" x="1" y="1-3"/>', '<word id="3" x="1" y="1-3"><hint/></word>', "hint"),
        ('<cells x="1" y="3"/>', '<cells x="1" y="3" z="1"/>', "cells z"),
        ('solution="U"/>', 'solution="U"/><cell x="2" y="3" solution="U"/>', "come twice"),
        ('solution="U"', 'type="star" solution="U"', "cells of type star"),
        ('solution="U"', 'hint="true"', "given cells without letters"),
        ('type="block"', 'type="block" solve-state="X"', "letters of closed cells"),
        ('number="2" format="3"', f'number="2" format="{"3," * 40}"', "long enumerations"),
    ],
)
def test_what_is_beyond_a_puzzle_is_named_elsewhere(old: str, new: str, name: str) -> None:
    assert JPZ.count(old) == 1
    puzzle = from_bytes(JPZ.replace(old, new).encode(), "xml")
    known = from_bytes(JPZ.encode(), "xml").extras["xml"].details
    _, losses = to_bytes(puzzle, "ipuz")
    details = [detail for detail in puzzle.extras["xml"].details if detail not in known]
    assert name in " ".join(details)
    assert all(detail in losses[0].where for detail in details)


def test_clues_without_words_or_numbers_go_to_slots_in_order() -> None:
    bare = re.sub(r'<clue word="\d" number="\d"', "<clue", JPZ)
    assert from_bytes(bare.encode(), "xml") == from_bytes(JPZ.encode(), "xml")
    fewer = bare.replace('<clue format="3">Hurry</clue>', "")
    with pytest.warns(FormatWarning):
        puzzle = from_bytes(fewer.encode(), "xml")
    assert [unplaced.clue.text for unplaced in puzzle.unplaced] == ["Feline"]
    assert texts(puzzle) == {"1D": "Vehicle", "2D": "Weight"}


def test_a_second_word_of_the_same_id_stays() -> None:
    second = '<word id="1" x="1" y="1-3"/>'
    text = changed(from_bytes(JPZ.replace('<word id="3"', f'{second}<word id="3"').encode(), "xml"))
    assert re.sub(r" */>", "/>", text).count(second) == 1


def test_a_letter_for_a_cell_that_gave_nothing_is_not_given() -> None:
    puzzle = from_bytes(JPZ.replace('solution="U"', 'hint="true"').encode(), "xml")
    changed = replace(puzzle, solution={**puzzle.solution, (2, 1): "U"})
    data, losses = to_bytes(changed, "xml")
    assert losses == []
    assert from_bytes(data, "xml") == changed


def test_instructions_are_the_beginning_of_the_notes() -> None:
    text = JPZ.replace("</metadata>", "</metadata><instructions>Read <i>all</i>.</instructions>")
    text = text.replace("<description></description>", "<description>Thanks.</description>")
    puzzle = from_bytes(text.encode(), "xml")
    assert puzzle.notes == "Read all.\nThanks."
    assert "<instructions>Read <i>all</i>.</instructions>" in changed(puzzle)
    data, losses = to_bytes(replace(puzzle, notes="Begin."), "xml")
    assert (b"Read" in data, losses) == (False, [])
    assert from_bytes(data, "xml").notes == "Begin."
    _, losses = to_bytes(puzzle, "ipuz")
    assert "formatting of the instructions" in str(losses)


# -- what lists do not bring back -----------------------------------------------------------------


def test_a_clue_that_would_take_a_slot_is_a_loss() -> None:
    groups = (ClueGroup("Theme", ("1A",)), ClueGroup("Down", ("1D",)))
    clues = {"1A": Clue("Feline"), "1D": Clue("Vehicle")}
    stray = UnplacedClue("Down", "2", Clue("Weight"))
    puzzle = replace(SMALL, clues=clues, groups=groups, unplaced=(stray,))
    data, losses = to_bytes(puzzle, "xml")
    assert from_bytes(data, "xml").clues["2D"] == Clue("Weight")
    assert [loss.what for loss in losses] == [
        "clues that belong to no slot, as a slot has their number",
        "clue groups",
    ]
    _, losses = to_bytes(replace(puzzle, unplaced=(stray._replace(label="9"),)), "xml")
    assert losses == []


def test_an_empty_group_and_clues_without_slots_under_the_same_title() -> None:
    groups = (ClueGroup("More", ()), ClueGroup("All", ("1A", "3A", "1D", "2D")))
    stray = UnplacedClue("More", "9", Clue("Nowhere"))
    puzzle = replace(SMALL, groups=groups, unplaced=(stray,))
    data, losses = to_bytes(puzzle, "xml")
    with pytest.warns(FormatWarning, match="without a word"):
        again = from_bytes(data, "xml")
    assert (again.groups, again.unplaced, losses) == (groups, (stray,), [])


def test_an_answer_for_a_part_of_a_link_is_beyond_the_puzzle() -> None:
    data, _ = to_bytes(replace(SMALL, links=(("1A", "1D"),)), "xml")
    word = b'<word id="part" x="1" y="1-3" solution="C-AR"/><clues'
    puzzle = from_bytes(data.replace(b"<clues", word, 1), "xml")
    assert (puzzle.links, puzzle.entered) == ((("1A", "1D"),), {})
