"""Operations: what each changes, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.studio import block, letters, op

from crosswright.grids.grid import Grid
from crosswright.studio import operations
from crosswright.studio.operations import MAX_OPERATIONS, changes_of
from crosswright.studio.refusals import Refusal
from crosswright.studio.slots import grid_of
from crosswright.studio.state import State, apply, copy, empty_state


def after(*operations: dict[str, Any], height: int = 3, width: int = 3) -> State:
    """Return the state of an empty grid after some operations."""
    state = empty_state(height, width, symmetry="none")
    for operation in operations:
        apply(state, changes_of(state, [operation]))
    return state


def blocks(state: State) -> set[str]:
    return {key for key, cell in state["cells"].items() if "block" in cell}


def test_letters_are_ink_or_pencil() -> None:
    state = after(letters("ab"), letters("C", 0, 2, pencil=True))
    assert state["cells"] == {
        "0,0": {"letter": "A"},
        "0,1": {"letter": "B"},
        "0,2": {"letter": "C", "pencil": True},
    }


def test_ink_replaces_pencil_and_a_fill_never_replaces_ink() -> None:
    state = after(
        letters("A"),
        letters("B", 0, 1, pencil=True),
        op("apply_fill", cells=[[0, 0, "X"], [0, 1, "Y"], [0, 2, "Z"]]),
        letters("Q", 0, 2),
    )
    assert state["cells"] == {
        "0,0": {"letter": "A"},
        "0,1": {"letter": "Y", "pencil": True},
        "0,2": {"letter": "Q"},
    }


def test_pencil_is_accepted_or_erased_by_cell_or_as_a_whole() -> None:
    pencil = letters("ABC", pencil=True)
    assert after(pencil, op("accept", cells=[[0, 0]]))["cells"]["0,0"] == {"letter": "A"}
    assert after(pencil, op("accept"))["cells"]["0,2"] == {"letter": "C"}
    assert after(pencil, op("erase_pencil", cells=[[0, 0]]))["cells"].keys() == {"0,1", "0,2"}
    assert after(letters("X", 1, 1), pencil, op("erase_pencil"))["cells"].keys() == {"1,1"}


def test_erasing_keeps_what_else_is_in_a_cell() -> None:
    marks = op("mark", cells=[[0, 0]], circle=True, shade="red", note="hm")
    state = after(letters("HEART"[:1]), marks, op("clear_letters"))
    assert state["cells"] == {"0,0": {"circle": True, "shade": "red", "note": "hm"}}


def test_a_rebus_is_one_cell() -> None:
    assert after(op("set_cells", cells=[[0, 0, "heart"]]))["cells"]["0,0"]["letter"] == "HEART"


@pytest.mark.parametrize(
    ("symmetry", "expected"),
    [
        ("none", {"0,1"}),
        ("180", {"0,1", "3,2"}),
        ("90", {"0,1", "1,3", "3,2", "2,0"}),
        ("left-right", {"0,1", "0,2"}),
        ("up-down", {"0,1", "3,1"}),
        ("diagonal", {"0,1", "1,0"}),
        ("antidiagonal", {"0,1", "2,3"}),
    ],
)
def test_blocks_come_with_their_images(symmetry: str, expected: set[str]) -> None:
    made = after(block((0, 1), symmetry=symmetry), height=4, width=4)
    assert blocks(made) == expected
    opened = copy(made)
    apply(opened, changes_of(opened, [block((0, 1), to="open", symmetry=symmetry)]))
    assert opened["cells"] == {}


def test_the_symmetry_of_the_document_is_the_default() -> None:
    state = after(op("set_settings", symmetry="180"), block((0, 0)))
    assert blocks(state) == {"0,0", "2,2"}


def test_a_block_takes_the_letter_and_keeps_the_note() -> None:
    note = op("mark", cells=[[0, 0]], note="why", circle=True)
    state = after(letters("A"), note, block((0, 0)))
    assert state["cells"] == {"0,0": {"note": "why", "block": True}}


def test_bars_come_with_their_images() -> None:
    bar = op("toggle_bar", bars=[[0, 0, "right"]], on=True, symmetry="180")
    state = after(bar)
    assert state["bars"] == {"0,0 right": True, "2,1 right": True}
    assert len(grid_of(state).slots) == 6
    apply(state, changes_of(state, [{**bar, "on": False}]))
    assert state["bars"] == {}


def test_resizing_moves_everything_along() -> None:
    state = after(
        letters("AB", 1, 1),
        op("mark", cells=[[0, 0]], note="corner"),
        op("toggle_bar", bars=[[1, 0, "right"]], on=True),
        op("set_clue", slot="across 1,1 2", text="Two"),
        op("set_theme", slot="across 1,1 2", on=True),
        op("set_rules", slot_scores={"across 1,1 2": 9}),
        op("resize", height=4, width=3, top=1, left=-1),
    )
    assert state["size"] == {"height": 4, "width": 3}
    assert {key: cell["letter"] for key, cell in state["cells"].items()} == {"2,0": "A", "2,1": "B"}
    assert state["bars"] == {}
    assert (state["clues"], state["theme"]) == (
        {"across 2,0 2": {"text": "Two"}},
        {"across 2,0 2": True},
    )
    assert state["rules"]["slot_scores"] == {"across 2,0 2": 9}


def test_a_square_symmetry_does_not_survive_an_oblong() -> None:
    state = after(op("set_settings", symmetry="90"), op("resize", height=3, width=4))
    assert state["settings"]["symmetry"] == "180"


def test_a_clue_rests_while_its_slot_is_gone() -> None:
    state = after(op("set_clue", slot="1A", text="Pet"), block((0, 2)))
    assert state["clues"] == {"across 0,0 3": {"text": "Pet"}}


def test_a_new_text_is_no_draft_and_has_no_markup() -> None:
    state = after(op("set_clue", slot="1A", text="Pet", draft=True))
    assert state["clues"]["across 0,0 3"] == {"text": "Pet", "draft": True}
    state["clues"]["across 0,0 3"] = {"text": "Pet", "html": "<i>Pet</i>", "draft": True}
    apply(state, changes_of(state, [op("set_clue", slot="1A", draft=False)]))
    assert state["clues"]["across 0,0 3"] == {"text": "Pet", "html": "<i>Pet</i>"}
    apply(state, changes_of(state, [op("set_clue", slot="1A", text="Cat")]))
    assert state["clues"]["across 0,0 3"] == {"text": "Cat"}
    apply(state, changes_of(state, [op("set_clue", slot="1A", text="")]))
    assert state["clues"] == {}


def test_rules_and_texts_are_removed_by_null_and_nothing() -> None:
    state = after(
        op("set_rules", min_score=50, banned=["ESNE"]),
        op("set_rules", min_score=None, banned=[]),
        op("set_meta", title="T", author="A"),
        op("set_meta", title=""),
    )
    assert (state["rules"], state["meta"]) == ({}, {"author": "A"})


def test_what_changes_nothing_is_no_change() -> None:
    state = after(letters("A"))
    same = [letters("a"), block((2, 2), to="open"), op("set_rules", min_score=None), op("accept")]
    assert changes_of(state, same) == []
    there_and_back = [letters("B"), letters("A")]
    assert changes_of(state, there_and_back) == []


@pytest.mark.parametrize(
    ("operation", "message"),
    [
        (op("set_cells", cells=[[0, 3, "A"]]), "outside"),
        (op("set_cells", cells=[[-1, 0, "A"]]), "expected [row, column, text]"),
        (op("set_cells", cells=[[0, True, "A"]]), "expected [row, column, text]"),
        (op("set_cells", cells=[[0, 0, 7]]), "expected [row, column, text]"),
        (op("set_cells", cells=[[0, 0, "A B"]]), "space"),
        (op("set_cells", cells=[[0, 0, "A" * 33]]), "32"),
        (op("set_cells", cells=[[0, 0, "\x07"]]), "unprintable"),
        (op("set_cells", cells="A1"), "a list"),
        (op("set_cells"), "missing"),
        (op("set_cells", cells=[], colour="red"), "colour"),
        (op("paint"), "paint"),
        (op("toggle_block", cells=[[0, 0]], to="hole"), "hole"),
        (op("toggle_bar", bars=[[0, 2, "right"]], on=True), "edge"),
        (op("toggle_bar", bars=[[0, 0, "left"]], on=True), "right"),
        (op("resize", height=0, width=3), "from 1"),
        (op("resize", height=3, width=3, top=-3), "nothing"),
        (op("resize", height=10**9, width=3), "from 1"),
        (op("mark", cells=[[0, 0]], shade="pink"), "pink"),
        (op("mark", cells=[[0, 0]], note="x" * 2001), "2,000"),
        (op("set_clue", slot="9A", text="?"), "no slot"),
        (op("set_clue", slot="across 0,0 2", text="?"), "no slot"),
        (op("set_clue", slot="1A", text="\ud800"), "not text"),
        (op("set_rules", min_score="50"), "whole number"),
        (op("set_rules", min_score=10**9), "from"),
        (op("set_rules", banned=["A"] * 5001), "more than"),
        (op("set_rules", slot_scores={"1A": 3}), "not a slot"),
        (op("set_settings", style="cubist"), "cubist"),
        (op("set_settings", seed=1.5), "whole number"),
        (op("set_settings", lively=101), "from 0 to 100"),
        (op("set_settings", lively="very"), "whole number"),
        (op("set_lists", taste="vulgar"), "choose from family, newspaper, any"),
        (op("set_lists", stack=[{"language": "en", "path": "x"}]), "either"),
        (op("set_lists", stack=[7]), "an object"),
        (op("set_meta", colour="x"), "colour"),
        (7, "an object"),
        (None, "an object"),
    ],
)
def test_wrong_operations_are_refused(operation: Any, message: str) -> None:
    state = empty_state(3, 3)
    with pytest.raises(Refusal, match=message.replace("[", r"\[")):
        changes_of(state, [operation])
    assert state == empty_state(3, 3)


def test_a_square_symmetry_needs_a_square() -> None:
    with pytest.raises(Refusal, match="square"):
        changes_of(empty_state(3, 4), [op("set_settings", symmetry="90")])
    with pytest.raises(Refusal, match="square"):
        changes_of(empty_state(3, 4), [block((0, 0), symmetry="diagonal")])


def test_letters_in_blocks_are_refused() -> None:
    state = after(block((0, 0)))
    for operation in (letters("A"), op("mark", cells=[[0, 0]], circle=True)):
        with pytest.raises(Refusal, match="block"):
            changes_of(state, [operation])


def test_too_many_operations_are_refused() -> None:
    with pytest.raises(Refusal) as refusal:
        changes_of(empty_state(3, 3), [letters("A")] * (MAX_OPERATIONS + 1))
    assert refusal.value.code == "too_large"


def test_the_slots_are_found_once_for_many_clues(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []
    structure_of = operations.structure_of

    def counted(*arguments: Any) -> Grid:
        made.append(arguments)
        return structure_of(*arguments)

    monkeypatch.setattr(operations, "structure_of", counted)
    clues = [op("set_clue", slot="1A", text=f"Clue {n}") for n in range(9)]
    changes_of(empty_state(3, 3), [block((0, 0), symmetry="none"), *clues])
    assert len(made) == 1
    changes_of(empty_state(3, 3), [clues[0], block((2, 2)), *clues, block((1, 1)), clues[0]])
    assert len(made) == 4
