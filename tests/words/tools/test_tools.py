"""The word-list tools: merging, scales, figures, anagrams, the lint and the personal list."""

from __future__ import annotations

import itertools
import math
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import fmean

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from crosswright.errors import WordListError
from crosswright.grids.grid import Grid
from crosswright.words.tools import info, personal, scales
from crosswright.words.tools.anagram import anagrams
from crosswright.words.tools.check import Finding, check, check_text
from crosswright.words.tools.merge import RULES, Source, merge
from crosswright.words.tools.personal import PersonalList
from crosswright.words.wordlist import WordList

SCORES = st.dictionaries(
    st.text(alphabet="ABC", min_size=1, max_size=3), st.integers(0, 100), max_size=15
)
LISTS = st.lists(SCORES, min_size=1, max_size=4)
SOME = st.sets(st.text(alphabet="ABC", min_size=1, max_size=3), max_size=8)


def sources(lists: list[dict[str, int]]) -> list[Source]:
    return [Source(WordList.from_words(each.items()), f"list {n}") for n, each in enumerate(lists)]


# ---------------------------------------------------------------------- merging


@given(LISTS, st.sampled_from(RULES), SOME, SCORES, st.integers(0, 100))
def test_a_merge_holds_what_the_rules_say(
    lists: list[dict[str, int]], rule: str, block: set[str], allow: dict[str, int], floor: int
) -> None:
    made = merge(sources(lists), rule=rule, block=block, allow=allow.items(), min_score=floor)
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
    assert dict(made.words) == expected


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
    made = merge(sources([scores, scores]), rule=rule)
    assert dict(made.words) == scores
    assert made.conflicts == []


@given(LISTS)
def test_every_entry_knows_where_it_is_from(lists: list[dict[str, int]]) -> None:
    made = merge(sources(lists), disagreement=25)
    for word, _ in made.words:
        assert [(origin.source, origin.original) for origin in made.provenance(word)] == [
            (f"list {n}", each[word]) for n, each in enumerate(lists) if word in each
        ]
    spreads = {}
    for word in set().union(*lists):
        scores = [each[word] for each in lists if word in each]
        if max(scores) - min(scores) >= 25:
            spreads[word] = max(scores) - min(scores)
    assert {conflict.word: conflict.spread for conflict in made.conflicts} == spreads
    assert [c.spread for c in made.conflicts] == sorted(spreads.values(), reverse=True)


def test_priorities_go_before_the_order() -> None:
    first, second = WordList.parse("OBOE;10", name="a"), WordList.parse("OBOE;90", name="b")
    assert merge([Source(first), Source(second)]).words.score("OBOE") == 10
    made = merge([Source(first), Source(second, priority=1)])
    assert made.words.score("OBOE") == 90
    assert [origin.source for origin in made.provenance("OBOE")] == ["b", "a"]


def test_the_report_of_a_merge() -> None:
    made = merge(
        [Source(WordList.parse("OBOE;10\nODOR;60\nICECREAM;5\nTAPIR;80"))],
        block=["Ice cream", "TAPIR"],
        allow=[("tapir", 1), ("EMU", 40)],
        min_score=50,
    )
    assert dict(made.words) == {"ODOR": 60, "TAPIR": 80, "EMU": 40}
    assert made.blocked == ["ICECREAM"]
    assert made.allowed == ["EMU"]
    assert made.below == 1
    assert made.provenance("EMU") == ()


def test_lists_of_one_name_are_told_apart() -> None:
    words = WordList.parse("OBOE", name="list")
    assert list(merge([Source(words), Source(words)]).scales) == ["list (1)", "list (2)"]


def test_a_merge_writes_words_as_its_first_list_does() -> None:
    kept = WordList.parse("ÉTÉ;30", fold="keep")
    folded = WordList.parse("ÉTÉ;40")
    assert dict(merge([Source(folded), Source(kept)]).words) == {"ETE": 40}
    assert dict(merge([Source(kept), Source(folded)]).words) == {"ÉTÉ": 30, "ETE": 40}


def test_merging_nothing_or_by_no_rule_is_refused() -> None:
    with pytest.raises(WordListError, match="no list"):
        merge([])
    with pytest.raises(WordListError, match="'best' is not a rule"):
        merge([Source(WordList.parse("OBOE"))], rule="best")


# ---------------------------------------------------------------------- scales


def test_a_newspaper_scale_onto_a_hundred() -> None:
    words = WordList.parse("JUNK;5\nGOOD;50\nBEST;60\nSOSO;25")
    for scale in ("5-60", "auto"):
        made = merge([Source(words, scale=scale)])
        assert dict(made.words) == {"JUNK": 0, "SOSO": 36, "GOOD": 82, "BEST": 100}
    assert str(made.scales["list"]) == "5-60 onto 0-100"
    assert made.provenance("GOOD")[0].original == 50


@pytest.mark.parametrize(
    ("scores", "guessed"),
    [
        ([50, 50], None),
        ([1, 99], None),
        ([0, 61], None),
        ([5, 60], "5-60 onto 0-100"),
        ([1, 10], "0-10 onto 0-100"),
        ([0, 1000], "0-1000 onto 0-100"),
        ([-5, 50], "-5-50 onto 0-100"),
        ([-5, -1], "-5--1 onto 0-100"),
    ],
)
def test_guessing_a_scale(scores: list[int], guessed: str | None) -> None:
    words = WordList.from_words(zip(["OBOE", "ODOR"], scores, strict=True))
    scale = scales.guess(words)
    assert (scale and str(scale)) == guessed


@given(
    st.dictionaries(
        st.text(alphabet="ABCD", min_size=3, max_size=5),
        st.tuples(st.integers(0, 60), st.integers(0, 100)),
        min_size=30,
        max_size=60,
    )
)
def test_a_learnt_scale_rises_and_stays_within_the_reference(
    shared: dict[str, tuple[int, int]],
) -> None:
    words = WordList.from_words((word, there) for word, (there, _) in shared.items())
    reference = {word: here for word, (_, here) in shared.items()}
    scale = scales.match(words, reference)
    if scale is None:
        assert len({there for there, _ in shared.values()}) == 1
        return
    mapped = [scale(score) for score in range(-10, 120)]
    assert mapped == sorted(mapped)
    assert min(reference.values()) <= mapped[0] <= mapped[-1] <= max(reference.values())


def test_a_learnt_scale_undoes_a_stretch() -> None:
    words = ["".join(letters) for letters in itertools.product("ABCDE", repeat=3)]
    ours = WordList.from_words((word, n % 101) for n, word in enumerate(words))
    theirs = WordList.from_words((word, 5 * (n % 101)) for n, word in enumerate(words))
    made = merge([Source(ours, "ours"), Source(theirs, "theirs", scale="match")], rule="mean")
    assert made.words.digest == ours.digest
    few = merge([Source(WordList.parse("OBOE;50")), Source(theirs, scale="match")])
    assert few.words.score("AAE") == 4  # too few words are shared: the range decides


@pytest.mark.parametrize("scale", ["60-5", "high", "5", "5-5"])
def test_a_bad_scale_is_named(scale: str) -> None:
    with pytest.raises(WordListError, match="scale"):
        merge([Source(WordList.parse("OBOE"), scale=scale)])


# ---------------------------------------------------------------------- figures


def test_counts_by_length_and_score() -> None:
    words = WordList.parse("OBOE;95\nODOR;70\nTAPIR;69\nEMUS;-1\nETUDE;30", name="mine")
    made = info.describe(words)
    assert made.lengths == {4: (1, 1, 0, 0, 0, 1), 5: (0, 0, 1, 1, 0, 0)}
    assert made.scores == (-1, 69, 95)
    assert made.letters["O"] == 4 / 22
    assert next(iter(made.letters)) == "E"
    assert [each.words for each in made.fillability] == [2, 3, 4]
    shown = info.chart(made)
    assert "mine: 5 words" in shown
    assert "scores -1 to 95, half of them 69 or less" in shown
    assert "below 0" in shown


def test_an_empty_list_has_figures_too() -> None:
    made = info.describe(WordList.parse(""))
    assert (made.words, made.lengths, made.fillability) == (0, {}, [])
    assert info.chart(made) == "word list: 0 words"


def test_expected_fills_count_exactly_where_letters_are_independent() -> None:
    pairs = WordList.from_words(a + b for a in "AB" for b in "AB")
    # Every 2x2 of As and Bs is a fill.
    assert info.expected_fills(Grid.empty(2, 2), pairs) == pytest.approx(math.log10(16))
    assert info.expected_fills(Grid.parse("A.\n.."), pairs) == pytest.approx(math.log10(8))
    assert info.expected_fills(Grid.parse("Z.\n.."), pairs) == -math.inf
    assert info.expected_fills(Grid.parse("Ж.\n.."), pairs) == -math.inf
    assert info.expected_fills(Grid.empty(3, 3), pairs) == -math.inf
    assert info.expected_fills(Grid.empty(1, 1), pairs) == 0


def test_the_daily_pattern_is_one() -> None:
    assert len(info.DAILY.slots) == 78
    assert info.DAILY.is_symmetric()
    assert not info.DAILY.unchecked_cells


# ---------------------------------------------------------------------- anagrams


def test_anagrams() -> None:
    words = WordList.parse("RETAINS;40\nNASTIER;80\nRETINAS;50\nINERT;70\nTERMINI;9\nSTAIN;60")
    assert anagrams("retains", words) == [("NASTIER", 80), ("RETINAS", 50)]
    assert anagrams("retains", words, min_score=60) == [("NASTIER", 80)]
    assert anagrams("inter", words) == [("INERT", 70)]
    assert anagrams("int.r", words) == [("INERT", 70)]
    assert anagrams("?????", words) == [("INERT", 70), ("STAIN", 60)]
    assert anagrams("retains", words, min_length=5)[2:] == [("INERT", 70), ("STAIN", 60)]
    assert anagrams("intжr", words) == []
    assert anagrams("", words) == []
    with pytest.raises(WordListError, match="R2D2"):
        anagrams("R2D2", words)


@given(SCORES, st.text(alphabet="ABC?", min_size=1, max_size=4))
def test_anagrams_are_what_brute_force_finds(scores: dict[str, int], letters: str) -> None:
    made = {
        "".join(choice)
        for order in itertools.permutations(letters)
        for choice in itertools.product(*("ABC" if c == "?" else c for c in order))
    }
    expected = {word for word in scores if word in made and word != letters}
    assert {word for word, _ in anagrams(letters, WordList.from_words(scores.items()))} == expected


# ---------------------------------------------------------------------- the lint


def test_every_kind_of_finding() -> None:
    text = (
        "# mine\nOBOE;90\nODOR;high\nR2D2;50\noboe;80\nEMU;500\nTAPIR\nX;50\ncafÃ©;50\nforÃªt;50\n"
        "ICE;90\nice;90"
    )
    found = check_text(text.encode() + b"\n\xc9TUDE;5\n" + b"A" * 30 + b";50")
    assert [(each.line, each.kind) for each in found] == [
        (3, "error"),
        (4, "skipped"),
        (5, "duplicate"),
        (6, "score"),
        (7, "score"),
        (8, "entry"),
        (9, "skipped"),
        (10, "entry"),
        (12, "duplicate"),
        (13, "error"),
        (14, "entry"),
    ]
    shown = {each.line: str(each) for each in found}
    assert shown[3].startswith("line 3: the score 'high' is not a number")
    assert shown[5] == (
        "line 5: OBOE stands in line 2 already, with 80 against 90; the higher counts"
    )
    assert shown[12] == "line 12: ICE stands in line 11 already, with the same score"
    assert shown[9] == (
        "line 9: 'cafÃ©' has the character '©' (garbled in some earlier copy); it is left out"
    )
    assert "'forÃªt' looks garbled" in shown[10]
    assert "0xC9 is not UTF-8" in shown[13]


def test_a_score_alone_far_out_is_suspicious() -> None:
    usual = "".join(
        f"{''.join(w)};{40 + n % 11}\n" for n, w in enumerate(itertools.product("ABCD", repeat=6))
    )
    assert check_text(usual.encode()) == []
    (found,) = check_text((usual + "OBOE;5\n").encode())
    assert found.line == 4097
    assert found.message.endswith("nearly all others are within 40 to 50")


def test_a_clean_file_has_no_findings(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text("OBOE\nODOR\n")
    assert check(path) == []
    with pytest.raises(WordListError, match="absent"):
        check(tmp_path / "absent.txt")
    path.write_bytes("ÉTÉ\n".encode("latin-1"))
    assert check(path)[0] == Finding(1, "error", "byte 0xC9 is not UTF-8")
    assert check(path, encoding="latin-1") == []


@given(
    st.one_of(
        st.binary(max_size=60),
        st.lists(
            st.sampled_from(
                [b"#", b" ", b"\t", b"A", b"5", b";", b",", b"\n", b"\x80", b"\xc3\xa9"]
            ),
            max_size=12,
        ).map(b"".join),
    )
)
@example(b"#\x80")
@example(b"R2;x")
def test_the_lint_finds_an_error_just_when_a_load_fails(data: bytes) -> None:
    errors = [each for each in check_text(data) if each.kind == "error"]
    try:
        words = WordList.parse(data)
    except WordListError as error:
        assert f"line {errors[0].line}: " in str(error)
    else:
        assert errors == []
        skipped = [each.line for each in check_text(data) if each.kind == "skipped"]
        assert skipped == [line for line, _ in words.skipped]


# ---------------------------------------------------------------------- the personal list


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CROSSWRIGHT_CONFIG", str(tmp_path / "config"))
    return tmp_path / "config"


def test_personal_scores_and_bans_go_before_every_list(config: Path) -> None:
    words = WordList.parse("OBOE;90\nODOR;40\nEMU;50")
    assert personal.apply(words) is words
    mine = PersonalList.load()
    assert mine.score("odor", 70) == "ODOR"
    assert mine.ban("Emu") == "EMU"
    mine.score("ice cream", 80)
    mine.score("май", 80)
    assert dict(personal.apply(words)) == {"OBOE": 90, "ODOR": 70, "ICECREAM": 80}
    assert len(PersonalList.load()) == 4


def test_the_last_word_counts_and_can_be_taken_back(config: Path) -> None:
    mine = PersonalList.load()
    mine.ban("OBOE")
    mine.score("OBOE", 20)
    assert (mine.scores, mine.banned) == ({"OBOE": 20}, set())
    mine.ban("OBOE")
    assert (mine.scores, mine.banned) == ({}, {"OBOE"})
    assert mine.forget("oboe")
    assert not mine.forget("oboe")
    assert len(PersonalList.load()) == 0


def test_comments_stay(config: Path) -> None:
    config.mkdir()
    path = config / "personal.txt"
    path.write_text("# mine\nODOR;40\n\nOBOE;90  # a favourite\n", encoding="utf-8")
    PersonalList.load().score("ODOR", 41)
    assert path.read_text(encoding="utf-8") == ("# mine\n\nOBOE;90  # a favourite\nODOR;41\n")


@pytest.mark.parametrize("line", ["OBOE;high", "OBOE", "R2D2;50"])
def test_a_bad_line_of_the_personal_list_is_named(config: Path, line: str) -> None:
    config.mkdir()
    (config / "personal.txt").write_text(f"# mine\n{line}\n")
    with pytest.raises(WordListError, match=r"personal\.txt, line 2: "):
        PersonalList.load()


def test_a_word_or_place_that_cannot_be_is_named(tmp_path: Path, config: Path) -> None:
    with pytest.raises(WordListError, match="R2D2"):
        PersonalList.load().ban("R2D2")
    config.write_text("not a directory")
    with pytest.raises(WordListError, match=r"personal\.txt: "):
        PersonalList.load().ban("OBOE")


def test_changes_from_elsewhere_are_kept(config: Path) -> None:
    first, second = PersonalList.load(), PersonalList.load()
    first.score("OBOE", 1)
    second.score("ODOR", 2)
    assert second.scores == {"OBOE": 1, "ODOR": 2}


def test_writers_at_once_leave_a_whole_file(config: Path) -> None:
    words = ["".join(letters) for letters in itertools.product("AB", repeat=4)]
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda word: PersonalList.load().score(word, 5), words))
    assert set(PersonalList.load().scores) <= set(words)
    assert [path.name for path in config.iterdir()] == ["personal.txt"]


def test_the_platforms_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CROSSWRIGHT_CONFIG", raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("APPDATA", str(tmp_path))
    monkeypatch.setattr(sys, "platform", "linux")
    assert personal.directory() == tmp_path / "crosswright"
    monkeypatch.setattr(sys, "platform", "win32")
    assert personal.directory() == tmp_path / "crosswright"
    monkeypatch.setattr(sys, "platform", "darwin")
    assert personal.directory() == Path.home() / "Library/Application Support/crosswright"
