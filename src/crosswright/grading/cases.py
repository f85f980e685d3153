"""Calls to make: some worked out by hand, and random ones on small problems."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

from crosswright.grading.contract import closed
from crosswright.grading.problems import (
    BLOCK,
    CELL,
    FUNCTIONS,
    Assignment,
    Call,
    CourseProblem,
    CourseVariable,
)

RANDOM_CALLS = 80
"""Random calls of each function."""

MAX_SIDE = 4
MAX_VARIABLES = 7

# -- by hand --------------------------------------------------------------------------------------

TOP = CourseVariable(0, 1, "across", 3)
LEFT = CourseVariable(0, 1, "down", 5)
BOTTOM = CourseVariable(4, 1, "across", 4)
RIGHT = CourseVariable(1, 4, "down", 4)

NUMBERS = CourseProblem.of(
    "#___# #_##_ #_##_ #_##_ #____", "ONE TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE TEN"
)
"""A chain of four variables, top, left, bottom and right, and the numbers from one to ten."""

SQUARE = "__ __"
CORNER = "__ _#"
APART = "__ ## __"
HOOK = "__ _# __"


def by_hand(function: str) -> list[Call]:
    """Return the calls of a function that were worked out by hand."""
    return [Call(function, **details) for details in _BY_HAND[function]]


def _domains(top: str = "", left: str = "", bottom: str = "", right: str = "") -> dict[Any, Any]:
    """Return the domains of the numbers, node consistent but for those given."""
    domains = NUMBERS.words_by_length()
    for var, words in zip((TOP, LEFT, BOTTOM, RIGHT), (top, left, bottom, right), strict=True):
        if words:
            domains[var] = frozenset(words.split())
    return domains


def _numbers(
    assignment: Mapping[CourseVariable, str] | None = None, *variables: CourseVariable, **more: Any
) -> dict[str, Any]:
    domains = _domains(**{name: more.pop(name) for name in [*more] if isinstance(more[name], str)})
    return {
        "problem": NUMBERS,
        "domains": domains,
        "assignment": assignment or {},
        "variables": variables,
        **more,
    }


def _small(structure: str, words: str, **more: Any) -> dict[str, Any]:
    problem = CourseProblem.of(structure, words)
    return {"problem": problem, "domains": problem.words_by_length(), **more}


def _hook(words: str, order: tuple[int, ...] = (0, 1, 2)) -> dict[str, Any]:
    """Return an assignment of all three variables of a hook, made in a given order."""
    problem = CourseProblem.of(HOOK, words)
    parts = [*zip(problem.variables, words.split(), strict=True)]
    return _small(HOOK, words, assignment=dict(parts[index] for index in order))


_BY_HAND: dict[str, list[dict[str, Any]]] = {
    "enforce_node_consistency": [
        {"problem": NUMBERS},
        {"problem": CourseProblem.of(CORNER, "A AB ABC")},
        {"problem": CourseProblem.of("___", "AB ABCD")},  # no word is left
        {"problem": NUMBERS, "domains": _domains(top="SIX SEVEN")},  # ONE, TWO and TEN stay away
    ],
    "revise": [
        _numbers(None, BOTTOM, RIGHT),  # nothing to remove: FOUR, FIVE and NINE end alike in both
        _numbers(None, TOP, LEFT),  # ONE goes: nothing begins with O
        _numbers(None, LEFT, BOTTOM),  # only SEVEN ends in F or N
        _numbers(None, TOP, BOTTOM),  # they do not cross
        _numbers(None, TOP, BOTTOM, bottom="FIVE"),
        _numbers(None, LEFT, BOTTOM, bottom="FOUR"),  # nothing is left
    ],
    "ac3": [
        _numbers(),  # SIX, SEVEN and NINE are alone in the end; right keeps FIVE and NINE
        _numbers(arcs=((TOP, LEFT),)),  # ONE goes, and nothing follows
        _numbers(arcs=((LEFT, BOTTOM),)),  # left keeps SEVEN, so top keeps SIX
        _numbers(arcs=((RIGHT, BOTTOM),), bottom="NINE FIVE"),
        _numbers(arcs=()),
        _numbers(top="ONE"),  # fails
        _numbers(left="SEVEN", bottom="NINE", right="NINE"),  # uniqueness is for the search
        _small(CORNER, "AB CD"),  # consistent: each word agrees with itself
        _small(SQUARE, "AB CD"),  # fails
        _small(APART, "AB CD"),  # no arcs at all
    ],
    "assignment_complete": [
        _numbers(),
        _numbers({TOP: "SIX", LEFT: "SEVEN"}),
        _numbers({TOP: "SIX", LEFT: "SEVEN", BOTTOM: "NINE"}),
        _numbers({TOP: "SIX", LEFT: "SEVEN", BOTTOM: "NINE", RIGHT: "FIVE"}),
        _numbers({TOP: "SIX", LEFT: "SEVEN", BOTTOM: "NINE", RIGHT: "NINE"}),
    ],
    "consistent": [
        _numbers(),
        _numbers({TOP: "SIX"}),
        _numbers({TOP: "SIX", LEFT: "SEVEN"}),
        _numbers({TOP: "SIX", RIGHT: "FOUR"}),
        _numbers({TOP: "SIX", LEFT: "SEVEN", BOTTOM: "NINE", RIGHT: "FIVE"}),
        _numbers({BOTTOM: "NINE", RIGHT: "NINE"}),  # used twice, by neighbors
        _numbers({TOP: "NINE"}),  # too long
        _numbers({LEFT: "NINE"}),  # too short
        _numbers({TOP: "SIX", LEFT: "EIGHT"}),  # S or E
        # What is wrong need be neither with the first word nor with the last.
        _hook("AB CAD DE"),
        _hook("AB CAD DE", (2, 0, 1)),
        _hook("ABC AAD DE"),
        _hook("ABC AAD DE", (2, 0, 1)),
        _hook("AA ABA AA", (0, 2, 1)),
        _hook("AA ABA AA", (1, 0, 2)),
        _small(APART, "AB", assignment=dict.fromkeys(CourseProblem.of(APART, "").variables, "AB")),
    ],
    "order_domain_values": [
        # Ruled out for top and bottom: SEVEN 3 + 2, THREE 2 + 3, EIGHT 4 + 3.
        _numbers(None, LEFT),
        _numbers({TOP: "SIX"}, LEFT),
        _numbers({BOTTOM: "NINE"}, LEFT),
        _numbers({TOP: "SIX", BOTTOM: "NINE"}, LEFT),
        _numbers({LEFT: "SEVEN"}, BOTTOM, right="FOUR FIVE TALE"),
    ],
    "select_unassigned_variable": [
        _numbers(),  # left or bottom: three words and two neighbors
        _numbers({LEFT: "SEVEN"}),
        _numbers({BOTTOM: "NINE"}, top="ONE TWO SIX"),
        _numbers(right="NINE"),
        _numbers({RIGHT: "NINE"}, right="NINE"),
        _numbers({TOP: "SIX", LEFT: "SEVEN", BOTTOM: "NINE"}),
    ],
    "backtrack": [
        _numbers(),
        _numbers({TOP: "SIX"}),
        _numbers({RIGHT: "FIVE"}),
        _numbers({BOTTOM: "FOUR"}),  # no number of five letters ends in F
        _numbers({TOP: "SIX", LEFT: "SEVEN", BOTTOM: "NINE", RIGHT: "FIVE"}),
        _small(CORNER, "AB CD"),  # arc consistent, and yet impossible: each word agrees with itself
        _small(CORNER, "AB AC"),
        _small(SQUARE, "AB BA AA BC"),  # only the search finds out
        _small(APART, "AB"),  # one word for two variables
        _small("___", "AB"),  # no word of the length
        _small("___ _#_ ___", "BAT BAG GUM TIM GEM TAM TUG BUG"),
    ],
}


def large_problem() -> Call:
    """Return a call of `solve` on six variables and 500 words, the same ones every time.

    Each of them crosses three others: whoever looks at whole assignments only does not come to an
    end.
    """
    rng = random.Random(1)
    words: set[str] = set()
    while len(words) < 500:
        length = rng.choice((3, 4, 4, 5, 5, 6))
        letters = rng.choice((("AEIO", "CLNRST"), ("CLNRST", "AEIO")))
        words.add("".join(rng.choice(letters[k % 2]) for k in range(length)))
    rows = "_____ _#_#_ _____ _#_#_ _____"
    return Call("solve", CourseProblem.of(rows, " ".join(sorted(words))))


# -- at random ------------------------------------------------------------------------------------


def at_random(function: str, seed: int) -> Iterator[Call]:
    """Yield random calls of a function on small problems; the same for the same seed."""
    rng = random.Random(f"{seed} {function}")
    for _ in range(RANDOM_CALLS):
        yield _random_call(function, rng)


def _random_call(function: str, rng: random.Random) -> Call:
    problem = _random_problem(rng)
    domains = problem.words_by_length()
    match function:
        case "enforce_node_consistency":
            return Call(function, problem)
        case "revise":
            x, y = rng.sample(problem.variables, 2)
            if problem.neighbors[x] and rng.random() < 0.8:
                y = rng.choice(problem.neighbors[x])
            return Call(function, problem, _random_domains(domains, rng), variables=(x, y))
        case "ac3":
            return _random_ac3(problem, domains, rng)
        case "assignment_complete" | "consistent":
            return Call(function, problem, domains, _random_assignment(problem, rng, free=0))
        case "order_domain_values":
            var = rng.choice(problem.variables)
            assignment = _random_assignment(problem, rng, free=1, but=var)
            return Call(function, problem, _random_domains(domains, rng), assignment, (var,))
        case "select_unassigned_variable":
            assignment = _random_assignment(problem, rng, free=1)
            return Call(function, problem, _random_domains(domains, rng), assignment)
    if rng.random() < 0.5:  # as `solve` calls it
        domains = dict(closed(problem, domains, tuple(problem.overlaps)))
    return Call(function, problem, domains, _random_start(problem, domains, rng))


def _random_problem(rng: random.Random) -> CourseProblem:
    """Return a problem of at least two variables, and words for every length."""
    while True:
        height, width = rng.randint(2, MAX_SIDE), rng.randint(2, MAX_SIDE)
        share = rng.choice((0.1, 0.3, 0.5))
        rows = tuple(
            "".join(BLOCK if rng.random() < share else CELL for _ in range(width))
            for _ in range(height)
        )
        letters = "ABC"[: rng.randint(2, 3)]
        lengths = range(2, MAX_SIDE + 1)
        words = {
            "".join(rng.choices(letters, k=rng.choice(lengths))) for _ in range(rng.randint(4, 16))
        }
        problem = CourseProblem(rows, tuple(sorted(words)))
        has_words = all(problem.words_by_length().values())
        if has_words and 2 <= len(problem.variables) <= MAX_VARIABLES:
            return problem


def _random_domains(
    domains: Mapping[CourseVariable, frozenset[str]], rng: random.Random
) -> dict[CourseVariable, frozenset[str]]:
    """Return domains with some of the words left out, but never all."""
    return {
        var: frozenset(rng.sample(sorted(words), rng.randint(1, len(words))))
        for var, words in domains.items()
    }


def _random_ac3(
    problem: CourseProblem, domains: Mapping[CourseVariable, frozenset[str]], rng: random.Random
) -> Call:
    arcs = None
    if rng.random() < 0.5 and problem.overlaps:
        everything = sorted(problem.overlaps)
        arcs = tuple(rng.sample(everything, rng.randint(1, min(2, len(everything)))))
    if rng.random() < 0.5:
        domains = _random_domains(domains, rng)
    return Call("ac3", problem, domains, arcs=arcs)


def _random_assignment(
    problem: CourseProblem, rng: random.Random, free: int, but: CourseVariable | None = None
) -> Assignment:
    """Return words for some variables, often wrong ones; leave at least `free` without.

    Only one that is alone may be too short: whether a submission looks at the length or at the
    crossing first should not matter.
    """
    candidates = [var for var in problem.variables if var != but]
    number = min(rng.randint(0, len(problem.variables) - free), len(candidates))
    assignment: dict[CourseVariable, str] = {}
    for var in rng.sample(candidates, number):
        words = [word for word in problem.words if len(word) == var.length]
        if rng.random() < 0.1:
            words = [word for word in problem.words if number == 1 or len(word) >= var.length]
        assignment[var] = rng.choice(words)
    return assignment


def _random_start(
    problem: CourseProblem, domains: Mapping[CourseVariable, frozenset[str]], rng: random.Random
) -> Assignment:
    """Return no assignment, or consistent words for one or two variables."""
    start: dict[CourseVariable, str] = {}
    for var in rng.sample(problem.variables, rng.choice((0, 0, 1, 2))):
        fitting = [
            word
            for word in sorted(domains[var])
            if word not in start.values()
            and all(problem.agree(var, word, y, other) for y, other in start.items())
        ]
        if fitting:
            start[var] = rng.choice(fitting)
    return start


assert set(_BY_HAND) == set(FUNCTIONS)
