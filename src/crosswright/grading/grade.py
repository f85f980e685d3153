"""A submission of the course's assignment, graded."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice
from pathlib import Path
from stat import S_ISREG
from typing import Any

from crosswright.errors import GradingError
from crosswright.grading.cases import at_random, by_hand, large_problem
from crosswright.grading.contract import CHECKS, RUNS, Complaint, complaints
from crosswright.grading.problems import FUNCTIONS, Call, domains_text, words_text
from crosswright.grading.sandbox import BATCH, Reply, Sandbox
from crosswright.grading.shrinking import shrink
from crosswright.limits import Budget
from crosswright.support.numbers import whole_number
from crosswright.support.wording import either, quote

SECONDS = 5.0
"""Processor time for each call."""

MAX_BYTES = 2**20
"""The size of a file that may be a submission."""

SLOW = ("time", "memory", "died", "exit")
"""Kinds of trouble that cost a process each time."""

HOPELESS = ("stuck", "channel", "crossword")
"""Kinds of trouble that no smaller call would tell us more about."""

MAX_SLOW_ATTEMPTS = 10
"""Smaller calls that are tried when each one may use up its time."""

MAX_WORDS_SHOWN = 40

FILE = "file"
IMPORTS, COMPLETE, HARMLESS = (
    "be importable",
    "have a class CrosswordCreator with the eight functions",
    "write no files, start no processes and use no network",
)
FILE_CHECKS = (IMPORTS, COMPLETE, HARMLESS)


@dataclass(frozen=True)
class GradedFailure:
    """A check that a submission does not pass."""

    function: str
    """One of the eight functions, `solve` or `file`."""
    check: str
    """What the function should do."""
    got: str
    """What it did."""
    expected: str = ""
    call: Call | None = None
    """The smallest call found that goes wrong in this way."""

    def __str__(self) -> str:
        name = "the file" if self.function == FILE else self.function
        line = f"{name} should {self.check}"
        if self.call is None or self.check == RUNS:
            return f"{line}, but {self.got}"
        return f"{line}: expected {self.expected}; got {self.got}"

    @property
    def title(self) -> str:
        """The line without what the example says."""
        return str(self) if self.call is None or self.check == RUNS else str(self).split(":")[0]

    def example(self) -> dict[str, Any]:
        """Return the call as an object: the problem, the domains and the call itself."""
        if self.call is None:
            return {}
        call, problem = self.call, self.call.problem
        domains = {str(var): sorted(words) for var, words in sorted((call.domains or {}).items())}
        return {
            "structure": list(problem.rows),
            "words": list(problem.words),
            **({"domains": domains} if _shows_domains(call) else {}),
            "call": str(call),
            "expected": self.expected,
            "got": self.got,
        }

    def lines(self) -> Iterator[str]:
        """Yield the example as lines to read."""
        if self.call is None:
            return
        call, problem = self.call, self.call.problem
        yield from _block("structure", problem.rows)
        if _shows_domains(call):
            yield from _block("domains", domains_text(call.state))
        elif len(problem.words) <= MAX_WORDS_SHOWN:
            yield from _block("words", [words_text(problem.words)])
        yield from _block("call", [str(call)])
        yield from _block("expected", [self.expected])
        yield from _block("got", [self.got])


def _shows_domains(call: Call) -> bool:
    """Return whether the domains say more than the words do."""
    return call.function in ("revise", "ac3", "order_domain_values", "select_unassigned_variable")


def _block(title: str, lines: Iterable[str]) -> Iterator[str]:
    for line in lines:
        yield f"{title:10}{line}"
        title = ""


@dataclass(frozen=True)
class Grade:
    """What a submission does well, and what it does not."""

    path: str
    failures: tuple[GradedFailure, ...]
    remarks: tuple[str, ...]
    """What does no harm, though it is not quite what was asked for."""
    functions: tuple[str, ...] = field(default_factory=lambda: tuple(CHECKS))
    """The functions that were asked about."""
    skipped: frozenset[str] = frozenset()
    """Those of them that could not be looked at."""
    unfinished: frozenset[str] = frozenset()
    """Those that never return or had to be given up: none of their checks counts as passed."""

    @property
    def passed(self) -> bool:
        """Whether every check is passed."""
        return not self.failures

    @property
    def total(self) -> int:
        """The number of checks."""
        return len(FILE_CHECKS) + sum(len(CHECKS[function]) for function in self.functions)

    @property
    def points(self) -> int:
        """The number of checks passed."""
        failed = {(failure.function, failure.check) for failure in self.failures}
        seen = {FILE, *self.functions} - self.skipped - self.unfinished
        return sum(check[0] in seen and check not in failed for check in _ALL_CHECKS)

    def status(self, function: str) -> str:
        """Return how a function did: "ok", "failed" or "skipped"."""
        if function in self.skipped:
            return "skipped"
        return "failed" if any(f.function == function for f in self.failures) else "ok"

    def hint(self, function: str) -> str:
        """Return what to put right first, if a function relies on others that fail."""
        failing = [name for name in _RELIES_ON.get(function, ()) if self.status(name) == "failed"]
        if not failing or self.status(function) != "failed":
            return ""
        return f"fix {either(failing, 'and')} first: {function} relies on {_it(failing)}"

    def to_json(self) -> dict[str, Any]:
        """Return the grade as an object."""
        return {
            "file": self.path,
            "passed": self.passed,
            "points": self.points,
            "total": self.total,
            "functions": {name: self.status(name) for name in (FILE, *self.functions)},
            "failures": [
                {
                    "function": failure.function,
                    "check": failure.check,
                    "message": str(failure),
                    "example": failure.example() or None,
                }
                for failure in self.failures
            ],
            "remarks": list(self.remarks),
        }


def grade(
    path: str | os.PathLike[str],
    *,
    seconds: float = SECONDS,
    seed: int = 0,
    functions: Iterable[str] | None = None,
    whole: Budget | None = None,
) -> Grade:
    """Run a student's file against the contract of the assignment.

    It runs in a process of its own, with `seconds` of processor time for each call and limits on
    memory and files. That keeps mistakes from doing harm, but is not a security boundary.
    If `functions` are named, only those are checked; once `whole` is stopped, the rest are skipped.
    """
    seed = whole_number("seed", seed)
    if not seconds > 0:
        raise ValueError(f"seconds must be positive, not {seconds}")
    asked = {*(CHECKS if functions is None else functions)}
    if unknown := sorted(asked - CHECKS.keys()):
        known = either([*CHECKS])
        raise GradingError(f"unknown function {quote(unknown[0])}; choose from {known}")
    check_file(Path(path))
    with Sandbox(path, seconds) as sandbox:
        chosen = tuple(name for name in CHECKS if name in asked)
        return _Grading(os.fspath(path), chosen, sandbox, seed, whole or Budget()).run()


def check_file(path: Path) -> None:
    """Refuse what cannot be a submission; reading a device might never end."""
    if not S_ISREG(path.stat().st_mode):
        raise GradingError(f"{path}: not a file")
    if path.stat().st_size > MAX_BYTES:
        raise GradingError(f"{path}: too large for a submission (over 1 MB)")
    with path.open("rb"):  # raises what is wrong with it, if anything
        pass


class _Grading:
    """The grade of one submission, in the making."""

    def __init__(
        self, path: str, functions: tuple[str, ...], sandbox: Sandbox, seed: int, whole: Budget
    ) -> None:
        self.path = path
        self.functions = functions
        self.sandbox = sandbox
        self.seed = seed
        self.whole = whole
        self.failures: dict[tuple[str, str], GradedFailure] = {}
        self.remarks: dict[str, str] = {}
        self.skipped: set[str] = set()
        self.unfinished: set[str] = set()

    def run(self) -> Grade:
        """Load the submission and go through all functions."""
        reply = self.sandbox.load()
        self.look_around(FILE, reply)
        present = self.loaded_functions(reply)
        for function in self.functions:
            if self.whole.is_stopped:
                self.skipped.add(function)
            elif function == "solve":
                self.check_solve(present)
            elif function not in present:
                self.skipped.add(function)
            else:
                self.check(function, chain(by_hand(function), at_random(function, self.seed)))
        return Grade(
            self.path,
            tuple(sorted(self.failures.values(), key=_position)),
            tuple(self.remarks.values()),
            self.functions,
            frozenset(self.skipped),
            frozenset(self.unfinished),
        )

    def loaded_functions(self, reply: Reply) -> set[str]:
        """Return the functions that the submission has, and report what is missing."""
        if reply.trouble:
            self.fail(FILE, IMPORTS, _import_trouble(reply))
            self.unfinished.add(FILE)
            return set()
        if reply.loaded["missing"]:
            self.fail(FILE, COMPLETE, "has no such class")
            return set()
        present = set(reply.loaded["functions"])
        missing = [name for name in FUNCTIONS if name not in present]
        if missing:
            self.fail(FILE, COMPLETE, f"lacks {', '.join(missing)}")
        return present

    def check(self, function: str, calls: Iterable[Call]) -> None:
        """Make the calls, and shrink the first that goes wrong in each way."""
        has_returned = False
        for call, reply in self.replies(calls):
            has_returned |= not reply.trouble
            self.look_around(function, reply)
            for complaint in complaints(call, reply):
                if complaint.is_remark:
                    self.remark(function, complaint)
                elif (function, complaint.check) not in self.failures:
                    self.report(call, complaint, reply)
            if reply.kind in (*SLOW, *HOPELESS) or _is_unwritten(reply):
                has_returned = False
                break  # every further call might cost as much
        if not has_returned:
            self.unfinished.add(function)

    def replies(self, calls: Iterable[Call]) -> Iterator[tuple[Call, Reply]]:
        """Yield the calls with what they did, until the submission is stopped."""
        calls = iter(calls)
        while not self.whole.is_stopped and (batch := [*islice(calls, BATCH)]):
            yield from zip(batch, self.sandbox.run(batch), strict=False)

    def check_solve(self, present: set[str]) -> None:
        """Let the submission fill a larger grid, if what that needs works at all."""
        needed = {"enforce_node_consistency", "ac3", "backtrack"}
        if needed - present or any((function, RUNS) in self.failures for function in needed):
            self.skipped.add("solve")
            return
        self.check("solve", [large_problem()])

    def report(self, call: Call, complaint: Complaint, reply: Reply) -> None:
        """Add a failure, with the smallest example of it."""
        if reply.kind == "crossword":
            self.fail(FILE, COMPLETE, reply.trouble)
            return
        if _is_unwritten(reply):
            self.fail(call.function, complaint.check, "is not written yet")
            return
        if call.function != "solve" and reply.kind not in HOPELESS:
            call, complaint = self.smallest(call, complaint, reply.kind)
        self.fail(call.function, complaint.check, complaint.got, complaint.expected, call)

    def smallest(self, call: Call, complaint: Complaint, kind: str) -> tuple[Call, Complaint]:
        """Return the smallest call that goes wrong in the same way, and how it does."""
        is_slow = kind in SLOW
        seconds = self.sandbox.seconds / 10 if is_slow else self.sandbox.seconds
        smallest = call, complaint

        def first_wrong(candidates: Sequence[Call]) -> Call | None:
            nonlocal smallest
            replies = self.sandbox.run(candidates, seconds)
            for smaller, reply in zip(candidates, replies, strict=False):
                for found in complaints(smaller, reply):
                    is_same = found.check == complaint.check and reply.kind == kind
                    if is_same and not found.is_remark:
                        smallest = smaller, found
                        return smaller
            return None

        if not is_slow:
            shrink(call, first_wrong)
            return smallest
        shrink(call, first_wrong, MAX_SLOW_ATTEMPTS, batch=1)
        return smallest[0], complaint  # the time in the message is that of the limit

    def look_around(self, function: str, reply: Reply) -> None:
        """Notice what the submission did besides its work."""
        where = "on import" if function == FILE else f"in {function}"
        if reply.refused:
            self.fail(FILE, HARMLESS, f"tries to {reply.refused[0]} {where}; refused")
        if reply.printed:
            self.remarks.setdefault("print", f"prints {where}: {quote(reply.printed)}")

    def fail(
        self, function: str, check: str, got: str, expected: str = "", call: Call | None = None
    ) -> None:
        failure = GradedFailure(function, check, got, expected, call)
        self.failures.setdefault((function, check), failure)

    def remark(self, function: str, complaint: Complaint) -> None:
        text = _REMARKS.get(
            complaint.check,
            f"{function} returns {complaint.got} where {complaint.expected} is meant",
        )
        self.remarks.setdefault(f"{function} {complaint.check}", text)


_RELIES_ON = {
    "ac3": ("revise",),
    "backtrack": (
        "assignment_complete",
        "consistent",
        "order_domain_values",
        "select_unassigned_variable",
    ),
    "solve": FUNCTIONS,
}


def _it(names: Sequence[str]) -> str:
    return "it" if len(names) == 1 else "them"


_REMARKS = {
    CHECKS["enforce_node_consistency"][2]: "enforce_node_consistency brings back words that were "
    "no longer in the domain",
    CHECKS["ac3"][4]: "ac3([]) looks at all arcs; with an empty list there is nothing to do",
    CHECKS["backtrack"][5]: "backtrack returns the caller's own assignment, filled in; "
    "a copy would leave it as it was",
}


def _position(failure: GradedFailure) -> int:
    """Return where the contract has a check; the order in which they fail is of no interest."""
    return _ALL_CHECKS.index((failure.function, failure.check))


_ALL_CHECKS = [
    (function, check)
    for function, checks in {FILE: FILE_CHECKS, **CHECKS}.items()
    for check in checks
]


def _is_unwritten(reply: Reply) -> bool:
    return reply.trouble.startswith("raises NotImplementedError")


def _import_trouble(reply: Reply) -> str:
    """Return why the file cannot be imported, with advice where there is some."""
    if reply.kind == "exit":
        return f'{reply.trouble}; call main() only if __name__ == "__main__"'
    return reply.trouble
