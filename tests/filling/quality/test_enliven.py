"""When the search for lively words leaves the rest of the time to other improvements."""

from crosswright.filling.quality.enliven import MOST_FAILURES, end_of_tries
from crosswright.limits import Budget, Limit


def test_tries_end_after_so_many_failures_where_nothing_is_limited() -> None:
    budget = Budget()
    budget.statistics.failures = 500
    is_over = end_of_tries(budget)
    budget.statistics.failures += MOST_FAILURES - 1
    assert not is_over()
    budget.statistics.failures += 1
    assert is_over()


def test_tries_end_after_half_of_what_is_left_of_a_limit() -> None:
    budget = Budget(Limit(failures=1000))
    budget.statistics.failures = 200
    is_over = end_of_tries(budget)
    budget.statistics.failures = 600
    assert not is_over()
    budget.statistics.failures = 601
    assert is_over()


def test_tries_end_when_they_are_stopped() -> None:
    budget = Budget()
    is_over = end_of_tries(budget)
    assert not is_over()
    budget.stop()
    assert is_over()
