"""Each rule of a fill holds, alone and with others."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, get_type_hints

import pytest
from helpers.fills import GRID, SPELLINGS, WORDS, random_case
from helpers.verify import all_fills, check_fill
from hypothesis import given, settings
from hypothesis import strategies as st

from crosswright.errors import GridError, RuleError
from crosswright.explaining.explain import explain
from crosswright.filling.asking.session import Session
from crosswright.filling.fill import count, fill, solutions, start
from crosswright.filling.result import FillResult
from crosswright.filling.rules import RuleFields, Rules
from crosswright.grids.grid import Grid
from crosswright.limits import Status
from crosswright.words.wordlist import WordList


def filled(**rules: object) -> FillResult:
    result = fill(GRID, WORDS, seed=4, **rules)
    assert result.status is Status.FILLED
    return result


def test_scores_stay_above_the_floor() -> None:
    result = filled(min_score=20)
    check_fill(result, GRID, SPELLINGS)
    assert min(result.scores.values()) >= 20
    assert result.scores == {label: WORDS.score(word) for label, word in result.answers.items()}
    assert fill(GRID, WORDS, min_score=101).status is Status.IMPOSSIBLE


@pytest.mark.parametrize("rule", ["for all", "for one slot"])
def test_a_floor_lets_in_the_words_with_that_very_score(rule: str) -> None:
    words = WordList.from_words([("CAT", 50), ("COT", 49)])

    def fills(floor: int) -> int:
        return (
            count("...", words, min_score=floor)
            if rule == "for all"
            else count("...", words, slot_scores={"1A": floor})
        )

    assert [fills(floor) for floor in (48, 49, 50, 51)] == [2, 2, 1, 0]


def test_single_slots_have_their_own_floor() -> None:
    result = filled(min_score=15, slot_scores={"1A": 60, "4A": 0})
    assert result.scores["1A"] >= 60
    assert all(score >= 15 for label, score in result.scores.items() if label != "4A")


@pytest.mark.parametrize("word", ["HOUSE", "ZZYZX", "xylem", "CAFÉ"])
def test_required_words_are_in_the_puzzle_listed_or_not(word: str) -> None:
    result = fill(GRID.with_blocks([(4, 4)]), WORDS, required=[word], seed=1, min_score=12)
    if word == "ZZYZX":
        assert result.status is Status.IMPOSSIBLE  # no common word has its letters there
    else:
        assert word.upper().replace("É", "E") in result.answers.values()


def test_a_required_word_without_a_slot_of_its_length_is_impossible() -> None:
    assert fill(GRID, WORDS, required=["CROSSWORDS"]).status is Status.IMPOSSIBLE


def test_required_words_that_exclude_each_other_are_impossible() -> None:
    grid = Grid.parse("...")
    assert fill(grid, WORDS, required=["CAT", "DOG"]).status is Status.IMPOSSIBLE


def test_banned_and_used_words_do_not_appear() -> None:
    first = filled()
    words = list(first.answers.values())
    second = filled(banned=words[:5], used=words[5:])
    assert not set(words) & set(second.answers.values())


def test_required_and_banned_contradict_each_other() -> None:
    for word in ("cat", "CÁT"):
        with pytest.raises(RuleError, match="both required and banned"):
            filled(required=[word], banned=["CAT"])


def test_fixed_words_need_not_be_listed() -> None:
    result = fill(Grid.parse("...\n.#.\n..."), WORDS, fixed={"1A": "XQS"})
    assert result.status is Status.IMPOSSIBLE  # nothing begins with X or ends so
    result = fill(Grid.parse("...\n.##"), WORDS, fixed={"1A": "HTT"}, allowed={"1D": ["HE"]})
    assert result.unlisted == ["1A", "1D"]
    result = filled(fixed={"1A": "THESE"})
    assert result.answers["1A"] == "THESE"
    check_fill(result, GRID, SPELLINGS)


def test_fixed_words_must_fit() -> None:
    with pytest.raises(GridError, match="1A has 5 cells"):
        filled(fixed={"1A": "FOUR"})
    with pytest.raises(RuleError, match="letter 1"):
        fill(GRID.with_letters({(0, 0): "A"}), WORDS, fixed={"1A": "THESE"})


def test_a_slot_may_be_limited_to_words_listed_or_not() -> None:
    row = Grid.parse("...")
    assert count(row, WORDS, allowed={"1A": ["CAT", "QQQ", "TOOLONG"]}) == 2
    assert count(row, WORDS, allowed={"1A": ["CAT", "QQQ"]}, banned=["QQQ"]) == 1
    assert count(row, WORDS, allowed={"1A": []}) == 0


def test_an_allowed_word_is_not_used_twice() -> None:
    rows = Grid.parse("...\n###\n...")
    both = {"1A": ["CAT", "QQQ"], "2A": ["CAT", "QQQ"]}
    assert count(rows, WORDS, allowed=both) == 2
    assert count(rows, WORDS, allowed=both, distinct=False) == 4
    assert count(rows, WORDS, allowed={"1A": ["CAT"]}) == WORDS.size(3) - 1


def test_allowed_words_may_have_letters_that_the_list_lacks() -> None:
    dutch = WordList.from_words(["AS"], digraphs=["IJ"])
    assert count("..", dutch, allowed={"1A": ["ijs", "AS"]}) == 2
    crossed = fill("..\n.#", dutch, allowed={"1A": ["IJS"]})
    assert crossed.status is Status.IMPOSSIBLE
    crossed = fill("..\n.#", dutch, allowed={"1A": ["IJS"], "1D": ["IJA"]})
    assert crossed.grid.letters == {(0, 0): "IJ", (0, 1): "S", (1, 0): "A"}
    with pytest.raises(RuleError, match="R2"):
        count("..", dutch, allowed={"1A": ["R2"]})


def test_allowed_words_are_spelled_as_the_list_spells() -> None:
    result = fill(Grid.parse("..."), WORDS, allowed={"1A": ["cát"]})
    assert result.answers == {"1A": "CAT"}


@pytest.mark.parametrize(
    ("grid", "fixed", "answers"),
    [
        ("....\n.##.", {"1A": "café"}, {"1A": "CAFE", "1D": "CO", "2D": "EL"}),
        ("...É\n.##.", {"1A": "café"}, {"1A": "CAFÉ", "1D": "CO", "2D": "ÉL"}),
        ("...É\n.##.", {}, {"1A": "CAFÉ", "1D": "CO", "2D": "ÉL"}),
        ("CÆL", {}, {"1A": "CÆL"}),
        ("Æ.", {}, {"1A": "ÆL"}),
        ("....\n.##.", {"1A": "R2 D2"}, None),
        ("...", {"1A": "7-up"}, {"1A": "7UP"}),
    ],
)
def test_grid_and_answers_are_spelled_alike(
    grid: str, fixed: dict[str, str], answers: dict[str, str] | None
) -> None:
    result = fill(Grid.parse(grid), WordList.of(["CAFÉ", "CO", "EL", "AEL"]), fixed=fixed)
    assert (result.status is Status.FILLED) == (answers is not None)
    if answers is not None:
        assert result.answers == answers
        assert {slot.label: result.grid.word(slot) for slot in result.grid.slots} == answers


def test_a_fixed_word_must_agree_with_the_grid_and_with_the_others() -> None:
    with pytest.raises(RuleError, match="1A: CAT has C as letter 1, the grid Q"):
        fill("Q..", ["CAT"], fixed={"1A": "CAT"})
    with pytest.raises(RuleError, match="1D: TOE has T as letter 1, the grid C"):
        fill("...\n.##\n.##", ["CAT"], fixed={"1A": "CAT", "1D": "TOE"})


def test_fixed_words_fill_digraphs_and_rebus_cells() -> None:
    dutch = WordList.from_words(["IJS"], digraphs=["IJ"])
    assert fill(Grid.parse(".."), dutch, fixed={"1A": "ijs"}).grid.letters == {
        (0, 0): "IJ",
        (0, 1): "S",
    }
    both = Grid.parse("..\n\nrebus: 1,1=LA")
    assert fill(both, dutch, fixed={"1A": "laij"}).grid.letters == {(0, 0): "LA", (0, 1): "IJ"}
    rebus = Grid.parse("..H.\n\nrebus: 1,3=HEART")
    assert fill(rebus, WORDS, fixed={"1A": "SWHEARTS"}).answers == {"1A": "SWHEARTS"}
    with pytest.raises(GridError, match="4 cells"):
        fill(rebus, WORDS, fixed={"1A": "SWHEARTED"})
    with pytest.raises(GridError, match="4 cells"):
        fill(rebus, WORDS, fixed={"1A": "SWHEAR"})


def test_floors_above_and_below_all_scores() -> None:
    assert fill(GRID, WORDS, min_score=1 << 40).status is Status.IMPOSSIBLE
    assert fill(GRID, WORDS, min_score=-(1 << 40)).status is Status.FILLED
    with pytest.raises(RuleError, match=r"must be a whole number, not 49\.5"):
        filled(min_score=49.5)


@pytest.mark.parametrize("rule", ["required", "banned", "used", "region"])
def test_a_list_is_not_a_text(rule: str) -> None:
    with pytest.raises(RuleError, match=f"{rule} takes a list, not the text 'CAT'"):
        filled(**{rule: "CAT"})
    with pytest.raises(RuleError, match="1A takes a list"):
        filled(allowed={"1A": "THESE"})


def test_a_slot_may_have_to_match_an_expression() -> None:
    result = filled(matching={"1A": "[^AEIOU].*", "1D": ".*e"})
    assert re.fullmatch("[^AEIOU].*", result.answers["1A"])
    assert result.answers["1D"].endswith("E")
    with pytest.raises(RuleError, match="is not a regular expression"):
        filled(matching={"1A": "["})
    with pytest.raises(RuleError, match="1A: matching takes a text"):
        filled(matching={"1A": ["A"]})


@pytest.mark.parametrize(
    ("expression", "name"), [(r"(.).*\1", "a back-reference"), ("(?=A).*", "look-around")]
)
def test_expressions_that_take_more_than_an_automaton_are_refused(
    expression: str, name: str
) -> None:
    with pytest.raises(RuleError, match=f"^1A: .* {name} is not supported"):
        filled(matching={"1A": expression})


@pytest.mark.parametrize("expression", ["(.+)+1", "(A|A)*B", "(A*)*B"])
def test_no_expression_takes_for_ever(expression: str) -> None:
    words = ["A" * 40, "A" * 39 + "C"]
    result = fill(Grid.parse("." * 40), words, matching={"1A": expression})
    assert result.status is Status.IMPOSSIBLE


def test_expressions_see_words_as_they_are_spelled_whatever_their_cells() -> None:
    words = WordList.from_words(["CHAT", "CHOC", "LLAMA", "CAT"], digraphs=["CH", "LL"])
    row = Grid.parse("...")
    assert fill(row, words, matching={"1A": "CH.{2}"}).answers["1A"] in ("CHAT", "CHOC")
    assert count(row, words, matching={"1A": ".{4}"}) == 2
    assert count(row, words, matching={"1A": "ch.*t"}) == 1
    rebus = Grid.parse("..#\n\nrebus: 1,1=CHA")
    assert count(rebus, ["CHAT", "CHAR"], matching={"1A": ".*[T]"}) == 1


def test_rules_name_slots_that_exist() -> None:
    for rule in ({"slot_scores": {"99A": 1}}, {"region": ["99A"]}, {"fixed": {"99A": "X"}}):
        with pytest.raises(GridError, match="no slot 99A"):
            filled(**rule)
    with pytest.raises(RuleError, match="not an open cell"):
        filled(region=[(3, 1)])
    with pytest.raises(RuleError, match="2 letters"):
        filled(no_shared_letters=1)


@pytest.mark.parametrize("label", ["1a", " 1A "])
def test_labels_may_be_written_in_any_case(label: str) -> None:
    row = Grid.parse("...")
    words = WordList.from_words([("CAT", 10), ("DOG", 50), ("EMU", 90)])
    assert count(row, words, slot_scores={label: 50}) == 2
    assert count(row, words, allowed={label: ["DOG"]}) == 1
    assert count(row, words, matching={label: "[CD].*"}) == 2
    assert count(row, words, fixed={label: "EMU"}) == 1
    assert fill(row, words, region=[label], matching={label: "E.*"}).answers == {"1A": "EMU"}
    best = fill(row, words, objective="score", slot_scores={label: 0}, min_score=95)
    assert best.answers == {"1A": "EMU"}


def test_a_slot_is_not_named_twice() -> None:
    with pytest.raises(RuleError, match="slot_scores names slot 1A twice"):
        filled(slot_scores={"1A": 60, "1a": 20})


def test_rules_and_keywords_have_the_same_fields() -> None:
    hints = get_type_hints(Rules)
    assert get_type_hints(RuleFields) == {name: hints[name] for name in vars(Rules())}


def test_keywords_replace_single_rules() -> None:
    row = Grid.parse("...")
    words = WordList.from_words([("CAT", 10), ("DOG", 50), ("EMU", 90)])
    rules = Rules(min_score=50, banned=["EMU"])
    assert count(row, words, rules) == 1
    assert count(row, words, rules, banned=[]) == 2


@pytest.mark.parametrize("function", [fill, start, count, solutions])
@pytest.mark.parametrize(
    ("keyword", "nearest"), [("min_scor", "min_score"), ("word", "words"), ("regions", "region")]
)
def test_a_misspelt_keyword_names_the_nearest_right_one(
    function: Callable[..., object], keyword: str, nearest: str
) -> None:
    expected = rf"{function.__name__}\(\) got .* '{keyword}'. Did you mean '{nearest}'"
    with pytest.raises(TypeError, match=expected):
        function(GRID, WORDS, **{keyword: 1})


def test_a_misspelt_keyword_of_the_function_itself_is_known_too() -> None:
    with pytest.raises(TypeError, match="Did you mean 'objective'"):
        fill(GRID, WORDS, objektive="score")  # type: ignore[call-arg]
    with pytest.raises(TypeError, match=r"Choose from .*min_score, .*seed"):
        fill(GRID, WORDS, xyz=1)  # type: ignore[call-arg]


def test_a_region_is_filled_anew_and_the_rest_stays() -> None:
    whole = filled()
    region = ["1A", "2D"]
    cells = {cell for label in region for cell in GRID.slot(label).cells}
    again = fill(whole.grid, WORDS, region=region, seed=9)
    assert again.status is Status.FILLED
    for cell in GRID.open_cells:
        assert cell in cells or again.grid.letters[cell] == whole.grid.letters[cell]
    crossed = {slot.label for slot in GRID.slots if cells & set(slot.cells)}
    assert set(again.answers) == crossed
    assert all(again.answers[label] in SPELLINGS for label in crossed)


def test_a_word_outside_the_region_is_not_used_again() -> None:
    grid = Grid.parse("CAT\nU#I\nTEE")
    words = WordList.from_words(["CAT", "CUT"])
    found = {fill(grid, words, region=[(0, 1)], seed=seed).answers["1A"] for seed in range(8)}
    assert found == {"CAT"}
    found = {
        fill(grid, words, region=[(0, 1)], seed=seed, distinct=False).answers["1A"]
        for seed in range(16)
    }
    assert found == {"CAT", "CUT"}


def test_what_a_region_must_not_share_with_the_rest() -> None:
    words = WordList.from_words(["WALK", "WALKS", "TALKS", "TALK", "RIDES"])
    grid = Grid.parse("WALK#\n#####\n.....")
    region = ["2A"]
    assert count(grid, words, region=region) == 3
    assert count(grid, words, region=region, no_shared_stem=True) == 2
    assert count(grid, words, region=region, no_shared_letters=3) == 1
    twice = Grid.parse("RIDES\n#####\n.....")
    assert count(twice, words, region=region) == 2
    assert count(twice, words, region=region, distinct=False) == 3


def test_a_required_word_may_be_outside_the_region() -> None:
    grid = Grid.parse("CAT\nU#I\nTEE")
    words = WordList.from_words(["COT", "TEE"])
    assert fill(grid, words, region=[(0, 1)], required=["tee"]).answers == {"1A": "COT"}


def test_nothing_outside_the_region_is_filled_even_where_one_letter_is_left() -> None:
    grid = Grid.parse("..\n.#\n.#")
    words = WordList.from_words(["AB", "AXY"])
    result = fill(grid, words, region=["1A"])
    assert result.grid.rows() == ["AB", ".#", ".#"]
    assert result.answers == {"1A": "AB"}
    assert fill(grid, words, region=["1A"], required=["AXY"]).status is Status.IMPOSSIBLE


def test_a_cell_stays_open_whose_slots_all_lead_out_of_the_region() -> None:
    result = fill("..", ["AB"], region=[(0, 0)])
    assert result.status is Status.FILLED
    assert result.grid.rows() == [".."]
    assert result.answers == {}


def test_a_word_used_twice_shares_all_its_letters() -> None:
    rows = Grid.parse("...\n###\n...")
    words = WordList.from_words(["CAT", "DOG", "COG"])
    assert count(rows, words, distinct=False) == 9
    assert count(rows, words, distinct=False, no_shared_letters=3) == 6
    assert count(rows, words, distinct=False, no_shared_letters=2) == 4
    assert count(rows, words, distinct=False, no_shared_stem=True) == 6


def test_slots_that_leave_the_region_stay_fillable() -> None:
    result = fill(GRID, WORDS, region=["1A", "4A"], seed=2)
    assert result.status is Status.FILLED
    done = {"1A", "4A"}
    assert done <= set(result.answers)
    assert len(result.grid.letters) == 10
    for slot in GRID.slots:
        pattern = re.compile(result.grid.pattern_text(slot))
        assert any(pattern.fullmatch(word) for word in SPELLINGS)


def runs(word: str, size: int) -> set[str]:
    return {word[i : i + size] for i in range(len(word) - size + 1)}


def test_no_two_words_share_a_run_of_letters() -> None:
    answers = list(filled(no_shared_letters=3).answers.values())
    for index, word in enumerate(answers):
        for other in answers[:index]:
            assert not runs(word, 3) & runs(other, 3), (word, other)


def test_no_two_words_share_a_stem() -> None:
    words = WordList.from_words(["WALK", "WALKS", "WALKED", "TALK", "RIDE", "RIDES"])
    rows = Grid.parse("....\n####\n....\n####\n....")
    assert count(rows, words) == 6
    assert count(rows, words, no_shared_stem=True) == 6
    rows = Grid.parse("....#\n#####\n.....")
    stems = [set(r.answers.values()) for r in solutions(rows, words, no_shared_stem=True)]
    assert {"WALK", "WALKS"} not in stems
    assert {"TALK", "WALKS"} in stems
    assert len(stems) == 4


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 10**9), st.integers(2, 3))
def test_shared_runs_against_brute_force(seed: int, size: int) -> None:
    grid, words = random_case(seed, letters=False)
    expected = 0
    for letters in all_fills(grid, words):
        answers = ["".join(letters[cell] for cell in slot.cells) for slot in grid.slots]
        shared = any(
            runs(a, size) & runs(b, size) for i, a in enumerate(answers) for b in answers[:i]
        )
        expected += not shared
    assert count(grid, WordList.from_words(words), no_shared_letters=size) == expected


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 10**9), st.data())
def test_required_words_against_brute_force(seed: int, data: st.DataObject) -> None:
    grid, words = random_case(seed, letters=False)
    required = data.draw(st.lists(st.sampled_from(words), max_size=2)) if words else []
    expected = 0
    for letters in all_fills(grid, words):
        answers = {"".join(letters[cell] for cell in slot.cells) for slot in grid.slots}
        expected += answers >= set(required)
    assert count(grid, WordList.from_words(words), required=required) == expected


def test_rules_from_generators_hold_every_time_they_are_read() -> None:
    rules = Rules(banned=(word for word in ["CAT"]), allowed={"1A": (w for w in ["CAT", "COT"])})
    for _ in range(2):
        assert [result.answers["1A"] for result in solutions("...", ["CAT", "COT"], rules)] == [
            "COT"
        ]
    explained = explain("...", ["CAT"], allowed={"1A": (word for word in ["COT"])})
    assert explained.status is Status.FILLED


@pytest.mark.parametrize(
    ("rules", "advice"),
    [
        ({"fixed": ["1A"]}, "fixed takes a dict keyed by label, not ['1A']"),
        ({"slot_scores": None}, "slot_scores takes a dict keyed by label, not None"),
        ({"required": None}, "required takes a list, not None"),
        ({"allowed": {"1A": 5}}, "1A takes a list, not 5"),
        ({"matching": {"1A": None}}, "1A: matching takes a text, not None"),
        ({"no_shared_letters": 2.0}, "no_shared_letters takes a run of 2 letters or more, not 2.0"),
        ({"no_shared_letters": int}, "no_shared_letters takes a run of 2 letters or more, not <cl"),
        ({"min_score": int}, "a minimum score must be a whole number, not <class 'int'>"),
        ({"slot_scores": {"1A": "50"}}, "a minimum score must be a whole number, not '50'"),
        ({"banned": "CAT" * 1000}, "banned takes a list, not the text 'CATCATCATCATCATCATCATCAT"),
    ],
)
def test_rules_of_the_wrong_kind_are_refused_with_advice(
    rules: dict[str, object], advice: str
) -> None:
    with pytest.raises(RuleError, match=re.escape(advice)):
        fill("...", ["CAT"], **rules)


@pytest.mark.parametrize("word", [5, None, [], float("nan")])
def test_a_required_word_is_a_text(word: Any) -> None:
    with pytest.raises(TypeError, match=re.escape(f"expected a word, not {word!r}")):
        fill("...", ["CAT"], required=[word])


class Fifty:
    """A whole number, though not an int."""

    def __index__(self) -> int:
        return 50


def test_whole_numbers_of_any_kind_are_scores() -> None:
    listed = [("CAT", 60), ("COT", 40)]
    rules: Any = {"min_score": Fifty(), "no_shared_letters": Fifty()}
    assert count("...", listed, **rules) == 1
    slot_scores: Any = {"1A": Fifty()}
    assert count("...", listed, slot_scores=slot_scores) == 1
    assert Session("...", listed, **rules).propagate().counts == {"1A": 1}


def test_a_dict_of_rules_is_refused_with_advice() -> None:
    with pytest.raises(TypeError, match=r"expected Rules, such as Rules\(min_score=50\), not dict"):
        fill("...", ["CAT"], {"min_score": 50})
