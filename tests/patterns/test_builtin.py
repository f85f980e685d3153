"""The built-in patterns are good; a few are filled here, all by `scripts/build_patterns.py`."""

from __future__ import annotations

from collections import Counter

import pytest

from crosswright.errors import StyleError
from crosswright.filling.fill import fill
from crosswright.grids.styles import faults
from crosswright.limits import Limit, Status
from crosswright.patterns import builtin
from crosswright.words import lexicon

COUNTS = {
    ("american", 15): 100,
    ("american", 21): 20,
    ("british", 15): 20,
    ("american", 13): 20,
    ("american", 11): 20,
}


@pytest.mark.parametrize("style, size", builtin.SETS)
def test_the_patterns_of_a_set_keep_the_rules_and_differ(style: str, size: int) -> None:
    patterns = builtin.patterns(size, style)
    assert len(patterns) >= COUNTS[style, size]
    for number, pattern in enumerate(patterns, 1):
        assert (pattern.height, pattern.width) == (size, size), number
        assert pattern.is_symmetric() and faults(pattern, style, "180") == [], number
    blocks = [pattern.blocks for pattern in patterns]
    pairs = ((one, other) for n, one in enumerate(blocks) for other in blocks[:n])
    assert min(len(one ^ other) for one, other in pairs) >= 8


def test_those_for_dailies_have_72_to_78_words_and_few_of_three_letters() -> None:
    for pattern in builtin.patterns():
        assert 72 <= len(pattern.slots) <= 78
        assert Counter(map(len, pattern.slots))[3] <= 20


@pytest.mark.parametrize("style, size", builtin.SETS)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_pattern_fills_with_good_words_no_two_of_them_alike(
    style: str, size: int, seed: int
) -> None:
    pattern = builtin.pattern(seed, size, style)
    result = fill(
        pattern,
        lexicon.english(),
        min_score=60,
        no_shared_stem=True,
        limit=Limit(failures=100_000),
    )
    assert result.status is Status.FILLED


@pytest.mark.parametrize("style, size", [("american", 15), ("british", 15)])
def test_the_seed_chooses(style: str, size: int) -> None:
    chosen = {builtin.pattern(seed, size, style) for seed in range(1000)}
    assert chosen == set(builtin.patterns(size, style))
    assert builtin.pattern(7, size, style) == builtin.pattern(7, size, style)


def test_all_of_them_in_the_order_of_a_seed() -> None:
    order = builtin.in_order(7, 13)
    assert order[0] == builtin.pattern(7, 13)
    assert len(order) == len(builtin.patterns(13)) and {*order} == {*builtin.patterns(13)}
    assert order == builtin.in_order(7, 13) != builtin.in_order(8, 13)


@pytest.mark.parametrize(
    "height, width, style, message",
    [
        (12, 12, "american", "no built-in American patterns of 12×12, only of 11×11, 13×13, 15×15"),
        (15, 13, "american", "of 15×13"),
        (13, 13, "british", "no built-in British patterns of 13×13, only of 15×15; cross"),
        (15, 15, "barred", "there are no built-in barred patterns; crosswright pattern draws one"),
    ],
)
def test_there_are_only_some_sizes(height: int, width: int, style: str, message: str) -> None:
    with pytest.raises(StyleError, match=message):
        builtin.side_of(height, width, style)
