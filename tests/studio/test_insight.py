"""The engine and the checks on documents of every shape: no document is too odd to be looked at."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from helpers.studio import block, letters, op

from crosswright.errors import CrosswrightError
from crosswright.filling.asking.session import Session
from crosswright.studio.insight import Insight
from crosswright.studio.library import Library
from crosswright.studio.opened import OpenDocument
from crosswright.studio.review import review, shared_words
from crosswright.studio.slots import grid_of
from crosswright.studio.state import empty_state
from crosswright.studio.thinking.task import RevisionTask
from crosswright.studio.wordlists import WordLists
from crosswright.words.wordlist import WordList

WORDS = "CAT;90\nCUT;80\nCOT;75\nTIE;70\nTEE;60\nTOE;55\nHEARTS;50\nÑU;40\n"


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    (tmp_path / "words.dict").write_text(WORDS)
    library = Library(tmp_path)
    yield library
    library.close()


def document_with(library: Library, *operations: dict[str, Any], side: int = 3) -> OpenDocument:
    document = library.create(empty_state(side, side, symmetry="none"))
    lists = op("set_lists", stack=[{"path": "words.dict"}], own=False)
    for operation in (lists, *operations):
        document.edit(document.document.revision, [operation])
    return document


@pytest.mark.parametrize(
    "operations",
    [
        [],
        [op("resize", height=1, width=1)],
        [op("resize", height=1, width=90)],
        [block(*((row, column) for row in range(3) for column in range(3)))],
        [block((1, 1)), letters("CAT")],
        [block((1, 1)), letters("XYZ")],
        [op("set_cells", cells=[[0, 0, "HEART"], [0, 1, "7"], [0, 2, "Ñ"]])],
        [op("toggle_bar", bars=[[0, 0, "right"], [1, 1, "below"]], on=True)],
        [op("set_lists", stack=[])],
        [op("set_rules", min_score=99, distinct=False, no_shared_letters=2, no_shared_stem=True)],
        [op("set_rules", slot_scores={"across 0,0 3": 5, "across 9,9 3": 5})],
        [op("set_settings", kind="diagramless", style="barred")],
        [op("set_clue", slot="1A", text="Cat's cats, CAT")],
    ],
)
def test_every_document_can_be_looked_at(library: Library, operations: list[Any]) -> None:
    document = document_with(library, *operations)
    insight = Insight(WordLists(library.root))
    revision, state = document.state()
    preview = insight.preview(revision, state)
    report = review(state, insight.words(state))
    labels = [entry["slot"] for entry in report["entries"]]
    assert preview["counts"].keys() <= set(labels)
    for label in labels[:3]:
        assert insight.candidates(document, label)["revision"] == revision


def test_rules_that_contradict_each_other_are_told(library: Library) -> None:
    document = document_with(library, op("set_rules", required=["CAT"], banned=["CAT"]))
    with pytest.raises(CrosswrightError, match="CAT"):
        Insight(WordLists(library.root)).preview(*document.state())


@pytest.mark.parametrize(
    "operations",
    [
        [letters("C"), letters("T", 0, 2)],
        [letters("C"), op("set_rules", min_score=70)],
        [letters("C"), op("set_rules", banned=["cat", "NOWORD"])],
        [letters("C"), op("set_rules", slot_scores={"across 0,0 3": 80})],
        [letters("CAT"), op("set_rules", distinct=False)],
        [letters("CAT")],
        [op("set_cells", cells=[[0, 0, "HEAR"]])],
        [op("set_cells", cells=[[0, 2, "EARTS"]]), op("set_rules", min_score=50)],
        [op("set_cells", cells=[[0, 0, "Ñ"]])],
        [op("set_cells", cells=[[2, 2, "é"]])],
        [letters("Q")],
    ],
)
def test_candidates_agree_with_the_counts_of_the_preview(
    library: Library, operations: list[Any]
) -> None:
    document = document_with(library, block((1, 1)), *operations)
    insight = Insight(WordLists(library.root))
    preview = insight.preview(*document.state())
    grid = grid_of(document.state()[1])
    for label, count in preview["counts"].items():
        answer = insight.candidates(document, label)
        fitting = [each["word"] for each in answer["words"] if each["fits"]]
        assert len(fitting) == answer["fitting"]
        if preview["possible"] and grid.word(label) is None:  # else it counts as one, or alone
            assert len(fitting) == count
        if not preview["possible"]:
            assert fitting == []


def test_candidates_are_sorted_and_cut_alike(library: Library) -> None:
    document = document_with(library, block((1, 1)))
    insight = Insight(WordLists(library.root))
    whole = insight.candidates(document, "1A")["words"]
    scores = [(not each["fits"], -each["score"], each["word"]) for each in whole]
    assert scores == sorted(scores)
    parts = [insight.candidates(document, "1A", offset=n, limit=2)["words"] for n in (0, 2, 4, 6)]
    assert [each for part in parts for each in part] == whole
    by_alphabet = insight.candidates(document, "1A", sort="alphabet")["words"]
    names = [(not each["fits"], each["word"]) for each in by_alphabet]
    assert names == sorted(names)


def test_a_word_used_elsewhere_is_dead(library: Library) -> None:
    document = document_with(library, block((1, 1)), letters("CAT"))
    words = Insight(WordLists(library.root)).candidates(document, "1D")["words"]
    assert {each["word"]: each["fits"] for each in words} == {
        "CUT": True,
        "COT": True,
        "CAT": False,
    }


def test_an_edit_of_letters_builds_no_solver(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = document_with(library, block((1, 1)))
    insight = Insight(WordLists(library.root))
    insight.preview(*document.state())
    monkeypatch.setattr("crosswright.studio.insight.Session", None)
    document.edit(document.document.revision, [letters("C")])
    assert insight.preview(*document.state())["letters"]["0,1"] == "AOU"


def test_a_list_that_changes_is_read_again(library: Library) -> None:
    document = document_with(library)
    lists = WordLists(library.root)
    state = document.state()[1]
    assert lists.load(state["lists"]) is lists.load(state["lists"])
    (library.root.folder / "words.dict").write_text("DOG;5\n")
    assert "DOG" in lists.load(state["lists"])


def test_words_shared_by_clue_and_answer() -> None:
    words = WordList.parse("CAT\nCATS\nBEETLE\nBEETLES")
    assert shared_words("CATS", "A cat's cats and a catalogue", words) == ["cat's", "cats"]
    assert shared_words("BEETLE", "Beetles, e.g.", words) == ["Beetles"]
    assert shared_words("BEETLE", "Bug", words) == []


def test_an_edit_ends_what_prepares_searches(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = document_with(library)
    task = RevisionTask(document)
    task._state = document.state()[1]
    slices: list[int] = []

    def set_up(session: Session) -> Iterator[None]:
        for number in range(9):
            slices.append(number)
            if number == 3:
                task.cancel()
            yield

    monkeypatch.setattr(Session, "set_up", set_up)
    insight = Insight(WordLists(library.root))
    begun = [*insight.asking(task, lambda session: session.best_floor())]
    assert (slices, begun) == ([0, 1, 2, 3], [])
