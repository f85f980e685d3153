"""What search says about a document: every claim is checked against a fresh solver."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from helpers.fills import SPELLINGS
from helpers.studio import PATIENCE, StudioClient, block, letters, op, small_document, until

from crosswright.engine import SOLUTION
from crosswright.explaining.edits import EditFinder
from crosswright.filling.model import Model
from crosswright.filling.rules import Rules
from crosswright.filling.search import Search
from crosswright.grids.grid import Grid
from crosswright.grids.notation import Cell
from crosswright.limits import Budget
from crosswright.studio.assistant import Assistant
from crosswright.studio.insight import Insight
from crosswright.studio.library import Library
from crosswright.studio.opened import OpenDocument
from crosswright.studio.slots import grid_of
from crosswright.studio.state import cell_key, cell_of, empty_state
from crosswright.studio.thinking.certificate import CertificateStage, ProofStage
from crosswright.studio.thinking.first import PreviewStage
from crosswright.studio.thinking.letters import LetterStage
from crosswright.studio.thinking.lifts import LiftStage, operations, place, title
from crosswright.studio.thinking.task import Look, RevisionTask
from crosswright.studio.wordlists import WordLists

SCORES = {word: 10 + sum(map(ord, word)) % 90 for word in SPELLINGS if 3 <= len(word) <= 5}


class Desk:
    """A document, all that is published about it, and an assistant at work."""

    def __init__(self, root: Path) -> None:
        lines = [f"{word};{score}\n" for word, score in SCORES.items()]
        (root / "words.dict").write_text("".join(lines))
        self.library = Library(root)
        self.insight = Insight(WordLists(self.library.root))
        self.events: list[tuple[str, dict[str, Any]]] = []
        self._done = threading.Condition()
        stages = [PreviewStage, CertificateStage, LetterStage, ProofStage, LiftStage]
        self.assistant = Assistant(
            [stage(self.insight) for stage in stages], logging.getLogger("truth")
        )

    def document(self, *operations: dict[str, Any], size: int = 5) -> OpenDocument:
        """Make a document that somebody is looking at."""
        document = self.library.create(empty_state(size, size))
        lists = op("set_lists", stack=[{"path": "words.dict"}], own=False)
        document.edit(0, [lists, *operations])
        loop = asyncio.new_event_loop()
        loop.close()  # nobody reads what comes
        document.channel.subscribe(loop, None)
        document.channel.publish = self._publish  # type: ignore[method-assign]
        return document

    def _publish(self, name: str, data: dict[str, Any]) -> None:
        with self._done:
            self.events.append((name, data))
            self._done.notify_all()

    def think(self, document: OpenDocument) -> None:
        """Let the assistant think until nothing is left."""
        self.events.clear()
        self.assistant.edited(document)
        with self._done:
            while not self.assistant.is_idle:
                self._done.wait(0.01)

    def last(self, name: str) -> dict[str, Any]:
        """Return the last event of a kind."""
        return [data for kind, data in self.events if kind == name][-1]

    def result(self, document: OpenDocument, name: str) -> Any:
        """Return what a stage knows."""
        return self.assistant.results(document, document.document.revision, name)

    def problem(self, document: OpenDocument) -> tuple[Grid, Rules]:
        """Return the grid in ink and the rules."""
        state = document.state()[1]
        return grid_of(state, pencil=False), Rules(min_score=state["rules"].get("min_score"))


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    monkeypatch.setattr(LiftStage, "pause", 0.0)
    for stage in ("letters", "lifts"):
        monkeypatch.setattr(f"crosswright.studio.thinking.{stage}.SECONDS", PATIENCE)
    monkeypatch.setattr(ProofStage, "seconds", PATIENCE)
    desk = Desk(tmp_path)
    yield desk
    desk.assistant.end()
    desk.library.close()


def fills(
    desk: Desk, document: OpenDocument, grid: Grid, rules: Rules, assumed: Mapping[Cell, str]
) -> bool:
    """Return whether a fresh solver fills a grid with some letters."""
    words = desk.insight.words(document.state()[1])
    problem = Model(grid, words, rules, assumed=assumed).problem()
    return problem is not None and Search(problem, 7, Budget()).decide() == SOLUTION


def is_fill(grid: Grid, whole: Grid | None, floor: int | None) -> bool:
    """Return whether a grid is filled with different words of the list, none below a floor."""
    assert whole is not None
    assert whole.is_filled
    chosen = [slot for slot in grid.slots if grid.word(slot) is None]
    words = [whole.word(slot) or "" for slot in whole.slots]
    assert grid.letters.items() <= whole.letters.items()
    assert len({*words}) == len(words)
    return all(SCORES[whole.word(slot) or ""] >= (floor or 0) for slot in chosen)


RING = [block((1, 1), (1, 3)), letters("S")]
"""A lattice of six words, with a letter in its corner."""


def test_letters_that_another_look_kept_back_are_told_again(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = desk.document(*RING)
    publish, looks = RevisionTask.publish, [Look(document.document.revision, (("1A", ()),))]

    def publish_after_look(task: RevisionTask, name: str, data: Mapping[str, Any]) -> bool:
        if name == "letter" and not data["open"] and looks:
            desk.assistant.looked(document, looks.pop())
        return publish(task, name, data)

    monkeypatch.setattr(RevisionTask, "publish", publish_after_look)
    desk.think(document)
    told: dict[str, Any] = {}
    for name, data in desk.events:
        told |= data["cells"] if name == "letter" else {}
    assert not looks
    assert told == desk.result(document, "letters").everything()["cells"]


@pytest.mark.parametrize("floor", [None, 30])
def test_every_letter_has_a_witness_or_a_refutation(desk: Desk, floor: int | None) -> None:
    document = desk.document(*RING, op("set_rules", min_score=floor))
    desk.think(document)
    grid, rules = desk.problem(document)
    known = desk.result(document, "letters")
    end = desk.last("letter")
    assert end["done"]
    assert end["open"] == 0
    seen = 0
    for key, (viable, dead, open_letters) in known.everything()["cells"].items():
        cell = cell_of(key)
        assert open_letters == ""
        for letter in viable:
            witness = known.witness(cell, letter)
            assert is_fill(grid, witness, floor)
            assert witness.letters[cell] == letter
        for letter in dead:
            assert not fills(desk, document, grid, rules, {cell: letter})
            assert known.witness(cell, letter) is None
        seen += len(viable) + len(dead)
    assert seen == end["left"] == end["alive"] + end["dead"]
    assert end["alive"] > 20
    assert end["dead"] > 0
    assert known.witness((1, 1), "A") is known.witness((9, 9), "A") is None


def test_events_name_the_cells_that_changed_and_add_up(desk: Desk) -> None:
    document = desk.document(*RING)
    desk.think(document)
    cells: dict[str, Any] = {}
    for name, data in desk.events:
        assert data["revision"] == document.document.revision
        if name == "letter":
            cells.update(data["cells"])
    assert cells == desk.result(document, "letters").everything()["cells"]
    preview = desk.last("preview")["letters"]
    for key, (viable, dead, _) in cells.items():
        assert sorted(viable + dead) == sorted(preview[key])


def test_nothing_is_left_of_an_impossible_grid(desk: Desk) -> None:
    document = desk.document(*RING, letters("QZ", 0, 1))
    desk.think(document)
    end, known = desk.last("letter"), desk.result(document, "letters").everything()
    assert {tuple(each) for each in known["cells"].values()} == {("", "", "")}
    assert (end["left"], end["open"], end["done"]) == (0, 0, True)
    assert desk.last("certificate")["status"] == "impossible"


def test_a_square_in_no_word_is_no_question(desk: Desk) -> None:
    document = desk.document(*RING, block((0, 3), (1, 4)))
    desk.think(document)
    end = desk.last("letter")
    assert (end["open"], end["done"]) == (0, True)
    assert "0,4" not in desk.result(document, "letters").everything()["cells"]


def test_the_certificate_is_a_fill_and_a_proof(desk: Desk) -> None:
    document = desk.document(*RING)
    desk.think(document)
    grid, _ = desk.problem(document)
    told = desk.last("certificate")
    best = desk.result(document, "certificate")
    assert told["proved"]
    assert told["done"]
    assert told["floor"] == told["bound"] == best.floor
    assert is_fill(grid, best.grid, best.floor)
    assert not fills(desk, document, grid, Rules(min_score=best.floor + 1), {})
    floors = [data["floor"] for name, data in desk.events if name == "certificate"]
    assert floors == sorted(floors)
    # a lowest score that is out of reach changes nothing about the best floor
    document.edit(document.document.revision, [op("set_rules", min_score=best.floor + 1)])
    desk.think(document)
    again = desk.last("certificate")
    assert (again["floor"], again["bound"], again["proved"]) == (best.floor, best.floor, True)


def test_a_grid_in_ink_leaves_no_floor_to_speak_of(desk: Desk) -> None:
    document = desk.document(letters("ACE"), block(*((r, c) for r in (1, 2) for c in range(3))),
                             size=3)  # fmt: skip
    desk.think(document)
    told = desk.last("certificate")
    assert (told["status"], told["floor"], told["proved"]) == ("filled", None, True)
    assert not [name for name, _ in desk.events if name == "lifts"]


def test_ways_to_a_higher_floor_are_edits_that_fill_and_can_be_undone(desk: Desk) -> None:
    document = desk.document(*RING, letters("SALES"))
    desk.think(document)
    ways = desk.last("lifts")
    base = desk.last("certificate")
    assert ways["done"]
    assert ways["ways"]
    gains = [way["gain"] for way in ways["ways"]]
    assert gains == sorted(gains, reverse=True)
    lifts = desk.result(document, "lifts")
    for way in ways["ways"]:
        lift = lifts[way["id"]]
        assert way["floor"] > base["floor"]
        assert way["gain"] == way["floor"] - base["bound"]
        check_operations(document, way["ops"], lift.grid)
        assert is_fill(lift.grid, lift.fill, way["floor"])
        assert not fills(desk, document, lift.grid, Rules(min_score=way["bound"] + 1), {})


def check_operations(document: OpenDocument, ops: list[dict[str, Any]], expected: Grid) -> None:
    """One edit makes a change, and one undo takes it back."""
    before, revision = document.state()[1], document.document.revision
    document.edit(revision, ops)
    assert grid_of(document.state()[1], pencil=False) == expected
    document.undo(revision + 1)
    assert document.state()[1] == before


def test_every_kind_of_edit_is_made_by_one_step(desk: Desk) -> None:
    cells = [(0, 3), (2, 0)]
    document = desk.document(
        op("set_settings", symmetry="180", style="free"),
        block(*cells),
        letters("TEE"),
        letters("ACE", 4, 2),
        size=5,
    )
    state = document.state()[1]
    grid = grid_of(state)
    finder = EditFinder(grid, desk.insight.words(state), Rules(), theme=["1A", "10A"], style="free")
    changes = [change for kind in finder.edits() for change in kind]
    kinds = set()
    for change in changes:
        kinds.add(change.kind)
        check_operations(document, operations(change), change.applied(grid, Rules())[0])
        assert title(change, grid)
        assert bool(place(change)) == (change.kind == "exchange")  # the titles of others say it
    assert kinds == {"exchange", "move", "blocks", "open"}
    freed = EditFinder(grid, desk.insight.words(state), Rules(), style="free").edits()[1]
    for change in freed:
        check_operations(document, operations(change), change.applied(grid, Rules())[0])
    assert title(freed[0], grid) == "Freeing T"


def test_an_edit_is_never_told_of_what_was_thought_before_it(desk: Desk) -> None:
    document = desk.document(*RING)
    for number, letter in enumerate("TABLE"):
        desk.assistant.edited(document)
        desk.think(document)
        assert {data["revision"] for _, data in desk.events} == {document.document.revision}
        document.edit(document.document.revision, [letters(letter, 2, number)])
    assert cell_key((2, 0)) in document.state()[1]["cells"]


def test_fills_are_told_for_the_newest_revision_only(studio: StudioClient) -> None:
    identity = small_document(studio)
    path = f"/api/documents/{identity}"
    with studio.events(f"{path}/events") as stream:
        studio.edit(identity, letters("C"))
        told = until(stream, "letter").data
        while told["revision"] < 2 or not told["done"]:
            told = until(stream, "letter").data
        known = studio.get(f"{path}/letters")
        assert (known["revision"], known["alive"], known["done"]) == (2, told["alive"], True)
        viable = known["cells"]["0,1"][0]
        question = f"{path}/letter?row=0&column=1&letter={viable[0]}"
        answer = studio.get(question)
        assert [0, 1, viable[0]] in answer["cells"]
        assert not [cell for cell in answer["cells"] if cell[:2] == [0, 0]]
        best = studio.get(f"{path}/certificate")
        assert best["proved"]
        assert len(best["cells"]) == len(answer["cells"])
        assert studio.get(f"{path}/letter?row=0&column=1&letter=Q")["cells"] is None
        for stale in ("certificate?revision=1", "lifts/0?revision=1", "lifts/0"):
            assert studio.get(f"{path}/{stale}") == {"revision": 2, "cells": None}
        assert studio.get(f"{path}/letters?revision=1") == {"revision": 1, "cells": None}
