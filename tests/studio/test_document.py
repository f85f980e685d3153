"""Documents: revisions, undo and redo by gesture, and random edits against what must hold."""

from __future__ import annotations

import contextlib
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from helpers.studio import RANDOM_OPERATIONS, MemoryRecorder, block, edit, letters, op
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from crosswright.studio.conversion import puzzle_of
from crosswright.studio.document import JournalEntry, PuzzleDocument
from crosswright.studio.journal import Journal
from crosswright.studio.refusals import Refusal
from crosswright.studio.state import State, apply, copy, empty_state, inverse, state_from_json


def new_document(height: int = 3, width: int = 3, **options: Any) -> PuzzleDocument:
    return PuzzleDocument(empty_state(height, width, **options), MemoryRecorder())


def rows(document: PuzzleDocument) -> list[str]:
    return puzzle_of(document.state).filled_grid.rows()


def test_every_edit_is_a_revision() -> None:
    document = new_document()
    entry = edit(document, letters("cat"))
    assert entry is not None
    assert (document.revision, entry.label) == (1, "Ink 1A CAT")
    assert rows(document)[0] == "CAT"


def test_what_changes_nothing_is_no_revision() -> None:
    document = new_document()
    edit(document, letters("cat"))
    assert edit(document, letters("CAT")) is None
    assert document.revision == 1


def test_all_operations_are_carried_out_or_none() -> None:
    document = new_document()
    before = copy(document.state)
    with pytest.raises(Refusal):
        edit(document, letters("cat"), op("set_cells", cells=[[0, 9, "X"]]))
    assert (document.state, document.revision) == (before, 0)


def test_undo_and_redo() -> None:
    document = new_document()
    edit(document, letters("cat"))
    edit(document, block((1, 1)))
    assert document.undo(2) is not None
    assert rows(document) == ["CAT", "...", "..."]
    assert document.undo(3) is not None
    assert document.state == empty_state(3, 3)
    assert document.undo(4) is None
    assert document.redo(4) is not None
    assert document.redo(5) is not None
    assert rows(document) == ["CAT", ".#.", "..."]
    assert document.redo(6) is None
    assert document.revision == 6


def test_a_gesture_is_undone_as_a_whole() -> None:
    document = new_document()
    for column, letter in enumerate("CAT"):
        edit(document, letters(letter, 0, column), gesture="word")
    edit(document, letters("X", 1, 0), gesture="other")
    document.undo(document.revision)
    assert rows(document)[:2] == ["CAT", "..."]
    document.undo(document.revision)
    assert rows(document)[0] == "..."
    document.redo(document.revision)
    assert rows(document)[0] == "CAT"


def test_a_gesture_is_not_taken_up_again_after_an_undo() -> None:
    document = new_document()
    edit(document, letters("C"), gesture="g")
    edit(document, letters("A", 0, 1), gesture="g")
    document.undo(2)
    edit(document, letters("B"), gesture="g")
    document.undo(4)
    assert rows(document)[0] == "..."
    assert document.undo(5) is None


def test_an_edit_after_an_undo_leaves_nothing_to_redo() -> None:
    document = new_document()
    edit(document, letters("CAT"))
    document.undo(1)
    edit(document, letters("DOG"))
    assert document.redo(3) is None


def test_an_edit_for_another_revision_is_refused() -> None:
    document = new_document()
    edit(document, letters("CAT"))
    for stale in (document.undo, document.redo, lambda base: document.edit(base, [letters("X")])):
        with pytest.raises(Refusal) as refusal:
            stale(0)
        assert refusal.value.code == "stale"


def test_a_batch_is_carried_out_once() -> None:
    document = new_document()
    resize = op("resize", height=4, width=3, top=1)
    first = document.edit(0, [resize], batch="b1")
    again = document.edit(0, [resize], batch="b1")
    assert first == again
    assert document.state["size"]["height"] == 4


def test_an_edit_is_described_by_its_first_operation() -> None:
    document = new_document()
    entry = edit(document, op("set_cells", cells=[[0, 0, ""]]), block((0, 0)))
    assert entry is not None
    assert entry.label == "Erase 1 cell"


def test_history_tells_steps_newest_first() -> None:
    document = new_document()
    for letter in "ABC":
        edit(document, letters(letter))
    document.undo(3)
    steps, more = document.history(None, 2)
    assert [(step["revision"], step["undone"]) for step in steps] == [(3, True), (2, False)]
    assert more
    assert [step["revision"] for step in document.history(2, 9)[0]] == [1]


def test_a_past_state_can_be_seen() -> None:
    document = new_document()
    for letter in "ABC":
        edit(document, letters(letter))
    document.undo(3)
    letters_then = [
        document.state_at(revision)["cells"].get("0,0", {}).get("letter") for revision in range(5)
    ]
    assert letters_then == [None, "A", "B", "C", "B"]
    with pytest.raises(Refusal):
        document.state_at(5)


@pytest.mark.parametrize(
    ("operation", "label"),
    [
        (letters("cat"), "Ink 1A CAT"),
        (letters("ca"), "Ink 1A CA."),
        (letters("A", 1, 1, pencil=True, slot="across 1,0 3"), "Pencil 4A .A."),
        (letters("A", 1, 1, slot="down 0,1 3"), "Ink 2D .AQ"),
        (op("set_cells", cells=[[0, 0, "A"], [2, 2, "B"]]), "Ink 2 cells"),
        (op("clear_letters"), "Erase all letters"),
        (op("accept"), "Accept the fill"),
        (block((0, 1)), "Block at row 1, column 2"),
        (op("resize", height=5, width=4), "Resize to 5 × 4"),
        (op("mark", cells=[[0, 0]], circle=True), "Circle"),
        (op("set_clue", slot="across 0,0 3", text="Pet"), "Clue 1A"),
        (op("set_clue", slot="1d", text="Pet"), "Clue 1D"),
        (op("set_meta", title="T"), "Title and texts"),
        (op("set_rules", min_score=50), "Rules"),
    ],
)
def test_edits_are_described(operation: dict[str, Any], label: str) -> None:
    document = new_document()
    edit(document, op("set_cells", cells=[[2, 0, "Q"], [2, 1, "Q"]], pencil=True))
    entry = edit(document, operation)
    assert entry is not None
    assert entry.label == label


def test_what_a_job_did_unseen_is_told_with_the_edit() -> None:
    document = new_document()
    edit(document, letters("CAT"))
    seen = copy(document.state)
    edit(document, letters("DOG", 1), job="fill")
    edit(document, letters("DIG", 1), job="fill")
    assert document.edit(1, [letters("B")]) is not None
    apply(seen, document.changes_since(1, document.revision))
    assert seen == document.state
    assert rows(document)[:2] == ["BAT", "DIG"]


@pytest.mark.parametrize("base", [-1, 0, 5, 2**53])
def test_jobs_do_not_excuse_other_bases(base: int) -> None:
    document = new_document()
    edit(document, letters("CAT"))
    edit(document, letters("DOG", 1), job="fill")
    with pytest.raises(Refusal) as refusal:
        document.edit(base, [letters("B")])
    assert refusal.value.code == "stale"


class Editing(RuleBasedStateMachine):
    """Random edits, undos and redos; every state that there was is remembered."""

    def __init__(self) -> None:
        super().__init__()
        self.recorder: Any = MemoryRecorder()
        self.document = PuzzleDocument(empty_state(3, 3), self.recorder)
        self.states: list[State] = [copy(self.document.state)]
        self.undoable: list[State] = []
        self.redoable: list[State] = []
        self.seen = 0
        """The revision that a person has seen who missed what jobs did after it."""

    @rule(
        operations=st.lists(RANDOM_OPERATIONS, min_size=1, max_size=3),
        gesture=st.sampled_from([None, "g", "h"]),
        is_behind=st.booleans(),
    )
    def edit(self, operations: list[Any], gesture: str | None, is_behind: bool) -> None:
        base = self.seen if is_behind else self.document.revision
        self._edit(base, operations, gesture=gesture)
        self.seen = self.document.revision

    @rule(cells=st.lists(st.sampled_from([[0, 0, "A"], [0, 1, "B"], [2, 2, "C"]]), min_size=1))
    def land(self, cells: list[Any]) -> None:
        self._edit(self.document.revision, [op("apply_fill", cells=cells)], gesture="j", job="j")

    def _edit(self, base: int, operations: list[Any], **options: Any) -> None:
        before = copy(self.document.state)
        steps = len(self.document.timeline)
        with contextlib.suppress(Refusal):
            if self.document.edit(base, operations, **options):
                self.states.append(copy(self.document.state))
                self.redoable = []
                if len(self.document.timeline) > steps:
                    self.undoable.append(before)
                shown = copy(self.states[base])
                apply(shown, self.document.changes_since(base, self.document.revision))
                assert shown == self.document.state
                return
        assert self.document.state == before

    @precondition(lambda self: self.undoable)
    @rule()
    def undo(self) -> None:
        self.redoable.append(copy(self.document.state))
        assert self.document.undo(self.document.revision)
        assert self.document.state == self.undoable.pop()
        self.states.append(copy(self.document.state))
        self.seen = self.document.revision

    @precondition(lambda self: self.redoable)
    @rule()
    def redo(self) -> None:
        self.undoable.append(copy(self.document.state))
        assert self.document.redo(self.document.revision)
        assert self.document.state == self.redoable.pop()
        self.states.append(copy(self.document.state))
        self.seen = self.document.revision

    @invariant()
    def is_a_puzzle(self) -> None:
        puzzle_of(self.document.state)
        assert (
            puzzle_of(self.document.state).grid.without_letters().with_circles(())
            == self.document.structure
        )

    @invariant()
    def revisions_are_counted(self) -> None:
        assert self.document.revision == len(self.states) - 1

    def entries(self) -> list[JournalEntry]:
        return [*self.recorder.entries(1, self.document.revision)]

    def teardown(self) -> None:
        self.replayed_gives_the_last()
        for revision, state in enumerate(self.states):
            assert self.document.state_at(revision) == state
        while self.document.undo(self.document.revision):
            pass
        assert self.document.state == empty_state(3, 3)

    def replayed_gives_the_last(self) -> None:
        again = PuzzleDocument(empty_state(3, 3), self.recorder)
        for entry in self.entries():
            again.replay(JournalEntry.from_json(entry.as_json()))
        assert again.state == self.document.state
        assert again.timeline.as_json() == self.document.timeline.as_json()
        backwards = copy(again.state)
        for entry in reversed(self.entries()):
            apply(backwards, inverse(entry.changes))
        assert backwards == empty_state(3, 3)


class EditingOnDisk(Editing):
    """The same with a journal on disk, which is closed and read again now and then."""

    def __init__(self) -> None:
        super().__init__()
        self._folder = TemporaryDirectory()
        self._path = Path(self._folder.name) / "d"
        self.recorder, self.document = Journal.create(self._path, empty_state(3, 3))

    @rule(has_snapshot=st.booleans())
    def open_again(self, has_snapshot: bool) -> None:
        if has_snapshot:
            self.recorder.snapshot(self.document)
        timeline = self.document.timeline.as_json()
        self.recorder.close()
        self.recorder, self.document = Journal.open(self._path)
        assert self.document.state == self.states[-1]
        assert self.document.timeline.as_json() == timeline

    def teardown(self) -> None:
        super().teardown()
        self.recorder.close()
        self._folder.cleanup()


Editing.TestCase.settings = settings(max_examples=15, stateful_step_count=15, deadline=None)
EditingOnDisk.TestCase.settings = settings(max_examples=8, stateful_step_count=15, deadline=None)
TestEditing = Editing.TestCase
TestEditingOnDisk = EditingOnDisk.TestCase


def test_an_entry_with_a_key_that_is_not_a_text_is_refused() -> None:
    """As JSON, the number would come back as a text: another state."""
    entry = {"revision": 1, "kind": "edit", "label": "Theme", "at": 0.0}
    assert JournalEntry.from_json({**entry, "changes": [["theme", "1A", None, True]]}).changes
    with pytest.raises(ValueError, match="keys"):
        JournalEntry.from_json({**entry, "changes": [["theme", 0, None, True]]})


@pytest.mark.parametrize("part", [[["0", 0]], [[0, 0]], None, "12"])
def test_parts_of_a_state_are_objects(part: Any) -> None:
    whole = empty_state(3, 3)
    assert state_from_json(whole) == whole
    with pytest.raises(ValueError, match="objects"):
        state_from_json({**whole, "theme": part})
