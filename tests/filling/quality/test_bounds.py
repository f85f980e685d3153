"""What is proved about the best fill: no fill has more, and some grids leave no gap."""

from __future__ import annotations

from crosswright.filling.fill import fill, solutions
from crosswright.words.wordlist import WordList

SCORES = {"AB": 90, "BA": 70, "AA": 40, "BB": 20, "CA": 95, "BC": 5}
WORDS = WordList.from_words(SCORES)


def test_a_slot_alone_is_bounded_by_its_best_word() -> None:
    quality = fill("..", WORDS, objective="score").quality
    assert (quality.mean, quality.mean_bound) == (95, 95)


def test_no_fill_has_a_higher_mean_than_is_proved() -> None:
    quality = fill("..\n..", WORDS, objective="score").quality
    means = [sum(result.scores.values()) / 4 for result in solutions("..\n..", WORDS)]
    assert quality.mean <= max(means) <= quality.mean_bound
