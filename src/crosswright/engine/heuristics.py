"""What both engines share to the bit: tuning numbers, random numbers, the integer logarithm."""

from __future__ import annotations

from operator import index

RUNNING, SOLUTION, EXHAUSTED = range(3)
"""What `Solver.run` returns: the limit was reached, a fill was found, there are no (more) fills."""

FIRST_CUTOFF = 50
"""Failures before the first restart: enough to learn weights, few enough to leave a bad start."""

CUTOFF_NUMERATOR, CUTOFF_DENOMINATOR = 6, 5
"""How many more failures each run may meet than the last: it grows, so the search is complete."""

FIRST_CANDIDATES, MAX_CANDIDATES = 40, 300
"""Words compared when a slot is to be filled: before the first restart, and after it."""

NOISE = 256
"""Random part of a word's rank: worth as much as twice the words left in one crossing slot."""

SCORE_WEIGHT = 512
"""How much more the best score of the list adds to a word's rank than the worst; every restart
halves it, for where fills are rare any of them is welcome."""

MAX_WEIGHT = 1 << 30
"""The most that `NOISE` and `SCORE_WEIGHT` may be: ranks then fit into 64 bits."""

MANY_SLOTS = 1000
"""The slots from which on a word that is used, and what it excludes, is struck off the slots with
few words alone: to strike each word off thousands of slots that have thousands of words would take
the most time and memory."""

FEW_WORDS = 1000
"""The most words that such a slot has; one that comes down to this many loses the used ones."""

NO_SCORE = -(1 << 31)
"""What `best_scores` has where there is no word."""

MASK64 = (1 << 64) - 1


def checked_weight(name: str, weight: int) -> int:
    """Return a noise or a score weight, if it is one that both engines can work with."""
    number = index(weight)
    if not 0 <= number <= MAX_WEIGHT:
        raise ValueError(f"{name} is {number}; it must be from 0 to {MAX_WEIGHT}")
    return number


def log2_fixed(number: int) -> int:
    """Return 256 times log2(number), linear between powers of two: the same integer everywhere.

    That of 0 is 0: where a table contradicts itself, a slot's own words can have none to cross.
    """
    power = (number | 1).bit_length() - 1
    return (power << 8) + (((number << 8) >> power) & 255)


class SplitMix64:
    """Steele, Lea and Flood's generator (OOPSLA 2014): one 64-bit word of state."""

    def __init__(self, seed: int) -> None:
        self.state = seed & MASK64

    def below(self, bound: int) -> int:
        """Return a number from 0 to bound - 1, for bounds of up to 32 bits."""
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK64
        mixed = self.state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & MASK64
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & MASK64
        mixed ^= mixed >> 31
        return ((mixed >> 32) * bound) >> 32
