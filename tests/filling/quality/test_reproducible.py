"""With a limit on nodes or failures, the best fill is the same whatever engine and threads."""

from __future__ import annotations

from functools import cache
from itertools import product
from types import ModuleType

import pytest
from helpers.builds import built_engine
from helpers.engines import ENGINES, solving_with
from helpers.fills import GRID, HARD_LIST, WORDS

from crosswright.engine import plain
from crosswright.filling.fill import fill
from crosswright.grids.grid import Grid
from crosswright.limits import Limit, Status

RING = Grid.parse("...\n.#.\n...")
BARE = Grid.parse(".......\n.#.#.#.\n.......\n.#.#.#.\n.......\n.#.#.#.\n.......")
OPEN = Grid.parse("#...#\n.....\n.....\n.....\n#...#")
REGION = {"region": ["1A", "1D"], "no_shared_letters": 3}

CASES = {
    "a small grid, until nothing is left to try": (RING, WORDS, Limit(failures=20_000), {}),
    "an open grid": (OPEN, WORDS, Limit(nodes=900), {"seed": 3}),
    "a usual grid": (GRID, WORDS, Limit(nodes=1500), {"seed": 1}),
    "failures": (GRID, WORDS, Limit(failures=400), {"seed": 2}),
    "few nodes": (GRID, WORDS, Limit(nodes=37), {}),
    "floors": (GRID, WORDS, Limit(nodes=700), {"floors": [95, 60, None]}),
    "rules": (GRID, WORDS, Limit(nodes=500), {"required": ["STONE"], "slot_scores": {"5A": 5}}),
    "a region": (GRID, WORDS, Limit(nodes=300), REGION),
    "a larger grid": (BARE, HARD_LIST, Limit(nodes=800), {"seed": 5}),
}


def outcome(case: str, threads: int | None = None) -> dict[str, object]:
    grid, words, limit, options = CASES[case]
    result = fill(grid, words, objective="score", limit=limit, threads=threads, **options)
    done = result.statistics
    return {
        "status": result.status,
        "grid": str(result.grid),
        "quality": result.quality,
        "floors left": result.floors_left,
        "work": (done.nodes, done.failures, done.restarts, done.propagations),
    }


ALONE = plain, 1


@cache
def specified(case: str) -> dict[str, object]:
    """Return what the plain engine finds, in one thread."""
    module, threads = ALONE
    with solving_with(module):
        return outcome(case, threads)


each_case = pytest.mark.parametrize("case", CASES)


@pytest.fixture(autouse=True, scope="module")
def both_engines() -> None:
    """Leave the choice of the engine to the tests."""


@pytest.fixture(scope="module")
def unoptimised(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    """Build the compiled engine without any optimisation."""
    return built_engine(tmp_path_factory.mktemp("build"), "-O0")


@each_case
def test_limits_are_kept_to_the_node(case: str) -> None:
    limit, (nodes, *_) = CASES[case][2], specified(case)["work"]
    assert limit.nodes is None or nodes <= limit.nodes


def test_the_cases_are_worth_comparing() -> None:
    ends = {case: specified(case) for case in CASES}
    assert {end["status"] for end in ends.values()} >= {Status.FILLED}
    assert sum(end["quality"] is not None for end in ends.values()) >= 6
    proved = {end["quality"].floor_proved for end in ends.values() if end["quality"] is not None}
    assert proved == {True, False}


@each_case
@pytest.mark.parametrize(
    "module, threads",
    [each for each in product(ENGINES, (1, 2, 5)) if each != ALONE],
    ids=lambda value: getattr(value, "NAME", str(value)),
)
def test_neither_engine_nor_threads_change_it(module: ModuleType, threads: int, case: str) -> None:
    with solving_with(module):
        assert outcome(case, threads) == specified(case)


@each_case
def test_the_compiler_does_not_change_it(unoptimised: ModuleType, case: str) -> None:
    with solving_with(unoptimised):
        assert outcome(case, 2) == specified(case)
