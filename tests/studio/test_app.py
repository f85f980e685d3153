"""Questions and answers over HTTP: documents, files, words, sheets, and what goes wrong."""

from __future__ import annotations

import base64
import errno
import io
import json
import os
import socket
import zipfile
from pathlib import Path
from typing import Any

import pytest
from helpers.studio import StudioClient, block, letters, op, running_studio, small_document, until

from crosswright import Puzzle, write
from crosswright.clues.bank import BankedPuzzle, ClueBank
from crosswright.formats.files import from_bytes
from crosswright.studio.api import words
from crosswright.studio.state import apply

PUZZLE = Puzzle.from_filled("CAT\nO#I\nTEE", {"1A": "Pet"}, title="Animals")


def data_of(puzzle: Puzzle, folder: Path, suffix: str) -> str:
    write(puzzle, folder / f"x{suffix}")
    return base64.b64encode((folder / f"x{suffix}").read_bytes()).decode()


# -- documents ------------------------------------------------------------------------------------


def test_a_document_is_edited_undone_and_reloaded(root: Path) -> None:
    with running_studio(root) as studio:
        identity = studio.blank(3, 3, title="T")
        path = f"/api/documents/{identity}"
        answer = studio.edit(identity, letters("CAT"), gesture="g")
        assert answer["undo"] == "Ink 1A CAT"
        base = answer["revision"]
        undone = studio.post(f"{path}/undo", {"base": base})
        assert (undone["revision"], undone["redo"]) == (base + 1, "Ink 1A CAT")
        redone = studio.post(f"{path}/redo", {"base": base + 1})
        snapshot = studio.get(path)
        assert redone["revision"] == snapshot["revision"] == base + 2
    with running_studio(root) as studio:
        assert studio.get(path) == snapshot
        undone = studio.post(f"{path}/undo", {"base": snapshot["revision"]})
        assert "0,0" not in studio.get(path)["state"]["cells"]


def test_changes_lead_from_one_snapshot_to_the_next(studio: StudioClient) -> None:
    identity = studio.blank(3, 3)
    path = f"/api/documents/{identity}"
    for operation in (letters("CAT"), block((1, 1)), op("resize", height=4, width=4, top=1)):
        state = studio.get(path)["state"]
        apply(state, studio.edit(identity, operation)["changes"])
        assert state == studio.get(path)["state"]


def test_a_stale_edit_gets_the_document(studio: StudioClient) -> None:
    identity = studio.blank()
    path = f"/api/documents/{identity}"
    studio.edit(identity, letters("CAT"))
    body = {"base": 0, "ops": [letters("DOG")]}
    error = studio.refused("POST", f"{path}/ops", body)
    assert (error["status"], error["code"]) == (409, "stale")
    assert error["document"] == studio.get(path)
    for action in ("undo", "redo"):
        assert studio.refused("POST", f"{path}/{action}", {"base": 0})["code"] == "stale"
    assert studio.refused("POST", f"{path}/jobs", {"kind": "fill", "base": 0})["code"] == "stale"


def test_an_answer_that_was_lost_is_given_again(studio: StudioClient) -> None:
    identity = studio.blank(3, 3)
    body = {"base": 0, "batch": "b", "ops": [op("resize", height=4, width=3, top=1)]}
    first = studio.post(f"/api/documents/{identity}/ops", body)
    assert studio.post(f"/api/documents/{identity}/ops", body) == first
    assert studio.get(f"/api/documents/{identity}")["state"]["size"]["height"] == 4


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"base": "0", "ops": []},
        {"base": -1, "ops": []},
        {"base": 0.5, "ops": []},
        {"base": True, "ops": []},
        {"base": 0},
        {"base": 0, "ops": {}},
        {"base": 0, "ops": [[]]},
        {"base": 0, "ops": [{"op": ["set_cells"]}]},
        {"base": 0, "ops": [], "gesture": 7},
        {"base": 0, "ops": [], "gesture": "x" * 65},
        {"base": 0, "ops": [], "batch": {}},
        {"base": 0, "ops": [], "more": 1},
    ],
)
def test_wrong_types_are_refused(studio: StudioClient, body: dict[str, Any]) -> None:
    identity = studio.blank()
    error = studio.refused("POST", f"/api/documents/{identity}/ops", body)
    assert (error["status"], error["code"]) == (400, "invalid")
    assert studio.get(f"/api/documents/{identity}")["revision"] == 0


@pytest.mark.parametrize(
    ("number", "status", "code"),
    [
        (errno.ENOSPC, 507, "disk_full"),
        (errno.EROFS, 403, "read_only"),
        (errno.EIO, 422, "impossible"),
    ],
)
def test_an_edit_that_cannot_be_kept_is_not_made(
    studio: StudioClient, monkeypatch: pytest.MonkeyPatch, number: int, status: int, code: str
) -> None:
    identity = small_document(studio)
    path = f"/api/documents/{identity}"
    before = studio.get(path)

    def fail(descriptor: int, data: bytes) -> int:
        raise OSError(number, os.strerror(number))

    with monkeypatch.context() as patch, studio.events(f"{path}/events") as stream:
        patch.setattr(os, "write", fail)
        body = {"base": before["revision"], "ops": [letters("CAT")]}
        error = studio.refused("POST", f"{path}/ops", body)
        assert (error["status"], error["code"]) == (status, code)
        assert studio.refused("POST", f"{path}/undo", {"base": before["revision"]})["code"] == code
        assert studio.get(path) == before
        patch.undo()
        assert studio.post(f"{path}/ops", body)["revision"] == before["revision"] + 1
        assert until(stream, "rev").data["revision"] == before["revision"] + 1


def test_oversized_edits_are_refused(studio: StudioClient) -> None:
    identity = studio.blank()
    for ops in ([letters("A")] * 501, [op("set_rules", banned=["A"] * 5001)]):
        error = studio.refused("POST", f"/api/documents/{identity}/ops", {"base": 0, "ops": ops})
        assert (error["status"], error["code"]) == (413, "too_large")


def test_an_error_says_where_it_is(studio: StudioClient) -> None:
    identity = studio.blank()
    body = {"base": 0, "ops": [letters("A"), op("set_cells", cells=[[0, 0, "A"], [0, "x", "B"]])]}
    error = studio.refused("POST", f"/api/documents/{identity}/ops", body)
    assert error["where"] == "ops[1].cells[1]"


def test_forged_identities_are_not_found(studio: StudioClient) -> None:
    for identity in ("0" * 16, "x", "..", "%2e%2e", "0" * 500):
        for path in ("", "/check", "/history", "/events", "/export?format=puz", "/play"):
            status = studio.request("GET", f"/api/documents/{identity}{path}")[0]
            assert status == 404, (identity, path)
    body = {"base": 0, "ops": []}
    assert studio.refused("POST", f"/api/documents/{'0' * 16}/ops", body)["status"] == 404


def test_numbers_beyond_all_bounds_are_refused(studio: StudioClient) -> None:
    path = f"/api/documents/{studio.blank()}"
    for seconds in ("1" + "0" * 400, "1e400", "-1e400", "NaN"):
        raw = f'{{"kind": "fill", "base": 0, "seconds": {seconds}}}'.encode()
        assert studio.refused("POST", f"{path}/jobs", raw=raw)["status"] == 400
    for revision in ("9" * 5000, "9" * 17, "-1", "x", "1.0"):
        assert studio.refused("GET", f"{path}/history/{revision}")["status"] == 404


@pytest.mark.parametrize("action", ["undo", "redo"])
def test_nothing_is_done_that_is_refused(studio: StudioClient, action: str) -> None:
    identity = studio.blank()
    path = f"/api/documents/{identity}"
    studio.edit(identity, letters("CAT"))
    if action == "redo":
        studio.post(f"{path}/undo", {"base": 1})
    before = studio.get(path)
    body = {"base": before["revision"], "other": 1}
    assert studio.refused("POST", f"{path}/{action}", body)["status"] == 400
    assert studio.refused("DELETE", path, {"other": 1})["status"] == 400
    assert studio.get(path) == before


def test_an_upload_that_ends_early_is_no_mistake(
    studio: StudioClient, caplog: pytest.LogCaptureFixture
) -> None:
    head = (
        f"POST /api/documents HTTP/1.1\r\nHost: 127.0.0.1:{studio.port}\r\n"
        f"Cookie: {studio.cookie}\r\nOrigin: {studio.origin}\r\n"
        "Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"
    )
    with socket.create_connection(("127.0.0.1", studio.port)) as connection:
        connection.sendall(head.encode())
        connection.shutdown(socket.SHUT_WR)
        connection.recv(1000)
    studio.get("/api/about")
    assert not caplog.records


def test_history_shows_and_restores(studio: StudioClient) -> None:
    identity = studio.blank(3, 3)
    path = f"/api/documents/{identity}"
    for word in ("CAT", "DOG", "OWL"):
        studio.edit(identity, letters(word))
    history = studio.get(f"{path}/history?limit=2")
    assert [entry["label"] for entry in history["entries"]] == ["Ink 1A OWL", "Ink 1A DOG"]
    assert history["more"]
    past = studio.get(f"{path}/history/1")
    assert past["state"]["cells"]["0,0"] == {"letter": "C"}
    studio.post(f"{path}/restore", {"base": 3, "revision": 1})
    assert studio.get(path)["state"] == past["state"]
    studio.post(f"{path}/undo", {"base": 4})
    assert studio.get(path)["state"]["cells"]["0,0"] == {"letter": "O"}
    assert studio.request("GET", f"{path}/history/99")[0] == 404


# -- the library ----------------------------------------------------------------------------------


def test_documents_are_made_in_every_way(studio: StudioClient, tmp_path: Path, root: Path) -> None:
    write(PUZZLE, root / "a.ipuz")
    assert [file["path"] for file in studio.get("/api/library")["files"]] == ["a.ipuz"]
    bodies: list[dict[str, Any]] = [
        {"kind": "blank", "height": 5, "width": 7},
        {"kind": "pattern", "index": 0},
        {"kind": "rows", "rows": ["AB", "C."]},
        {"kind": "file", "path": "a.ipuz"},
        {"kind": "import", "name": "x.jpz", "data": data_of(PUZZLE, tmp_path, ".jpz")},
    ]
    made = [studio.post("/api/documents", body) for body in bodies]
    made.append(studio.post("/api/documents", {"kind": "copy", "id": made[3]["id"]}))
    sizes = [(card["height"], card["width"]) for card in made]
    assert sizes == [(5, 7), (15, 15), (2, 2), (3, 3), (3, 3), (3, 3)]
    library = studio.get("/api/library")
    assert {card["id"] for card in library["documents"]} == {card["id"] for card in made}
    assert library["files"] == []
    again = studio.request("POST", "/api/documents", {"kind": "file", "path": "a.ipuz"})
    assert (again[0], json.loads(again[2])["id"]) == (200, made[3]["id"])


def test_each_set_of_patterns_can_be_shown_and_taken(studio: StudioClient) -> None:
    sets = studio.get("/api/patterns")["sets"]
    assert {"style": "british", "size": 15} in sets and {"style": "american", "size": 13} in sets
    for each in sets:
        shown = studio.get(f"/api/patterns?style={each['style']}&size={each['size']}")
        card = studio.post("/api/documents", {"kind": "pattern", "index": 1, **each})
        assert (card["height"], card["width"]) == (each["size"], each["size"])
        state = studio.get(f"/api/documents/{card['id']}")["state"]
        blocks = sum(row.count("#") for row in shown["patterns"][1])
        assert sum("block" in cell for cell in state["cells"].values()) == blocks
        assert state["settings"]["style"] == each["style"]


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"kind": "blank", "height": 0, "width": 3}, 400),
        ({"kind": "blank", "height": 3, "width": 4, "symmetry": "90"}, 400),
        ({"kind": "pattern", "index": 10**6}, 400),
        ({"kind": "pattern", "index": 0, "size": 12}, 422),
        ({"kind": "pattern", "index": 0, "size": 13, "style": "british"}, 422),
        ({"kind": "rows", "rows": ["AB", "C"]}, 422),
        ({"kind": "rows", "rows": "AB"}, 400),
        ({"kind": "file", "path": "../x.ipuz"}, 403),
        ({"kind": "file", "path": "x.ipuz"}, 404),
        ({"kind": "import", "name": "x.ipuz", "data": "%%%"}, 400),
        ({"kind": "import", "name": "x.ipuz", "data": 7}, 400),
        ({"kind": "import", "name": "x.ipuz", "data": ""}, 422),
        ({"kind": "import", "name": "x.ipuz", "data": "e30="}, 422),
        ({"kind": "job", "job": "x", "choice": 0}, 404),
        ({"kind": "copy", "id": "x"}, 404),
        ({"kind": "spell"}, 400),
        ({}, 400),
    ],
)
def test_documents_that_cannot_be_made(
    studio: StudioClient, body: dict[str, Any], status: int
) -> None:
    assert studio.refused("POST", "/api/documents", body)["status"] == status
    assert studio.get("/api/library")["documents"] == []


def test_uploads_have_a_limit(studio: StudioClient) -> None:
    data = base64.b64encode(bytes((8 << 20) + 3)).decode()
    body = {"kind": "import", "name": "x.puz", "data": data}
    assert studio.refused("POST", "/api/documents", body)["status"] == 413


def test_a_zip_bomb_is_not_unpacked(studio: StudioClient) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("x.xml", b"<" + b" " * (64 << 20))
    data = base64.b64encode(packed.getvalue()).decode()
    body = {"kind": "import", "name": "x.jpz", "data": data}
    error = studio.refused("POST", "/api/documents", body)
    assert (error["status"], "unpacks to more" in error["message"]) == (422, True)


def test_the_trash(studio: StudioClient) -> None:
    identity = studio.blank()
    studio.delete(f"/api/documents/{identity}")
    assert studio.get("/api/library")["documents"] == []
    assert studio.request("GET", f"/api/documents/{identity}")[0] == 404
    studio.post(f"/api/documents/{identity}/recover")
    assert studio.get(f"/api/documents/{identity}")["revision"] == 0


def test_saving_asks_before_it_writes_over_a_change(studio: StudioClient, root: Path) -> None:
    identity = studio.blank(3, 3, title="Mine")
    path = f"/api/documents/{identity}"
    assert studio.post(f"{path}/save")["path"] == "mine.ipuz"
    (root / "mine.ipuz").write_bytes((root / "mine.ipuz").read_bytes() + b" ")
    error = studio.refused("POST", f"{path}/save")
    assert (error["status"], error["code"]) == (409, "changed_on_disk")
    studio.post(f"{path}/save", {"choice": "overwrite"})
    assert studio.refused("POST", f"{path}/save", {"path": "../x.ipuz"})["status"] == 403
    assert studio.get(path)["saved"] == studio.get(path)["revision"]


# -- slots, words, check --------------------------------------------------------------------------


def test_candidates_say_what_propagation_proves(studio: StudioClient) -> None:
    identity = small_document(studio)
    path = f"/api/documents/{identity}/slots"
    studio.edit(identity, letters("C"))
    answer = studio.get(f"{path}/1A/candidates")
    assert [(each["word"], each["fits"]) for each in answer["words"]] == [
        ("CAT", True),
        ("CUT", True),
        ("COT", True),
    ]
    assert (answer["total"], answer["fitting"], answer["pattern"]) == (3, 3, "C..")
    studio.edit(identity, letters("TEE", 2))
    answer = studio.get(f"{path}/1D/candidates?sort=alphabet")
    assert [each["word"] for each in answer["words"]] == ["CAT", "COT", "CUT"]
    studio.edit(identity, op("set_cells", cells=[[0, 1, "O"], [0, 2, "T"]]))
    answer = studio.get(f"{path}/1D/candidates")
    assert [(each["word"], each["fits"]) for each in answer["words"]][-1] == ("COT", False)
    assert answer["fitting"] == 2


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("filter=u", ["CUT"]),
        ("filter=c?t&limit=1", ["CAT"]),
        ("filter=[AU]", []),
        ("filter=*[AU]T", ["CAT", "CUT"]),
        ("floor=80", ["CAT", "CUT"]),
        ("offset=2&limit=5", ["COT"]),
    ],
)
def test_candidates_are_filtered(studio: StudioClient, query: str, found: list[str]) -> None:
    identity = small_document(studio)
    studio.edit(identity, letters("C"))
    answer = studio.get(f"/api/documents/{identity}/slots/1A/candidates?{query}")
    assert [each["word"] for each in answer["words"]] == found


def test_candidates_of_no_slot(studio: StudioClient) -> None:
    identity = small_document(studio)
    path = f"/api/documents/{identity}/slots"
    assert studio.request("GET", f"{path}/99A/candidates")[0] == 404
    assert studio.request("GET", f"{path}/1A/candidates?limit=x")[0] == 400
    assert studio.request("GET", f"{path}/1A/candidates?sort=x")[0] == 400


def test_candidates_of_an_older_revision_are_not_looked_for(studio: StudioClient) -> None:
    identity = small_document(studio)
    revision = studio.edit(identity, op("set_meta", title="New"))["revision"]
    path = f"/api/documents/{identity}/slots"
    stale = {"revision": revision, "stale": True}
    assert studio.get(f"{path}/1A/candidates?revision={revision - 1}") == stale
    assert studio.get(f"{path}/99A/candidates?revision={revision - 1}") == stale
    assert studio.get(f"{path}/1A/candidates?revision={revision}")["words"]
    assert studio.request("GET", f"{path}/99A/candidates?revision={revision}")[0] == 404
    assert studio.request("GET", f"{path}/1A/candidates?filter=[")[0] == 422
    for query in (f"{path}/1A/candidates?filter={'*A' * 10}", "/api/words/match?pattern=*A*B*"):
        assert studio.refused("GET", query)["message"].endswith("at most 2 *")


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"revision": 1},
        {"revision": 1, "slots": [{"slot": "9A"}]},
        {"revision": 1, "slots": [{"words": []}]},
        {"revision": 1, "slots": [{"slot": "1A", "words": [1]}]},
        {"revision": 1, "slots": [{"slot": "1A", "words": ["A"] * 201}]},
        {"revision": 1, "slots": [], "wants": ["x" * 21]},
        {"revision": 1, "slots": [], "more": 1},
    ],
)
def test_a_look_that_is_none_is_refused(studio: StudioClient, body: dict[str, Any]) -> None:
    identity = small_document(studio)
    studio.refused("POST", f"/api/documents/{identity}/look", body)


def test_a_look_at_an_older_revision_is_stale(studio: StudioClient) -> None:
    path = f"/api/documents/{small_document(studio)}/look"
    body = {"slots": [{"slot": "1a", "words": ["CAT"]}], "wants": ["letters"]}
    assert studio.post(path, {"revision": 1, **body}) == {"revision": 1}
    assert studio.post(path, {"revision": 0, **body}) == {"revision": 1, "stale": True}


def test_a_check_names_slots_and_cells(studio: StudioClient) -> None:
    identity = small_document(studio)
    studio.edit(
        identity,
        letters("CAT"),
        op("set_cells", cells=[[1, 0, "A"], [2, 0, "T"]]),
        op("set_clue", slot="1A", text="Cats, one of them"),
    )
    report = studio.get(f"/api/documents/{identity}/check")
    finding = next(each for each in report["findings"] if each["rule"] == "distinct")
    assert finding["slots"] == ["1A", "1D"]
    assert [0, 2] in finding["cells"]
    entry = report["entries"][0]
    assert (entry["answer"], entry["score"], entry["enumeration"]) == ("CAT", 90, "3")
    assert entry["shared"] == ["Cats"]
    assert report["statistics"]["inked"] == 5
    assert report["statistics"]["mean_score"] == 90


def test_words_are_scored_banned_and_looked_up(
    studio: StudioClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(words, "has_dictionary", lambda: False)  # reading it takes a while
    identity = small_document(studio)
    query = f"document={identity}"
    assert studio.get(f"/api/words/match?pattern=c*&{query}")["total"] == 3
    assert studio.get(f"/api/words/anagram?letters=act&{query}")["words"] == [
        {"word": "CAT", "score": 90}
    ]
    assert studio.post("/api/words/score", {"word": "cot", "score": 99})["score"] == 99
    assert studio.post("/api/words/ban", {"word": "cut"})["banned"]
    matches = studio.get(f"/api/words/match?pattern=C..&{query}")["words"]
    assert [each["word"] for each in matches] == ["COT", "CAT"]
    assert studio.get("/api/words/personal") == {"scores": {"COT": 99}, "banned": ["CUT"]}
    assert studio.get(f"/api/words/look?word=cut&{query}")["own"] == "ban"
    assert studio.post("/api/words/undo")["word"] == "CUT"
    studio.post("/api/words/forget", {"word": "COT"})
    assert studio.get("/api/words/personal") == {"scores": {}, "banned": []}
    lists = studio.get(f"/api/words/lists?{query}")
    assert lists["stack"] == [{"path": "words.dict", "name": "words", "words": 8}]
    assert {"path": "words.dict", "size": 56} in lists["available"]


def test_the_first_list_of_a_stack_takes_precedence(studio: StudioClient, root: Path) -> None:
    (root / "mine.dict").write_text("CAT;10\nCUP;95\n")
    (root / "more").mkdir()
    (root / "more" / "third.txt").write_text("CAT;1\nCOT;2\nCAN;60\n")
    identity = small_document(studio)
    mine, words_dict, third = ({"path": p} for p in ("mine.dict", "words.dict", "more/third.txt"))

    def scores(stack: list[dict[str, Any]], **fields: Any) -> dict[str, int]:
        studio.edit(identity, op("set_lists", stack=stack, **fields))
        found = studio.get(f"/api/words/match?pattern=C??&document={identity}")
        return {each["word"]: each["score"] for each in found["words"]}

    assert scores([mine, words_dict, third]) == {
        "CUP": 95,
        "CUT": 80,
        "COT": 75,
        "CAN": 60,
        "CAT": 10,
    }
    assert scores([words_dict, mine]) == {"CUP": 95, "CAT": 90, "CUT": 80, "COT": 75}
    assert scores([third, mine]) == {"CUP": 95, "CAN": 60, "COT": 2, "CAT": 1}
    assert scores([{**mine, "off": True}, third]) == {"CAN": 60, "COT": 2, "CAT": 1}
    assert scores([]) == {}
    studio.post("/api/words/score", {"word": "CAT", "score": 77})
    studio.post("/api/words/ban", {"word": "CUP"})
    assert scores([mine, third]) == {"CAT": 77, "CAN": 60, "COT": 2}
    assert scores([mine, third], own=False)["CUP"] == 95
    listed = studio.get(f"/api/words/lists?document={identity}")
    assert [(each["path"], each["words"]) for each in listed["stack"]] == [
        ("mine.dict", 2),
        ("more/third.txt", 3),
    ]
    assert listed["own"] == {"on": False, "scores": 1, "bans": 1}


def test_the_stack_decides_about_candidates_and_fills(studio: StudioClient, root: Path) -> None:
    (root / "mine.dict").write_text("CAT;5\n")
    identity = small_document(studio)
    studio.edit(identity, letters("C"), op("set_rules", min_score=50))
    path = f"/api/documents/{identity}/slots/1A/candidates"
    assert [each["word"] for each in studio.get(path)["words"]] == ["CAT", "CUT", "COT"]
    studio.edit(identity, op("set_lists", stack=[{"path": "mine.dict"}, {"path": "words.dict"}]))
    assert [each["word"] for each in studio.get(path)["words"]] == ["CUT", "COT"]


def test_taste_decides_what_the_built_in_list_lets_through(studio: StudioClient) -> None:
    identity = small_document(studio)
    path, counts = f"/api/documents/{identity}", {}
    studio.edit(identity, op("set_lists", stack=[{"language": "en"}], own=False))
    for taste in ("newspaper", "family", "any"):
        answer = studio.edit(identity, op("set_lists", taste=taste))
        lists = studio.get(f"/api/words/lists?document={identity}")
        candidates = studio.get(f"{path}/slots/1A/candidates?limit=1")["total"]
        counts[taste] = lists["stack"][0]["words"], candidates
        assert lists["taste"] == taste
    assert counts["family"][0] < counts["newspaper"][0] < counts["any"][0]
    assert counts["family"][1] < counts["newspaper"][1] <= counts["any"][1]
    assert answer["undo"] == "Taste"
    studio.post(f"{path}/undo", {"base": answer["revision"]})
    assert studio.get(path)["state"]["lists"]["taste"] == "family"


def test_a_preview_has_the_best_score_of_each_slot(studio: StudioClient) -> None:
    identity = small_document(studio)
    path = f"/api/documents/{identity}"
    studio.edit(identity, letters("CUT"))
    assert studio.get(f"{path}/preview")["best"] == {"1A": 80, "1D": 90, "2D": 70, "3A": 70}
    studio.edit(identity, letters("X", 0, 1))
    assert studio.get(f"{path}/preview")["best"]["1A"] is None


# -- clues used before ----------------------------------------------------------------------------


def clued(studio: StudioClient, title: str, text: str, answer: str = "CAT", **fields: Any) -> str:
    """Make a document with a clue for its first word."""
    identity = small_document(studio)
    clue = op("set_clue", slot="1A", text=text, **fields)
    studio.edit(identity, op("set_meta", title=title), letters(answer), clue)
    return identity


def test_clues_used_before_come_from_other_documents(studio: StudioClient) -> None:
    old = clued(studio, "Old", "Feline")
    clued(studio, "Other", "Hot drink", "TEE")
    clued(studio, "Same", "feline")
    draft = clued(studio, "Draft", "Tom, perhaps", draft=True)
    mine = clued(studio, "Mine", "Mine own")
    used = studio.get(f"/api/words/clues?answer=cat&document={mine}")
    assert [each["text"] for each in used["clues"]] == ["Tom, perhaps", "feline"]
    assert used["clues"][0]["draft"]
    assert used["clues"][0]["document"] == draft
    assert (used["clues"][1]["title"], used["clues"][1]["slot"]) == ("Same", "1A")
    studio.edit(old, op("set_cells", cells=[[0, 1, ""]]))
    studio.delete(f"/api/documents/{draft}")
    used = studio.get("/api/words/clues?answer=CAT")
    assert [each["title"] for each in used["clues"]] == ["Mine", "Same"]
    assert studio.request("GET", "/api/words/clues")[0] == 400


def test_clues_of_the_bank_follow_those_of_other_documents(
    studio: StudioClient, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("CROSSWRIGHT_CONFIG", str(tmp_path / "config"))
    banked = (("CAT", "1A", "It purrs"), ("CAT", "2A", "FELINE"), ("CAT", "3A", "See 4-Down"))
    ClueBank().put([BankedPuzzle("/p/one", 1, 1, "", "One", "Ann", "2024-03-01", banked)])
    clued(studio, "Old", "Feline")
    used = studio.get("/api/words/clues?answer=cat")["clues"]
    assert [each["text"] for each in used] == ["Feline", "It purrs", "See 4-Down"]
    assert (used[1]["title"], used[1]["date"]) == ("One", "2024-03-01")
    earlier = studio.studio.library.earlier_clues("CAT")
    assert [clue.text for clue in earlier] == ["Feline", "It purrs"]


def test_clues_of_documents_that_are_closed_are_found(root: Path) -> None:
    with running_studio(root) as studio:
        identity = clued(studio, "Old", "Feline")
    with running_studio(root) as studio:
        [clue] = studio.get("/api/words/clues?answer=CAT")["clues"]
        assert (clue["text"], clue["document"]) == ("Feline", identity)
        assert studio.studio.library.opened() == []


@pytest.mark.parametrize(
    "body", [{}, {"word": "", "score": 5}, {"word": "A", "score": "5"}, {"word": "!", "score": 5}]
)
def test_words_that_are_none_are_refused(studio: StudioClient, body: dict[str, Any]) -> None:
    assert studio.refused("POST", "/api/words/score", body)["status"] in (400, 422)


def test_a_list_that_is_gone_is_said_to_be(studio: StudioClient, root: Path) -> None:
    identity = small_document(studio)
    (root / "words.dict").unlink()
    error = studio.refused("GET", f"/api/documents/{identity}/check")
    assert error["status"] == 422
    assert "words.dict" in error["message"]
    studio.edit(identity, op("set_lists", stack=[{"path": "../words.dict"}]))
    assert studio.refused("GET", f"/api/documents/{identity}/check")["status"] == 403


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_a_pipe_is_no_word_list(studio: StudioClient, root: Path) -> None:
    os.mkfifo(root / "pipe.txt")
    identity = studio.blank()
    studio.edit(identity, op("set_lists", stack=[{"path": "pipe.txt"}]))
    query = f"/api/words/match?pattern=C?T&document={identity}"
    assert studio.refused("GET", query)["status"] == 422


# -- sheets ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "fields", [{"kind": "rows", "rows": ["..."]}, {"kind": "pattern", "index": 0}]
)
def test_no_undo_takes_the_title_of_a_new_document(
    studio: StudioClient, fields: dict[str, Any]
) -> None:
    made = studio.post("/api/documents", {**fields, "title": "Mine"})
    document = studio.get(f"/api/documents/{made['id']}")
    assert (document["revision"], document["state"]["meta"]["title"]) == (0, "Mine")


def test_every_format_is_exported_with_its_losses(studio: StudioClient) -> None:
    identity = small_document(studio)
    studio.edit(identity, letters("CAT"), op("mark", cells=[[0, 0]], circle=True, note="hm"))
    studio.edit(identity, op("set_cells", cells=[[1, 0, "O"], [2, 0, "HEART"]], pencil=True))
    answer = studio.get(f"/api/documents/{identity}/formats")
    assert answer["notices"][0] == "2 letters still in pencil"
    losses = {each["name"]: each["losses"] for each in answer["formats"]}
    assert losses["ipuz"] == []
    assert losses["structure"]
    for name in losses:
        status, headers, data = studio.request(
            "GET", f"/api/documents/{identity}/export?format={name}"
        )
        assert status == 200
        assert headers["content-disposition"].startswith("attachment")
        if name in ("ipuz", "jpz", "puz", "xd"):
            assert from_bytes(data, name).filled_grid.letters[0, 1] == "A"
    assert studio.request("GET", f"/api/documents/{identity}/export?format=doc")[0] == 422


@pytest.mark.parametrize(
    ("query", "start"),
    [
        ("format=svg&solution=1&cell_size=20", b"<?xml"),
        ("format=png", b"\x89PNG"),
        ("format=pdf&kind=key&page=letter", b"%PDF"),
        ("format=html&checks=none", b"<!DOCTYPE html>"),
        ("format=text&clues=0", "┌".encode()),
    ],
)
def test_drawings(studio: StudioClient, query: str, start: bytes) -> None:
    identity = small_document(studio)
    status, _, data = studio.request("GET", f"/api/documents/{identity}/render?{query}")
    assert status == 200
    assert data.lower().startswith(start.lower())


@pytest.mark.parametrize(
    "query", ["format=gif", "format=pdf&kind=poem", "format=svg&solution=yes", "cell_size=9999"]
)
def test_drawings_that_cannot_be_made(studio: StudioClient, query: str) -> None:
    identity = small_document(studio)
    assert studio.request("GET", f"/api/documents/{identity}/render?{query}")[0] in (400, 422)


def test_pages_are_served(studio: StudioClient) -> None:
    for path in ("/", "/documents/0123", "/documents/0123/clues", "/documents/0123/export"):
        status, headers, _ = studio.request("GET", path)
        assert (status, headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert studio.request("GET", "/favicon.ico")[1]["content-type"] == "image/svg+xml"
