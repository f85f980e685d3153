"""Cases: what is refuted stays out, and a case without parts is refuted itself."""

from __future__ import annotations

from crosswright.engine import RUNNING
from crosswright.filling.schedule.cases import Case
from crosswright.filling.schedule.tasks import CaseLevel, Report

ALL = bytes([0b1111, *[0] * 7])


def some(*rows: int) -> bytes:
    return bytes([sum(1 << row for row in rows), *[0] * 7])


def split_case() -> Case:
    whole = Case()
    whole.sizes, whole.weights = [4, 4], [0, 0]
    whole.split(1, ALL, 10)
    return whole


def test_a_case_is_split_by_the_words_of_a_slot() -> None:
    whole = split_case()
    assert [part.word for part in whole.parts.values()] == [(1, row) for row in range(4)]
    assert {part.spent for part in whole.parts.values()} == {10}
    assert whole.parts[2].levels() == (CaseLevel(None, ((1, ALL),)), CaseLevel((1, 2)))


def test_a_refuted_part_stays_out() -> None:
    whole = split_case()
    whole.parts[2].refute()
    assert whole.levels() == (CaseLevel(None, ((1, some(0, 1, 3)),)),)
    assert whole.is_open


def test_a_case_is_refuted_with_its_last_part() -> None:
    whole = split_case()
    inner = whole.parts[0]
    inner.sizes, inner.weights = [4, 1], [0, 0]
    inner.split(0, some(1, 2), 1)
    for part in [*inner.parts.values(), *whole.parts.values()][:-1]:
        part.refute()
    assert inner.is_refuted
    assert not whole.is_refuted
    whole.parts[3].refute()
    assert whole.is_refuted


def test_what_a_search_of_the_whole_rules_out_refutes_parts() -> None:
    whole = split_case()
    part = whole.parts[3]
    whole.learn(Report(RUNNING, [3, 1], [], [], [4, 2], {1: some(0, 2)}))
    assert list(whole.parts) == [0, 2]
    assert not part.is_open
    assert whole.weights == [2, 0]
    whole.learn(Report(RUNNING, [2, 2], [], [], [4, 2], {0: some(1)}))
    assert whole.weights == [3, 1]
    assert whole.levels() == (CaseLevel(None, ((1, some(0, 2)), (0, some(1)))),)
