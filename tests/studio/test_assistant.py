"""The assistant: stages in their order, the newest revision only, nothing kept waiting."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from helpers.studio import PATIENCE, block, letters, op

from crosswright.errors import RuleError
from crosswright.filling.asking.session import Session
from crosswright.studio.assistant import Assistant
from crosswright.studio.insight import Insight
from crosswright.studio.library import Library
from crosswright.studio.opened import OpenDocument
from crosswright.studio.state import empty_state
from crosswright.studio.thinking.stage import Stage
from crosswright.studio.thinking.task import Look, RevisionTask
from crosswright.studio.wordlists import WordLists


class Diary:
    """What stages have done, in order."""

    def __init__(self) -> None:
        self.list: list[tuple[Any, ...]] = []
        self._changed = threading.Condition()

    def note(self, *entry: Any) -> None:
        with self._changed:
            self.list.append(entry)
            self._changed.notify_all()

    def wait_for(self, *entries: tuple[Any, ...]) -> None:
        """Wait until something is in it."""
        with self._changed:
            assert self._changed.wait_for(lambda: set(entries) <= set(self.list), PATIENCE), (
                self.list
            )


class Noted(Stage):
    """A stage that notes that it is at work."""

    name = "noted"

    def __init__(self, diary: Diary, count: int = 1, gate: threading.Event | None = None) -> None:
        self.diary, self.count, self.gate = diary, count, gate

    def steps(self, task: RevisionTask) -> Generator[None]:
        for step in range(self.count):
            self.diary.note(self.name, task.document.identity, task.revision, step)
            yield
            if self.gate is not None:
                assert self.gate.wait(PATIENCE)
        task.publish(self.name, {})
        task.results[self.name] = task.revision


class Quick(Noted):
    name = "quick"
    is_quick = True


class Paused(Noted):
    name = "paused"
    is_quick = True


class Slow(Noted):
    name = "slow"


class Followed(Noted):
    name = "followed"
    follows_look = True


@pytest.fixture
def diary() -> Diary:
    return Diary()


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    (tmp_path / "words.dict").write_text("CAT\nCOT\nTIE\nTOE\nEWE\n")
    library = Library(tmp_path)
    yield library
    library.close()


@contextmanager
def working(stages: Iterable[Stage], **options: Any) -> Iterator[Assistant]:
    assistant = Assistant([*stages], logging.getLogger(), **options)
    try:
        yield assistant
    finally:
        assistant.end()


def watched(library: Library) -> OpenDocument:
    """Make a document that somebody is looking at, and note what that person hears."""
    document = library.create(empty_state(3, 3))
    lists = op("set_lists", stack=[{"path": "words.dict"}], own=False)
    document.edit(0, [lists, block((1, 1)), letters("C")])
    loop = asyncio.new_event_loop()
    loop.close()  # nobody reads what comes
    document.channel.subscribe(loop, None)
    return document


def published(document: OpenDocument, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """Note what is published about a document: names and revisions."""
    heard: list[tuple[str, int]] = []

    def publish(name: str, data: Any) -> None:
        heard.append((name, data["revision"]))

    monkeypatch.setattr(document.channel, "publish", publish)
    return heard


def test_stages_run_in_their_order(library: Library, diary: Diary) -> None:
    document = watched(library)
    with working([Quick(diary), Slow(diary, 2), Followed(diary)]) as assistant:
        assistant.edited(document)
        diary.wait_for(("followed", document.identity, 1, 0))
        assert [entry[0] for entry in diary.list] == ["quick", "slow", "slow", "followed"]


def test_a_stage_waits_for_its_pause_and_others_do_not(
    library: Library, diary: Diary, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = watched(library)
    with working([Quick(diary), Paused(diary), Slow(diary)]) as assistant:
        monkeypatch.setattr(Paused, "pause", 1e6)
        assistant.edited(document)
        diary.wait_for(("slow", document.identity, 1, 0))
        assert "paused" not in [entry[0] for entry in diary.list]
        monkeypatch.setattr(Paused, "pause", 0.0)
        assistant.wake()
        diary.wait_for(("paused", document.identity, 1, 0))


def test_an_edit_ends_the_work_on_the_revision_before(
    library: Library, diary: Diary, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = watched(library)
    heard = published(document, monkeypatch)
    gate = threading.Event()
    with working([Slow(diary, 5, gate)]) as assistant:
        assistant.edited(document)
        diary.wait_for(("slow", document.identity, 1, 0))
        document.edit(1, [letters("CO")])
        assistant.edited(document)
        gate.set()
        diary.wait_for(("slow", document.identity, 2, 4))
        assert ("slow", document.identity, 1, 2) not in diary.list
    assert ("slow", 1) not in heard


def test_a_cancelled_task_says_nothing_though_the_revision_is_the_newest(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = watched(library)
    heard = published(document, monkeypatch)
    task = RevisionTask(document)
    assert task.publish("thing", {}) and heard == [("thing", 1)]
    task.cancel()  # as when the scores of words change
    assert not task.publish("thing", {}) and heard == [("thing", 1)]


def test_another_look_begins_only_what_follows_it(library: Library, diary: Diary) -> None:
    document = watched(library)
    with working([Slow(diary), Followed(diary)]) as assistant:
        assistant.edited(document)
        diary.wait_for(("followed", document.identity, 1, 0))
        assert assistant.looked(document, Look(1, (("1A", ("CAT",)),)))
        while diary.list.count(("followed", document.identity, 1, 0)) < 2:
            pass
        assert diary.list.count(("slow", document.identity, 1, 0)) == 1
        assert not assistant.looked(document, Look(0))


def test_what_the_page_wants_outlives_an_edit_and_the_rows_do_not(library: Library) -> None:
    document = watched(library)
    with document.lock:
        task = RevisionTask(document, Look(1, (("1A", ("CAT",)),), frozenset({"letters"})))
        assert task.look is not None and task.wants == {"letters"}
        document.edit(1, [letters("CO")])
        task = RevisionTask(document, task.last_look)
    assert task.look is None and task.wants == {"letters"}


def test_results_are_for_one_revision(library: Library, diary: Diary) -> None:
    document = watched(library)
    with working([Slow(diary), Quick(diary)]) as assistant:
        assistant.edited(document)
        while assistant.results(document, 1, "slow") != 1:
            pass
        assert assistant.results(document, 0, "slow") is None
        assert assistant.results(document, 1, "nothing") is None


def test_the_document_touched_last_comes_first(library: Library, diary: Diary) -> None:
    one, other = watched(library), watched(library)
    gate = threading.Event()
    with working([Slow(diary, 3, gate)]) as assistant:
        assistant.edited(one)
        diary.wait_for(("slow", one.identity, 1, 0))
        assistant.edited(other)
        gate.set()
        diary.wait_for(("slow", one.identity, 1, 2), ("slow", other.identity, 1, 2))
        last_of_other = diary.list.index(("slow", other.identity, 1, 2))
        assert last_of_other < diary.list.index(("slow", one.identity, 1, 2))


def test_a_document_that_is_edited_on_and_on_keeps_no_other_waiting(
    library: Library, diary: Diary, monkeypatch: pytest.MonkeyPatch
) -> None:
    quiet, busy = watched(library), watched(library)
    monkeypatch.setattr(Paused, "pause", 0.01)
    with working([Quick(diary), Paused(diary)]) as assistant:
        assistant.edited(quiet)
        is_over = threading.Event()

        def edit() -> None:
            while not is_over.is_set():
                assistant.edited(busy)

        thread = threading.Thread(target=edit)
        thread.start()
        diary.wait_for(("paused", quiet.identity, 1, 0), ("quick", busy.identity, 1, 0))
        is_over.set()
        thread.join()


def test_nobody_thinks_about_what_nobody_sees(library: Library, diary: Diary) -> None:
    unseen, seen = library.create(empty_state(3, 3)), watched(library)
    with working([Quick(diary)]) as assistant:
        assistant.edited(unseen)
        assistant.edited(seen)
        diary.wait_for(("quick", seen.identity, 1, 0))
        assert unseen.identity not in [entry[1] for entry in diary.list]


def test_a_fill_has_the_engine_to_itself(library: Library, diary: Diary) -> None:
    document = watched(library)
    is_busy = True
    with working([Slow(diary), Quick(diary)], is_busy=lambda: is_busy) as assistant:
        assistant.edited(document)
        diary.wait_for(("quick", document.identity, 1, 0))
        assert len(diary.list) == 1
        is_busy = False
        assistant.wake()
        diary.wait_for(("slow", document.identity, 1, 0))


def test_a_stage_that_is_refused_is_told_once(
    library: Library, diary: Diary, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Refused(Stage):
        name = "refused"
        is_quick = True

        def steps(self, task: RevisionTask) -> Generator[None]:
            raise RuleError("CAT is both required and banned")
            yield

    document = watched(library)
    heard = published(document, monkeypatch)
    with working([Refused(), Slow(diary), Quick(diary)]) as assistant:
        assistant.edited(document)
        diary.wait_for(("quick", document.identity, 1, 0))
        while not assistant.is_idle:
            pass
    assert heard.count(("trouble", 1)) == 1
    assert [entry[0] for entry in diary.list] == ["quick"]


def test_a_run_ends_when_its_task_is_cancelled(library: Library) -> None:
    document = watched(library)
    insight = Insight(WordLists(library.root))
    [task] = [RevisionTask(document)]
    task.advance(Quick(Diary()))  # takes the state
    runs = []

    def begin(session: Session) -> Any:
        runs.append(session.truth_map())
        return runs[-1]

    steps = insight.asking(task, begin)
    next(steps)
    task.cancel()
    assert [*steps] == [] and runs[0].budget.is_stopped


def test_two_documents_of_one_pattern_share_a_session_in_turns(library: Library) -> None:
    tasks = [RevisionTask(watched(library)) for _ in range(2)]
    tasks[1].document.edit(1, [letters("CO")])
    tasks[1] = RevisionTask(tasks[1].document)
    insight = Insight(WordLists(library.root))
    for task in tasks:
        task.advance(Quick(Diary()))
    words = ["CAT", "COT"]
    runs = [insight.asking(task, lambda session: session.what_if("1A", words)) for task in tasks]
    one = [next(runs[0])]
    other = [*runs[1]]
    one += runs[0]
    last = [{each.word: str(each.viability) for each in verdicts} for verdicts in (one, other)]
    assert last == [{"CAT": "fills", "COT": "fills"}, {"CAT": "dead", "COT": "fills"}]
