"""Why not: a conflict that the page can show, and repairs that work when they are pressed."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import pytest
from helpers.studio import PATIENCE, Event, StudioClient, letters, op, running_studio, until

from crosswright.explaining.report import Explanation
from crosswright.filling.fill import fill
from crosswright.limits import Status
from crosswright.studio.conflicts import ConflictView
from crosswright.studio.insight import rules_of
from crosswright.studio.slots import grid_of
from crosswright.studio.thinking.lifts import LiftStage

RING = ["...", ".#.", "..."]
WORDS = "CAT;90\nCOT;75\nCOB;80\nTIE;70\nTOE;55\nBOY;60\n"
"""In a ring that begins with C, CAT and COT fill; COB has no corner to end at, but for itself."""


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StudioClient]:
    root = tmp_path_factory.mktemp("root")
    (root / "words.dict").write_text(WORDS)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CROSSWRIGHT_CONFIG", str(root / "config"))
        patch.setattr(LiftStage, "pause", 0.0)  # tests wait until nothing is left to do
        with running_studio(root) as client:
            yield client


def document(studio: StudioClient, *operations: dict[str, Any]) -> str:
    made = studio.post("/api/documents", {"kind": "rows", "rows": RING})
    lists = op("set_lists", stack=[{"path": "words.dict"}], own=False)
    studio.edit(made["id"], lists, letters("C"), *operations)
    return str(made["id"])


def explained(studio: StudioClient, identity: str, **about: Any) -> Any:
    """Return the whole explanation."""
    path = f"/api/documents/{identity}"
    with studio.events(f"{path}/events") as stream:
        next(stream)
        base = studio.get(path)["revision"]
        studio.post(f"{path}/jobs", {"kind": "explain", "base": base, **about})
        return whole(stream)


def whole(stream: Iterator[Event]) -> Any:
    while True:
        event = until(stream, "explain")
        if event.data["whole"]:
            return event.data


def status_of(studio: StudioClient, identity: str) -> Status:
    """Fill a document as it is, by a solver built anew."""
    state = studio.studio.library.open(identity).state()[1]
    grid = grid_of(state, pencil=False)
    words = studio.studio.insight.words(state)
    return fill(grid, words, rules_of(state, grid), objective="any").status


@pytest.mark.parametrize(
    ("operations", "about"),
    [
        ([], {"slot": "1A", "word": "COB"}),
        ([op("set_rules", min_score=60)], {"slot": "1A", "word": "CAT"}),
        ([op("set_rules", banned=["TIE"])], {"slot": "1A", "word": "CAT"}),
        ([], {"row": 0, "column": 2, "letter": "B"}),
        ([letters("X", 2, 2)], {}),
    ],
)
def test_every_repair_works_and_one_undo_takes_it_back(
    studio: StudioClient, operations: list[dict[str, Any]], about: dict[str, Any]
) -> None:
    identity = document(studio, *operations)
    before = studio.get(f"/api/documents/{identity}")["state"]
    told = explained(studio, identity, **about)
    assert told["status"] == "IMPOSSIBLE" and told["minimal"]
    assert told["about"] == about
    assert told["repairs"]
    for repair in told["repairs"]:
        studio.edit(identity, *repair["ops"])
        state = studio.get(f"/api/documents/{identity}")["state"]
        if "word" in about and "instead" not in repair["title"]:
            assert "".join(state["cells"][f"0,{n}"]["letter"] for n in range(3)) == about["word"]
        assert status_of(studio, identity) is Status.FILLED, repair
        revision = studio.get(f"/api/documents/{identity}")["revision"]
        studio.post(f"/api/documents/{identity}/undo", {"base": revision})
        assert studio.get(f"/api/documents/{identity}")["state"] == before


def test_a_conflict_is_told_in_one_sentence(studio: StudioClient) -> None:
    identity = document(studio, letters("X", 2, 2))
    told = explained(studio, identity)
    assert told["sentence"].count(".") == 1
    assert told["sentence"].startswith(("2-Down", "3-Across"))
    [held] = told["held"]
    assert (held["letters"], held["cells"], held["kind"]) == (["X"], [[2, 2]], "typed")
    [slot] = told["slots"]
    assert slot["fitting"] == 0 and slot["pattern"][2] == "X"


def test_what_is_tried_is_part_of_what_holds(studio: StudioClient) -> None:
    identity = document(studio)
    told = explained(studio, identity, slot="1A", word="COB")
    assert told["sentence"].startswith("With COB at 1-Across, ")
    tried = [held for held in told["held"] if held["kind"] == "tried"]
    assert [held["word"] for held in tried] == ["COB"]
    assert [2] in [[column for _, column in held["cells"]] for held in tried]


def test_a_word_over_a_rebus_is_written_with_its_repair(studio: StudioClient) -> None:
    (studio.studio.library.root.folder / "rebus.dict").write_text("CATS;90\nCOTS;80\nSET;5\n")
    identity = studio.post("/api/documents", {"kind": "rows", "rows": ["...", "##.", "##."]})["id"]
    lists = op("set_lists", stack=[{"path": "rebus.dict"}], own=False)
    rebus = op("set_cells", cells=[[0, 0, "CA"], [0, 2, "S"]])
    studio.edit(identity, lists, rebus, op("set_rules", min_score=50))
    for repair in explained(studio, identity, slot="1A", word="CATS")["repairs"]:
        revision = studio.edit(identity, *repair["ops"])["revision"]
        cells = studio.get(f"/api/documents/{identity}")["state"]["cells"]
        assert [cells[f"0,{column}"]["letter"] for column in range(3)] == ["CA", "T", "S"]
        assert status_of(studio, identity) is Status.FILLED
        studio.post(f"/api/documents/{identity}/undo", {"base": revision})


def test_words_of_one_family_can_be_allowed_where_the_list_keeps_them_apart(
    studio: StudioClient,
) -> None:
    rows = ["...#", "####", "...."]
    identity = studio.post("/api/documents", {"kind": "rows", "rows": rows})["id"]
    lists = op("set_lists", stack=[{"language": "en"}], own=False)
    studio.edit(identity, lists, op("set_rules", required=["CAT"]))
    repairs = explained(studio, identity, slot="2A", word="CATS")["repairs"]
    made = [repair["ops"][0] for repair in repairs]
    assert op("set_rules", no_shared_stem=False) in made


def test_a_theme_is_said_to_be_one(studio: StudioClient) -> None:
    theme = op("set_theme", slot="1A", on=True)
    identity = document(studio, letters("CAT"), letters("B", 2, 2), theme)
    held = explained(studio, identity)["held"]
    assert ("CAT", "theme", ["T"]) in [(h["word"], h["kind"], h["letters"]) for h in held]


def test_other_words_that_fill_are_offered(studio: StudioClient) -> None:
    identity = document(studio)
    path = f"/api/documents/{identity}"
    with studio.events(f"{path}/events") as stream:
        until(stream, "preview")
        slots = [{"slot": "1A", "words": ["CAT", "COT", "COB"]}]
        studio.post(f"{path}/look", {"revision": 1, "slots": slots})
        while not studio.studio.assistant.is_idle:
            pass
        body = {"kind": "explain", "base": 1, "slot": "1A", "word": "COB"}
        studio.post(f"{path}/jobs", body)
        repairs = whole(stream)["repairs"][-2:]
    assert [repair["title"] for repair in repairs] == ["Take COT instead", "Take CAT instead"]
    kinds = [repair["detail"].partition(" ·")[0] for repair in repairs]
    assert kinds == ["a similar word that fills", "another word that fills"]  # C is typed


def test_a_floor_far_below_is_poor_and_last(studio: StudioClient) -> None:
    (studio.studio.library.root.folder / "low.dict").write_text("CAT;90\nCOT;75\nTIE;70\nTOE;3\n")
    lists = op("set_lists", stack=[{"path": "low.dict"}], own=False)
    identity = document(studio, lists, op("set_rules", min_score=50))
    repairs = explained(studio, identity)["repairs"]
    poor = [repair["poor"] for repair in repairs]
    assert poor == sorted(poor) and poor[-1]
    assert "TOE 3" in repairs[-1]["detail"]


def test_what_can_be_filled_has_no_conflict(studio: StudioClient) -> None:
    told = explained(studio, document(studio), slot="1A", word="CAT")
    assert told["status"] == "FILLED"
    assert told["sentence"] == "With CAT at 1-Across, the grid can be filled."


def test_nothing_is_told_after_an_edit(
    studio: StudioClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    identity = document(studio)
    path = f"/api/documents/{identity}"
    goes_on = threading.Event()
    told = ConflictView.told

    def slow(view: ConflictView, explanation: Explanation) -> Any:
        assert goes_on.wait(PATIENCE)
        return told(view, explanation)

    monkeypatch.setattr(ConflictView, "told", slow)
    with studio.events(f"{path}/events") as stream:
        next(stream)
        started = studio.post(f"{path}/jobs", {"kind": "explain", "base": 1})
        studio.edit(identity, letters("CO"))
        goes_on.set()
        studio.studio.jobs.get(started["job"]).join()
        names = []
        for event in stream:
            names.append(event.name)
            if event.name == "job.end":
                break
    assert "explain" not in names


@pytest.mark.parametrize(
    ("about", "code"),
    [
        ({"slot": "1A", "word": "COB", "base": 0}, "stale"),
        ({"word": "COB"}, "invalid"),
        ({"row": 1, "column": 1, "letter": "A"}, "impossible"),
        ({"row": 0, "column": 0, "letter": "A"}, "impossible"),
        ({"row": 0, "letter": "A"}, "invalid"),
        ({"more": 1}, "invalid"),
    ],
)
def test_questions_that_make_no_sense_are_refused(
    studio: StudioClient, about: dict[str, Any], code: str
) -> None:
    identity = document(studio)
    body = {"kind": "explain", "base": 1, **about}
    assert studio.refused("POST", f"/api/documents/{identity}/jobs", body)["code"] == code


def test_a_word_that_contradicts_a_typed_letter_is_explained(studio: StudioClient) -> None:
    identity = document(studio)
    told = explained(studio, identity, slot="1A", word="TOE")
    assert told["sentence"] == "With TOE at 1-Across, the C at row 1, column 1 cannot stay."
    assert [(held["letters"], held["kind"]) for held in told["held"]] == [(["C"], "typed")]
    told = explained(studio, identity, slot="1A", word="DOG")
    assert told["sentence"].startswith("With DOG at 1-Across, 1-Across DOG needs a word, but ")
    assert told["slots"][0]["pattern"] == ["D", "O", "G"]


@pytest.mark.parametrize("word", ["", "CATS", "Ä"])
def test_a_word_that_cannot_be_there_is_said_so(studio: StudioClient, word: str) -> None:
    identity = document(studio)
    path = f"/api/documents/{identity}"
    with studio.events(f"{path}/events") as stream:
        next(stream)
        studio.post(f"{path}/jobs", {"kind": "explain", "base": 1, "slot": "1A", "word": word})
        end = until(stream, "job.end").data
    assert end["status"] == "FAILED" and "1A" in end["message"]


@pytest.mark.parametrize(
    ("cell", "letter", "status", "text"),
    [
        ((3, 0), "A", 422, "there is no square at row 4, column 1"),
        ((0, 3), "A", 422, "there is no square at row 1, column 4"),
        ((1, 1), "A", 422, "that square is not empty"),
        ((0, 0), "A", 422, "that square is not empty"),
        ((0, 1), "", 400, "letter: is empty"),
    ],
)
def test_a_letter_that_no_square_could_get_is_refused(
    studio: StudioClient, cell: tuple[int, int], letter: str, status: int, text: str
) -> None:
    path = f"/api/documents/{document(studio)}"
    base = studio.get(path)["revision"]
    asked = {"kind": "explain", "base": base, "row": cell[0], "column": cell[1], "letter": letter}
    error = studio.refused("POST", f"{path}/jobs", asked)
    assert (error["status"], error["message"]) == (status, text)
