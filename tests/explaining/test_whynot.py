"""Why not: the conflict under an assumed word, and repairs that leave the word where it is."""

from __future__ import annotations

import random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from crosswright.errors import CrosswrightError, RuleError
from crosswright.explaining.demands import Demand, Kind
from crosswright.explaining.explain import explain
from crosswright.explaining.whynot import start_why_not, why_not
from crosswright.filling.asking.inquiry import Viability
from crosswright.filling.asking.session import Session
from crosswright.filling.model import Model
from crosswright.filling.search import Search
from crosswright.grids.grid import Grid
from crosswright.grids.notation import Cell
from crosswright.limits import Budget, Limit, Status
from tests.helpers.cases import Case, random_case
from tests.helpers.oracle import Oracle
from tests.helpers.sessions import case_now, edit, session_of

pytestmark = pytest.mark.usefixtures("each_engine")


def test_a_given_word_is_replaced_by_one_with_which_the_grid_fills() -> None:
    grid = "QUAKE\n.####\n.####"
    words = ["QUAKE", "SHAKE", "SNAKE", "BRAVE", "SIT", "SAT", "BIT"]
    explanation = explain(grid, words)
    texts = [repair.changes[0].text for repair in explanation.repairs]
    assert "Replace QUAKE at 1A by SHAKE" in texts
    assert "Replace QUAKE at 1A by SNAKE" in texts
    repair = explanation.repairs[texts.index("Replace QUAKE at 1A by SHAKE")]
    assert repair.result.grid.word("1A") == "SHAKE"
    assert repair.result.grid.word("1D") in ("SIT", "SAT")
    [change] = explanation.to_json()["repairs"][texts.index("Replace QUAKE at 1A by SHAKE")][
        "changes"
    ]
    assert (change["kind"], change["slots"], change["value"]) == ("replace", ["1A"], "SHAKE")


def test_a_replacement_keeps_the_letters_of_other_given_words() -> None:
    grid = "QUAKE\nU###.\nI###.\nP###."
    words = ["QUAKE", "QUIET", "QUITE", "SHAKE", "QUIP", "TALL", "EELS"]
    explanation = explain(grid, words, banned=["EELS"])
    texts = [repair.changes[0].text for repair in explanation.repairs]
    assert "Replace QUAKE at 1A by QUIET" in texts
    assert not [text for text in texts if "SHAKE" in text]


def test_the_assumed_word_is_not_in_question() -> None:
    session = Session("...\n.#.\nT.N", ["CAT", "COT", "CUT", "TIN", "TEN", "TAX", "XIX"])
    result = session.what_if("1A", ["TAX", "CAT"]).result()
    assert result.of(Viability.DEAD) == ["TAX"]
    explanation = why_not(session, "1a", "TAX")
    assert explanation.status is Status.IMPOSSIBLE
    assert explanation.assumed == {"1A": "TAX"}
    assert explanation.to_json()["assumed"] == {"1A": "TAX"}
    assert explanation.text().startswith("With TAX at 1A:")
    assert explanation.conflict is not None
    assert explanation.conflict.minimal
    assert explanation.conflict.slots() == ["1D"]
    assert [demand.cell for demand in explanation.conflict.of(Kind.LETTER)] == [(2, 0)]
    for repair in explanation.repairs:
        assert repair.result.grid.word("1A") == "TAX"
    assert why_not(session, "1A", "CAT").status is Status.FILLED
    assert explain(session.grid, session.words, assumed={"1A": "CAT"}).status is Status.FILLED


def test_a_given_letter_that_contradicts_the_word_is_the_conflict() -> None:
    words = ["QUAKE", "SHAKE", "BRAVO", "HELLO", "QAT", "EAT", "OAK", "HAT"]
    session = Session("QUAKE\n.###.\n.###.", words)
    assert session.what_if("2D", ["OAK"]).result().of(Viability.DEAD) == ["OAK"]
    explanation = why_not(session, "2D", "OAK")
    assert explanation.conflict is not None
    assert explanation.conflict.demands == (Demand(Kind.LETTER, cell=(0, 4), value="E"),)
    assert explanation.conflict.minimal
    [repair] = explanation.repairs
    assert [change.text for change in repair.changes] == ["Replace QUAKE at 1A by HELLO"]
    assert repair.result.grid.word("2D") == "OAK"
    session = Session("..E\n.#.\n...", ["CAT", "COT", "TEE", "TIE"])
    explanation = why_not(session, "1A", "CAT")
    assert "the E at row 1, column 3 is given" in explanation.text()
    assert "Free the E at row 1, column 3" in explanation.text()


def test_what_is_assumed_in_a_region_can_be_freed() -> None:
    words = ["CAT", "COT", "CUT", "TIE", "TEE", "TOE", "TOT"]
    slots = ["1A", "1D", "2D", "3A"]
    for options in ({}, {"region": slots}):
        session = Session("...\n.#.\n...", words, **options)
        session.assume(words={"1A": "CAT"})
        text = why_not(session, "1A", "COT").text()
        assert "Free the A at row 1, column 2" in text
        session.assume(words={"3A": "TOT"})
        assert "row 3, column 2" in why_not(session, "1D", "CUT").text() or not options


def test_what_is_assumed_replaces_nothing() -> None:
    words = ["CAT", "COT", "EAT", "TIE", "ÉAT", "TOE", "TEE", "CUT"]
    explanation = explain("ÉAT\n.#.\n...", words, assumed={"1A": "COT"})
    assert explanation.status is Status.IMPOSSIBLE
    texts = [change.text for repair in explanation.repairs for change in repair.changes]
    assert not [text for text in texts if text.startswith("Replace") and "at 1A" in text]


def test_words_outside_of_the_region_are_not_in_question() -> None:
    words = ["CAT", "COT", "TIN"]
    with pytest.raises(RuleError, match="COT has O at row 1, column 2, not A"):
        explain("CAT\n###\n...", words, region=["2A"], assumed={"1A": "COT"})
    assert explain("CAT\n###\n...", words, region=["2A"], assumed={"2A": "COT"}).conflict is None


def test_a_letter_outside_of_the_region_can_be_what_is_in_the_way() -> None:
    session = Session("..\nB.", ["AA", "BC", "AC"], region=[(1, 1)], distinct=False)
    assert session.what_if("3A", ["AA"]).result().of(Viability.DEAD) == ["AA"]
    explanation = why_not(session, "3A", "AA")
    assert explanation.conflict is not None
    assert explanation.conflict.demands == (Demand(Kind.LETTER, cell=(1, 0), value="B"),)
    assert "Free the B at row 2, column 1" in explanation.repairs[0].changes[0].text


def test_no_repair_frees_a_rebus_of_the_word() -> None:
    grid = Grid.from_rows([".B", "#."]).with_letters({(0, 1): "BB"})
    explanation = explain(grid, ["ABB", "AC", "CD"], assumed={"1A": "ABB"})
    assert explanation.status is Status.IMPOSSIBLE
    changes = [change.kind for repair in explanation.repairs for change in repair.changes]
    assert changes == ["blocks"]


def test_what_cannot_be_assumed_is_refused() -> None:
    session = Session("C..\n.#.\nT.N", ["CAT", "COT", "CUT", "TIN", "TEN"])
    with pytest.raises(RuleError, match="has T at row 1, column 1, not C"):
        explain(session.grid, session.words, assumed={"1D": "CAT", "1A": "TIN"})
    rebus = Grid.from_rows([".B", "#."]).with_letters({(0, 1): "BB"})
    with pytest.raises(RuleError, match="has CC at row 1, column 2, not BB"):
        explain(rebus, ["ABB", "ACC"], assumed={"1A": "ACC"})
    with pytest.raises(RuleError, match="assumed takes a dict keyed by label, not 'CAT'"):
        explain(session.grid, session.words, assumed="CAT")  # type: ignore[arg-type]
    with pytest.raises(RuleError, match="3 cells, CATS needs 4"):
        why_not(session, "1A", "CATS")
    with pytest.raises(RuleError, match="3 cells, '' needs 0"):
        why_not(session, "1A", "")
    with pytest.raises(TypeError, match="expected a Session"):
        why_not(session.grid, "1A", "CAT")  # type: ignore[arg-type]


def test_limits_end_it() -> None:
    session = Session("...\n.#.\nT.N", ["CAT", "COT", "CUT", "TIN", "TEN", "TAX"])
    assert why_not(session, "1A", "TAX", limit=Limit(nodes=0)).status in (
        Status.LIMIT,
        Status.IMPOSSIBLE,
    )
    run = start_why_not(session, "1A", "TAX")
    run.stop()
    assert run.result().status is Status.CANCELLED


def letters_of(session: Session, label: str, word: str) -> dict[Cell, str]:
    """Put a word into the cells of a slot, one token each."""
    return dict(zip(session.grid.slot(label).cells, session.words.tokens(word), strict=True))


def can_be_met(
    now: Case, session: Session, demands: list[Demand], letters: dict[Cell, str]
) -> bool:
    """Return whether demands can be met together with letters, by brute force."""
    oracle = Oracle(now, demands, session.grid)
    fits = [
        all(fill.letters.get(cell, letter) == letter for cell, letter in letters.items())
        for fill in oracle.possible
    ]
    return any(fits)


@settings(max_examples=40)
@given(st.integers(0, 10**9))
def test_every_dead_word_is_explained(seed: int) -> None:
    rng = random.Random(seed)
    case = random_case(rng, rules=[], some_rules=rng.random() < 0.5)
    try:
        session = session_of(case)
    except CrosswrightError:
        session = None
    assume(session is not None and "region" not in case.rules)
    assert session is not None
    edit(rng, case, session)
    empty = [s for s in session.slots if session.grid.word(s) is None]
    tokens = {None, *session.words.alphabet.tokens}
    plain = [s for s in empty if tokens.issuperset(session.grid.pattern(s))]
    assume(plain)
    label = rng.choice(plain)
    words = words_for(session, label)
    result = session.what_if(label, words, floors=False).result()
    for word, verdict in result.verdicts.items():
        explanation = why_not(session, label, word)
        expected = Status.FILLED if verdict.viability is Viability.FILLS else Status.IMPOSSIBLE
        assert explanation.status is expected
        if explanation.conflict is not None:
            check_explanation(case, session, label, word)


def words_for(session: Session, label: str) -> list[str] | None:
    """Return words of the list that a slot has the length for, whatever letters it has.

    A slot that may take only some words can be asked about its candidates alone: None.
    """
    if label in session.rules.allowed:
        return None
    length = len(session.grid.slot(label))
    return [word for word, _ in session.words if len(session.words.tokens(word)) == length][:6]


def check_explanation(case: Case, session: Session, label: str, word: str) -> None:
    explanation = why_not(session, label, word)
    conflict, now = explanation.conflict, case_now(case, session)
    assert conflict is not None
    letters = letters_of(session, label, word)
    demands = list(conflict.demands)
    assert not can_be_met(now, session, demands, letters)
    for demand in demands if conflict.minimal else ():
        assert can_be_met(now, session, [d for d in demands if d != demand], letters)
    for repair in explanation.repairs:
        grid, rules = session.grid, session.rules
        for change in repair.changes:
            grid, rules = change.applied(grid, rules)
        model = Model(grid, session.words, rules, assumed=letters)
        problem = model.problem()
        assert problem is not None
        search = Search(problem, 1, Budget())
        search.decide()
        assert search.status is Status.FILLED
        assert {cell: repair.result.grid.letters[cell] for cell in letters} == letters
