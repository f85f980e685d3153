"""A program of its own: work of the compiled modules while memory runs out, piece by piece.

`python scarcity.py modules` has every allocation of each compiled module fail once, with the
library made of failing.c loaded before all others; `python scarcity.py python` does it to Python's
own allocations. Whatever fails must end in MemoryError or in the right result, and the next attempt
must succeed. It prints how many allocations failed.
"""

from __future__ import annotations

import ctypes
import importlib
import sys
from array import array
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from crosswright.layouts import core
from crosswright.layouts.proving.setup import ANY_FOUR
from helpers.problems import random_problem

WORDS = ((1, 2, 3), (3, 4), (2, 4, 1), (1, 1, 2))
SPREAD = [[core.spread(y, x) for x in range(9)] for y in range(9)]
PROBLEM = random_problem(11, side=5, words=300, tokens=4, rules=True)
OPEN = random_problem(5, side=6, words=900, tokens=8, rules=False)
CODES = bytes(range(26)) * 40


def solve(module: Any) -> Any:
    """Search, in ways that branch on words and on letters."""
    found = []
    for problem, letters in ((PROBLEM, False), (OPEN, True), (OPEN, False)):
        solver = module.Solver(problem, 1, letters=letters, parts=letters)
        found.append((solver.run(150, 150), solver.nodes, solver.counts()))
    return found


def keep(module: Any) -> Any:
    """Assume, ask and take back."""
    kept = module.KeptSolver(OPEN)
    kept.propagate()
    kept.push()
    kept.exclude(0, 3)
    kept.propagate()
    asked = kept.best(0, 5), kept.promising(1, 5)
    kept.begin(1, (0, 99))
    found = kept.run(60, 60), kept.counts()
    kept.pop()
    return asked, found, kept.counts()


def lay_out(module: Any) -> Any:
    """Construct a layout and improve it."""
    board = module.Core(WORDS, 14, (8, 8), SPREAD, core.HAZARD, core.TUNING, 1)
    board.construct(0)
    board.advance(20, 50)
    return board.best()


def prove(module: Any) -> Any:
    """Search what can grow from a root."""
    search = module.ProofSearch(WORDS, (8, 8), 100, SPREAD, -(1 << 60))
    search.begin(((0, 0, 0, 0), (2, 1, 0, 1)), ANY_FOUR, 2)
    search.advance(500)
    return search.layout(), search.nodes


def index(module: Any) -> Any:
    """Read, arrange and look up words."""
    scores = array("i", range(len(CODES) // 2))
    starts = array("i", [0, 1, 2])
    return (
        module.scan(b"OBOE;50\nICE,7\nNO\n\xc3\x89;3\n" * 50, 5),
        module.arrange(CODES, scores, 2),
        module.select(CODES, scores, 2, 300),
        module.support(CODES, 2, 26),
        module.keys_of(b"\0\1\1\2", 2, b"\0\1\1\2", starts, array("i", [4, 5])),
        module.members(starts, array("i", [4, 5]), b"\3"),
        module.rows_having(starts, array("i", [4, 5]), array("i", [5])),
        module.keys_below(starts, array("i", [4, 5]), 5),
        module.by_score(scores),
        module.owners(
            array("i", [4, 4]), array("i", [0, 0]), array("i", [0, 1]), array("i", [2]), 1
        ),
        module.owners_of_rows([(0, starts, array("i", [4, 4]), b"\3")], array("i", [2]), 1),
    )


WORK: tuple[tuple[str, Callable[[Any], Any]], ...] = (
    ("crosswright.engine", solve),
    ("crosswright.engine", keep),
    ("crosswright.layouts.core", lay_out),
    ("crosswright.layouts.proving", prove),
    ("crosswright.words.index", index),
)
MAX_FAILURES = 3000


def addresses(path: str) -> tuple[int, int]:
    """Return where a module is in memory."""
    lines = [line for line in Path("/proc/self/maps").read_text().splitlines() if path in line]
    ends = [tuple(int(end, 16) for end in line.split()[0].split("-")) for line in lines]
    return min(low for low, _ in ends), max(high for _, high in ends)


def attempt(work: Callable[[Any], Any], module: Any, expected: Any) -> bool:
    """Return whether work was done; MemoryError is the one way in which it may fail."""
    try:
        result = work(module)
    except MemoryError:
        return False
    except RuntimeError as error:
        assert str(error) == "can't allocate lock"  # Python's own word for it
        return False
    assert result == expected, (work.__name__, "went wrong in silence")
    return True


def starve_modules() -> int:
    """Let each allocation of each module fail once."""
    library = ctypes.CDLL(None)
    library.fail_allocation.argtypes = (ctypes.c_size_t, ctypes.c_size_t, ctypes.c_long)
    failed = 0
    for package, work in WORK:
        module = importlib.import_module(f"{package}.compiled")
        expected = work(module)
        low, high = addresses(module.__file__ or "")
        library.fail_allocation(low, high, -1)
        work(module)
        count = library.allocations_seen()
        for number in range(min(count, MAX_FAILURES)):
            library.fail_allocation(low, high, number)
            failed += not attempt(work, module, expected)
            library.fail_allocation(0, 0, -1)
            assert attempt(work, module, expected)
    return failed


def starve_python() -> int:
    """Let Python's own allocations fail, one at a time."""
    import _testcapi

    failed = 0
    for package, work in WORK:
        module = importlib.import_module(f"{package}.compiled")
        expected = work(module)
        for number in range(0, MAX_FAILURES, 7):
            _testcapi.set_nomemory(number, number + 1)
            try:
                done = attempt(work, module, expected)
            finally:
                _testcapi.remove_mem_hooks()
            failed += not done
        assert attempt(work, module, expected)
    return failed


if __name__ == "__main__":
    print(starve_modules() if sys.argv[1] == "modules" else starve_python())
