"""Sessions edited at random: like new ones, and every verdict right by brute force."""

from __future__ import annotations

import random
from collections.abc import Iterator

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from crosswright.errors import CrosswrightError
from crosswright.explaining.preview import propagated
from crosswright.filling.asking.inquiry import Viability
from crosswright.filling.asking.session import Session
from crosswright.filling.attempt import Attempt
from crosswright.limits import Budget, Status
from tests.helpers.cases import Case, random_case, spelled
from tests.helpers.oracle import Oracle
from tests.helpers.sessions import case_now, edit, model_now, session_of

EDITS = 5
seeds = st.integers(0, 10**9)


def sessions(seed: int) -> Iterator[tuple[Case, Session]]:
    """Yield a session as it was opened, and after each of some edits."""
    rng = random.Random(seed)
    case = random_case(rng)
    try:
        session = session_of(case)
    except CrosswrightError:  # fixed words that contradict each other, say
        session = None
    assume(session is not None)
    assert session is not None
    yield case, session
    for _ in range(EDITS):
        edit(rng, case, session)
        yield case, session


def check_like_new(case: Case, session: Session) -> Status:
    """Compare a session with a model stated from scratch: what is left, and a fill."""
    model = model_now(case, session)
    problem = model.problem()
    solver = None if problem is None else propagated(problem)
    left = session.propagate()
    assert left.possible == (solver is not None)
    if solver is not None:
        letters = {
            cell: tuple(token for code, token in enumerate(model.tokens) if mask >> code & 1)
            for cell, mask in zip(model.cells, solver.masks(), strict=True)
        }
        given = {cell: (letter,) for cell, letter in model.grid.letters.items()}
        labels = [slot.label for slot in model.slots]
        assert left.letters == letters | given
        assert left.counts == dict(zip(labels, solver.counts(), strict=True))
    budget = Budget()
    attempt = Attempt(model, 5, budget, budget.part)
    for _ in attempt.steps():
        pass
    result, new = session.solve(seed=5), attempt.result()
    assert result.status is new.status
    if new.status is Status.FILLED:
        assert (result.grid, result.answers, result.scores) == (new.grid, new.answers, new.scores)
        assert result.statistics.nodes == new.statistics.nodes
    return new.status


@settings(max_examples=60)
@given(seeds)
def test_an_edited_session_is_like_a_new_one(seed: int) -> None:
    for case, session in sessions(seed):
        check_like_new(case, session)


def check_verdicts(case: Case, session: Session) -> None:
    """Compare every verdict, and every witness, with all fills there are."""
    now = case_now(case, session)
    oracle = Oracle(now, grid=now.grid)
    if oracle.others:
        return  # slots that need no word: what fits them together is not asked
    fills = oracle.possible
    check_truth_map(session, [fill.letters for fill in fills])
    rng = random.Random(session.revision)
    for label in rng.sample(session.slots, min(2, len(session.slots))):
        if now.grid.word(label) is None:
            check_what_if(session, label, oracle)
    check_floor(session, oracle)


def check_truth_map(session: Session, fills: list[dict]) -> None:
    truth = session.truth_map().result()
    assert truth.status is (Status.FILLED if fills else Status.IMPOSSIBLE)
    assert truth.is_complete
    for cell in truth.letters:
        letters = {fill[cell] for fill in fills}
        assert set(truth.viable(*cell)) == letters
        assert letters.isdisjoint(truth.dead(*cell))
        for letter in letters:
            witness = truth.witness(*cell, letter)
            assert witness is not None
            assert witness.letters[cell] == letter
            assert dict(witness.letters) in fills
        assert all(truth.witness(*cell, letter) is None for letter in truth.dead(*cell))


def check_what_if(session: Session, label: str, oracle: Oracle) -> None:
    words = {spelled(fill.words[label]) for fill in oracle.possible}
    result = session.what_if(label).result()
    assert set(result.of(Viability.FILLS)) == words
    assert not result.of(Viability.UNDECIDED)
    for word in words:
        grid = result.verdicts[word].grid
        assert grid is not None
        assert oracle.text(grid.word(label)) == word
    every = session.what_if(label, [*result.verdicts], floors=False).result()
    assert {w: v.viability for w, v in every.verdicts.items()} == {
        w: v.viability for w, v in result.verdicts.items()
    }


def check_floor(session: Session, oracle: Oracle) -> None:
    """Compare the best floor with that of the best fill."""
    own = oracle.rules.get("slot_scores", {})
    floors = []
    for fill in oracle.possible:
        scores = [
            score
            for label, score in oracle.chosen(fill).items()
            if label not in own and not oracle.is_exempt(fill.words[label])
        ]
        floors.append(min(scores, default=None))
    best = session.best_floor().result()
    known = session.known_floor()
    assert best.is_proved
    if not floors:
        assert best.status is known.status is Status.IMPOSSIBLE
        return
    assert best.status is known.status is Status.FILLED
    if None not in floors:
        assert best.floor == max(floors) == known.floor
        assert best.bound == known.bound


@settings(max_examples=60)
@given(seeds)
def test_every_verdict_of_an_edited_session_is_right(seed: int) -> None:
    for case, session in sessions(seed):
        check_verdicts(case, session)


def ask(rng: random.Random, session: Session) -> None:
    """Ask anything, also about slots that a region leaves open."""
    kind = rng.choice(("what if", "what if", "floor", "truth"))
    if kind == "what if":
        session.what_if(rng.choice(session.slots)).result()
    elif kind == "floor":
        session.best_floor().result()
    else:
        session.truth_map().result()


def check_answers_like_new(session: Session) -> None:
    """Compare all answers with those of a session that has not been asked anything before."""
    new = Session(session.grid, session.words, session.rules)
    floors = [each.best_floor().result() for each in (session, new)]
    assert floors[0].is_proved
    assert floors[1].is_proved
    assert floors[0].status is floors[1].status is new.solve().status is session.solve().status
    assert floors[0].floor == floors[1].floor
    truth = [each.truth_map().result() for each in (session, new)]
    assert truth[0].letters == truth[1].letters
    for label in session.slots:
        tried = [each.what_if(label, floors=False).result() for each in (session, new)]
        assert {*tried[0].of(Viability.FILLS)} == {*tried[1].of(Viability.FILLS)}


@settings(max_examples=60)
@given(seeds)
def test_what_was_asked_before_changes_no_answer(seed: int) -> None:
    rng = random.Random(seed)
    case = random_case(rng, rules=["region"])
    try:
        session = session_of(case)
    except CrosswrightError:
        session = None
    assume(session is not None)
    assert session is not None
    for _ in range(EDITS):
        ask(rng, session)
        edit(rng, case, session)
        check_answers_like_new(session)


def test_the_cases_are_of_all_kinds() -> None:
    """What the properties above are about does come up."""
    statuses = set()
    for seed in range(8):
        rng = random.Random(seed)
        case = random_case(rng)
        session = session_of(case)
        if session is not None:
            statuses.add(check_like_new(case, session))
            assert spelled(next(iter(case.scores)))
    assert statuses == {Status.FILLED, Status.IMPOSSIBLE}
