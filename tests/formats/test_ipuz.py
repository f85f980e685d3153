"""ipuz: every spelling is read, every key is kept."""

import json
import warnings
from dataclasses import fields, replace
from typing import Any

import pytest
from helpers.puzzles import GRID, SMALL, rich_puzzles, texts
from hypothesis import example, given, settings

from crosswright.errors import FormatError, FormatWarning
from crosswright.formats.files import from_bytes, to_bytes
from crosswright.grids.grid import Grid
from crosswright.puzzles.clue import Clue
from crosswright.puzzles.parts import ClueGroup, UnplacedClue
from crosswright.puzzles.puzzle import TEXTS, Puzzle
from crosswright.support.wording import either

IPUZ = {
    "version": "http://ipuz.org/v2",
    "kind": ["http://ipuz.org/crossword#1"],
    "dimensions": {"width": 3, "height": 3},
    "puzzle": [[1, 0, 2], [0, "#", 0], [3, 0, 0]],
    "solution": [["C", "A", "T"], ["A", "#", "O"], ["R", "U", "N"]],
    "clues": {
        "Across": [[1, "Feline"], [3, "Hurry"]],
        "Down": [[1, "Vehicle"], [2, "Weight"]],
    },
    "title": "Small",
    "author": "Setter",
    "copyright": "2024",
}


def ipuz(**changes: object) -> Puzzle:
    return from_bytes(json.dumps(IPUZ | changes).encode())


def test_ipuz_plain() -> None:
    assert ipuz() == SMALL
    assert json.loads(to_bytes(SMALL, "ipuz")[0]) == IPUZ


@pytest.mark.parametrize(
    "changes",
    [
        {"kind": "http://ipuz.org/crossword/crypticcrossword#1"},
        {"puzzle": [["1", "0", "2"], ["0", "#", "0"], ["3", "0", "0"]]},
        {"block": "@", "puzzle": [[1, 0, 2], [0, "@", 0], [3, 0, 0]]},
        {"empty": "", "puzzle": [[1, "", 2], ["", "#", ""], [3, "", ""]]},
        {"puzzle": [[{"cell": 1}, {}, 2], [0, {"cell": "#"}, 0], [3, 0, 0]]},
        {"solution": [[{"value": "C"}, "a", "T"], ["A", None, "O"], ["R", "U", "N"]]},
        {"title": "<b>Small</b>"},
        {"clues": {"across": IPUZ["clues"]["Across"], "DOWN": IPUZ["clues"]["Down"]}},
        {"clues": {"Across": [{"number": "1", "clue": "Feline"}, {"cells": [[1, 3], [2, 3], [3, 3]],
            "clue": "Hurry"}], "Down": IPUZ["clues"]["Down"]}},
        {"clues": {"Across": ["Feline", "Hurry"], "Down": ["Vehicle", "Weight"]}},
        {"puzzle": [[0, 0, 0], [0, "#", 0], [0, 0, 0]]},
    ],
)  # fmt: skip
def test_ipuz_spellings(changes: dict[str, object]) -> None:
    puzzle = ipuz(**changes)
    assert puzzle == SMALL
    again = from_bytes(to_bytes(replace(puzzle, title="Other"), "ipuz")[0])
    assert again == replace(SMALL, title="Other")


def test_ipuz_wrapped_for_javascript() -> None:
    data = b"\xef\xbb\xbf ipuz(" + json.dumps(IPUZ).encode() + b");\n"
    assert from_bytes(data) == SMALL


def test_ipuz_cells() -> None:
    puzzle = ipuz(
        styles={"round": {"shapebg": "circle"}},
        puzzle=[
            [{"cell": 1, "style": {"shapebg": "circle", "barred": "TRL"}}, 0, 2],
            [{"style": "round", "value": "A"}, "#", {"style": {"barred": "B"}}],
            [3, None, {"cell": 0, "style": {"color": "FF0000"}}],
        ],
        clues={"Across": [], "Diagonal": [{"number": 1, "clue": "D", "cells": [[1, 1], [3, 3]]}]},
    )
    assert puzzle.grid.circles == {(0, 0), (1, 0)}
    assert puzzle.grid.bars == {((0, 0), "right"), ((1, 2), "below")}
    assert puzzle.grid.letters == {(1, 0): "A"}
    assert puzzle.grid.voids == {(2, 1)}
    assert puzzle.grid.extra == (((0, 0), (2, 2)),)
    assert texts(puzzle) == {"X1": "D"}


def test_ipuz_own_numbers_stay() -> None:
    puzzle = ipuz(
        puzzle=[[7, 0, "ii"], [0, "#", 0], [9, 0, 0]],
        clues={"Across": [[7, "Feline"], [9, "Hurry"]], "Down": [[7, "Vehicle"], ["ii", "Weight"]]},
    )
    assert puzzle.labels == {(0, 0): "7", (0, 2): "ii", (2, 0): "9"}
    assert replace(puzzle, labels={}) == SMALL
    data, _ = to_bytes(puzzle.with_clues({"1A": "Pet"}), "ipuz")
    again = json.loads(data)
    assert again["puzzle"] == [[7, 0, "ii"], [0, "#", 0], [9, 0, 0]]
    assert again["clues"]["Down"] == [[7, "Vehicle"], ["ii", "Weight"]]
    assert again["clues"]["Across"] == [[7, "Pet"], [9, "Hurry"]]


def test_ipuz_keeps_every_key() -> None:
    document = IPUZ | {
        "publisher": "P",
        "saved": [["C", 0, 0], [0, "#", 0], [0, 0, 0]],
        "http://example.org:own": {"deep": [1, {"x": None}]},
        "dimensions": {"width": 3, "height": 3, "depth": 1},
        "puzzle": [
            [{"cell": 1, "own": 5, "style": {"color": "red"}}, 0, 2],
            [0, "#", 0],
            [3, 0, 0],
        ],
        "clues": {
            "Across": [{"number": 1, "clue": "Feline", "enumeration": "3", "own": 1}, [3, "Hurry"]],
            "Down": [[1, "Vehicle"], [2, "Weight"], [99, "Nowhere"]],
        },
    }
    with pytest.warns(FormatWarning, match="1 clue without a slot"):
        puzzle = from_bytes(json.dumps(document).encode())
    assert json.loads(to_bytes(puzzle, "ipuz")[0]) == document
    changed = puzzle.with_clues({"1A": "Pet"})
    again = json.loads(to_bytes(changed, "ipuz")[0])
    document["clues"]["Across"][0]["clue"] = "Pet"
    assert again == document


def test_enumerations() -> None:
    items = [{"number": 1, "clue": "Feline", "enumeration": "2 1"}, {"number": 3, "enumeration": 3}]
    puzzle = ipuz(showenumerations=True, clues={"Across": items, "Down": []})
    assert puzzle.clue("1A") == Clue("Feline", enumeration="2,1")
    assert puzzle.clue("3A").enumeration == "3"
    new = json.loads(to_bytes(replace(puzzle, extras={}), "ipuz")[0])
    assert new["showenumerations"] is True
    assert new["clues"]["Across"][0]["enumeration"] == "2,1"


# -- labels, groups, links ------------------------------------------------------------------------


def changed(puzzle: Puzzle) -> dict[str, Any]:
    """Return the document of a puzzle after its title has changed, and nothing else."""
    data, losses = to_bytes(replace(puzzle, title="Changed"), "ipuz")
    assert losses == []
    document: dict[str, Any] = json.loads(data)
    assert document.pop("title") == "Changed"
    return document


def original(**changes: object) -> dict[str, Any]:
    document = IPUZ | changes
    del document["title"]
    return document


def test_groups_survive_every_edit() -> None:
    clues = {
        "Across:Over": [[3, "Hurry"], [1, ""]],
        "Themes": [{"number": 2, "clue": "Weight", "cells": [[3, 1], [3, 2], [3, 3]]}],
        "Nothing": [],
        "Down": [[7, "Nowhere"], [1, "Vehicle"]],
    }
    with pytest.warns(FormatWarning, match="1 clue without a slot"):
        puzzle = ipuz(clues=clues)
    assert puzzle.groups == (
        ClueGroup("Over", ("3A", "1A")),
        ClueGroup("Themes", ("2D",)),
        ClueGroup("Nothing", ()),
        ClueGroup("Down", ("1D",)),
    )
    assert puzzle.unplaced == (UnplacedClue("Down", "7", Clue("Nowhere")),)
    assert changed(puzzle) == original(clues=clues)
    data, _ = to_bytes(puzzle.with_clues({"1A": "Cat"}), "ipuz")
    with pytest.warns(FormatWarning):
        other = from_bytes(data, "ipuz")
    assert other.groups == puzzle.groups
    assert other.unplaced == puzzle.unplaced
    assert str(other.clue("1A")) == "Cat"


def test_clues_without_a_slot_are_refused_where_nothing_may_be_lost() -> None:
    clues = {"Across": [[1, "Feline"], [3, "Hurry"], [9, "Nowhere"]], "Down": []}
    with pytest.warns(FormatWarning):
        puzzle = ipuz(clues=clues)
    with pytest.raises(FormatError, match="these clues belong to no slot: Across 9"):
        to_bytes(puzzle, "ipuz", strict=True)
    losses = to_bytes(puzzle, "csv")[1]
    assert "clues that belong to no slot: Across 9" in map(str, losses)


@pytest.mark.parametrize(
    "item",
    [
        {"number": 1, "label": "1,3", "clue": "All"},
        {"number": 1, "clue": "All", "continued": [{"direction": "Across", "number": 3}]},
        {"number": 1, "clue": "All", "continued": [["Across", 3]]},
        {"number": 1, "clue": "All", "continued": ["3 Across"]},
        {"number": 1, "clue": "All", "continued": [3]},
        {"numbers": [1, 3], "clue": "All"},
        {"number": 1, "label": "1,3", "clue": "All", "cells": [[x, y] for y in (1, 3) for x in
            (1, 2, 3)]},
        {"number": 1, "label": "1,3", "clue": "All", "cells": [[x, y] for y in (0, 2) for x in
            (0, 1, 2)]},
    ],
)  # fmt: skip
@pytest.mark.parametrize("other", [[3, ""], [3, "See 1"]])
def test_linked_clues(item: dict[str, Any], other: list[Any]) -> None:
    clues = {"Across": [item | {"answer": "cat-run"}, other], "Down": IPUZ["clues"]["Down"]}
    puzzle = ipuz(clues=clues)
    assert puzzle.links == (("1A", "3A"),)
    assert puzzle.entered == {"1A": "cat-run"}
    assert puzzle.enumeration("1A") == "3-3"
    entries = {entry.label: (entry.number, entry.text) for entry in puzzle.entries}
    assert (entries["1A"], entries["3A"]) == (("1,3", "All"), ("3", "See 1"))
    assert changed(puzzle) == original(clues=clues)
    new = replace(puzzle, extras={})
    assert from_bytes(to_bytes(new, "ipuz")[0], "ipuz") == new


def test_a_label_links_nothing_that_has_a_clue_of_its_own() -> None:
    item = {"number": 1, "label": "1,3", "clue": "All"}
    puzzle = ipuz(clues={"Across": [item, [3, "Hurry"]], "Down": []})
    assert puzzle.links == ()
    assert puzzle.entry("1A").number == "1,3"


def test_cells_counted_from_zero() -> None:
    """The number says which slot is meant; a longer run shows where the count begins."""
    across = [{"number": 1, "clue": "Feline", "cells": [[0, 0], [1, 0], [2, 0]]}]
    puzzle = ipuz(clues={"Across": across, "Slanted": [{"clue": "CN", "cells": [[0, 0], [2, 2]]}]})
    assert puzzle.grid.extra == (((0, 0), (2, 2)),)
    assert texts(puzzle) == {"1A": "Feline", "X1": "CN"}
    wrong = [{"number": 3, "clue": "Hurry", "cells": [[1, 1], [2, 1], [3, 1]]}]
    assert texts(ipuz(clues={"Across": wrong})) == {"3A": "Hurry"}


def test_misnumbered_clues_go_in_order_where_the_counts_agree() -> None:
    puzzle = ipuz(puzzle=[[1, 0, 2], [0, "#", 0], [4, 0, 0]])
    assert texts(puzzle) == texts(SMALL)
    assert puzzle.entry("3A").number == "3"
    assert puzzle.cell_labels[2, 0] == "4"
    with pytest.warns(FormatWarning, match="2 clues without a slot"):
        puzzle = ipuz(clues={"Across": ["One", "Three"], "Down": [[8, "x"], [9, "y"]]})
    assert texts(puzzle) == {"1A": "One", "3A": "Three"}


def test_references_and_hints() -> None:
    item = {"number": 1, "clue": "Not 2", "references": [["Down", 2]], "hints": ["Purrs", "Claws"]}
    puzzle = ipuz(clues={"Across": [item], "Down": []})
    assert puzzle.clue("1A") == Clue("Not 2", hint="Purrs", references=("2D",))
    again = json.loads(to_bytes(puzzle.with_clues({"1A": "Cat"}), "ipuz")[0])
    assert again["clues"]["Across"] == [item | {"clue": "Cat"}]


def test_formatting() -> None:
    html = "<i>Small</i> H<sub>2</sub>O"
    puzzle = ipuz(clues={"Across": [[1, html]], "Down": []})
    assert puzzle.clue("1A") == Clue.from_html(html)
    new = json.loads(to_bytes(replace(puzzle, extras={}), "ipuz")[0])
    assert new["clues"]["Across"] == [[1, html]]


# -- kinds, marks, progress -----------------------------------------------------------------------


def test_blocks_in_the_solution_alone_make_a_diagramless_puzzle() -> None:
    puzzle = ipuz(puzzle=[[0, 0, 0], [0, 0, 0], [0, 0, 0]])
    assert puzzle == replace(SMALL, kind="diagramless")
    new = replace(puzzle, extras={})
    data, losses = to_bytes(new, "ipuz")
    assert from_bytes(data) == new
    assert losses == []
    assert "#" not in str(json.loads(data)["puzzle"])


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        ("http://ipuz.org/acrostic#1", "it is an acrostic"),
        ("http://ipuz.org/crossword/coded#1", "it is a coded crossword"),
        ("http://ipuz.org/sudoku#1", "its kind is 'http://ipuz.org/sudoku#1'"),
        (None, "it has no kind"),
    ],
)
def test_other_kinds_are_refused_by_name(kind: str | None, message: str) -> None:
    with pytest.raises(FormatError, match=f"not a crossword: {message}"):
        from_bytes(json.dumps(IPUZ | {"kind": kind and [kind]}).encode(), "ipuz")


@pytest.mark.parametrize(
    "solution",
    [
        IPUZ["solution"],
        [[0, 0, 0], [0, "#", 0], [0, 0, 0]],
        {"1": "C", "2": "A", "3": "T", "4": "O", "5": "R", "6": "U", "7": "N"},
    ],
)
def test_coded_crosswords_that_do_not_say_so_are_refused_by_name(solution: object) -> None:
    coded = {"puzzle": [[1, 2, 3], [2, "#", 4], [5, 6, 7]], "solution": solution}
    for clues in ({}, {"Across": [], "Down": []}):
        with pytest.raises(FormatError, match="not a crossword: it is a coded crossword"):
            ipuz(**coded, clues=clues)


@pytest.mark.parametrize(
    "changes",
    [
        {"clues": {}},
        {"puzzle": [[1, 2, 3], [4, "#", 5], [6, 7, 8]], "clues": {}},
        {"puzzle": [[1, 2, 3], [2, "#", 4], [5, 6, 7]]},
        {"puzzle": [[1, 2, 3], [1, "#", 4], [5, 6, 7]], "clues": {}},
    ],
)
@pytest.mark.filterwarnings("ignore::crosswright.errors.FormatWarning")
def test_other_crosswords_with_many_numbers_are_not_refused(changes: dict[str, object]) -> None:
    assert ipuz(**changes).solution == SMALL.solution


def test_marks_and_the_letters_of_a_solver() -> None:
    marked = {"cell": 1, "style": {"mark": {"TR": 7, "BL": "x"}, "color": "red"}}
    saved = [["K", {"value": "A", "style": {"color": "blue"}}, 0], [0, "#", ""], [0, 0, 0]]
    document = {"puzzle": [[marked, 0, 2], *IPUZ["puzzle"][1:]], "saved": saved}
    puzzle = ipuz(**document)
    assert puzzle.marks == {(0, 0): {"TR": "7", "BL": "x"}}
    assert puzzle.progress == {(0, 0): "K", (0, 1): "A"}
    assert changed(puzzle) == original(**document)
    without = json.loads(to_bytes(replace(puzzle, progress={}, marks={}), "ipuz")[0])
    assert without["saved"] == [[0, 0, 0], [0, "#", ""], [0, 0, 0]]
    assert without["puzzle"][0][0] == {"cell": 1, "style": {"color": "red"}}


def test_all_texts() -> None:
    names = {name: f"The {name}" for name in TEXTS if name != "language"}
    puzzle = replace(SMALL, **names, language="en-GB")
    data, losses = to_bytes(puzzle, "ipuz")
    assert losses == []
    assert from_bytes(data) == puzzle
    assert json.loads(data)["org.libipuz:locale"] == "en-GB"
    assert ipuz(**{"org.libipuz:locale": "pt_BR"}).language == "pt-BR"


def test_what_only_ipuz_has_is_named_elsewhere() -> None:
    puzzle = ipuz(
        url="Read this first",
        puzzle=[[{"cell": 1, "style": {"color": "red", "shapebg": "star"}}, 0, 2],
                *IPUZ["puzzle"][1:]],
        clues={"Across": [{"number": 1, "clue": "Feline", "image": "cat.png"}], "Down": []},
    )  # fmt: skip
    losses = to_bytes(puzzle, "puz")[1]
    assert "details that only ipuz holds: url, style color, style shapebg star, clue image" in [
        *map(str, losses)
    ]


LOST = UnplacedClue("Across", "99", Clue("Lost"))


@settings(max_examples=60)
@given(rich_puzzles())
@example(Puzzle(Grid.parse("..\n.."), links=(("1A", "1D"),), unplaced=(LOST,)))
def test_what_is_not_read_back_is_a_loss(puzzle: Puzzle) -> None:
    data, losses = to_bytes(puzzle, "ipuz")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FormatWarning)
        again = from_bytes(data, "ipuz")
    differing = [
        field.name
        for field in fields(Puzzle)
        if field.compare and getattr(again, field.name) != getattr(puzzle, field.name)
    ]
    named = [f"details of the {either(differing, 'and')}"] if differing else []
    assert [str(loss) for loss in losses] == named
    # Whatever its shape, an ordinary puzzle has no such losses.
    if not (puzzle.labels or puzzle.links or puzzle.grid.extra):
        assert losses == []


@pytest.mark.filterwarnings("ignore::crosswright.errors.FormatWarning")
@pytest.mark.parametrize("lost", [LOST, UnplacedClue("", "3", Clue("Lost"))])
@pytest.mark.parametrize("clues", [{}, {"1A": "Not on", "1D": "Not on", "2D": "On"}])
def test_a_clue_without_a_slot_does_not_take_that_of_another(
    lost: UnplacedClue, clues: dict[str, str]
) -> None:
    puzzle = Puzzle.from_filled("NO\nON", clues, unplaced=(lost,))
    data, losses = to_bytes(puzzle, "ipuz")
    assert losses == []
    assert from_bytes(data) == puzzle
    assert to_bytes(from_bytes(data), "ipuz") == (data, [])


def test_ipuz_plain_text_that_looks_like_html() -> None:
    puzzle = Puzzle.from_filled(GRID, {"1A": "R&B, <i>not</i> &amp;", "1D": "5 < 6 & 7 > 2"})
    data, _ = to_bytes(puzzle, "ipuz")
    assert from_bytes(data) == puzzle
    assert json.loads(data)["clues"]["Down"] == [[1, "5 < 6 & 7 > 2"]]


@pytest.mark.parametrize(
    ("changes", "name"),
    [
        ({"clues": {"Across": [{"number": 1, "label": "L" * 99, "clue": "a"}]}}, "clue label"),
        ({"clues": {"Across": [{"number": [1], "clue": "a"}, [3, "b"]]}}, "clue number"),
        ({"clues": {"Across": [{"number": 1, "enumeration": [3], "clue": "a"}]}}, "enumeration"),
        ({"clues": {"Across": [{"number": 1, "hints": "short", "clue": "a"}]}}, "clue hints"),
        ({"clues": {"Across": [{"number": 1, "references": "2D", "clue": "a"}]}}, "references"),
        ({"clues": {"Across": [{"number": 1, "cells": [[1, 3], [2, 3], [3, 3]]}]}}, "clue cells"),
        ({"clues": {"Across": [[1, ["a"]], [3, "b"]]}}, "clues that are not texts"),
        ({"clues": {"Across": [[1, "<i class='x'>a</i>"]]}}, "formatting of clues"),
        ({"clues": {"Across": [[1, "<a href='javascript:1'>a</a>"]]}}, "formatting of clues"),
        ({"puzzle": [[1, 0, 2], [0, "#", 0], [3, "L" * 99, 0]]}, "labels of cells"),
        ({"puzzle": [[1, 0, 2], [0, {"cell": "#", "value": "Q"}, 0], [3, 0, 0]]}, "closed cells"),
        ({"puzzle": [[{"cell": 1, "style": "missing"}, 0, 2], [0, "#", 0], [3, 0, 0]]}, "styles"),
        ({"solution": [["C", "A", "T"], ["A", "Q", "O"], ["R", "U", "N"]]}, "closed cells"),
        ({"solution": [["C", "A", "T", "S"], ["A", "#", "O"], ["R", "U", "N"]]}, "beyond the grid"),
        ({"editor": ["E", "D"]}, "editor"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_in_full_is_kept_and_named(changes: dict[str, Any], name: str) -> None:
    puzzle = ipuz(**changes)
    data, losses = to_bytes(replace(puzzle, title="Changed"), "ipuz")
    assert losses == []
    document = json.loads(data)
    assert {key: document[key] for key in changes} == changes
    _, losses = to_bytes(puzzle, "jpz")
    assert [loss.what for loss in losses] == ["details that only ipuz holds"]
    assert name in losses[0].where


@pytest.mark.parametrize("clues", [[[1, "Feline"]], {"Across": {"1": "Feline"}}, "Feline"])
def test_clues_that_are_not_lists_by_group_are_refused(clues: object) -> None:
    with pytest.raises(FormatError, match="clues"):
        ipuz(clues=clues)
    for nothing in ([], None, {"Across": None}):
        assert ipuz(clues=nothing).clues == {}


def test_a_clue_that_is_a_number_is_read() -> None:
    assert texts(ipuz(clues={"Across": [[1, 1984]]})) == {"1A": "1984"}


def test_the_introduction_is_the_beginning_of_the_notes() -> None:
    puzzle = ipuz(intro="Read <i>all</i> clues.<br>Then begin.", notes="Thanks to Jo.")
    assert puzzle.notes == "Read all clues.\nThen begin.\nThanks to Jo."
    assert ipuz(intro="Twice.", notes="Twice.").notes == "Twice."
    renamed = json.loads(to_bytes(replace(puzzle, title="New"), "ipuz")[0])
    assert (renamed["intro"], renamed["notes"]) == (
        "Read <i>all</i> clues.<br>Then begin.",
        "Thanks to Jo.",
    )
    rewritten = json.loads(to_bytes(replace(puzzle, notes="Begin."), "ipuz", strict=True)[0])
    assert (rewritten.get("intro"), rewritten["notes"]) == (None, "Begin.")
    _, losses = to_bytes(puzzle, "puz")
    assert [loss.where for loss in losses] == ["formatting of intro"]
