"""The boundary of the engines: nothing a caller passes, or changes afterwards, reaches memory.

Both engines must answer alike, so every test runs with each of them. On a build that checks every
access (see CONTRIBUTING) these are the tests that show there is no hole.
"""

from __future__ import annotations

import gc
import random
import threading
from array import array
from collections.abc import Callable, Iterator
from dataclasses import replace
from types import ModuleType
from typing import Any

import pytest
from helpers.engines import ENGINES, each_module
from helpers.problems import PAIRS, Table, make_table, problem_with, random_problem
from helpers.threads import held_by_another_thread

from crosswright.engine import EXHAUSTED, RUNNING, SOLUTION, Exclusions, Problem, Tables
from crosswright.engine.heuristics import MAX_WEIGHT
from crosswright.support.turns import Turn

Parts = dict[str, Any]


def mutable_parts() -> Parts:
    """Return the parts of a small problem, every one of them something that can be changed."""
    table = replace(
        PAIRS,
        codes=bytearray(PAIRS.codes),
        scores=array("i", PAIRS.scores),
        support=bytearray(PAIRS.support),
    )
    groups = [[(0, 0), (0, 1)]]
    return {
        "table": table,
        "groups": groups,
        "tables": Tables([table]),
        "masks": [7, 7, 7],
        "slots": [[0, [0, 1]], [0, [1, 2]]],
        "live": [bytearray(b"\3" + bytes(7)), None],
        "goals": [True, True],
        "required": [[[0, 0]]],
        "exclusions": Exclusions([2], groups),
        "score_range": [0, 99],
    }


def problem_of(parts: Parts) -> Problem:
    return Problem(**{name: parts[name] for name in parts if name not in ("table", "groups")})


CHANGES: dict[str, Callable[[Parts], object]] = {
    "fewer masks": lambda parts: parts["masks"].clear(),
    "a wider mask": lambda parts: parts["masks"].__setitem__(0, 1 << 63),
    "fewer slots": lambda parts: parts["slots"].clear(),
    "more slots": lambda parts: parts["slots"].extend([[0, [0, 2]]] * 1000),
    "another table": lambda parts: parts["slots"][0].__setitem__(0, 1 << 20),
    "another cell": lambda parts: parts["slots"][0][1].__setitem__(0, 1 << 28),
    "fewer cells": lambda parts: parts["slots"][0][1].pop(),
    "no live rows": lambda parts: parts["live"].__setitem__(1, b""),
    "fewer live rows": lambda parts: parts["live"][0].clear(),
    "fewer live": lambda parts: parts["live"].pop(),
    "fewer goals": lambda parts: parts["goals"].pop(),
    "another required row": lambda parts: parts["required"][0][0].__setitem__(1, 1 << 30),
    "another required table": lambda parts: parts["required"][0][0].__setitem__(0, 1 << 20),
    "more required": lambda parts: parts["required"].append([[5, 5]]),
    "another group": lambda parts: parts["groups"][0].append((9, 9)),
    "another score range": lambda parts: parts["score_range"].__setitem__(1, 1 << 80),
    "longer words": lambda parts: setattr(parts["table"], "length", 60),
    "more words": lambda parts: setattr(parts["table"], "size", 1 << 30),
    "more blocks": lambda parts: setattr(parts["table"], "blocks", 1 << 24),
    "more tokens": lambda parts: setattr(parts["table"], "alphabet_size", 64),
    "no codes": lambda parts: setattr(parts["table"], "codes", b""),
    "no support": lambda parts: setattr(parts["table"], "support", b""),
    "other codes": lambda parts: parts["table"].codes.__setitem__(slice(None), b"\xff" * 4),
    "cleared support": lambda parts: parts["table"].support.clear(),
    "other support": lambda parts: parts["table"].support.__setitem__(0, 255),
    "cleared scores": lambda parts: parts["table"].scores.__delitem__(slice(None)),
}


@each_module
@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
def test_a_problem_keeps_what_was_checked(
    module: ModuleType, change: Callable[[Parts], object]
) -> None:
    parts = mutable_parts()
    problem = problem_of(parts)
    under_way = module.Solver(problem)
    change(parts)
    gc.collect(0)  # what was changed is young
    for solver in (under_way, module.Solver(problem)):
        assert solver.run(100, 100) == EXHAUSTED  # the two words exclude each other
    solver = module.Solver(problem.changed(exclusions=None))
    assert solver.run(100, 100) == SOLUTION
    assert solver.rows() == [0, 1]


@pytest.mark.parametrize(
    "name", ["owner_starts", "owner_tables", "owner_rows", "key_starts", "keys"]
)
def test_the_arrays_of_exclusions_cannot_be_changed(name: str) -> None:
    exclusions = Exclusions([2], [[(0, 0), (0, 1)]])
    arrays = getattr(exclusions, name)
    flat = arrays if name.startswith("owner") else arrays[0]
    with pytest.raises(TypeError):
        flat[0] = 1 << 30
    with pytest.raises(AttributeError):
        setattr(exclusions, name, ())
    if not name.startswith("owner"):
        with pytest.raises(TypeError):
            arrays[0] = flat


def test_tables_and_problems_cannot_be_changed() -> None:
    tables = Tables([PAIRS])
    with pytest.raises(AttributeError):
        tables.words = ()  # type: ignore[misc]
    with pytest.raises(AttributeError):
        tables.words[0].size = 5  # type: ignore[misc]
    with pytest.raises(AttributeError):
        problem_with().masks = ()  # type: ignore[misc]
    with pytest.raises(AttributeError):
        del tables.words
    with pytest.raises(AttributeError):
        tables.more = ()  # type: ignore[attr-defined]


@each_module
def test_what_was_checked_is_not_set_up_again(module: ModuleType) -> None:
    tables, exclusions = Tables([PAIRS]), Exclusions([2], [[(0, 0), (0, 1)]])
    problem = problem_with(tables=tables, exclusions=exclusions)
    again: list[Callable[[], None]] = [
        lambda: Tables.__init__(tables, []),
        lambda: Exclusions.__init__(exclusions, [3000], [[(0, 2999), (0, 1)]]),
        lambda: Problem.__init__(problem, tables, [7, 7, 7], [(0, (0, 2))]),
    ]
    for set_up in again:
        with pytest.raises(AttributeError):
            set_up()
    with pytest.raises(ValueError, match="does not exist"):
        Problem.__init__(problem, tables, [7, 7, 7], [(0, (0, 1 << 28))])
    assert module.Solver(problem).run(100, 100) == EXHAUSTED


@each_module
def test_a_problem_that_was_refused_is_empty(module: ModuleType) -> None:
    problem = Problem.__new__(Problem)
    with pytest.raises(ValueError, match="does not exist"):
        Problem.__init__(problem, Tables([PAIRS]), [7, 7, 7], [(0, (0, 1 << 28))])
    with pytest.raises(AttributeError):
        module.Solver(problem)


@each_module
def test_released_buffers_are_refused(module: ModuleType) -> None:
    problem = problem_with(exclusions=Exclusions([2], [[(0, 0), (0, 1)]]))
    problem.exclusions.owner_rows.release()
    with pytest.raises(ValueError, match="released"):
        solver = module.Solver(problem)
        solver.run(100, 100)


class Shifting:
    """A table that shows other buffers and sizes each time it is asked."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._asked: set[str] = set()

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._table, name)
        if name not in self._asked:
            self._asked.add(name)
            return value
        return 1 << 30 if isinstance(value, int) else b""


@each_module
def test_a_table_is_asked_once(module: ModuleType) -> None:
    solver = module.Solver(problem_with(tables=Tables([Shifting(PAIRS)])))
    assert solver.run(100, 100) == SOLUTION
    assert solver.rows() == [0, 1]


class OddInt(int):
    """A number that is another one whenever somebody asks politely."""

    def __index__(self) -> int:
        return 1 << 30

    def __lt__(self, other: object) -> bool:
        return True

    def __le__(self, other: object) -> bool:
        return True

    def __ge__(self, other: object) -> bool:
        return False

    def __gt__(self, other: object) -> bool:
        return False


class OddTuple(tuple[Any, ...]):
    """A tuple that is longer than it says."""

    def __iter__(self) -> Iterator[Any]:
        yield from [*self[:], 1 << 28, 1 << 28]


class OddList(list[Any]):
    """A list that says it is shorter than it is."""

    def __len__(self) -> int:
        return 0


ODD: dict[str, Parts] = {
    "a cell": {"slots": [(0, (0, OddInt(1 << 28))), (0, (1, 2))]},
    "a table index": {"slots": [(OddInt(1 << 28), (0, 1)), (0, (1, 2))]},
    "a mask": {"masks": [7, OddInt(1 << 70), 7]},
    "a required row": {"required": [[(0, OddInt(1 << 28))]]},
    "cells": {"slots": [(0, OddTuple((0, 1))), (0, (1, 2))]},
    "a pair": {"required": [[OddTuple((0, 0))]]},
    "a score": {"score_range": (0, OddInt(1 << 80))},
}


@pytest.mark.parametrize("changes", ODD.values(), ids=ODD.keys())
def test_numbers_and_tuples_that_pretend_are_taken_as_they_are(changes: Parts) -> None:
    with pytest.raises(ValueError, match=r"."):
        problem_with(**changes)


def test_exclusions_of_odd_groups_are_consistent() -> None:
    group = OddList([(0, 0), (0, 1)])
    exclusions = Exclusions([2], [group])
    assert exclusions.owner_starts.tolist() == [0, 2]
    with pytest.raises(ValueError, match="no row"):
        Exclusions([2], [[(0, 0), (0, OddInt(1 << 28))]])
    with pytest.raises(ValueError, match=r"."):
        Exclusions([2], [[OddTuple((0, 0))]])


def test_only_the_engines_own_classes_are_taken() -> None:
    class Loose(Problem):
        pass

    for module in ENGINES:
        for stranger in (object(), Loose(Tables([PAIRS]), [7, 7], [(0, (0, 1))])):
            with pytest.raises(TypeError, match="takes a Problem"):
                module.Solver(stranger)

    class LooseTables(Tables):
        pass

    class LooseExclusions(Exclusions):
        pass

    with pytest.raises(TypeError, match="Tables"):
        problem_with(tables=LooseTables([PAIRS]))
    with pytest.raises(TypeError, match="Tables"):
        problem_with(tables=[PAIRS])
    with pytest.raises(TypeError, match="Exclusions"):
        problem_with(exclusions=LooseExclusions([2], []))


BAD_PARTS: dict[str, Parts] = {
    "masks": {"masks": [7, 7.0, 7]},
    "cells": {"slots": [(0, (0, 1.5))]},
    "live": {"live": ["ab", None]},
    "rows": {"live": [5, None]},
    "required": {"required": [[(0, "a")]]},
    "scores": {"score_range": (0, None)},
}


@pytest.mark.parametrize("changes", BAD_PARTS.values(), ids=BAD_PARTS.keys())
def test_the_wrong_types_are_refused(changes: Parts) -> None:
    with pytest.raises(TypeError):
        problem_with(**changes)


def test_buffers_of_every_shape_are_taken() -> None:
    """Views with gaps, of other items, writable or not: what counts are the bytes."""
    spaced = bytes(byte for code in PAIRS.codes for byte in (code, 99))
    scores = memoryview(PAIRS.scores).cast("i")
    table = replace(
        PAIRS,
        codes=memoryview(spaced)[::2],
        scores=scores,
        support=memoryview(PAIRS.support).cast("Q", [2, 3, 1]),
    )
    for module in ENGINES:
        solver = module.Solver(problem_with(tables=Tables([table])))
        assert solver.run(100, 100) == SOLUTION
        assert solver.rows() == [0, 1]


def test_a_large_table_is_not_copied() -> None:
    """A list's tables are views that nobody writes to; every fill shares them."""
    codes = memoryview(bytearray(PAIRS.codes)).toreadonly()
    words = Tables([replace(PAIRS, codes=codes)]).words[0]
    assert words.codes.obj is codes.obj
    writable = bytearray(PAIRS.codes)
    assert Tables([replace(PAIRS, codes=writable)]).words[0].codes.obj is not writable


def test_a_negative_size_is_refused() -> None:
    for size in (-1, -64, 1 << 31):
        with pytest.raises(ValueError, match=r"."):
            Tables([replace(PAIRS, size=size, blocks=(size + 63) // 64)])


@pytest.mark.parametrize("seed", range(6))
@each_module
def test_the_contents_of_a_table_do_no_harm(module: ModuleType, seed: int) -> None:
    """Codes, scores and support that contradict each other make bad fills, not bad memory."""
    rng = random.Random(seed)
    tables = []
    for length in (4, 5):
        words = {
            rng.randbytes(length).translate(bytes(c % 5 for c in range(256))) for _ in range(900)
        }
        table = make_table(length, 5, words, rng)
        tables.append(
            replace(
                table,
                codes=rng.randbytes(len(table.codes)),
                scores=rng.randbytes(len(table.scores)),
                support=rng.randbytes(len(table.support)),
            )
        )
    slots = [(0, tuple(range(row * 4, row * 4 + 4))) for row in range(5)]
    slots += [(1, tuple(range(column, 20, 4))) for column in range(4)]
    solver = module.Solver(Problem(Tables(tables), [31] * 20, slots, score_range=(0, 9)), seed)
    for _ in range(20):
        assert solver.run(30, 30) in (RUNNING, SOLUTION, EXHAUSTED)
        assert all(0 <= count <= 900 for count in solver.counts())


# -- the arguments of the solver --------------------------------------------------------------


@each_module
@pytest.mark.parametrize(
    "options",
    [
        {"noise": -1},
        {"noise": MAX_WEIGHT + 1},
        {"noise": 1 << 70},
        {"score_weight": -1},
        {"score_weight": MAX_WEIGHT + 1},
        {"score_weight": -(1 << 70)},
    ],
)
def test_weights_out_of_range_are_refused(module: ModuleType, options: dict[str, int]) -> None:
    with pytest.raises(ValueError, match=r"0 to \d"):
        module.Solver(problem_with(score_range=(0, 99)), **options)


@each_module
@pytest.mark.parametrize("options", [{"noise": 1.5}, {"score_weight": "5"}, {"seed": 0.5}])
def test_weights_of_the_wrong_type_are_refused(module: ModuleType, options: dict[str, Any]) -> None:
    with pytest.raises(TypeError):
        module.Solver(problem_with(), **options)


@pytest.mark.parametrize("noise", [0, 1, MAX_WEIGHT])
@pytest.mark.parametrize("weight", [0, MAX_WEIGHT])
@pytest.mark.parametrize("scores", [(0, 0), (-(1 << 31), (1 << 31) - 1), (-(1 << 31), 0)])
def test_twins_agree_at_the_ends_of_the_ranges(
    noise: int, weight: int, scores: tuple[int, int]
) -> None:
    extremes = array("i", [-(1 << 31), (1 << 31) - 1] * 200)
    problem = random_problem(5, side=5, words=300, tokens=6, rules=False)
    tables = [
        words._replace(scores=extremes[: words.size].tobytes()) for words in problem.tables.words
    ]
    problem = problem.changed(tables=Tables(tables), score_range=scores)
    fills = []
    for module in ENGINES:
        solver = module.Solver(problem, 1, noise=noise, score_weight=weight)
        fills.append((solver.run(200, 200), solver.rows(), solver.nodes))
    assert fills[0] == fills[-1]


@each_module
def test_budgets_of_any_size(module: ModuleType) -> None:
    for budget in (-(1 << 100), -1, 0):
        solver = module.Solver(random_problem(1, side=4, words=40, tokens=3, rules=False))
        assert solver.run(budget, 1 << 100) in (RUNNING, SOLUTION)
        assert solver.run(1 << 100, budget) in (RUNNING, SOLUTION)
    assert module.Solver(problem_with()).run(1 << 100, 1 << 100) == SOLUTION
    for budgets in ((1.5, 1), (1, "1"), (None, 1)):
        with pytest.raises(TypeError):
            module.Solver(problem_with()).run(*budgets)


@each_module
@pytest.mark.parametrize("slot", [-1, 2, 1 << 40, -(1 << 40)])
def test_a_slot_that_does_not_exist(module: ModuleType, slot: int) -> None:
    with pytest.raises(IndexError, match=f"no slot {slot}"):
        module.Solver(problem_with()).live(slot)


@each_module
@pytest.mark.parametrize("slot", [0.5, "0", None])
def test_a_slot_is_an_index(module: ModuleType, slot: Any) -> None:
    with pytest.raises(TypeError):
        module.Solver(problem_with()).live(slot)


@each_module
def test_a_solver_is_set_up_once(module: ModuleType) -> None:
    solver = module.Solver(problem_with())
    with pytest.raises(RuntimeError, match="set up once"):
        solver.__init__(problem_with())
    assert solver.run(100, 100) == SOLUTION


@each_module
def test_a_solver_that_was_never_set_up_is_refused(module: ModuleType) -> None:
    bare = module.Solver.__new__(module.Solver)
    failed = module.Solver.__new__(module.Solver)
    with pytest.raises(TypeError):
        failed.__init__(problem_with(), noise="much")
    for solver in (bare, failed):
        for name, arguments in (
            ("run", (1, 1)),
            ("rows", ()),
            ("counts", ()),
            ("live", (0,)),
            ("masks", ()),
            ("weights", ()),
        ):
            with pytest.raises(RuntimeError, match="not set up"):
                getattr(solver, name)(*arguments)


# -- threads ------------------------------------------------------------------------------------


@each_module
def test_one_search_belongs_to_one_thread_at_a_time(module: ModuleType) -> None:
    """While one thread runs a search, another may neither run it nor read its state."""
    solver = module.Solver(random_problem(2, side=8, words=3000, tokens=10, rules=False))
    refused: list[str] = []

    def use() -> None:
        try:
            while not refused:
                assert solver.run(100, 100) == RUNNING
                for look in (solver.rows, solver.counts, solver.masks, solver.weights):
                    look()
                solver.live(0)
        except RuntimeError as error:
            refused.append(str(error))

    threads = [threading.Thread(target=use) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(refused) == {"another thread is running this search"}


@each_module
@pytest.mark.parametrize("name", ["run", "rows", "counts", "live", "masks", "weights"])
def test_a_search_in_use_is_not_looked_at(
    module: ModuleType, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    turn = Turn()
    monkeypatch.setattr(module, "Turn", lambda: turn)
    solver = module.Solver(problem_with())
    arguments = {"run": (1, 1), "live": (0,)}.get(name, ())
    with (
        held_by_another_thread(turn),
        pytest.raises(RuntimeError, match="another thread is running"),
    ):
        getattr(solver, name)(*arguments)
    getattr(solver, name)(*arguments)


# -- functions over scores ------------------------------------------------------------------------


@each_module
def test_scores_that_are_not_scores(module: ModuleType) -> None:
    gaps = memoryview(bytes(24)).cast("i")[::2]
    for scores in (b"\0\0\0", gaps, "ab", 5):
        for use in (module.score_range, lambda scores: module.rows_at_least(scores, 0)):
            with pytest.raises(TypeError):
                use(scores)
    with pytest.raises(ValueError, match="no scores"):
        module.score_range(b"")
    with pytest.raises(TypeError):
        module.rows_at_least(PAIRS.scores, 1.5)


@each_module
@pytest.mark.parametrize(
    "changes",
    [
        {"alphabet_size": 0},
        {"alphabet_size": (1 << 31) - 1},
        {"alphabet_size": 65},
        {"length": 0},
        {"length": -1},
        {"length": 1 << 40},
        {"size": 1 << 20},
        {"codes": b""},
        {"scores": b""},
        {"support": b""},
    ],
)
def test_best_scores_of_a_wrong_table(module: ModuleType, changes: Parts) -> None:
    with pytest.raises(ValueError, match=r"."):
        module.best_scores(replace(PAIRS, **changes), [bytes(8)])


@each_module
def test_best_scores_of_wrong_rows(module: ModuleType) -> None:
    for live in (b"", bytes(7), bytes(9)):
        with pytest.raises(ValueError, match="need 8 bytes"):
            module.best_scores(PAIRS, [live])
    for odd in (None, 5, "ab"):
        with pytest.raises(TypeError):
            module.best_scores(PAIRS, [odd])


def test_best_scores_ignore_rows_and_codes_beyond_the_table() -> None:
    odd = replace(PAIRS, codes=b"\xff" * 4, support=b"\xff" * len(PAIRS.support))
    for module in ENGINES:
        everywhere = module.best_scores(PAIRS, [b"\xff" * 8])
        assert everywhere == module.best_scores(PAIRS, [b"\3" + bytes(7)])
        assert len(module.best_scores(odd, [b"\xff" * 8])[0]) == 6
