"""Jobs: fills land in pencil while the document is as it was, and never afterwards."""

from __future__ import annotations

import gc
import threading
import weakref
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import pytest
from helpers.studio import Event, StudioClient, letters, op, small_document, until

from crosswright.filling.fill import start
from crosswright.filling.quality.improve import Improvement
from crosswright.filling.result import FillProgress, FillResult
from crosswright.layouts import layout
from crosswright.limits import Run
from crosswright.studio import filling
from crosswright.studio.jobs import MAX_RUNNING, DocumentJob

RING = "...\n.#.\n..."


def fill(studio: StudioClient, identity: str, **fields: Any) -> dict[str, Any]:
    """Start a fill of the newest revision; return what is answered."""
    base = studio.get(f"/api/documents/{identity}")["revision"]
    body = {"kind": "fill", "base": base, "seconds": 20, **fields}
    answer: dict[str, Any] = studio.post(f"/api/documents/{identity}/jobs", body)
    return answer


def cells(studio: StudioClient, identity: str) -> dict[str, Any]:
    state = studio.get(f"/api/documents/{identity}")["state"]
    return {key: cell for key, cell in state["cells"].items() if "block" not in cell}


def apply_changes(state: dict[str, Any], answer: dict[str, Any]) -> dict[str, Any]:
    """Return a state with the changes of an answer, as the page makes them."""
    for part, key, _, after in answer["changes"]:
        if after is None:
            state[part].pop(key, None)
        else:
            state[part][key] = after
    return state


class Gate:
    """Holds up the steps of runs until it is opened."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.reached = threading.Semaphore(0)
        self.opened = threading.Event()
        step = Run.__next__

        def guarded(run: Run[Any, Any]) -> Any:
            if threading.current_thread().name.startswith("studio-fill"):
                self.reached.release()
                self.opened.wait(60)
            return step(run)

        monkeypatch.setattr(Run, "__next__", guarded)

    def let_through(self) -> None:
        self.opened.set()


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Iterator[Gate]:
    gate = Gate(monkeypatch)
    yield gate
    gate.let_through()


def test_a_fill_lands_in_pencil_as_one_step(studio: StudioClient) -> None:
    identity = small_document(studio)
    studio.edit(identity, letters("C"))
    with studio.events(f"/api/documents/{identity}/events") as stream:
        job = fill(studio, identity)
        best = until(stream, "fill.best").data
        end = until(stream, "job.end").data
    assert (best["filled"], best["cells"]) == (7, 7)
    assert (end["job"], end["status"]) == (job["job"], "FILLED")
    filled = cells(studio, identity)
    assert filled["0,0"] == {"letter": "C"}
    assert all("pencil" in cell for key, cell in filled.items() if key != "0,0")
    assert len(filled) == 8
    assert studio.get(f"/api/jobs/{job['job']}")["status"] == "FILLED"
    revision = studio.get(f"/api/documents/{identity}")["revision"]
    undone = studio.post(f"/api/documents/{identity}/undo", {"base": revision})
    assert undone["redo"] == "Fill in pencil"
    assert cells(studio, identity) == {"0,0": {"letter": "C"}}


class ImprovingRun:
    """A run that finds better and better fills, step by step."""

    def __init__(self, fills: list[FillResult]) -> None:
        self._fills = fills

    def __enter__(self) -> ImprovingRun:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def __iter__(self) -> Iterator[FillProgress]:
        for best in self._fills:
            yield FillProgress(best.statistics, 4, 4, best)

    def result(self) -> FillResult:
        return self._fills[-1]

    def stop(self) -> None:
        pass


def test_better_and_better_fills_land_as_one_step(
    studio: StudioClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    identity = small_document(studio)
    path = f"/api/documents/{identity}"
    words = ["CAT", "COT", "CUT", "TIE", "TEE", "TOE"]
    fills = [start(RING, words, seed=seed).result() for seed in range(6)]
    monkeypatch.setattr(filling, "LANDING_SECONDS", -1.0)
    monkeypatch.setattr(filling, "start", lambda *_, **__: ImprovingRun(fills))
    with studio.events(f"{path}/events") as stream:
        fill(studio, identity)
        seen = []
        for event in stream:
            seen.append(event)
            if event.name == "job.end":
                break
    landed = [event.data for event in seen if event.name == "fill.best"]
    changes = [one.grid != other.grid for one, other in pairwise(fills)]
    assert len(landed) == 1 + sum(changes) > 1
    revisions = [event.data["revision"] for event in seen if event.name == "rev"]
    assert revisions == [each["revision"] for each in landed]
    answer = studio.post(f"{path}/undo", {"base": revisions[-1]})
    assert (answer["redo"], cells(studio, identity)) == ("Fill in pencil", {})


def test_fills_prefer_lively_words_as_the_document_says(
    studio: StudioClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    identity = small_document(studio)
    asked = []

    def noted(*arguments: Any, **options: Any) -> Any:
        asked.append((options["lively"], options["variety"]))
        return start(*arguments, **options)

    monkeypatch.setattr(filling, "start", noted)
    with studio.events(f"/api/documents/{identity}/events") as stream:
        for operation in (
            op("set_meta", title="Own words"),
            op("set_settings", lively=30),
            op("set_lists", stack=[{"language": "en"}], own=False),
            op("set_settings", lively=None),
        ):
            studio.edit(identity, operation)
            fill(studio, identity, seconds=0.1)
            until(stream, "job.end")
    assert asked == [(0, 0), (30, 0), (30, 10), (70, 10)]
    assert "lively" not in studio.get(f"/api/documents/{identity}")["state"]["settings"]


def test_a_region_keeps_what_is_around_it(studio: StudioClient) -> None:
    identity = small_document(studio)
    studio.edit(identity, letters("C"))
    studio.edit(identity, op("set_cells", cells=[[0, 1, "U"], [0, 2, "T"]], pencil=True))
    with studio.events(f"/api/documents/{identity}/events") as stream:
        fill(studio, identity, scope="slot", slot="1D")
        until(stream, "job.end")
    filled = cells(studio, identity)
    assert filled.keys() == {"0,0", "0,1", "0,2", "1,0", "2,0"}
    assert filled["0,1"] == {"letter": "U", "pencil": True}
    assert filled["2,0"] == {"letter": "T", "pencil": True}


def test_a_region_does_not_come_back_worse_than_it_was(
    studio: StudioClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    identity = small_document(studio)
    ring = [[row, column] for row in range(3) for column in range(3) if (row, column) != (1, 1)]
    with studio.events(f"/api/documents/{identity}/events") as stream:
        fill(studio, identity)
        best = until(stream, "job.end").data["result"]["figures"]["mean"]
        # From now on the search is content with the first fill that it finds.
        monkeypatch.setattr(Improvement, "_search", lambda improvement: iter(()))
        for seed in range(5):
            fill(studio, identity, scope="region", cells=ring, seed=seed)
            assert until(stream, "job.end").data["result"]["figures"]["mean"] == best


def test_a_fill_that_cannot_be_says_so(studio: StudioClient) -> None:
    identity = small_document(studio)
    with studio.events(f"/api/documents/{identity}/events") as stream:
        fill(studio, identity, floor=99)
        end = until(stream, "job.end").data
    assert end["status"] == "IMPOSSIBLE"
    assert "99" in end["message"]
    assert cells(studio, identity) == {}


def test_an_edit_ends_the_fill_and_nothing_lands_after_it(studio: StudioClient, gate: Gate) -> None:
    identity = small_document(studio)
    with studio.events(f"/api/documents/{identity}/events") as stream:
        fill(studio, identity)
        assert gate.reached.acquire(timeout=60)
        studio.edit(identity, letters("T"))
        gate.let_through()
        seen: list[Event] = []
        for event in stream:
            seen.append(event)
            if event.name == "job.end":
                break
    assert seen[-1].data["status"] == "STALE"
    assert "fill.best" not in [event.name for event in seen]
    assert cells(studio, identity) == {"0,0": {"letter": "T"}}


def test_a_landing_that_comes_late_is_dropped(studio: StudioClient) -> None:
    identity = small_document(studio)
    document = studio.studio.library.open(identity)
    job = DocumentJob(document, document.document.revision)
    assert job.land([letters("C", pencil=True)], "Fill")
    assert job.land([letters("CA", pencil=True)], "Fill")
    studio.edit(identity, letters("X"))
    assert not job.land([letters("T", pencil=True)], "Fill")
    assert cells(studio, identity)["0,0"] == {"letter": "X"}


def land(studio: StudioClient, identity: str, *texts: str) -> DocumentJob:
    """Let a job land some letters in the first row, one text after the other."""
    document = studio.studio.library.open(identity)
    job = DocumentJob(document, document.document.revision)
    for text in texts:
        assert job.land([letters(text, pencil=True)], "Fill in pencil")
    return job


def test_an_edit_that_has_not_seen_the_newest_landing_is_made(studio: StudioClient) -> None:
    identity = small_document(studio)
    path = f"/api/documents/{identity}"
    before = studio.get(path)
    job = land(studio, identity, "CAT", "COT")
    body = {"base": before["revision"], "ops": [letters("T", 2)]}
    answer = studio.post(f"{path}/ops", body)
    assert answer["revision"] == before["revision"] + 3
    assert apply_changes(before["state"], answer) == studio.get(path)["state"]
    assert cells(studio, identity)["2,0"] == {"letter": "T"}
    assert cells(studio, identity)["0,1"] == {"letter": "O", "pencil": True}
    assert not job.land([letters("CUT", pencil=True)], "Fill in pencil")


def test_only_letters_that_were_seen_are_accepted(studio: StudioClient) -> None:
    identity = small_document(studio)
    path = f"/api/documents/{identity}"
    land(studio, identity, "CAT")
    seen = studio.get(path)
    land(studio, identity, "COT", "CUT")
    answer = studio.post(f"{path}/ops", {"base": seen["revision"], "ops": [op("accept")]})
    assert [cells(studio, identity)[f"0,{n}"] for n in range(3)] == [
        {"letter": letter} for letter in "CAT"
    ]
    assert apply_changes(seen["state"], answer) == studio.get(path)["state"]
    undone = studio.post(f"{path}/undo", {"base": answer["revision"]})
    assert cells(studio, identity)["0,1"] == {"letter": "U", "pencil": True}
    assert undone["redo"] == "Accept the fill"


def test_undo_during_a_fill_takes_it_back(studio: StudioClient) -> None:
    identity = small_document(studio)
    path = f"/api/documents/{identity}"
    land(studio, identity, "CAT")
    base = studio.get(path)["revision"]
    document = studio.studio.library.open(identity)
    job = DocumentJob(document, base)
    assert job.land([letters("COT", pencil=True)], "Fill in pencil")
    seen = studio.get(path)
    assert job.land([letters("CUT", pencil=True)], "Fill in pencil")
    answer = studio.post(f"{path}/undo", {"base": seen["revision"]})
    assert cells(studio, identity)["0,1"] == {"letter": "A", "pencil": True}
    assert apply_changes(seen["state"], answer) == studio.get(path)["state"]


def test_an_edit_that_has_not_seen_a_persons_edit_is_refused(studio: StudioClient) -> None:
    identity = small_document(studio)
    path = f"/api/documents/{identity}"
    base = studio.get(path)["revision"]
    land(studio, identity, "CAT")
    studio.edit(identity, letters("T", 2))
    land(studio, identity, "COT")
    for action, fields in (("ops", {"ops": [letters("X")]}), ("undo", {}), ("redo", {})):
        error = studio.refused("POST", f"{path}/{action}", {"base": base, **fields})
        assert (error["status"], error["document"]) == (409, studio.get(path))


def test_edits_during_a_fill_are_all_made(studio: StudioClient, gate: Gate) -> None:
    identity = small_document(studio)
    path = f"/api/documents/{identity}"
    base = studio.get(path)["revision"]
    with studio.events(f"{path}/events") as stream:
        fill(studio, identity)
        gate.let_through()
        until(stream, "job.end")
        for column, letter in enumerate("TOE"):  # as a page would that has read no event yet
            body = {"base": base, "ops": [letters(letter, 2, column)]}
            base = studio.post(f"{path}/ops", body)["revision"]
    assert [cells(studio, identity)[f"2,{n}"] for n in range(3)] == [
        {"letter": letter} for letter in "TOE"
    ]


def test_a_new_fill_need_not_have_seen_the_last_landing(studio: StudioClient) -> None:
    identity = small_document(studio)
    base = studio.get(f"/api/documents/{identity}")["revision"]
    land(studio, identity, "CAT")
    with studio.events(f"/api/documents/{identity}/events") as stream:
        fill(studio, identity, base=base)
        assert until(stream, "job.end").data["status"] == "FILLED"


def test_a_fill_is_paused_resumed_and_stopped(studio: StudioClient, gate: Gate) -> None:
    identity = small_document(studio)
    with studio.events(f"/api/documents/{identity}/events") as stream:
        job = fill(studio, identity)["job"]
        assert gate.reached.acquire(timeout=60)
        assert studio.post(f"/api/jobs/{job}/pause") == {"job": job, "state": "paused"}
        assert until(stream, "job").data["state"] == "paused"
        assert studio.post(f"/api/jobs/{job}/resume")["state"] == "running"
        studio.delete(f"/api/jobs/{job}")
        gate.let_through()
        assert until(stream, "job.end").data["status"] in ("CANCELLED", "FILLED")


def test_a_new_fill_takes_the_place_of_the_old_one(studio: StudioClient, gate: Gate) -> None:
    identity = small_document(studio)
    with studio.events(f"/api/documents/{identity}/events") as stream:
        first = fill(studio, identity)["job"]
        assert gate.reached.acquire(timeout=60)
        second = fill(studio, identity)["job"]
        gate.let_through()
        ends = {}
        while len(ends) < 2:
            end = until(stream, "job.end").data
            ends[end["job"]] = end["status"]
    assert ends[second] == "FILLED"
    assert ends[first] in ("CANCELLED", "STALE")


def test_only_so_many_jobs_run(studio: StudioClient, gate: Gate) -> None:
    for _ in range(MAX_RUNNING):
        fill(studio, small_document(studio))
    identity = small_document(studio)
    base = studio.get(f"/api/documents/{identity}")["revision"]
    body = {"kind": "fill", "base": base}
    error = studio.refused("POST", f"/api/documents/{identity}/jobs", body)
    assert (error["status"], error["code"]) == (429, "too_many")
    gate.let_through()


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"kind": "magic", "base": 1}, 400),
        ({"kind": "fill"}, 400),
        ({"kind": "fill", "base": 1, "scope": "region"}, 400),
        ({"kind": "fill", "base": 1, "scope": "region", "cells": []}, 422),
        ({"kind": "fill", "base": 1, "scope": "slot", "slot": "99A"}, 404),
        ({"kind": "fill", "base": 1, "seconds": 1e9}, 400),
        ({"kind": "fill", "base": 1, "seconds": "10"}, 400),
        ({"kind": "fill", "base": 1, "floor": 1.5}, 400),
        ({"kind": "fill", "base": 1, "more": 1}, 400),
    ],
)
def test_fills_that_cannot_start(studio: StudioClient, body: dict[str, Any], status: int) -> None:
    identity = small_document(studio)
    assert studio.refused("POST", f"/api/documents/{identity}/jobs", body)["status"] == status


def test_a_full_grid_needs_no_fill(studio: StudioClient) -> None:
    made = studio.post("/api/documents", {"kind": "rows", "rows": ["AB"]})
    body = {"kind": "fill", "base": 0}
    error = studio.refused("POST", f"/api/documents/{made['id']}/jobs", body)
    assert (error["status"], error["message"]) == (422, "the grid is full")


def test_drafts_land_as_one_step(studio: StudioClient, monkeypatch: pytest.MonkeyPatch) -> None:
    identity = small_document(studio)
    studio.edit(identity, letters("CAT"), op("set_cells", cells=[[1, 0, "O"], [2, 0, "T"]]))
    studio.edit(identity, op("set_clue", slot="1D", text="Bed"))
    monkeypatch.setattr("crosswright.studio.api.jobs.has_dictionary", lambda: True)
    monkeypatch.setattr(
        filling, "with_drafts", lambda puzzle, _: puzzle.with_clues({"1A": "Feline [draft]"})
    )
    with studio.events(f"/api/documents/{identity}/events") as stream:
        base = studio.get(f"/api/documents/{identity}")["revision"]
        studio.post(f"/api/documents/{identity}/jobs", {"kind": "drafts", "base": base})
        assert until(stream, "job.end").data["result"] == {"drafts": 1}
    assert studio.get(f"/api/documents/{identity}")["state"]["clues"] == {
        "down 0,0 3": {"text": "Bed"},
        "across 0,0 3": {"text": "Feline", "draft": True},
    }


def test_a_layout_becomes_a_document(studio: StudioClient) -> None:
    words = [["OAK", "Acorns grow on it"], ["PALM", "Tree of the oasis"], "ELM", "A"]
    with studio.events("/api/events") as stream:
        job = studio.post("/api/jobs", {"kind": "layout", "words": words})["job"]
        end = until(stream, "job.end").data
    assert end["status"] == "FILLED"
    assert end["result"]["choices"][0]["words"] == 3
    assert "too short" in end["result"]["left_out"][0]
    made = studio.post("/api/documents", {"kind": "job", "job": job, "choice": 0})
    assert (made["words"], made["clues"]) == (3, 2)
    body = {"kind": "job", "job": job, "choice": 1}
    assert studio.refused("POST", "/api/documents", body)["status"] == 404


def test_a_pattern_becomes_a_document(studio: StudioClient) -> None:
    body = {"kind": "pattern", "height": 5, "width": 5, "count": 2, "seconds": 60}
    with studio.events("/api/events") as stream:
        job = studio.post("/api/jobs", body)["job"]
        end = until(stream, "job.end").data
    assert end["status"] == "FILLED"
    assert len(end["result"]["choices"]) == 2
    made = studio.post("/api/documents", {"kind": "job", "job": job, "choice": 1})
    assert made["rows"] == end["result"]["choices"][1]["rows"]


def test_a_theme_becomes_a_document(studio: StudioClient) -> None:
    theme = ["rain", "snow"]
    body = {"kind": "construct", "theme": theme, "height": 7, "width": 7, "style": "free"}
    with studio.events("/api/events") as stream:
        job = studio.post("/api/jobs", {**body, "count": 1, "seconds": 60, "seed": 1})["job"]
        end = until(stream, "job.end").data
    assert (end["status"], end["kind"]) == ("FILLED", "construct")
    [choice] = end["result"]["choices"]
    assert len(choice["theme"]) == 2
    assert end["result"]["left_out"] == []
    taken = {"kind": "job", "job": job, "choice": choice["choice"]}
    made = studio.post("/api/documents", taken)
    assert made["rows"] == choice["rows"]
    document = studio.get(f"/api/documents/{made['id']}")
    entries = studio.get(f"/api/documents/{made['id']}/check")["entries"]
    answers = {each["key"]: each["answer"] for each in entries}
    assert sorted(answers[key] for key in document["state"]["theme"]) == ["RAIN", "SNOW"]
    ink = "".join(sign for row in made["rows"] for sign in row if sign.isupper())
    assert sorted(ink) == sorted("RAINSNOW")  # all other letters are the engine's


def test_a_construction_can_be_stopped(studio: StudioClient) -> None:
    body = {"kind": "construct", "theme": ["rain check", "cloud nine"], "seconds": 200}
    with studio.events("/api/events") as stream:
        job = studio.post("/api/jobs", body)["job"]
        studio.delete(f"/api/jobs/{job}")
        assert until(stream, "job.end").data["status"] in ("CANCELLED", "FILLED")


def test_a_theme_that_cannot_be_placed_says_why(studio: StudioClient) -> None:
    body = {"kind": "construct", "theme": ["antidisestablishment"], "height": 5, "width": 5}
    with studio.events("/api/events") as stream:
        studio.post("/api/jobs", body)
        end = until(stream, "job.end").data
    assert (end["status"], end["result"]["choices"]) == ("IMPOSSIBLE", [])
    assert "ANTIDISESTABLISHMENT" in end["message"].upper()


def offered(stream: Any) -> list[list[dict[str, Any]]]:
    """Return what was offered at each step of a job, up to its end."""
    steps = []
    while (event := next(stream)).name != "job.end":
        if event.name == "job":
            steps.append(event.data["choices"])
    return [*steps, event.data["result"]["choices"]]


THEMED = {
    "kind": "construct",
    "entries": "tat, A bit of lace, say\ntot",
    "style": "free",
    "height": 3,
    "width": 3,
    "blocks": [1, 1],
    "count": 2,
    "seconds": 60,
}


def test_candidates_come_ranked_and_keep_their_numbers(studio: StudioClient) -> None:
    document = small_document(studio)
    with studio.events(f"/api/documents/{document}/events") as stream:
        job = studio.post(f"/api/documents/{document}/jobs", THEMED)["job"]
        steps = offered(stream)
    shown = {each["choice"]: each for step in steps for each in step}
    assert sorted(shown) == [*range(len(shown))]
    for step in steps:
        means = [each["mean"] for each in step]
        assert means == sorted(means, reverse=True)
    last = steps[-1][0]
    assert (last["words"], len(last["theme"])) == (4, 2)
    assert last["mean"] >= last["lowest"] > 0
    assert studio.get(f"/api/jobs/{job}")["result"]["choices"] == steps[-1]


def test_a_document_takes_a_candidate_over_in_one_step(studio: StudioClient) -> None:
    document = small_document(studio)
    studio.edit(document, {"op": "set_meta", "title": "Mine"})
    studio.edit(document, {"op": "set_cells", "cells": [[0, 0, "T"], [0, 1, "O"], [0, 2, "T"]]})
    studio.edit(document, {"op": "set_clue", "slot": "1A", "text": "Small child"})
    before = studio.get(f"/api/documents/{document}")
    with studio.events(f"/api/documents/{document}/events") as stream:
        job = studio.post(f"/api/documents/{document}/jobs", THEMED)["job"]
        [choice, *_] = offered(stream)[-1]
    body = {"base": before["revision"], "job": job, "choice": choice["choice"]}
    answer = studio.post(f"/api/documents/{document}/take", body)
    assert answer["revision"] == before["revision"] + 1
    taken = studio.get(f"/api/documents/{document}")
    assert studio.studio.library.open(document).card()["rows"] == choice["rows"]
    state = taken["state"]
    assert state["meta"] == before["state"]["meta"]
    assert state["lists"] == before["state"]["lists"]
    clues = sorted(clue["text"] for clue in state["clues"].values())
    assert clues == ["A bit of lace, say", "Small child"]  # one came with the theme, one stayed
    ink = [cell for cell in state["cells"].values() if "letter" in cell and "pencil" not in cell]
    assert len(state["theme"]) == 2
    assert len(ink) == len({*"TAT", *"TOT"}) + 2  # they cross in a T, and nothing else is ink
    studio.post(f"/api/documents/{document}/undo", {"base": taken["revision"]})
    assert studio.get(f"/api/documents/{document}")["state"] == before["state"]
    stale = studio.refused("POST", f"/api/documents/{document}/take", body)
    assert (stale["status"], stale["code"]) == (409, "stale")
    body = {**body, "base": taken["revision"] + 1, "choice": 99}
    assert studio.refused("POST", f"/api/documents/{document}/take", body)["status"] == 404


def test_a_refusal_carries_what_would_work(studio: StudioClient) -> None:
    body = {**THEMED, "entries": "tat\ntot\ntote", "blocks": [1, 1]}
    with studio.events("/api/events") as stream:
        studio.post("/api/jobs", body)
        end = until(stream, "job.end").data
    assert end["status"] == "IMPOSSIBLE"
    assert "TOTE" in end["message"]
    assert end["result"]["left_out"] == ["TOTE"]
    ways = {way["label"]: way["fields"] for way in end["result"]["ways"]}
    assert {"theme": ["TAT", "TOT"]} in ways.values()
    assert all("TOTE" in label for label, fields in ways.items() if "theme" in fields)


def test_a_refusal_offers_another_symmetry_or_size(studio: StudioClient) -> None:
    body = {"kind": "construct", "theme": ["rain", "snow", "hail"], "height": 5, "width": 5}
    with studio.events("/api/events") as stream:
        studio.post(
            "/api/jobs", {**body, "symmetry": "180", "style": "free", "seconds": 6, "seed": 1}
        )
        end = until(stream, "job.end").data
    assert end["status"] == "IMPOSSIBLE"
    assert "pair up" in end["message"]
    kinds = {name for way in end["result"]["ways"] for name in way["fields"]}
    assert {"theme", "symmetry"} <= kinds
    assert kinds <= {"theme", "symmetry", "height", "width", "floor"}


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"kind": "pattern", "height": 2}, 400),
        ({"kind": "pattern", "style": "cubist"}, 422),
        ({"kind": "pattern", "words": [1]}, 400),
        ({"kind": "pattern", "height": 5, "width": 6, "symmetry": "90"}, 422),
        ({"kind": "layout", "words": []}, 422),
        ({"kind": "layout", "words": [7]}, 400),
        ({"kind": "layout", "words": [["A"] * 3]}, 400),
        ({"kind": "layout", "words": ["A"] * 201}, 413),
        ({"kind": "construct", "theme": "x"}, 400),
        ({"kind": "construct", "entries": "x\n" * 31}, 400),
        ({"kind": "construct", "entries": "-\n"}, 422),
        ({"kind": "dance"}, 400),
    ],
)
def test_makings_that_cannot_start(studio: StudioClient, body: dict[str, Any], status: int) -> None:
    assert studio.refused("POST", "/api/jobs", body)["status"] == status


def test_forged_jobs_are_not_found(studio: StudioClient) -> None:
    for method, path in (("GET", ""), ("DELETE", ""), ("POST", "/pause"), ("POST", "/resume")):
        assert studio.refused(method, f"/api/jobs/{'0' * 16}{path}")["status"] == 404


def test_a_job_that_was_stopped_is_not_paused(studio: StudioClient, gate: Gate) -> None:
    job = fill(studio, small_document(studio))["job"]
    gate.reached.acquire()
    studio.delete(f"/api/jobs/{job}")
    assert studio.post(f"/api/jobs/{job}/pause")["state"] != "paused"
    running = studio.studio.jobs.get(job)
    gate.let_through()
    running.join()
    assert running.state == "ended"


@pytest.mark.parametrize("word", ["CAT\ud800", ["CAT", "\ud800"], ["CAT", "\0"], "x" * 101])
def test_words_that_are_no_text_are_refused(studio: StudioClient, word: Any) -> None:
    body = {"kind": "layout", "words": [word, "TIE"]}
    assert studio.refused("POST", "/api/jobs", body)["status"] == 400


def test_a_job_that_has_ended_lets_go_of_its_work(
    studio: StudioClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept: list[weakref.ref[object]] = []

    def noted(function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any, **options: Any) -> Any:
            kept.append(weakref.ref(value := function(*arguments, **options)))
            return value

        return call

    monkeypatch.setattr(layout, "start", noted(layout.start))
    monkeypatch.setattr(studio.studio.insight, "words", noted(studio.studio.insight.words))
    identity = small_document(studio)
    with studio.events("/api/events") as stream:
        made = studio.post("/api/jobs", {"kind": "layout", "words": ["OAK", "PALM"]})["job"]
        until(stream, "job.end")
    filled = fill(studio, identity)["job"]
    jobs = [studio.studio.jobs.get(each) for each in (made, filled)]
    for job in jobs:
        job.join()
    assert [job.last_event["status"] for job in jobs] == ["FILLED"] * 2
    studio.studio.wordlists._kept.clear()
    studio.studio.insight._kept.clear()
    gc.collect()
    assert [each() for each in kept] == [None] * 2
