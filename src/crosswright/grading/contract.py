"""What each function must do, and what is wrong with what it did."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from crosswright.grading.problems import (
    Arc,
    Assignment,
    Call,
    CourseProblem,
    CourseVariable,
    Domains,
    assignment_text,
    domains_text,
    words_text,
)
from crosswright.grading.sandbox import Reply, Strange

RUNS = "run to its end"

CHECKS: dict[str, tuple[str, ...]] = {
    "enforce_node_consistency": (
        RUNS,
        "remove every word of the wrong length",
        "keep every word of the right length",
    ),
    "revise": (
        RUNS,
        "remove the words of x that agree with no word of y",
        "keep the other words of x",
        "leave all other domains alone",
        "return whether it changed x's domain",
    ),
    "ac3": (
        RUNS,
        "make all arcs consistent",
        "remove no word that has support",
        "start from the arcs it is given, and follow up every change",
        "leave alone what the given arcs do not reach",
        "return False if a domain becomes empty, and True otherwise",
    ),
    "assignment_complete": (RUNS, "return whether every variable has a word"),
    "consistent": (
        RUNS,
        "accept what is consistent",
        "refuse a word of the wrong length",
        "refuse words that disagree where they cross",
        "refuse a word that is used twice",
    ),
    "order_domain_values": (
        RUNS,
        "return every word of the domain once",
        "order words by how many they rule out for unassigned neighbors",
        "leave the domains and the assignment alone",
    ),
    "select_unassigned_variable": (
        RUNS,
        "return a variable without a word",
        "return one with the fewest words left",
        "return, among equals, one with the most neighbors",
        "leave the domains and the assignment alone",
    ),
    "backtrack": (
        RUNS,
        "find a solution if there is one",
        "return None if there is no solution",
        "return an assignment that is complete and consistent",
        "keep the words that are assigned already",
        "leave the caller's assignment as it was",
    ),
    "solve": (RUNS, "fill a grid from 500 words in time"),
}
"""What each function should do; each of these is a check."""


@dataclass(frozen=True)
class Complaint:
    """Something that is wrong with what a call did."""

    check: str
    expected: str
    got: str
    is_remark: bool = False
    """Whether it does no harm, though it is not quite what was asked for."""


def complaints(call: Call, reply: Reply) -> Iterator[Complaint]:
    """Yield what is wrong with what a call did, the plainest first."""
    if reply.trouble:
        yield Complaint(RUNS, "that it returns", reply.trouble)
        return
    yield from _JUDGES[call.function](call, reply)


# -- the contract, function by function -----------------------------------------------------------


def _node_consistency(call: Call, reply: Reply) -> Iterator[Complaint]:
    right, before, got = call.problem.words_by_length(), call.state, _sets(call, reply)
    expected = {var: right[var] & before[var] for var in right}
    too_many, too_few = (
        [var for var in expected if got[var] - right[var]],
        [var for var in expected if expected[var] - got[var]],
    )
    _, removes, keeps = CHECKS[call.function]
    for variables, check in ((too_many, removes), (too_few, keeps)):
        for var in variables[:1]:
            yield Complaint(check, _domain(var, expected), _domain(var, got))
    if any(right[var] & got[var] - before[var] for var in right):
        yield Complaint(keeps, "words removed", "words added", is_remark=True)


def _revise(call: Call, reply: Reply) -> Iterator[Complaint]:
    _, removes, keeps, others, returns = CHECKS["revise"]
    x, y = call.variables
    before, got = call.state, _sets(call, reply)
    supported = _supported(call.problem, x, y, before)
    if got[x] - supported:
        yield Complaint(removes, _domain(x, {x: supported}), _domain(x, got))
    if supported - got[x]:
        yield Complaint(keeps, _domain(x, {x: supported}), _domain(x, got))
    for var in call.problem.variables:
        if var != x and got[var] != before[var]:
            yield Complaint(others, _domain(var, before), _domain(var, got))
            break
    yield from _truth(returns, reply, supported != before[x])


def _ac3(call: Call, reply: Reply) -> Iterator[Complaint]:
    _, makes, keeps, follows, reaches, returns = CHECKS["ac3"]
    problem, before, got = call.problem, call.state, _sets(call, reply)
    arcs = tuple(problem.overlaps) if call.arcs is None else call.arcs
    closure = closed(problem, before, arcs)
    has_failed = not all(closure.values())
    yield from _truth(returns, reply, not has_failed)
    lost = [var for var in problem.variables if closure[var] - got[var]]
    if lost and not has_failed:
        var = lost[0]
        if call.arcs == ():
            yield Complaint(
                reaches, "no arcs, so nothing to do", "all arcs are looked at", is_remark=True
            )
        else:
            check = keeps if call.arcs is None else reaches
            yield Complaint(check, _domain(var, closure), _domain(var, got))
    if not has_failed and not lost:
        yield from _inconsistent_arc(call, arcs, got, makes if call.arcs is None else follows)


def _inconsistent_arc(
    call: Call, arcs: tuple[Arc, ...], got: Domains, check: str
) -> Iterator[Complaint]:
    """Yield the first arc that should have been made consistent and is not.

    That is every arc to begin with and, of a variable that has changed, the arcs of its neighbors,
    but for one neighbor at the most: the one that changed it.
    """
    problem, before = call.problem, call.state
    changed = [var for var in problem.variables if got[var] != before[var]]

    def is_loose(arc: Arc) -> bool:
        return not got[arc[0]] <= _supported(problem, *arc, got)

    due = [arc for arc in arcs if is_loose(arc)]
    for x in changed:
        loose = [z for z in problem.neighbors[x] if is_loose((z, x))]
        may_have_changed_x = [z for z in loose if (x, z) in arcs or z in changed]
        due += [(z, x) for z in loose if z not in may_have_changed_x[:1]]
    for x, y in due[:1]:
        expected = {x: _supported(problem, x, y, got)}
        yield Complaint(check, f"{_domain(x, expected)}, given {_domain(y, got)}", _domain(x, got))


def _complete(call: Call, reply: Reply) -> Iterator[Complaint]:
    is_complete = all(var in call.assignment for var in call.problem.variables)
    yield from _truth(CHECKS[call.function][1], reply, is_complete)


def _consistent(call: Call, reply: Reply) -> Iterator[Complaint]:
    _, accepts, *refuses = CHECKS["consistent"]
    problem, assignment = call.problem, call.assignment
    has_wrong_length = any(len(word) != var.length for var, word in assignment.items())
    disagrees = any(
        not problem.agree(x, assignment[x], y, assignment[y])
        for x, y in problem.overlaps
        if x in assignment and y in assignment
    )
    repeats = len(set(assignment.values())) < len(assignment)
    faults = [has_wrong_length, disagrees, repeats]
    if not any(faults):
        yield from _truth(accepts, reply, True)
    elif faults.count(True) == 1:
        yield from _truth(refuses[faults.index(True)], reply, False)


def _order(call: Call, reply: Reply) -> Iterator[Complaint]:
    _, once, order, alone = CHECKS["order_domain_values"]
    [var] = call.variables
    words, got = call.state[var], reply.result
    if not isinstance(got, list) or sorted(got) != sorted(words):
        yield Complaint(once, f"the words {words_text(words)}, in some order", result_text(got))
        return
    counts = ruled_out(call)
    # Whether a word that can be used only once rules itself out elsewhere is left open.
    both = counts, ruled_out(call, counts_itself=True)
    if not any(_is_sorted([count[word] for word in got]) for count in both):
        listed = ", ".join(
            f"{word} {counts[word]}" for word in sorted(words, key=counts.__getitem__)
        )
        yield Complaint(order, f"words by what they rule out: {listed}", result_text(got))
    yield from _unchanged(call, reply, alone)


def _select(call: Call, reply: Reply) -> Iterator[Complaint]:
    _, unassigned, fewest, degree, alone = CHECKS["select_unassigned_variable"]
    problem, domains = call.problem, call.state
    free = [var for var in problem.variables if var not in call.assignment]
    got = reply.result
    if got not in free:
        yield Complaint(unassigned, f"one of {', '.join(map(str, free))}", result_text(got))
        return
    least = min(len(domains[var]) for var in free)
    tied = [var for var in free if len(domains[var]) == least]
    if got not in tied:
        expected = f"{_one_of(tied)}, with {_count(least, 'word')}"
        yield Complaint(fewest, expected, f"{got}, with {_count(len(domains[got]), 'word')}")
        return
    # The course counts all neighbors, the textbook those without a word: both will do.
    all_neighbors = {var: len(problem.neighbors[var]) for var in tied}
    free_neighbors = {var: len(set(problem.neighbors[var]) & set(free)) for var in tied}
    if all(degrees[got] < max(degrees.values()) for degrees in (all_neighbors, free_neighbors)):
        most = max(all_neighbors.values())
        best = [var for var in tied if all_neighbors[var] == most]
        expected = f"{_one_of(best)}, with {_count(most, 'neighbor')}"
        yield Complaint(degree, expected, f"{got}, with {_count(all_neighbors[got], 'neighbor')}")
    yield from _unchanged(call, reply, alone)


def _backtrack(call: Call, reply: Reply) -> Iterator[Complaint]:
    _, finds, none, valid, keeps, alone = CHECKS["backtrack"]
    solution = solved(call.problem, call.state, call.assignment)
    got = reply.result
    if solution is None and got is not None:
        yield Complaint(none, "None: there is no solution", result_text(got))
    elif solution is not None:
        expected = f"for example {assignment_text(solution)}"
        if got is None or got is False or isinstance(got, Strange):
            yield Complaint(finds, expected, result_text(got))
        elif fault := flaw(call.problem, got):
            yield Complaint(valid, expected, f"{result_text(got)}: {fault}")
        elif any(got[var] != word for var, word in call.assignment.items()):
            yield Complaint(keeps, expected, result_text(got))
    if reply.assignment != dict(call.assignment):
        yield Complaint(
            alone,
            f"{assignment_text(call.assignment)} after the call, as before it",
            assignment_text(reply.assignment),
            is_remark=reply.is_callers and got is not None,
        )


def _solve(call: Call, reply: Reply) -> Iterator[Complaint]:
    got = reply.result
    fault = flaw(call.problem, got) if isinstance(got, dict) else "not an assignment"
    if fault:
        yield Complaint(CHECKS["solve"][1], "a complete, consistent assignment", fault)


_JUDGES: dict[str, Callable[[Call, Reply], Iterator[Complaint]]] = {
    "enforce_node_consistency": _node_consistency,
    "revise": _revise,
    "ac3": _ac3,
    "assignment_complete": _complete,
    "consistent": _consistent,
    "order_domain_values": _order,
    "select_unassigned_variable": _select,
    "backtrack": _backtrack,
    "solve": _solve,
}


# -- the same things done here, by definition -----------------------------------------------------


def _supported(
    problem: CourseProblem, x: CourseVariable, y: CourseVariable, domains: Domains
) -> frozenset[str]:
    """Return the words of x that agree with some word of y."""
    if (x, y) not in problem.overlaps:
        return domains[x]
    return frozenset(
        word for word in domains[x] if any(problem.agree(x, word, y, other) for other in domains[y])
    )


def closed(problem: CourseProblem, domains: Domains, arcs: tuple[Arc, ...]) -> Domains:
    """Return the domains when the arcs, and all that follow from changes, are consistent."""
    domains, waiting = dict(domains), list(arcs)
    while waiting:
        x, y = waiting.pop()
        supported = _supported(problem, x, y, domains)
        if supported != domains[x]:
            domains[x] = supported
            waiting += [(z, x) for z in problem.neighbors[x]]
    return domains


def ruled_out(call: Call, counts_itself: bool = False) -> dict[str, int]:
    """Return how many words of unassigned neighbors each word of a variable rules out."""
    [var] = call.variables
    return {
        word: sum(
            not call.problem.agree(var, word, y, other) or (counts_itself and word == other)
            for y in call.problem.neighbors[var]
            if y not in call.assignment
            for other in call.state[y]
        )
        for word in call.state[var]
    }


def solved(
    problem: CourseProblem, domains: Domains, assignment: Assignment
) -> dict[CourseVariable, str] | None:
    """Return a solution that extends an assignment, by trying every word in every variable."""
    rest = [var for var in problem.variables if var not in assignment]
    if not rest:
        return dict(assignment)
    var = min(rest, key=lambda var: len(domains[var]))
    for word in sorted(domains[var] - set(assignment.values())):
        if all(
            problem.agree(var, word, y, assignment[y])
            for y in problem.neighbors[var]
            if y in assignment
        ):
            solution = solved(problem, domains, {**assignment, var: word})
            if solution is not None:
                return solution
    return None


def flaw(problem: CourseProblem, assignment: object) -> str:
    """Return what keeps an assignment from being a solution; nothing if it is one."""
    if not isinstance(assignment, dict):
        return "not a dictionary"
    for var in problem.variables:
        if var not in assignment:
            return f"{var} has no word"
    for var, word in assignment.items():
        if var not in problem.variables or len(word) != var.length:
            return f"{word} does not fit {var}"
        if word not in problem.words:
            return f"{word} is not one of the words"
    for x, y in problem.overlaps:
        if not problem.agree(x, assignment[x], y, assignment[y]):
            return f"{assignment[x]} and {assignment[y]} disagree where {x} and {y} cross"
    words = [*assignment.values()]
    repeated = sorted({word for word in words if words.count(word) > 1})
    return f"{repeated[0]} is used twice" if repeated else ""


# -- words for it ---------------------------------------------------------------------------------


def _truth(check: str, reply: Reply, expected: bool) -> Iterator[Complaint]:
    """Compare a truth value; something else that counts as the same is only remarked on."""
    if bool(reply.result) != expected:
        yield Complaint(check, str(expected), result_text(reply.result))
    elif reply.result is not expected:
        yield Complaint(check, str(expected), result_text(reply.result), is_remark=True)


def _unchanged(call: Call, reply: Reply, check: str) -> Iterator[Complaint]:
    got = _sets(call, reply)
    for var in call.problem.variables:
        if got[var] != call.state[var]:
            yield Complaint(check, _domain(var, call.state), _domain(var, got))
            return
    if reply.assignment != dict(call.assignment):
        yield Complaint(check, assignment_text(call.assignment), assignment_text(reply.assignment))


def _sets(call: Call, reply: Reply) -> dict[CourseVariable, frozenset[str]]:
    return {var: frozenset(reply.domains.get(var, ())) for var in call.problem.variables}


def _domain(var: CourseVariable, domains: Domains) -> str:
    [text] = domains_text({var: domains.get(var, frozenset())})
    return text.replace("  ", ": ", 1)


def _is_sorted(counts: list[int]) -> bool:
    return counts == sorted(counts)


def _one_of(variables: list[CourseVariable]) -> str:
    return " or ".join(map(str, variables))


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def result_text(result: object) -> str:
    """Return what a function returned, as a student would write it."""
    if isinstance(result, CourseVariable | Strange):
        return str(result)
    if isinstance(result, dict):
        return assignment_text(result)
    if isinstance(result, list):
        return f"[{', '.join(map(str, result))}]"
    return repr(result)
