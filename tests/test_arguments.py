"""Arguments of the wrong kind: an error that says what to give, not where the code broke."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

import crosswright as cw
from crosswright.limits import Budget

GRID, WORDS = "...", ["CAT", "COT"]


class Indexed:
    """A number as other libraries have them."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __index__(self) -> int:
        return self.number


SEEDED: dict[str, Callable[..., Any]] = {
    "fill": lambda seed: cw.fill(GRID, WORDS, seed=seed),
    "start": lambda seed: cw.start(GRID, WORDS, seed=seed),
    "solutions": lambda seed: cw.solutions(GRID, WORDS, seed=seed),
    "explain": lambda seed: cw.explain(GRID, WORDS, seed=seed),
    "trace": lambda seed: cw.trace(GRID, WORDS, seed=seed),
    "compare": lambda seed: next(cw.compare(GRID, WORDS, seed=seed)),
    "pattern": lambda seed: cw.pattern(5, verify=False, seed=seed),
    "construct": lambda seed: cw.construct(["ABC"], size=5, words=WORDS, seed=seed),
    "layout": lambda seed: cw.layout(WORDS, seed=seed),
}


@pytest.mark.parametrize("function", SEEDED.values(), ids=SEEDED.keys())
@pytest.mark.parametrize("seed", ["7", 1.5, None, []])
def test_a_seed_is_a_whole_number(function: Callable[..., Any], seed: Any) -> None:
    with pytest.raises(TypeError, match=r"^seed takes a whole number, not"):
        function(seed)


def test_numbers_of_other_libraries_are_numbers() -> None:
    assert cw.fill(GRID, WORDS, seed=Indexed(3)).seed == 3
    assert cw.count(GRID, WORDS, most=Indexed(1)) == 1
    limit = cw.Limit(seconds=Fraction(5, 2), nodes=Indexed(4), failures=Indexed(5))
    assert limit == cw.Limit(seconds=2.5, nodes=4, failures=5)
    assert type(limit.nodes) is int


@pytest.mark.parametrize("name", ["seconds", "cpu_seconds", "nodes", "failures"])
@pytest.mark.parametrize("value", ["5", [], 1j])
def test_a_limit_is_a_number(name: str, value: Any) -> None:
    with pytest.raises(TypeError, match=f"{name}; it must be a( whole)? number"):
        cw.Limit(**{name: value})


ODD: dict[str, tuple[Callable[[], Any], type[Exception], str]] = {
    "most": (lambda: cw.count(GRID, WORDS, most=-1), ValueError, "most is -1; it must be 0"),
    "most of a text": (lambda: cw.count(GRID, WORDS, most="x"), TypeError, "most takes a whole"),
    "threads": (lambda: cw.fill(GRID, WORDS, threads=1.5), TypeError, "threads takes a whole"),
    "patience": (
        lambda: cw.fill(GRID, WORDS, floors=[50, 0], patience=5),
        TypeError,
        "patience is a Limit, such as",
    ),
    "floors": (lambda: cw.fill(GRID, WORDS, floors=5), TypeError, "floors are lowest scores"),
    "repairs": (lambda: cw.explain("Q..", WORDS, repairs=-1), ValueError, "repairs is -1; it must"),
    "fixed by number": (
        lambda: cw.fill(GRID, WORDS, fixed={1: "cat"}),
        TypeError,
        "the label of a slot, such as '17A', not 1",
    ),
    "fixed to a number": (
        lambda: cw.fill(GRID, WORDS, fixed={"1A": 5}),
        TypeError,
        "expected a word, not 5",
    ),
    "banned": (lambda: cw.fill(GRID, WORDS, banned=[5]), TypeError, "expected a word, not 5"),
    "matching": (
        lambda: cw.fill(GRID, WORDS, matching={"1A": re.compile("C..")}),
        ValueError,
        "matching takes a text",
    ),
    "height": (lambda: cw.pattern("5"), TypeError, "number of rows takes a whole number, not '5'"),
    "two sizes": (lambda: cw.pattern((5, 5)), TypeError, "number of rows takes a whole number"),
    "size": (lambda: cw.construct(size="5", words=WORDS), TypeError, "rows takes a whole number"),
    "candidates": (
        lambda: cw.construct(size=5, words=WORDS, candidates="2"),
        TypeError,
        "candidates takes a whole",
    ),
    "width": (lambda: cw.layout(WORDS, width="5"), TypeError, "width takes a whole number"),
    "words": (lambda: cw.layout(None), TypeError, "expected words to lay out, not NoneType"),
    "trace": (lambda: cw.replay("x"), TypeError, "expected a Trace, not str"),
    "score": (lambda: cw.english("fr"), TypeError, "min_score takes a whole number, not 'fr'"),
    "slot": (
        lambda: cw.Grid.of(GRID).pattern_text(7),
        TypeError,
        "expected the label of a slot, such as '17A', not 7",
    ),
    "word": (
        lambda: cw.Grid.of(GRID).with_word("1A", 3),
        TypeError,
        "expected a word, not 3",
    ),
    "clue": (
        lambda: cw.Puzzle.from_filled("CAT", {"1A": 5}),
        TypeError,
        "a clue is a text or a Clue, not 5",
    ),
    "answer": (lambda: cw.draft_clues(None), TypeError, "expected a word, not None"),
    "pattern": (
        lambda: cw.WordList.of(WORDS).match(None),
        TypeError,
        "expected a pattern, such as 'E.E..ANT', not None",
    ),
    "format": (
        lambda: cw.render(cw.Puzzle(cw.Grid.of(GRID)), format=None),
        TypeError,
        "expected the name of a format",
    ),
}


@pytest.mark.parametrize(("call", "error", "message"), ODD.values(), ids=ODD.keys())
def test_an_odd_argument_is_refused_by_name(
    call: Callable[[], Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=re.escape(message)):
        call()


def test_a_pattern_leaves_the_engine_in_the_statistics_of_its_whole() -> None:
    whole = Budget(cw.Limit(nodes=10_000))
    cw.fill(GRID, WORDS, limit=whole)
    engine = whole.statistics.engine
    assert engine
    cw.pattern(5, verify=False, limit=whole)
    assert whole.statistics.engine == engine


def test_no_time_for_a_drawing_is_said_as_it_is() -> None:
    reason = cw.pattern(5, verify=False, limit=cw.Limit(seconds=0)).reason
    assert reason == "the limit left no time to draw a pattern"


def test_one_row_is_not_several() -> None:
    with pytest.raises(cw.StyleError, match="the template has 1 row and 3 columns, not 5 and 5"):
        cw.pattern(5, template="...", verify=False)
