"""backtrack and solve: what they return, and what they leave behind."""

import itertools
import string
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers.course_problems import DATA, Numbers
from hypothesis import given, settings
from hypothesis import strategies as st

from crossword import Crossword, Variable
from generate import CrosswordCreator

both_modes = pytest.mark.parametrize("inference", [True, False])


def fills(crossword: Crossword, cells: dict, used: frozenset, variables: list) -> bool:
    """Return whether there is a fill, by trying every word in every variable."""
    if not variables:
        return True
    var, *rest = variables
    for word in crossword.words - used:
        letters = dict(zip(var.cells, word, strict=False))
        fits = len(word) == var.length and all(cells.get(at, c) == c for at, c in letters.items())
        if fits and fills(crossword, cells | letters, used | {word}, rest):
            return True
    return False


def deep_problem(number: int) -> tuple[str, str]:
    """Return a structure of this many words that do not cross, and as many words for it."""
    triples = itertools.product(string.ascii_uppercase, repeat=3)
    words = " ".join(map("".join, itertools.islice(triples, number)))
    return "\n#\n".join(["___"] * number), words


@both_modes
@pytest.mark.parametrize("number", [0, 1, 2])
def test_published_shapes_are_solved(number: int, inference: bool) -> None:
    crossword = Crossword(DATA / f"structure{number}.txt", DATA / f"words{number}.txt")
    creator = CrosswordCreator(crossword, inference)
    assignment = creator.solve()
    assert creator.assignment_complete(assignment)
    assert creator.consistent(assignment)
    assert set(assignment.values()) <= crossword.words


def test_a_known_fill_is_accepted() -> None:
    shown = {
        Variable(2, 1, "across", 12): "INTELLIGENCE",
        Variable(4, 4, "across", 5): "LOGIC",
        Variable(6, 5, "across", 6): "SEARCH",
        Variable(2, 1, "down", 5): "INFER",
        Variable(1, 7, "down", 7): "MINIMAX",
        Variable(1, 12, "down", 7): "RESOLVE",
    }
    creator = CrosswordCreator(Crossword(DATA / "structure1.txt", DATA / "words1.txt"))
    assert creator.assignment_complete(shown)
    assert creator.consistent(shown)
    assert set(shown.values()) <= creator.crossword.words


@both_modes
@pytest.mark.parametrize(
    "why, structure, words",
    [
        ("no word of a length", "____\n#___", "ABCD EFGH"),
        ("no words at all", "__", ""),
        ("arc consistency fails", "__\n_#", "AB CD"),
        ("one word, two variables", "__\n_#", "AB"),
        ("fewer words than variables", "__\n##\n__\n##\n__", "AB CD"),
        ("only the search finds out", "__\n__", "AB BA AA BC"),
    ],
)
def test_unsatisfiable(make, why: str, structure: str, words: str, inference: bool) -> None:
    assert make(structure, words, inference).solve() is None, why


@both_modes
def test_one_word_too_few(make, inference: bool) -> None:
    words = " ".join(f"A{letter}" for letter in string.ascii_uppercase[:19])
    assert make("\n##\n".join(["__"] * 20), words, inference).solve() is None


@both_modes
def test_a_structure_without_variables_is_solved(make, inference: bool) -> None:
    assert make("_#_\n#_#", "AB", inference).solve() == {}


@both_modes
def test_backtrack_completes_a_partial_assignment(make, inference: bool) -> None:
    creator = make("__\n##\n__", "AB CD", inference)
    creator.enforce_node_consistency()
    first, second = Variable(0, 0, "across", 2), Variable(2, 0, "across", 2)
    given = {first: "CD"}
    assert creator.backtrack(given) == {first: "CD", second: "AB"}
    assert given == {first: "CD"}


@both_modes
def test_backtrack_returns_a_copy_of_a_complete_assignment(inference: bool) -> None:
    numbers = Numbers(inference)
    given = dict(
        zip(
            (numbers.top, numbers.left, numbers.bottom, numbers.right),
            ("SIX", "SEVEN", "NINE", "FIVE"),
            strict=True,
        )
    )
    result = numbers.creator.backtrack(given)
    assert result == given
    assert result is not given


@both_modes
@pytest.mark.parametrize(
    "given", [{"top": "TEN"}, {"top": "NINE"}, {"left": "SEVEN", "top": "ONE"}]
)
def test_backtrack_that_fails_leaves_everything_alone(given: dict, inference: bool) -> None:
    numbers = Numbers(inference)
    creator = numbers.creator
    creator.enforce_node_consistency()
    sets = dict(creator.domains)
    before = {var: set(domain) for var, domain in creator.domains.items()}
    assignment = {getattr(numbers, name): word for name, word in given.items()}
    copy = dict(assignment)
    assert creator.backtrack(assignment) is None
    assert assignment == copy
    assert creator.domains == before
    assert all(creator.domains[var] is domain for var, domain in sets.items())


@both_modes
def test_backtrack_without_node_consistency_first(inference: bool) -> None:
    numbers = Numbers(inference)
    result = numbers.creator.backtrack({})
    assert numbers.creator.consistent(result)
    assert numbers.creator.assignment_complete(result)


@both_modes
def test_backtrack_searches_the_domains_as_they_are(inference: bool) -> None:
    numbers = Numbers(inference)
    numbers.creator.enforce_node_consistency()
    numbers.creator.domains[numbers.right] = {"FOUR"}
    assert numbers.creator.backtrack({}) is None
    numbers.creator.domains[numbers.right] = {"FIVE"}
    assert numbers.creator.backtrack({})[numbers.right] == "FIVE"


def test_backtrack_infers_from_the_words_it_is_given(make) -> None:
    # The word given across leaves nothing for the long one down; the variable apart comes first.
    creator = make("__\n_#\n_#\n##\n__", "AB CD BBB CCC")
    creator.enforce_node_consistency()
    across, apart = Variable(0, 0, "across", 2), Variable(4, 0, "across", 2)
    creator.domains[apart] = {"CD"}
    ordinary, asked = creator.select_unassigned_variable, []

    def select(assignment: dict) -> Variable:
        asked.append(ordinary(assignment))
        return asked[-1]

    creator.select_unassigned_variable = select
    assert creator.backtrack({across: "AB"}) is None
    assert asked == [apart]


@both_modes
def test_an_interrupted_search_restores_the_domains(make, inference: bool) -> None:
    creator = make("__\n##\n__\n##\n__", "AB CD EF", inference)
    creator.enforce_node_consistency()
    before = {var: set(domain) for var, domain in creator.domains.items()}
    ordinary, calls = creator.order_domain_values, itertools.count()

    def interrupted(var: Variable, assignment: dict) -> list[str]:
        if next(calls) == 2:
            raise KeyboardInterrupt
        return ordinary(var, assignment)

    creator.order_domain_values = interrupted
    with pytest.raises(KeyboardInterrupt):
        creator.backtrack({})
    assert creator.domains == before


def test_the_flag_decides_whether_ac3_runs_in_the_search(make) -> None:
    for inference in (True, False):
        creator = make("__\n_#", "AB AC", inference)
        creator.enforce_node_consistency()
        ordinary, asked = creator.ac3, []

        def ac3(arcs=None, ordinary=ordinary, asked=asked) -> bool:
            asked.append(arcs)
            return ordinary(arcs)

        creator.ac3 = ac3
        assert creator.backtrack({}) is not None
        assert bool(asked) == inference


def test_the_same_problem_has_the_same_answer(make) -> None:
    structure, words = "____\n_##_\n____", "ABCD ACED ABLE DEED DATE EDDA ACE ADD BED DAD BAD CAD"
    first = make(structure, words).solve()
    assert first is not None
    assert all(make(structure, words).solve() == first for _ in range(3))


@pytest.fixture
def recursion_limit() -> Iterator[int]:
    """Let Python stop a recursion early, so that a problem need not be large to go deeper."""
    usual = sys.getrecursionlimit()
    sys.setrecursionlimit(300)
    yield 300
    sys.setrecursionlimit(usual)


def test_more_variables_than_the_recursion_limit(make, recursion_limit: int) -> None:
    number = recursion_limit + 100
    assignment = make(*deep_problem(number)).solve()
    assert len(set(assignment.values())) == number


def test_a_deep_search_on_a_thread_with_a_small_stack(make, recursion_limit: int) -> None:
    number = recursion_limit + 100
    crossword = make(*deep_problem(number)).crossword
    assignments = []
    usual = threading.stack_size(64 * 1024)
    try:
        thread = threading.Thread(
            target=lambda: assignments.append(CrosswordCreator(crossword, False).solve())
        )
        thread.start()
    finally:
        threading.stack_size(usual)
    thread.join()
    assert len(assignments[0]) == number


def test_the_recursion_limit_is_never_lowered(make) -> None:
    usual = sys.getrecursionlimit()
    sys.setrecursionlimit(5000)
    try:
        make("__", "AB").solve()
        assert sys.getrecursionlimit() == 5000
    finally:
        sys.setrecursionlimit(usual)


@both_modes
def test_a_long_chain_of_crossings(make, inference: bool) -> None:
    steps = "\n".join("#" * k + "__" for k in range(120))
    words = " ".join(map("".join, itertools.product(string.ascii_uppercase, repeat=2)))
    creator = make(steps, words, inference)
    assignment = creator.solve()
    assert len(assignment) == 239
    assert creator.consistent(assignment)


@st.composite
def problems(draw: st.DrawFn) -> Crossword:
    """Draw a small structure, words that fill it (all but a few), and some random words."""
    height, width = draw(st.integers(1, 4)), draw(st.integers(2, 4))
    row = st.lists(st.sampled_from("___#"), min_size=width, max_size=width).map("".join)
    rows = draw(st.lists(row, min_size=height, max_size=height))
    letters = draw(
        st.text("AB", min_size=16, max_size=16) | st.text("ABCD", min_size=16, max_size=16)
    )
    missing = draw(st.sets(st.integers(0, 9), max_size=2))
    extra = draw(st.lists(st.text("ABCD", min_size=2, max_size=4), max_size=8))
    with tempfile.TemporaryDirectory() as folder:
        shape, vocabulary = Path(folder, "structure.txt"), Path(folder, "words.txt")
        shape.write_text("\n".join(rows))
        vocabulary.write_text("\n".join(extra))
        crossword = Crossword(shape, vocabulary)
    for number, var in enumerate(sorted(crossword.variables, key=str)):
        if number not in missing:
            crossword.words.add("".join(letters[4 * i + j] for i, j in var.cells))
    return crossword


@settings(max_examples=400, deadline=None)
@given(crossword=problems())
def test_solve_finds_a_fill_exactly_when_brute_force_does(crossword: Crossword) -> None:
    solvable = fills(crossword, {}, frozenset(), list(crossword.variables))
    for inference in (True, False):
        creator = CrosswordCreator(crossword, inference)
        assignment = creator.solve()
        assert (assignment is not None) == solvable
        if assignment is not None:
            assert set(assignment) == crossword.variables
            assert set(assignment.values()) <= crossword.words
            assert creator.consistent(assignment)


@settings(max_examples=200, deadline=None)
@given(crossword=problems(), data=st.data())
def test_backtrack_completes_a_partial_assignment_exactly_when_brute_force_does(
    crossword: Crossword, data: st.DataObject
) -> None:
    creator = CrosswordCreator(crossword, data.draw(st.booleans()))
    given_words = {}
    for var in sorted(crossword.variables, key=str)[:2]:
        fitting = sorted(word for word in crossword.words if len(word) == var.length)
        if fitting and data.draw(st.booleans()):
            given_words[var] = data.draw(st.sampled_from(fitting))
    before = {var: set(domain) for var, domain in creator.domains.items()}
    cells = {
        at: c for var, word in given_words.items() for at, c in zip(var.cells, word, strict=True)
    }
    rest = [var for var in crossword.variables if var not in given_words]
    solvable = creator.consistent(given_words) and fills(
        crossword, cells, frozenset(given_words.values()), rest
    )
    result = creator.backtrack(given_words)
    assert (result is not None) == solvable
    assert creator.domains == before
    if result is not None:
        assert given_words.items() <= result.items()
        assert creator.assignment_complete(result)
        assert creator.consistent(result)


@settings(max_examples=200, deadline=None)
@given(crossword=problems())
def test_ac3_reaches_the_largest_consistent_domains(crossword: Crossword) -> None:
    creator = CrosswordCreator(crossword)
    creator.enforce_node_consistency()
    plain = {var: set(domain) for var, domain in creator.domains.items()}
    crossings = [(pair, at) for pair, at in crossword.overlaps.items() if at is not None]
    changed = True
    while changed:
        changed = False
        for (x, y), (i, j) in crossings:
            kept = {a for a in plain[x] if any(a[i] == b[j] for b in plain[y])}
            changed |= kept != plain[x]
            plain[x] = kept
    assert creator.ac3() == all(plain.values())
    if all(plain.values()):
        assert creator.domains == plain
