"""A session: built once, then told what to assume and asked."""

from __future__ import annotations

import gc
import sys
import threading
import weakref
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import islice
from types import FrameType
from typing import Any

import pytest

from crosswright import engine
from crosswright.errors import CrosswrightError, GridError, RuleError
from crosswright.filling.asking.assumptions import Assumptions
from crosswright.filling.asking.inquiry import Viability
from crosswright.filling.asking.session import Session
from crosswright.filling.fill import fill
from crosswright.filling.model import Model
from crosswright.filling.search import Search
from crosswright.limits import Budget, Limit, Status
from crosswright.support.turns import Turn
from crosswright.words.wordlist import WordList
from tests.helpers.fills import GRID, HARD, HARD_LIST, WORDS
from tests.helpers.threads import held_by_another_thread

RING = "...\n.#.\n..."
SHORT = [("CAT", 90), ("COT", 60), ("CUT", 30), ("TIE", 80), ("TEE", 50), ("TOE", 20)]


def ring(**rules: Any) -> Session:
    return Session(RING, SHORT, **rules)


# -- built once -----------------------------------------------------------------------------------


def test_nothing_is_built_again(monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session(GRID, WORDS, min_score=20)
    assert session.solve().status is Status.FILLED
    built: list[str] = []

    def refuse(name: str) -> Any:
        return lambda *args, **options: built.append(name)

    monkeypatch.setattr(engine, "Solver", refuse("solver"))
    monkeypatch.setattr(engine, "KeptSolver", refuse("kept solver"))
    monkeypatch.setattr(Model, "_state", refuse("model"))
    monkeypatch.setattr(Model, "problem", refuse("problem"))
    session.assume(letters={(0, 0): "S"}, banned=["SLEPT"], slot_scores={"1D": 40})
    session.propagate()
    assert session.solve().status is Status.FILLED
    session.assume(min_score=30)
    session.truth_map(Limit(failures=200)).result()
    session.retract(letters=[(0, 0)], min_score=True)
    session.what_if("1A", count=3, limit=Limit(failures=200)).result()
    session.best_floor(Limit(failures=200)).result()
    session.assume(words={"1A": "QQQQQ"})
    session.propagate()
    assert built == []


# -- assumptions ----------------------------------------------------------------------------------


def test_the_grid_and_the_rules_are_assumed_at_first() -> None:
    session = Session(
        "C..\n.#.\n...", SHORT, min_score=20, banned=["cut"], slot_scores={"1d": 30},
        fixed={"3A": "TOE"},
    )  # fmt: skip
    now = session.assumptions
    assert now.letters == {(0, 0): "C"}
    assert now.words == {"3A": "TOE"}
    assert now.banned == {"CUT"}
    assert (now.min_score, now.slot_scores) == (20, {"1D": 30})
    assert str(session.grid).split() == ["C..", ".#.", "TOE"]
    session.retract(
        letters=[(0, 0)], words=["3a"], banned=["cut"], min_score=True, slot_scores=["1D"]
    )
    assert session.assumptions == Session(RING, SHORT).assumptions
    assert session.grid == Session(RING, SHORT).grid


def test_a_letter_or_a_word_takes_the_place_of_another() -> None:
    session = ring()
    session.assume(letters={(0, 1): "a"})
    assert session.propagate().letters[1, 0] == ("O", "U")
    session.assume(letters={(0, 1): "U"})
    assert session.propagate().letters[1, 0] == ("A", "O")
    session.retract(letters=[(0, 1)])
    session.assume(words={"1A": "CAT"})
    session.assume(words={"1A": "COT"})
    assert session.grid.word("1A") == "COT"


def test_a_shared_cell_keeps_its_letter_with_the_other_word() -> None:
    session = ring()
    session.assume(words={"1A": "CAT", "1D": "COT"})
    session.retract(words=["1A"])
    assert str(session.grid).split() == ["C..", "O#.", "T.."]


def test_follow_takes_exactly_the_letters_of_a_grid() -> None:
    session = ring()
    session.assume(words={"1A": "CAT"})
    session.follow("T..\n.#.\n...")
    assert str(session.grid).split() == ["T..", ".#.", "..."]
    assert session.assumptions.words == {}
    with pytest.raises(RuleError, match="another shape"):
        session.follow("....")


def test_a_slot_with_all_its_letters_is_taken_as_it_is() -> None:
    session = ring(min_score=40)
    session.assume(words={"1A": "CUT"})  # below the floor
    assert session.propagate().possible
    session.assume(words={"1A": "CXT"})  # not a word
    left = session.propagate()
    assert left.possible
    assert left.counts["1A"] == 1
    assert left.letters[0, 1] == ("X",)
    result = session.solve()
    assert result.status is Status.FILLED
    assert result.answers["1A"] == "CXT"
    assert result.scores["1A"] is None
    session.assume(words={"1D": "CXT"})  # twice
    assert not session.propagate().possible
    session.retract(words=["1A", "1D"])
    assert session.propagate().counts == ring(min_score=40).propagate().counts


def test_what_cannot_be_assumed() -> None:
    session = ring(required=["TIE"])
    before = session.revision
    for wrong, message in (
        ({"letters": {(1, 1): "A"}}, "not an open cell"),
        ({"letters": {(9, 9): "A"}}, "not an open cell"),
        ({"letters": {(0, 0): "AB"}}, "not one letter"),
        ({"letters": {(0, 0): "Ж"}}, "not one letter"),
        ({"words": {"1A": "CATS"}}, "3 cells"),
        ({"words": {"1A": "CAT", "1D": "TIE"}}, "where C is assumed"),
        ({"banned": "CAT"}, "takes a list"),
        ({"banned": ["tie"]}, "both required and banned"),
        ({"min_score": 1.5}, "must be a whole number"),
        ({"slot_scores": {"1A": "x"}}, "must be a whole number"),
        ({"letters": 5}, "letters takes a dict keyed by cell, not 5"),
        ({"letters": [(0, 0)]}, "letters takes a dict keyed by cell"),
        ({"words": "1A"}, "words takes a dict keyed by label, not '1A'"),
        ({"slot_scores": 0}, "slot_scores takes a dict keyed by label, not 0"),
        ({"banned": 5}, "banned takes a list, not 5"),
        ({"min_score": int}, "must be a whole number"),
        ({"min_score": True}, "must be a whole number, not True"),
    ):
        with pytest.raises(RuleError, match=message):
            session.assume(**wrong)
    with pytest.raises(GridError, match="no slot 9X"):
        session.assume(words={"9X": "CAT"})
    with pytest.raises(TypeError, match="expected a word, not 5"):
        session.assume(letters={(0, 0): 5})  # type: ignore[dict-item]
    for gone in ({"letters": [(0, 0)]}, {"words": ["1A"]}, {"banned": ["CAT"]}, {"letters": [[0]]}):
        with pytest.raises(RuleError, match="is assumed for"):
            session.retract(**gone)
    for name in ("letters", "words", "banned", "slot_scores"):
        with pytest.raises(RuleError, match=f"{name} takes a list, not 5"):
            session.retract(**{name: 5})
    assert session.revision == before


@pytest.mark.parametrize("number", [float("nan"), float("inf"), 2.0, "2", None])
def test_seeds_and_counts_are_whole_numbers(number: Any) -> None:
    session = ring()
    with pytest.raises(TypeError, match="seed takes a whole number"):
        ring(seed=number)
    with pytest.raises(TypeError, match="candidates takes a whole number"):
        session.propagate(number)
    with pytest.raises(TypeError, match="count takes a whole number"):
        session.what_if("1A", count=number)
    if number is not None:  # the session's own
        with pytest.raises(TypeError, match="seed takes a whole number"):
            session.solve(seed=number)


def test_counts_are_not_negative() -> None:
    with pytest.raises(CrosswrightError, match="candidates is -1; it must be 0 or more"):
        ring().propagate(-1)
    with pytest.raises(CrosswrightError, match="count is -1; it must be 0 or more"):
        ring().what_if("1A", count=-1)


def test_numbers_may_be_huge() -> None:
    session = ring(seed=10**30)
    assert session.solve(seed=-(10**30)).status is Status.FILLED
    assert len(session.propagate(10**30).candidates["1A"].first) == 3
    assert len(session.what_if("1A", count=10**30).result().verdicts) == 3


def test_outside_a_region_and_in_a_rebus_nothing_can_be_assumed() -> None:
    session = Session("...\n.#.\nTIE", SHORT, region=["1A", "1D", "2D"])
    with pytest.raises(RuleError, match="outside the region"):
        session.assume(letters={(2, 1): "O"})
    session = Session("..\n\nrebus: 1,1=CA", ["CAT", "CAR"])
    assert session.assumptions.letters == {}
    assert session.propagate().counts == {"1A": 2}
    with pytest.raises(RuleError, match="the CA at row 1, column 1 is part of the grid's shape"):
        session.assume(letters={(0, 0): "T"})
    session.assume(letters={(0, 1): "R"})
    assert session.solve().answers == {"1A": "CAR"}


@pytest.mark.parametrize("word", ["CÆT", "C4T"])
def test_the_rules_of_a_region_keep_fixed_words_of_other_letters(word: str) -> None:
    slots = ["1A", "1D", "2D", "3A"]
    session = Session(RING, [*SHORT, ("TAT", 50)], region=slots, fixed={"1A": word})
    assert session.grid.word(session.grid.slot("1A")) == word
    result = fill(session.grid, session.words, session.rules)
    assert result.grid.word(result.grid.slot("1A")) == word


@pytest.mark.parametrize("seed", range(3))
def test_the_rules_of_a_region_keep_what_is_assumed_there(seed: int) -> None:
    words = ["CAT", "COT", "CUT", "TIE", "TEE", "TOE", "TOT"]
    session = Session("CAT\n.#.\n...", words, region=["1A", "1D", "2D", (2, 1)], required=["CUT"])
    session.assume(words={"1A": "CUT"}, letters={(1, 0): "A"})
    for result in (session.solve(), fill(session.grid, words, session.rules, seed=seed)):
        assert result.status is Status.FILLED
        assert result.grid.word(result.grid.slot("1A")) == "CUT"
        assert result.grid.word(result.grid.slot("1D")) == "CAT"


@pytest.mark.parametrize(
    ("letters", "words"),
    [({(0, 2): "A", (2, 2): "B"}, {}), ({}, {"1A": "TOT", "1D": "TOT"})],
)
def test_a_fill_by_the_rules_of_a_region_is_one_of_the_session(
    letters: dict[tuple[int, int], str], words: dict[str, str]
) -> None:
    listed = ["AAB", "CAT", "COT", "TIE", "TOE", "TOT"]
    session = Session(RING, listed, region=["1A", "1D", "2D"])
    session.assume(letters=letters, words=words)
    result = fill(session.grid, listed, session.rules)
    assert result.status is session.solve().status is Status.IMPOSSIBLE


def test_a_session_without_rules_has_none() -> None:
    assert Session(RING, SHORT).rules.is_empty
    assert not Session(RING, SHORT, region=["1A"], keeps_letters=True).rules.is_empty


def test_letters_in_a_region_stay_if_the_rules_say_so() -> None:
    result = fill("C..", ["CAT", "TIE"], region=["1A"], keeps_letters=True)
    assert result.answers == {"1A": "CAT"}
    session = Session("C..", ["CAT", "TIE"], region=["1A"], keeps_letters=True)
    assert session.assumptions.letters == {(0, 0): "C"}
    session.retract(letters=[(0, 0)])
    assert session.propagate().counts == {"1A": 2}


@pytest.mark.parametrize("rules", [{"used": ["CAT"]}, {"matching": {"2A": "[^C]+"}}])
def test_a_given_word_that_its_slot_could_not_take_keeps_its_family_out(
    rules: dict[str, Any],
) -> None:
    words = WordList.from_words(["CATS", "DOGS", "CAT"], bases={"CATS": "CAT"})
    session = Session("....\n####\nCAT#", words, no_shared_stem=True, **rules)
    tried = session.what_if("1A").result()
    assert tried.of(Viability.FILLS) == ["DOGS"]
    assert fill(session.grid, words, session.rules, allowed={"1A": ["CATS"]}).status is (
        Status.IMPOSSIBLE
    )


def test_two_given_words_that_share_letters_leave_no_fill_even_if_used_before() -> None:
    session = Session("CATS\n####\nCAT#", ["CATS", "CAT"], used=["CAT"], no_shared_letters=3)
    assert session.solve().status is Status.IMPOSSIBLE


def test_floors_outside_of_the_region_are_not_assumed() -> None:
    session = Session(RING, SHORT, region=["3A"], slot_scores={"1A": 50, "3A": 30})
    assert session.assumptions.slot_scores == {"3A": 30}
    session.retract(slot_scores=["3A"])


def test_a_word_that_cannot_be_in_an_open_slot_may_still_be_what_fits_there() -> None:
    region = [(0, 0), (0, 1), (1, 0), (2, 1)]
    session = Session(RING, ["BCB", "BBB"], region=region)
    session.what_if("1A").result()
    assert session.solve().status is Status.FILLED
    assert session.truth_map().result().status is Status.FILLED
    assert session.best_floor().result().status is Status.FILLED


# -- answers --------------------------------------------------------------------------------------


def test_propagation_names_the_first_candidates_by_score() -> None:
    session = ring()
    left = session.propagate(candidates=2)
    assert left.candidates["1A"].first == (("CAT", 90), ("COT", 60))
    assert left.candidates["1A"].count == left.counts["1A"] == 3
    session.assume(min_score=25, banned=["CAT"])
    assert session.propagate().candidates["1A"].first == (("COT", 60), ("CUT", 30))


def test_what_propagation_leaves_does_not_change_with_the_session() -> None:
    session = ring()
    left = session.propagate()
    session.assume(words={"1A": "CAT"})
    assert left.letters[0, 1] == ("A", "O", "U")
    assert left.revision == session.revision - 1


def test_witnesses_are_those_of_their_time() -> None:
    session = ring()
    session.assume(letters={(0, 1): "A"})
    truth, tried = session.truth_map().result(), session.what_if("1D").result()
    session.assume(letters={(0, 1): "U"})
    grids = [truth.witness(1, 0, "O"), tried.verdicts["COT"].grid]
    assert [grid is not None and grid.word("1A") for grid in grids] == ["CAT", "CAT"]


def test_an_impossible_grid_shows_what_each_slot_has_by_itself() -> None:
    session = ring()
    session.assume(letters={(0, 0): "C", (0, 2): "E", (2, 0): "T"})
    left = session.propagate()
    assert not left.possible
    assert left.counts["1A"] == 0
    assert left.counts["1D"] == 3
    assert left.candidates["1D"].first[0] == ("CAT", 90)
    assert left.letters[1, 0] == ("A", "O", "U")
    assert session.solve().status is Status.IMPOSSIBLE
    assert session.truth_map().result().status is Status.IMPOSSIBLE
    assert session.best_floor().result().status is Status.IMPOSSIBLE
    [verdict] = session.what_if("1D", ["CAT"]).result().verdicts.values()
    assert verdict.viability is Viability.DEAD


@pytest.mark.parametrize("most_kept", [2, 100])
def test_impossible_grids_look_the_same_after_any_edits(
    monkeypatch: pytest.MonkeyPatch, most_kept: int
) -> None:
    monkeypatch.setattr("crosswright.filling.asking.propagation.MAX_ALONE", most_kept)
    session = ring(min_score=10)
    edits: list[tuple[str, int, list[str]]] = [
        ("C.E\n.#.\nT..", 10, []),
        ("C.E\n.#.\nT..", 40, []),
        ("C.E\n.#.\nT..", 40, ["CAT"]),
        ("C.E\n.#.\n...", 10, ["COT"]),
        ("CXE\n.#.\n..Q", 10, []),
        ("C.E\n.#.\nT..", 10, []),
    ]
    for grid, floor, banned in edits:
        session.follow(grid)
        session.retract(banned=session.assumptions.banned)
        session.assume(min_score=floor, banned=banned)
        left = session.propagate()
        fresh = Session(grid, SHORT, min_score=floor, banned=banned).propagate()
        assert not left.possible
        assert (left.letters, left.counts) == (fresh.letters, fresh.counts)
        assert left.candidates == fresh.candidates


def test_solve_is_fill() -> None:
    session = Session(GRID, WORDS)
    session.assume(letters={(0, 0): "S"}, min_score=30)
    result = session.solve(seed=3)
    new = fill(GRID.with_letters({(0, 0): "S"}), WORDS, seed=3, min_score=30)
    assert (result.grid, result.answers, result.scores) == (new.grid, new.answers, new.scores)
    assert (result.seed, result.min_score) == (3, 30)
    assert result.statistics.nodes == new.statistics.nodes


# -- limits and threads ---------------------------------------------------------------------------


def test_limits_end_every_question() -> None:
    session = Session(HARD, HARD_LIST)
    nothing = Limit(nodes=0)
    assert session.solve(nothing).status is Status.LIMIT
    assert session.solve(Limit(failures=50)).status is Status.LIMIT
    assert session.truth_map(nothing).result().status is Status.LIMIT
    assert session.best_floor(nothing).result().status is Status.LIMIT
    verdicts = session.what_if("1A", count=3, limit=nothing).result().verdicts
    assert {v.viability for v in verdicts.values()} <= {Viability.UNDECIDED}


def test_stopped_work_leaves_a_session_that_can_be_used() -> None:
    session = Session(HARD, HARD_LIST)
    before = session.propagate().counts
    budget = Budget()
    budget.stop()
    assert session.solve(budget).status is Status.CANCELLED
    run = session.truth_map(Limit(failures=400))
    next(run)
    run.stop()
    truth = run.result()
    assert truth.status is Status.CANCELLED
    assert not truth.is_complete
    assert session.propagate().counts == before


def test_an_interrupted_question_leaves_no_trace(monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session(GRID, WORDS, min_score=30)
    session.assume(letters={(0, 0): "S"})
    counts = session.propagate().counts
    run = session.truth_map()
    next(run)

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Search, "decide", interrupt)
        with pytest.raises(KeyboardInterrupt):
            run.result()
        with pytest.raises(KeyboardInterrupt):
            session.best_floor().result()
    assert session.propagate().counts == counts
    new = Session(session.grid, WORDS, min_score=30).truth_map().result()
    assert session.truth_map().result().letters == new.letters


def interrupted_after(lines: int, work: Callable[[], object]) -> bool:
    """Interrupt some work after as many lines of the code that asks; return whether it was."""
    left = lines

    def trace(frame: FrameType, event: str, _: object) -> Any:
        nonlocal left
        if "asking" not in frame.f_code.co_filename:
            return None
        if event == "line":
            left -= 1
            if not left:
                raise KeyboardInterrupt
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        work()
    except KeyboardInterrupt:
        return True
    finally:
        sys.settrace(before)
    return False


@pytest.mark.parametrize("question", ["truth_map", "best_floor"])
def test_a_question_may_be_interrupted_anywhere(question: str) -> None:
    truth = ring(banned=["CUT"]).truth_map().result().letters
    lines = 0
    while True:
        session = ring(banned=["CUT"])
        run = getattr(session, question)()
        lines += 7
        was_interrupted = interrupted_after(lines, run.result)
        assert session.truth_map().result().letters == truth
        if not was_interrupted:
            break
    assert lines > 300


@pytest.mark.parametrize("also_asks", [False, True])
def test_a_question_may_be_interrupted_by_an_edit_of_its_own_thread(
    also_asks: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = ring()
    real, left = Search.decide, [3]

    def decide(search: Search, *arguments: Any) -> Any:
        left[0] -= 1
        if not left[0]:  # as a signal handler would
            session.assume(words={"1A": "CUT"})
            if also_asks:
                session.propagate()
                session.best_floor(Limit(failures=1)).result()
        return real(search, *arguments)

    with monkeypatch.context() as patch:
        patch.setattr(Search, "decide", decide)
        session.truth_map().result()
    truth = session.truth_map().result().letters
    new = ring()
    new.assume(words={"1A": "CUT"})
    assert truth == new.truth_map().result().letters


def test_an_edit_ends_what_is_under_way() -> None:
    session = Session(GRID, WORDS)
    runs = [session.truth_map(), session.what_if("1A"), session.best_floor()]
    revision = session.revision
    session.assume(letters={(0, 0): "S"})
    for run in runs:
        result = run.result()
        assert result.revision == revision == session.revision - 1
    assert runs[0].result().status is Status.CANCELLED
    assert runs[1].result().verdicts == {}
    assert runs[2].result().status is Status.CANCELLED


class Busy(Turn):
    """A turn that comes only after another thread has made an edit."""

    def __init__(self, edit: Callable[[], object], turns: int) -> None:
        super().__init__()
        self._edit, self._left = edit, turns

    def __enter__(self) -> None:
        self._left -= 1
        if not self._left:
            self._edit()
        super().__enter__()


@pytest.mark.parametrize("turns", range(1, 8))
def test_an_edit_just_before_the_turn_of_a_question_ends_it(turns: int) -> None:
    words = [*SHORT, ("TAU", 40), ("ATE", 70)]
    fresh = Session(RING, words)
    truth, floor = fresh.truth_map().result().letters, fresh.best_floor().result().floor
    verdicts = Session(RING, words).what_if("3A").result().verdicts
    assert floor is not None
    for question in ("truth_map", "what_if", "best_floor"):
        session = Session(RING, words)
        run = getattr(session, question)(*(["3A"] if question == "what_if" else []))
        session._inquiry.turn = Busy(partial(session.assume, words={"1A": "CUT"}), turns)
        result = run.result()
        assert result.revision == run.revision
        if question == "truth_map":
            for cell, letters in result.letters.items():
                for letter, its in letters.items():
                    assert its in (truth[cell][letter], Viability.UNDECIDED)
        elif question == "what_if":
            for word, its in result.verdicts.items():
                assert its.viability in (verdicts[word].viability, Viability.UNDECIDED)
        else:
            assert result.bound is None or result.bound >= floor


def test_edits_of_two_threads_are_not_lost() -> None:
    session = ring()
    with held_by_another_thread(session._inquiry.turn):
        with pytest.raises(RuntimeError, match="another thread"):
            session.assume(banned=["CAT"])
        for ask in (session.truth_map, session.best_floor, lambda: session.what_if("1A")):
            with pytest.raises(RuntimeError, match="another thread"):
                ask()
    real, seen = session._inquiry.change, []

    def change(assumptions: Assumptions, texts: Any) -> None:
        with pytest.raises(RuntimeError):
            thread_assumes(session, "COT")
        seen.append(assumptions)
        real(assumptions, texts)

    session._inquiry.change = change  # type: ignore[method-assign]
    session.assume(banned=["CAT"])
    assert [its.banned for its in seen] == [{"CAT"}]


def thread_assumes(session: Session, word: str) -> None:
    """Ban a word in another thread; raise what it raises."""
    with ThreadPoolExecutor(1) as executor:
        executor.submit(session.assume, banned=[word]).result()


def test_questions_can_take_turns() -> None:
    session = Session(GRID, WORDS, min_score=30)
    counts = session.propagate().counts
    truth, tried = session.truth_map(), session.what_if("1A", count=4, floors=False)
    for _ in islice(truth, 30):
        next(tried, None)
        assert session.propagate().counts == counts
    verdicts = tried.result().verdicts
    alone = Session(GRID, WORDS, min_score=30).what_if("1A", [*verdicts], floors=False).result()
    assert {w: v.viability for w, v in verdicts.items()} == {
        w: v.viability for w, v in alone.verdicts.items()
    }


def test_a_session_is_for_one_thread_at_a_time() -> None:
    session = ring()
    run = session.truth_map()
    with held_by_another_thread(session._inquiry.turn):
        for use in (
            session.propagate,
            session.solve,
            session.known_floor,
            lambda: session.assume(min_score=5),
            lambda: next(run),
        ):
            with pytest.raises(RuntimeError, match="another thread is asking this session"):
                use()
    assert session.propagate().possible


def test_any_thread_can_stop_the_work() -> None:
    session = Session(HARD, HARD_LIST)
    run = session.truth_map()
    result = []
    thread = threading.Thread(target=lambda: result.append(run.result()))
    thread.start()
    run.stop()
    thread.join()
    assert result[0].status is Status.CANCELLED


def test_setting_up_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    slices: list[int] = []

    def endless(model: Model) -> Iterator[None]:
        while True:
            slices.append(1)
            yield

    monkeypatch.setattr(Model, "set_up", endless)
    session = ring()
    limit = Limit(seconds=0.01)
    assert session.solve(limit).status is Status.LIMIT
    assert session.truth_map(limit).result().status is Status.LIMIT
    assert session.best_floor(limit).result().status is Status.LIMIT
    assert session.what_if("1A", limit=limit).result().verdicts == {}
    named = session.what_if("1A", ["CAT"], limit=limit).result().verdicts
    assert [verdict.viability for verdict in named.values()] == [Viability.UNDECIDED]
    run = session.truth_map()
    run.stop()
    assert run.result().status is Status.CANCELLED
    assert slices


@pytest.mark.parametrize("question", ["truth_map", "best_floor", "what_if"])
def test_a_session_that_was_asked_is_forgotten_with_its_answer(question: str) -> None:
    """Without a look for garbage, which may come late: a solver takes many megabytes."""
    session = ring()
    kept = weakref.ref(session._kept)
    gc.disable()
    try:
        answer = getattr(session, question)(*["1A"] * (question == "what_if")).result()
        assert answer is not None
        del session, answer
        assert kept() is None
    finally:
        gc.enable()
