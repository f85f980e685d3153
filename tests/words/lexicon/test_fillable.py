"""The English list fills ordinary grids with words of 50 or more: twenty unchosen patterns."""

from collections import Counter
from functools import cache

from crosswright.filling.fill import fill
from crosswright.filling.result import FillResult
from crosswright.filling.rules import Rules
from crosswright.grids.grid import Grid
from crosswright.limits import Limit, Status
from crosswright.patterns.pattern import pattern
from crosswright.words import lexicon

FLOOR = 50
EFFORT = Limit(failures=50_000)


@cache
def patterns() -> tuple[Grid, ...]:
    """Draw twenty symmetric 15×15 patterns of 74 to 78 words, unfilled."""
    return tuple(
        pattern(15, word_count=(74, 78), seed=seed, verify=False).grid for seed in range(20)
    )


def answers(result: FillResult) -> list[str]:
    """Read the words off the printed grid, without the help of the engine."""
    rows = str(result.grid).split("\n")
    lines = rows + ["".join(column) for column in zip(*rows, strict=True)]
    return [word for line in lines for word in line.split("#") if len(word) > 1]


def test_twenty_patterns_fill_with_words_of_50_or_more() -> None:
    words = lexicon.english(min_score=FLOOR)
    listed = dict(words)
    filled = 0
    for grid in patterns():
        result = fill(grid, words, seed=1, limit=EFFORT)
        if result.status is Status.FILLED:
            words_used = answers(result)
            assert len(words_used) == len(set(words_used)) == len(grid.slots)
            assert all(listed[word] >= FLOOR for word in words_used)
            filled += 1
    assert filled >= 19


def test_no_two_answers_share_a_stem_where_that_is_asked_for() -> None:
    words = lexicon.english(min_score=FLOOR)
    for grid in patterns()[:5]:
        result = fill(grid, words, Rules(no_shared_stem=True), seed=1, limit=EFFORT)
        assert result.status is Status.FILLED
        assert max(Counter(map(words.base, answers(result))).values()) == 1


def test_a_given_word_keeps_its_family_out() -> None:
    grid = "RED#####\n########\n........"
    for answer, status in (("REDDENED", Status.IMPOSSIBLE), ("ELEPHANT", Status.FILLED)):
        rules = Rules(no_shared_stem=True, matching={"2A": answer})
        assert fill(grid, lexicon.english(), rules).status is status
    rules = Rules(no_shared_stem=False, matching={"2A": "REDDENED"})
    assert fill(grid, lexicon.english(), rules).status is Status.FILLED
