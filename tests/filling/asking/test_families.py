"""Families of words: a session keeps them apart as a fill does, and takes what is given."""

from __future__ import annotations

import random
from collections.abc import Iterable

import pytest

from crosswright.engine import SOLUTION
from crosswright.explaining.explain import explain
from crosswright.filling.asking.inquiry import Viability
from crosswright.filling.asking.session import Session
from crosswright.filling.fill import fill
from crosswright.filling.model import Model
from crosswright.filling.rows import SlotRows
from crosswright.filling.rules import Rules
from crosswright.filling.search import Search
from crosswright.filling.several import every
from crosswright.grids.grid import Grid
from crosswright.grids.notation import Cell
from crosswright.limits import Budget, Status
from crosswright.words import lexicon
from crosswright.words.wordlist import WordList

pytestmark = pytest.mark.usefixtures("each_engine")


@pytest.fixture(scope="module")
def words() -> WordList:
    return lexicon.load("en")


def clashes(words: WordList, answers: Iterable[str]) -> bool:
    keys = [key for answer in answers for key in set(words.stem_keys(answer))]
    return len(set(keys)) < len(keys)


def is_filled(grid: Grid, words: WordList, rules: Rules, assumed: dict[Cell, str]) -> bool:
    problem = Model(grid, words, rules, assumed=assumed).problem()
    return problem is not None and Search(problem, 3, Budget()).decide() == SOLUTION


def test_words_that_are_given_may_share_a_stem_and_no_others(words: WordList) -> None:
    session = Session("CAT##\n#####\nCATS#\n#####\n....#", words)
    assert session.solve().status is Status.FILLED
    assert session.propagate().counts["1A"] == 1
    tried = session.what_if("3A", ["CATS", "ACES"]).result()
    assert (tried.of(Viability.DEAD), tried.of(Viability.FILLS)) == (["CATS"], ["ACES"])
    session.retract(letters=[(0, 0), (0, 1), (0, 2)])
    tried = session.what_if("1A", ["CAT", "ACE"]).result()
    assert (tried.of(Viability.DEAD), tried.of(Viability.FILLS)) == (["CAT"], ["ACE"])
    session.retract(letters=[(2, 3)])
    assert session.what_if("1A", ["CAT"]).result().of(Viability.FILLS) == ["CAT"]


ALONE, BEFORE, BEHIND = "....##\n######\n......", "ARAB##\n######\n......", "....##\n######\nARABIA"


@pytest.mark.parametrize("shared_letters", [None, 9])
@pytest.mark.parametrize("text", [ALONE, BEFORE, BEHIND])
def test_a_fill_avoids_what_looks_alike(
    words: WordList, text: str, shared_letters: int | None
) -> None:
    scores = {"ARAB": 99, "ARABIA": 99, "OBOE": 1, "OTTERS": 1}
    listed = WordList.from_words(scores, bases=words.bases)
    for seed in range(5):
        answers = fill(text, listed, seed=seed, no_shared_letters=shared_letters).answers
        assert set(answers.values()) != {"ARAB", "ARABIA"}
    for no_shared_stem in (True, False):
        rules = Rules(no_shared_stem=no_shared_stem, no_shared_letters=shared_letters)
        answers = fill(text, listed, rules=rules, objective="score").answers
        assert set(answers.values()) == {"ARAB", "ARABIA"}


@pytest.mark.parametrize("text", [ALONE, BEFORE, BEHIND, "ARAB##\n######\nARABIA"])
def test_what_looks_alike_is_used_where_there_is_no_other_fill(words: WordList, text: str) -> None:
    both = WordList.from_words({"ARAB": 60, "ARABIA": 60, "OTTERS": 20}, bases=words.bases)
    result = fill(text, both, floors=[50, 10])
    assert (result.status, result.floors_left) == (Status.FILLED, {})
    assert set(result.answers.values()) == {"ARAB", "ARABIA"}
    assert Session(text, both).solve().status is Status.FILLED
    assert Session(text, both).propagate().counts["2A"] == (1 if text.endswith("IA") else 2)


def test_a_given_word_that_was_used_before_keeps_its_family_out(words: WordList) -> None:
    listed = WordList.from_words(["CATS", "DOGS", "CAT"], bases=words.bases)
    session = Session("....\n####\nCAT#", listed, used=["CAT"])
    assert session.what_if("1A").result().of(Viability.FILLS) == ["DOGS"]


def test_every_fill_comes_once_those_with_look_alikes_last(words: WordList) -> None:
    listed = WordList.from_words({"ARAB": 60, "ARABIA": 60, "OTTERS": 20}, bases=words.bases)
    model = Model(Grid.parse("....##\n######\n......"), listed, Rules(), avoid_look_alikes=True)
    *found, last = every(model, 0, Budget())
    assert [set(result.answers.values()) for result in found] == [
        {"ARAB", "OTTERS"},
        {"ARAB", "ARABIA"},
    ]
    assert last.status is Status.IMPOSSIBLE


def test_bounds_are_those_of_fills_without_look_alikes(words: WordList) -> None:
    scores = {"ARAB": 99, "ARABIA": 99, "OBOE": 60, "OTTERS": 45}
    listed = WordList.from_words(scores, bases=words.bases)
    without = fill("....##\n######\n......", listed, objective="score").quality
    assert without is not None
    assert (without.floor, without.mean, without.is_best) == (60, 79.5, True)
    both = fill("....##\n######\n......", listed, objective="score", no_shared_stem=True).quality
    assert both is not None
    assert (both.floor, both.mean, both.is_best) == (99, 99.0, True)


def test_what_shares_a_stem_is_not_used_though_there_is_no_other_fill(words: WordList) -> None:
    result = fill("...#\n####\n....", WordList.from_words(["CAT", "CATS"], bases=words.bases))
    assert result.status is Status.IMPOSSIBLE


@pytest.mark.parametrize("no_shared_stem", [None, True])
@pytest.mark.parametrize("shared_letters", [None, 9])
@pytest.mark.parametrize("text", ["ADELE#\n######\n......", ".....#\n######\nADELES"])
def test_forms_that_only_ones_own_list_has_are_kept_from_their_base(
    words: WordList, text: str, no_shared_stem: bool | None, shared_letters: int | None
) -> None:
    assert words.stem_keys("ADELE", look_alikes=True) == ("ADELE",)  # of no family
    both = WordList.from_words({"ADELE": 60, "ADELES": 60}, bases=words.bases)
    rules = Rules(no_shared_stem=no_shared_stem, no_shared_letters=shared_letters)
    for grid in (text, ".....#\n######\n......"):
        assert fill(grid, both, rules=rules).status is Status.IMPOSSIBLE
        assert Session(grid, both, rules=rules).solve().status is Status.IMPOSSIBLE
    assert both.shared_stem("ADELE", "ADELES") == "ADELE"
    more = both.with_scores({"BEETLE": 60, "OTTER": 60})
    for grid in (text, ".....#\n######\n......"):
        assert fill(grid, more, rules=rules).status is Status.FILLED
        assert Session(grid, more, rules=rules).solve().status is Status.FILLED


def test_what_excludes_each_other_is_looked_up_once_it_matters(
    words: WordList, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_up: list[str] = []
    exclude = SlotRows._exclude
    monkeypatch.setattr(
        SlotRows, "_exclude", lambda rows: looked_up.append("exclusions") or exclude(rows)
    )
    session = Session("....\n....\n....", words, no_shared_stem=True)
    quickly = session.propagate()
    assert quickly.possible
    assert not Session("QQ..\n....", words, no_shared_stem=True).propagate().possible
    assert looked_up == []
    assert session.solve().status is Status.FILLED
    again = session.propagate()
    assert (again.letters, again.candidates) == (quickly.letters, quickly.candidates)
    last = Session("CAT#\n####\n.AT#", words, no_shared_stem=True).propagate()
    assert looked_up == ["exclusions"] * 2
    assert last.counts["1A"] == 1


def test_required_words_may_share_a_stem_with_those_that_are_given(words: WordList) -> None:
    session = Session("CAT##\n#####\nCATS#\n#####\n.....", words, required=["CATTY"])
    assert fill(session.grid, words, session.rules, objective="any").status is Status.FILLED
    assert session.solve().status is Status.FILLED


def test_no_explanation_blames_what_a_fill_tolerates(words: WordList) -> None:
    assert explain("CAT##\n#####\nCATS#\n#####\n.....", words).status is Status.FILLED


@pytest.mark.parametrize("seed", range(4))
def test_every_verdict_is_that_of_a_fill_with_the_same_rules(words: WordList, seed: int) -> None:
    chance = random.Random(seed)
    bare = Grid.from_rows(["....#", ".....", ".....", ".....", "#...."])
    rules = Rules(min_score=45)
    session = Session(bare, words, rules)
    whole = fill(bare, words, rules, objective="any", seed=seed).grid
    assert whole is not None
    for _ in range(4):
        cells = chance.sample(sorted(whole.letters), chance.choice((10, 15, 19)))
        grid = bare.with_letters({cell: whole.letters[cell] for cell in cells})
        session.follow(grid)
        label = chance.choice([slot.label for slot in bare.slots if grid.word(slot) is None])
        given = [word for slot in grid.slots if (word := grid.word(slot)) is not None]
        for word, verdict in session.what_if(label, count=6).result().verdicts.items():
            letters = dict(zip(grid.slot(label).cells, word, strict=True))
            assert is_filled(grid, words, rules, letters) is (verdict.viability is Viability.FILLS)
            if verdict.grid is not None:
                answers = [verdict.grid.word(slot) or "" for slot in grid.slots]
                assert clashes(words, given) or not clashes(words, answers)
