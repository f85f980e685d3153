"""Verdicts on candidates: every ✓ has a fill, every ✗ is proved again by a solver built anew."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from helpers.studio import Event, StudioClient, block, letters, op, running_studio, until

from crosswright.filling.fill import fill
from crosswright.filling.rules import Rules
from crosswright.grids.grid import Grid
from crosswright.limits import Status
from crosswright.studio.insight import rules_of
from crosswright.studio.slots import grid_of
from crosswright.studio.thinking.lifts import LiftStage
from crosswright.words.wordlist import WordList

ROWS = ["....", "....", "....", "...#"]


def word_list(seed: int, count: int) -> str:
    """Return words of three and four letters of a small alphabet, with scores."""
    chance = random.Random(seed)
    words = {"".join(chance.choices("ABEST", k=chance.choice((3, 4)))) for _ in range(count)}
    return "".join(f"{word};{chance.randrange(10, 100, 5)}\n" for word in sorted(words))


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StudioClient]:
    root = tmp_path_factory.mktemp("root")
    for seed in (1, 4):
        (root / f"words{seed}.dict").write_text(word_list(seed, 85))
    (root / "few.dict").write_text("CAT;90\nCOT;75\nTIE;70\nTOE;55\nTAX;40\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CROSSWRIGHT_CONFIG", str(root / "config"))
        patch.setattr(LiftStage, "pause", 0.0)  # tests wait until nothing is left to do
        with running_studio(root) as client:
            yield client


def document(studio: StudioClient, rows: list[str], name: str, *operations: dict[str, Any]) -> str:
    made = studio.post("/api/documents", {"kind": "rows", "rows": rows})
    identity: str = made["id"]
    stack = [{"path": name}]
    studio.edit(identity, op("set_lists", stack=stack, own=False), *operations)
    return identity


def look(studio: StudioClient, identity: str, *labels: str) -> int:
    """Look at all candidates of slots; return the revision."""
    slots = []
    path = f"/api/documents/{identity}"
    for label in labels:
        answer = studio.get(f"{path}/slots/{label}/candidates")
        slots.append({"slot": label, "words": [each["word"] for each in answer["words"]]})
    revision: int = studio.get(path)["revision"]
    studio.post(f"{path}/look", {"revision": revision, "slots": slots})
    return revision


def verdicts(studio: StudioClient, stream: Iterator[Event]) -> dict[str, dict[str, Any]]:
    """Read verdicts until the assistant rests; return the last ones by slot and word."""
    told: dict[str, dict[str, Any]] = {}
    while not studio.studio.assistant.is_idle:
        pass
    studio.studio.library.opened()[-1].channel.publish("end", {})
    for event in stream:
        if event.name == "end":
            return told
        if event.name == "candidate":
            for verdict in event.data["verdicts"]:
                told.setdefault(event.data["slot"], {})[verdict["word"]] = verdict
    raise AssertionError("the stream has ended")


def fresh(grid: Grid, words: WordList, rules: Rules, label: str, word: str, **more: Any) -> Any:
    """Fill the grid with a word in a slot by a solver of its own."""
    rules = Rules.combined(rules, {"fixed": {label: word}, **more}, fresh)
    return fill(grid, words, rules, objective="any").status


@pytest.mark.parametrize(
    ("name", "operations"),
    [
        ("words1.dict", []),
        ("words1.dict", [letters("A", 1, 1), op("set_rules", min_score=20)]),
        ("words4.dict", [letters("S"), letters("T", 2, 3)]),
        ("words4.dict", [op("set_rules", distinct=False, min_score=45)]),
    ],
)
def test_every_verdict_is_that_of_a_solver_built_anew(
    studio: StudioClient, name: str, operations: list[dict[str, Any]]
) -> None:
    identity = document(studio, ROWS, name, *operations)
    with studio.events(f"/api/documents/{identity}/events") as stream:
        until(stream, "preview")
        revision = look(studio, identity, "1A", "2D")
        told = verdicts(studio, stream)
        state = studio.studio.library.open(identity).state()[1]
        words = studio.studio.insight.words(state)
        grid = grid_of(state)
        rules = rules_of(state, grid)
        assert set(told) == {"1A", "2D"}
        kinds = set()
        for label, by_word in told.items():
            for word, verdict in by_word.items():
                kinds.add(verdict["verdict"])
                outcome = fresh(grid, words, rules, label, word)
                expected = {"fills": Status.FILLED, "dead": Status.IMPOSSIBLE}
                assert outcome is expected[verdict["verdict"]], (label, word, verdict)
                query = f"word={word}&revision={revision}"
                path = f"/api/documents/{identity}/slots/{label}/witness?{query}"
                cells = studio.get(path)["cells"]
                if verdict["verdict"] == "fills":
                    check_witness(grid, words, rules, label, verdict, cells)
                else:
                    assert cells is None
        assert kinds == {"fills", "dead"}


def check_witness(
    grid: Grid,
    words: WordList,
    rules: Rules,
    label: str,
    verdict: dict[str, Any],
    cells: list[tuple[int, int, str]],
) -> None:
    """Check that a fill is one, with the word and the floor, and that none has a higher floor."""
    filled = grid.with_letters({(row, column): letter for row, column, letter in cells})
    answers = [filled.word(slot) or "" for slot in filled.slots]
    assert filled.word(label) == verdict["word"]
    assert all(word in words for word in answers)
    assert not rules.distinct or len({*answers}) == len(answers)
    chosen = [words.score(word) or 0 for word in answers]
    assert min(chosen) == verdict["floor"] >= (rules.min_score or 0)
    assert verdict["floor"] == verdict["bound"]  # small grids are settled
    above = fresh(grid, words, rules, label, verdict["word"], min_score=verdict["floor"] + 1)
    is_low = (words.score(verdict["word"]) or 0) <= verdict["floor"]  # which a fixed word may be
    assert above is Status.IMPOSSIBLE or is_low


def test_rows_of_the_active_slot_come_first(studio: StudioClient) -> None:
    identity = document(studio, ["...", ".#.", "..."], "few.dict", letters("C"))
    with studio.events(f"/api/documents/{identity}/events") as stream:
        until(stream, "preview")
        look(studio, identity, "1D", "1A")
        first = until(stream, "candidate").data
        assert first["slot"] == "1D" and first["revision"] == 1


def test_an_edit_brings_verdicts_of_its_own(studio: StudioClient) -> None:
    identity = document(studio, ["...", ".#.", "..."], "few.dict", letters("C"))
    with studio.events(f"/api/documents/{identity}/events") as stream:
        until(stream, "preview")
        look(studio, identity, "1A")
        assert verdicts(studio, stream)["1A"]["COT"]["verdict"] == "fills"
        studio.edit(identity, letters("X", 2, 2))
        look(studio, identity, "1A")
        told = verdicts(studio, stream)["1A"]
        assert {word: each["verdict"] for word, each in told.items()} == {
            "CAT": "dead",
            "COT": "dead",
        }


def test_another_score_of_a_word_brings_other_verdicts(studio: StudioClient) -> None:
    rules = op("set_rules", min_score=50)
    own = op("set_lists", own=True)
    rows = ["...", ".#.", "..."]
    identity = document(studio, rows, "few.dict", own, rules, letters("C"))
    with studio.events(f"/api/documents/{identity}/events") as stream:
        until(stream, "preview")
        look(studio, identity, "1A")
        assert verdicts(studio, stream)["1A"]["CAT"]["verdict"] == "fills"
        studio.post("/api/words/score", {"word": "TIE", "score": 5})
        look(studio, identity, "1A")
        names = [event.name for event in iter_until_end(studio, stream)]
        assert "candidate" in names[names.index("words") :]
        look(studio, identity, "1A")
        assert known(studio, identity, "1A", "CAT") == "dead"
        studio.post("/api/words/undo")


def iter_until_end(studio: StudioClient, stream: Iterator[Event]) -> list[Event]:
    while not studio.studio.assistant.is_idle:
        pass
    studio.studio.library.opened()[-1].channel.publish("end", {})
    events = []
    for event in stream:
        if event.name == "end":
            break
        events.append(event)
    return events


def known(studio: StudioClient, identity: str, label: str, word: str) -> str:
    opened = studio.studio.library.open(identity)
    results = studio.studio.assistant.results(opened, opened.document.revision, "verdicts")
    return str(results[label][word].viability)


def test_words_that_a_slot_cannot_have_are_left_out(studio: StudioClient) -> None:
    identity = document(studio, ["...", ".#.", "..."], "few.dict", letters("C"))
    with studio.events(f"/api/documents/{identity}/events") as stream:
        until(stream, "preview")
        slots = [{"slot": "1A", "words": ["NOSUCH", "COT", "ÄÖÜ", ""]}]
        path = f"/api/documents/{identity}/look"
        studio.post(path, {"revision": 1, "slots": slots})
        assert {*verdicts(studio, stream)["1A"]} == {"COT"}


def test_freshness_is_by_the_last_use_in_other_puzzles(studio: StudioClient) -> None:
    rows = ["...", ".#.", "..."]
    older = document(studio, rows, "few.dict", letters("CAT"))
    newer = document(studio, rows, "few.dict", letters("COT"))
    pencilled = document(studio, rows, "few.dict", letters("TAX", pencil=True))
    asking = document(studio, rows, "few.dict", block((1, 0)), letters("TIE"))
    path = f"/api/documents/{asking}/slots/1A/candidates?sort=freshness"
    studio.edit(asking, op("clear_letters"))
    words = studio.get(path)["words"]
    order = [each["word"] for each in words]
    assert order.index("CAT") < order.index("COT")
    assert not any("used" in each for each in words if each["word"] in ("TAX", "TIE"))
    used = {each["word"]: each["used"] for each in words if "used" in each}
    assert used["CAT"][0] <= used["COT"][0]
    studio.edit(older, op("set_meta", title="Older"))  # now it is the newer one
    assert dict(_used(studio, path))["CAT"][1] == "Older"
    for identity in (older, newer, pencilled):
        studio.delete(f"/api/documents/{identity}")
    assert "COT" not in dict(_used(studio, path))


def _used(studio: StudioClient, path: str) -> list[tuple[str, Any]]:
    words = studio.get(path)["words"]
    return [(each["word"], each["used"]) for each in words if "used" in each]


def test_a_card_without_answers_is_made_anew(tmp_path: Path) -> None:
    from crosswright.studio.library import Library
    from crosswright.studio.state import empty_state

    library = Library(tmp_path)
    identity = library.create(empty_state(3, 3)).identity
    library.close()
    [card] = tmp_path.rglob("card.json")
    value = json.loads(card.read_text())
    del value["answers"]
    card.write_text(json.dumps(value))
    library = Library(tmp_path)
    listing = library.listing(identity)
    assert listing is not None and listing.answers == []
    library.close()
