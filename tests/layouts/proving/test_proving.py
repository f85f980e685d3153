"""The proof that a layout is the best: what it finds is what brute force finds, and no less."""

from __future__ import annotations

import importlib
import random
import shutil
from itertools import combinations
from typing import Any

import pytest
from helpers.crisscrosses import Placed, layouts, letters_of, runs_of
from hypothesis import given, settings
from hypothesis import strategies as st

from crosswright.layouts import core, proving
from crosswright.layouts.core.setup import PlacedWord
from crosswright.layouts.proving import plain
from crosswright.layouts.proving.setup import (
    FOURS,
    LONGER,
    MAX_CROSSINGS,
    MAX_WORDS,
    ProofSetup,
    _meshes,
    cycles_of,
    joins_of,
)

WORTH = 50 * core.SCALE
ENDLESS = 1 << 40
WORDS = st.integers(3, 8).flatmap(
    lambda size: st.lists(
        st.text("ABCDEFGH"[:size], min_size=2, max_size=4), min_size=1, max_size=4, unique=True
    )
)
BOUND = st.one_of(st.just(99), st.integers(1, 7))


def compiled() -> Any:
    try:
        return importlib.import_module("crosswright.layouts.proving.compiled").ProofSearch
    except ImportError:
        if shutil.which("cc") or shutil.which("gcc"):
            raise
        pytest.skip("no C compiler here: the compiled search was not built")


TWINS = pytest.mark.parametrize("name", ["plain", "compiled"])


@pytest.fixture(autouse=True)
def _twin(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    name = request.node.callspec.params.get("name") if hasattr(request.node, "callspec") else None
    if name:
        monkeypatch.setattr(
            proving, "ProofSearch", plain.ProofSearch if name == "plain" else compiled()
        )


def coded(words: list[str]) -> list[tuple[int, ...]]:
    return [tuple(ord(letter) - ord("A") + 1 for letter in word) for word in words]


def prove(
    words: list[str],
    bounds: tuple[int, int] = (99, 99),
    worth: int = WORTH,
    known: tuple[int, int] = (0, 0),
) -> proving.Proof:
    return proving.prove(coded(words), bounds, worth, core.spread, known, lambda _: ENDLESS)


def placed_words(words: list[str], placed: tuple[PlacedWord, ...]) -> list[Placed]:
    return [(words[word], row, column, down == 1) for word, down, row, column in placed]


def score(words: list[Placed], worth: int) -> int:
    letters = letters_of(words)
    assert letters is not None
    rows, columns = zip(*letters, strict=True)
    crossings = sum(len(word) for word, *_ in words) - len(letters)
    cost = core.spread(max(rows) - min(rows) + 1, max(columns) - min(columns) + 1)
    return worth * crossings - cost


def best_by_brute_force(words: list[str], bounds: tuple[int, int], worth: int) -> int | None:
    return max((score([*words], worth) for words in layouts(words, *bounds)), default=None)


@settings(max_examples=100, deadline=None)
@given(WORDS, BOUND, BOUND, st.sampled_from([0, core.SCALE, WORTH, 10 * WORTH]))
def test_the_best_layout_is_that_of_brute_force(
    words: list[str], height: int, width: int, worth: int
) -> None:
    proof = prove(words, (height, width), worth)
    best = best_by_brute_force(words, (height, width), worth)
    assert proof.is_complete
    assert proof.is_impossible is (best is None)
    if best is not None:
        placed = placed_words(words, proof.placed)
        letters = letters_of(placed)
        assert letters is not None
        assert sorted(runs_of(letters)) == sorted(placed)
        assert sorted(word for word, *_ in placed) == sorted(words)
        assert score(placed, worth) == best


@TWINS
@pytest.mark.parametrize("seed", range(3))
def test_five_and_six_words_too(name: str, seed: int) -> None:
    rng = random.Random(seed)
    count = 5 + seed % 2
    words = sorted({"".join(rng.choices("ABCDEFGHIJ", k=3)) for _ in range(count)})
    best = best_by_brute_force(words, (7, 7), WORTH)
    proof = prove(words, (7, 7))
    assert proof.is_impossible is (best is None)
    if best is not None:
        assert score(placed_words(words, proof.placed), WORTH) == best


@TWINS
def test_words_side_by_side_are_found(name: str) -> None:
    square = ["AB", "AC", "BD", "CD"]
    assert len(prove(square, (2, 2)).placed) == 4
    block = ["ABC", "DEF", "GHI", "ADG", "BEH", "CFI"]
    proof = prove(block)
    letters = letters_of(placed_words(block, proof.placed))
    assert letters is not None
    assert len(letters) == 9


@TWINS
def test_where_not_all_fit_the_most_are_placed(name: str) -> None:
    proof = prove(["AB", "BC", "XAB"], (2, 2))
    assert proof.is_complete
    assert proof.is_impossible
    assert len(proof.placed) == 2


def test_what_is_known_is_only_replaced_by_better() -> None:
    words = ["OAK", "ELM", "PALM"]
    best = score(placed_words(words, prove(words).placed), WORTH)
    assert prove(words, known=(3, best)) == proving.Proof((), True, False)
    assert prove(words, known=(3, best - 1)).placed


@TWINS
def test_it_ends_with_its_nodes(name: str) -> None:
    words = ["MERCURY", "VENUS", "EARTH", "MARS", "JUPITER", "SATURN"]
    spent: list[int] = []

    def spend(nodes: int) -> int:
        spent.append(nodes)
        return max(0, 300 - sum(spent))

    proof = proving.prove(coded(words), (99, 99), WORTH, core.spread, (0, 0), spend)
    assert not proof.is_complete
    assert sum(spent) == 300


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.text("ABCDEFGH", min_size=2, max_size=6), min_size=1, max_size=6, unique=True),
    BOUND,
    st.integers(-500, 5000),
)
def test_twins_agree(words: list[str], width: int, best: int) -> None:
    letters = sum(map(len, words))
    limits = letters, min(letters, width)
    costs = [[core.spread(y, x) for x in range(limits[1] + 1)] for y in range(limits[0] + 1)]
    setup = ProofSetup.of(coded(words), limits, WORTH, costs)
    slow, fast = (twin(*setup, best) for twin in (plain.ProofSearch, compiled()))
    for root in cycles_of(setup):
        for twin in (slow, fast):
            if root is not None:
                twin.begin(*root)
                twin.advance(200)
        assert (slow.nodes, slow.best, slow.is_under_way) == (
            fast.nodes,
            fast.best,
            fast.is_under_way,
        )
    assert slow.layout() == fast.layout()


@pytest.mark.parametrize("words", [["AB"] * 11, ["A" * 61], ["A" * 50] * 5, ["AAAAAAAAAAAA"] * 9])
def test_words_that_are_too_many_or_too_much_alike_are_not_searched(words: list[str]) -> None:
    assert not proving.is_provable(coded(words))


def test_no_layout_has_more_crossings_than_the_bound() -> None:
    words = ["ABC", "DEF", "GHI", "ADG", "BEH", "CFI"]
    assert proving.most_crossings(coded(words)) >= 9
    assert proving.most_crossings(coded(["AB", "CD", "AC"])) == 2


def test_six_words_with_seven_crossings_are_two_cycles_of_four() -> None:
    words = ["ABCDE", "FGCHI", "AJK", "KLI", "MNE"]
    assert proving.most_crossings(coded([*words, "FOM"])) == 7
    assert proving.most_crossings(coded([*words, "FOQ"])) == 6


def test_the_most_crossings_of_each_kind_of_layout() -> None:
    assert {*map(len, MAX_CROSSINGS)} == {MAX_WORDS + 1}
    for count, (any_, no_four, longer) in enumerate(zip(*MAX_CROSSINGS, strict=True)):
        assert any_ >= no_four >= longer >= count - 1
    assert MAX_CROSSINGS[FOURS] == tuple(n * n // 4 for n in range(MAX_WORDS + 1))
    for count in {*range(1, MAX_WORDS + 1)} - {13}:
        # With a crossing more, a tree of the words around one would have more words than there are.
        degree = 2 * (MAX_CROSSINGS[LONGER][count] + 1) / count
        assert 2 * sum((degree - 1) ** n for n in range(4)) > count


def test_the_most_crossings_of_twelve_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """More words than are proved by default; the compiled search takes half a second."""
    monkeypatch.setattr(proving, "ProofSearch", compiled())
    words = ["FAITH", "DANGER", "STAGE", "FIND", "PICTURES", "OPEN"]
    words += ["GRANT", "WORKS", "HELP", "KINDS", "SMILED", "NEITHER"]
    worth = 1 << 30  # of a crossing: no box costs as much
    proof = prove(words, worth=worth, known=(12, 12 * worth))
    assert proof.is_complete
    assert -(-score(placed_words(words, proof.placed), worth) // worth) == 13


def test_a_word_that_crosses_two_others_joins_them() -> None:
    one, other, through = coded(["CAT", "TIN", "AXT"])
    assert joins_of((one, other, through))[0, 1, 2, 1] == [(2, 1, 0)]


@TWINS
def test_what_is_no_root_is_refused(name: str) -> None:
    words = coded(["CAT", "TIN"])
    costs = [[0] * 7 for _ in range(7)]
    search = proving.ProofSearch(words, (6, 6), WORTH, costs, 0)
    for root in ((), ((0, 0, 3, 3),), ((2, 0, 0, 0),), ((0, 2, 0, 0),)):
        with pytest.raises(ValueError, match=r"root begins|no word"):
            search.begin(root, 0, 0)
    with pytest.raises(ValueError, match="1 to 16 words"):
        proving.ProofSearch([], (6, 6), WORTH, costs, 0)
    with pytest.raises(ValueError, match="needs 6×6 costs"):
        proving.ProofSearch(words, (5, 5), WORTH, costs, 0)


def meshes_one_by_one(words: tuple[tuple[int, ...], ...]) -> tuple[set[int], set[int]]:
    """Try every choice of two crossing words, and of three: what `_meshes` did at first."""
    found: tuple[set[int], set[int]] = set(), set()
    for (one, other, *_), crossing in joins_of(words).items():
        for count, sets in zip((2, 3), found, strict=True):
            for some in combinations(crossing, count):
                crossed = {word for word, *_ in some}
                if len(crossed) == count == len({column for _, column, _ in some}):
                    sets.add(1 << one | 1 << other | sum(1 << word for word in crossed))
    return found


@given(
    st.lists(
        st.lists(st.integers(1, 3), min_size=2, max_size=4).map(tuple), min_size=2, max_size=5
    ).map(tuple)
)
def test_words_that_two_can_cross(words: tuple[tuple[int, ...], ...]) -> None:
    """Words of one letter had all their crossings tried by threes, which took seconds."""
    assert _meshes(joins_of(words)) == meshes_one_by_one(words)
