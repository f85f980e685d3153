"""What a fill prefers beyond scores, and the families that it keeps apart by default."""

import pytest

from crosswright import Grid, Limit, Session, Status, WordList, english, fill
from crosswright.errors import RuleError
from crosswright.filling.preference import (
    GOOD_FLOOR,
    LIVELY,
    LIVELY_ENOUGH,
    VARIETY,
    Preference,
    Worths,
    lively_words,
    preferences,
)
from crosswright.words.table import Table

TWO_ROWS = "RUNS\n####\n...#"
SQUARE = ".....\n.....\n.....\n.....\n....."
LADDER = "#.........#\n#.#.#.#.#.#\n...........\n#.#.#.#.#.#\n#.........#"


def second(text: str) -> str:
    return Grid.of(text).slots[1].label


@pytest.mark.parametrize(
    ("rule", "status"),
    [(None, Status.IMPOSSIBLE), (True, Status.IMPOSSIBLE), (False, Status.FILLED)],
)
def test_the_built_in_list_keeps_families_apart_unless_told(
    rule: bool | None, status: Status
) -> None:
    allowed = {second(TWO_ROWS): ["RUN"]}
    result = fill(TWO_ROWS, english(), allowed=allowed, no_shared_stem=rule)
    assert result.status is status


def test_what_is_given_may_share_a_stem_by_default() -> None:
    given = "RUNS\n####\nRUN#\n####\n...#"
    result = fill(given, english(), seed=1)
    assert result.status is Status.FILLED
    assert fill(given, english(), no_shared_stem=True).status is Status.IMPOSSIBLE
    required = fill(".....#\n######\n......", english(), required=["BREAD", "BREADS"])
    assert required.status is Status.FILLED


CROSSED_REBUS = "SWEETH\n#####.\n\nrebus: 1,6=HEART"


def test_words_that_cross_a_rebus_may_share_it_by_default() -> None:
    allowed = {"2D": ["HEARTY"]}
    assert fill(CROSSED_REBUS, english(), allowed=allowed).status is Status.FILLED
    strict = fill(CROSSED_REBUS, english(), allowed=allowed, no_shared_stem=True)
    assert strict.status is Status.IMPOSSIBLE


def test_chosen_words_may_share_a_rebus_but_nothing_else() -> None:
    grid = "......#\n#######\n.......\n\nrebus: 1,1=HEART\nrebus: 3,1=HEART"
    unlike = {"1A": ["HEARTBREAK"], "2A": ["HEARTTHROBS"]}
    assert fill(grid, english(), allowed=unlike).status is Status.FILLED
    alike = {"1A": ["HEARTBREAK"], "2A": ["HEARTBROKEN"]}
    assert fill(grid, english(), allowed=alike).status is Status.IMPOSSIBLE


@pytest.mark.parametrize("given", ["..", "AT"])
def test_no_word_shares_a_rebus_that_it_does_not_cross(given: str) -> None:
    grid = f"{given}H###\n######\n......\n\nrebus: 1,3=HEART"
    words = WordList.from_words(["ATHEART", "HEARTS"], bases=english().bases)
    assert fill(grid, words).status is Status.IMPOSSIBLE
    assert Session(grid, words).solve().status is Status.IMPOSSIBLE
    more = words.with_scores({"OTTERS": 50})
    assert fill(grid, more).answers == {"1A": "ATHEART", "2A": "OTTERS"}
    assert fill(grid, more, no_shared_letters=5).status is Status.FILLED


def test_a_word_spelled_out_beside_a_rebus_may_not_share_it() -> None:
    grid = "SWEETH\n######\n......\n\nrebus: 1,6=HEART"
    assert fill(grid, english(), allowed={"2A": ["HEARTY"]}).status is Status.IMPOSSIBLE


def test_lists_without_families_are_taken_as_they_are() -> None:
    words = WordList.from_words(["RUN", "RUNS"])
    assert fill(TWO_ROWS, words).status is Status.FILLED
    assert fill(TWO_ROWS, words, no_shared_stem=True).status is Status.IMPOSSIBLE


def worth(table: Table, words: WordList, lively: int = 0, variety: int = 0, seed: int = 0):
    preference = Preference.of(lively, variety, seed)
    assert preference is not None
    return preference.worth(table, words)


def test_lively_words_are_worth_more_than_plain_ones_with_higher_scores() -> None:
    words = english()
    table = words.table(10)
    scores, value = table.scores, worth(table, words, lively=70)
    lively, plain = table.row("CLEARASDAY"), table.row("CONNECTION")
    assert lively is not None and plain is not None
    assert scores[lively] < scores[plain]
    assert value[lively] > value[plain]


def test_every_seed_has_its_own_words_and_always_the_same() -> None:
    words = WordList.from_words([(f"{a}{b}", 50) for a in "ABCDEF" for b in "ABCDEF"])
    table = words.table(2)
    once, again = (list(worth(table, words, variety=20, seed=3)) for _ in range(2))
    other = list(worth(table, words, variety=20, seed=4))
    assert once == again != other
    assert all(50 <= value <= 70 for value in once)


@pytest.mark.parametrize("preferences", [{"lively": 101}, {"variety": -1}])
def test_a_preference_out_of_range_is_refused(preferences: dict[str, int]) -> None:
    with pytest.raises(RuleError, match="choose from 0 to 100"):
        fill(SQUARE, ["CAT"], **preferences)


@pytest.mark.endurance
def test_a_preferred_fill_is_reproducible_keeps_its_floor_and_reports_scores() -> None:
    words = english()
    first, second = (
        fill(
            LADDER,
            words,
            seed=5,
            objective="score",
            floors=[50],
            limit=Limit(failures=400),
            lively=70,
            variety=10,
        )
        for _ in range(2)
    )
    assert first.answers == second.answers
    assert first.scores == {label: words.score(word) for label, word in first.answers.items()}
    assert first.quality is not None
    assert first.quality.mean <= first.quality.mean_bound
    assert first.quality.floor >= min(GOOD_FLOOR, 50)


@pytest.mark.endurance
def test_long_slots_get_lively_words_before_the_rest_is_improved() -> None:
    words = english()
    plain, lively = (
        fill(LADDER, words, seed=2, lively=n, objective="score", limit=Limit(failures=3000))
        for n in (0, 70)
    )
    known = words.liveliness(9) or ()
    table = words.table(9)
    counts = [
        sum(
            known[table.row(word) or 0] >= LIVELY_ENOUGH
            for word in result.answers.values()
            if len(word) == 9
        )
        for result in (plain, lively)
    ]
    assert counts[0] < counts[1]


def test_a_goal_keeps_lively_words_and_goes_no_further() -> None:
    words = english()
    plain, lively = (
        fill(
            LADDER,
            words,
            seed=3,
            lively=n,
            objective="score",
            goal=75,
            thrifty=True,
            limit=Limit(failures=6000),
        )
        for n in (0, LIVELY)
    )
    assert len(lively_words(lively.answers.values(), words)) > len(
        lively_words(plain.answers.values(), words)
    )
    assert lively.mean_score is not None
    assert 75 <= lively.mean_score < 84


def test_what_is_usual_depends_on_the_list() -> None:
    own = WordList.from_words(["CAT"])
    assert preferences(english()) == {"lively": LIVELY, "variety": VARIETY}
    assert preferences(english(), 0) == {"lively": 0, "variety": VARIETY}
    assert preferences(own) == {"lively": 0, "variety": 0}
    assert preferences(own, variety=5) == {"lively": 0, "variety": 5}


def test_lively_words_are_long_ones_that_the_list_knows() -> None:
    answers = ["CLEARASDAY", "CONNECTION", "JAZZY", "NOTINANYLIST", "OBOE"]
    assert lively_words(answers, english()) == {"CLEARASDAY"}
    assert lively_words(answers, WordList.from_words(answers)) == set()


def test_single_words_are_worth_what_their_tables_say() -> None:
    words, worths = english(), Worths(english(), LIVELY)
    table = words.table(10)
    row = table.row("CLEARASDAY")
    assert row is not None
    assert worths.of("CLEARASDAY") == worth(table, words, lively=LIVELY)[row]
    assert worths.of("NOTINANYLIST") is None


def test_a_word_with_letters_that_no_word_has_is_worth_nothing() -> None:
    assert Worths(english(), LIVELY).of("R2D2") is None
