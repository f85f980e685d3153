"""Merging word lists: whose score counts, what is left out, where words come from."""

from __future__ import annotations

import itertools
import pickle
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crosswright.errors import WordListError
from crosswright.words.tools.merge import RULES, ListSource, join, merge
from crosswright.words.wordlist import WordList

SCORES = st.dictionaries(
    st.text(alphabet="ABC", min_size=1, max_size=3), st.integers(0, 100), max_size=15
)
LISTS = st.lists(SCORES, min_size=1, max_size=4)
SOME = st.sets(st.text(alphabet="ABC", min_size=1, max_size=3), max_size=8)


def sources(lists: list[dict[str, int]]) -> list[ListSource]:
    return [
        ListSource(WordList.from_words(each.items()), f"list {n}") for n, each in enumerate(lists)
    ]


@given(LISTS, st.sampled_from(RULES), SOME, SCORES, st.integers(0, 100))
def test_a_merge_holds_what_the_rules_say(
    lists: list[dict[str, int]], rule: str, block: set[str], allow: dict[str, int], floor: int
) -> None:
    result = merge(sources(lists), rule=rule, block=block, allow=allow.items(), min_score=floor)
    expected = {}
    for word in set().union(*lists, allow):
        scores = [each[word] for each in lists if word in each]
        if not scores:
            expected[word] = allow[word]
            continue
        score = {
            "priority": scores[0],
            "highest": max(scores),
            "lowest": min(scores),
            "mean": round(fmean(scores)),
        }[rule]
        if word in allow or (word not in block and score >= floor):
            expected[word] = score
    assert dict(result.words) == expected


@given(LISTS, st.sampled_from(["highest", "lowest"]))
def test_the_order_of_sources_matters_only_for_priority(
    lists: list[dict[str, int]], rule: str
) -> None:
    digests = {
        merge(sources(list(order)), rule=rule).words.digest
        for order in itertools.permutations(lists)
    }
    assert len(digests) == 1


@given(SCORES, st.sampled_from(RULES))
def test_merging_a_list_with_itself_changes_nothing(scores: dict[str, int], rule: str) -> None:
    result = merge(sources([scores, scores]), rule=rule)
    assert dict(result.words) == scores
    assert result.conflicts == []


@given(LISTS)
def test_every_entry_knows_where_it_is_from(lists: list[dict[str, int]]) -> None:
    result = merge(sources(lists), disagreement=25)
    for word, _ in result.words:
        assert [(origin.source, origin.original) for origin in result.provenance(word)] == [
            (f"list {n}", each[word]) for n, each in enumerate(lists) if word in each
        ]
    spreads = {}
    for word in set().union(*lists):
        scores = [each[word] for each in lists if word in each]
        if max(scores) - min(scores) >= 25:
            spreads[word] = max(scores) - min(scores)
    assert {conflict.word: conflict.spread for conflict in result.conflicts} == spreads
    assert [c.spread for c in result.conflicts] == sorted(spreads.values(), reverse=True)


def test_a_priority_takes_precedence_over_the_order() -> None:
    first, second = WordList.parse("OBOE;10", name="a"), WordList.parse("OBOE;90", name="b")
    assert merge([ListSource(first), ListSource(second)]).words.score("OBOE") == 10
    result = merge([ListSource(first), ListSource(second, priority=1)])
    assert result.words.score("OBOE") == 90
    assert [origin.source for origin in result.provenance("OBOE")] == ["b", "a"]


def test_the_report_of_a_merge() -> None:
    result = merge(
        [ListSource(WordList.parse("OBOE;10\nODOR;60\nICECREAM;5\nTAPIR;80"))],
        block=["Ice cream", "TAPIR"],
        allow=[("tapir", 1), ("EMU", 40)],
        min_score=50,
    )
    assert dict(result.words) == {"ODOR": 60, "TAPIR": 80, "EMU": 40}
    assert result.blocked == ["ICECREAM"]
    assert result.allowed == ["EMU"]
    assert result.below == 1
    assert result.provenance("EMU") == ()


def test_lists_of_one_name_are_told_apart() -> None:
    words = WordList.parse("OBOE", name="list")
    assert list(merge([ListSource(words), ListSource(words)]).scales) == ["list (1)", "list (2)"]


def test_a_merge_writes_words_as_its_first_list_does() -> None:
    kept = WordList.parse("ÉTÉ;30", fold="keep")
    folded = WordList.parse("ÉTÉ;40")
    assert dict(merge([ListSource(folded), ListSource(kept)]).words) == {"ETE": 40}
    assert dict(merge([ListSource(kept), ListSource(folded)]).words) == {"ÉTÉ": 30, "ETE": 40}


def test_merging_nothing_or_by_no_rule_is_refused() -> None:
    with pytest.raises(WordListError, match="no lists"):
        merge([])
    with pytest.raises(WordListError, match="unknown merging rule 'best'; choose from priority"):
        merge([ListSource(WordList.parse("OBOE"))], rule="best")


def test_a_merged_list_keeps_the_base_forms_of_its_sources() -> None:
    german = WordList.parse("HAEUSER\nHAUS", bases={"HAEUSER": "HAUS"})
    mine = WordList.parse("HAEUSER;90\nFOOBARS;50\nFOOBAR;50\nBUSSE;50")
    for words in (merge([ListSource(mine), ListSource(german)]).words, join([mine, german])):
        assert words.base("HAEUSER") == "HAUS"
        assert words.base("HAUS") == "HAUS"
        assert words.base("FOOBARS") == "FOOBAR"  # of a list without base forms: by its ending
        assert pickle.loads(pickle.dumps(words)).base("HAEUSER") == "HAUS"


def test_base_forms_survive_a_second_merge() -> None:
    italian = WordList.parse("CASE\nCASA", bases={"CASE": "CASA"})
    french = WordList.parse("YEUX\nOEIL", bases={"YEUX": "OEIL"})
    words = join([join([italian, WordList.parse("ZZYZXES\nZZYZX")]), french])
    assert [words.base(word) for word in ("CASE", "YEUX", "ZZYZXES")] == ["CASA", "OEIL", "ZZYZX"]
    assert join([WordList.parse("OBOES"), WordList.parse("OBOE")]).bases is None


def test_plain_lists_of_words_are_merged_and_a_single_one_is_refused() -> None:
    assert list(merge([["OBOE"], {"OBOE": 80, "TUBA": 40}], rule="highest").words) == [
        ("OBOE", 80),
        ("TUBA", 40),
    ]
    for single in ("OBOE", WordList.of(["OBOE"])):
        with pytest.raises(WordListError, match="merge takes a list of word lists"):
            merge(single)
