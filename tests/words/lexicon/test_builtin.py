"""The built-in English list: counts, block-list, spellings, base forms."""

import hashlib
import pickle
from pathlib import Path

import pytest

from crosswright.errors import WordListError
from crosswright.support import cache
from crosswright.words import lexicon
from crosswright.words.lexicon import builtin

SALT = "crosswright block-list"

MIN_GOOD_ENTRIES = {
    3: 900,
    4: 2_900,
    5: 5_200,
    6: 8_200,
    7: 11_000,
    8: 11_800,
    9: 11_000,
    11: 7_000,
    13: 3_400,
    15: 1_200,
}

# Hashes of slurs and obscenities, with some of their forms.
OFFENSIVE = frozenset(Path(__file__).with_name("offensive.txt").read_text().split())

# Innocent entries that a careless rule would catch.
INNOCENT = Path(__file__).with_name("innocent.txt").read_text().split()


def digest(word: str) -> str:
    return hashlib.sha256(f"{SALT}:{word}".encode()).hexdigest()[:16]


@pytest.mark.parametrize("length", MIN_GOOD_ENTRIES)
def test_enough_good_entries_of_every_length(length: int) -> None:
    good = lexicon.english(min_score=50)
    assert good.size(length) >= MIN_GOOD_ENTRIES[length]


def test_nothing_offensive_at_any_score_unless_asked_for() -> None:
    plain = {digest(word) for word, _ in lexicon.english()}
    asked = {digest(word) for word, _ in lexicon.english(taste="any")}
    assert not OFFENSIVE & plain
    assert asked >= OFFENSIVE


MURDEROUS = "STALIN JOSEPHSTALIN POLPOT IDIAMIN SADDAM ALQAEDA TALIBAN HEZBOLLAH KHMERROUGE"
NOT_MURDEROUS = """
LENIN NAPOLEON CAESAR CASTRO FRANCO NERO ATTILA GENGHISKHAN CARLOS TAURUS GIA ESTHER LIBYA WALLACE
"""


def test_names_of_mass_murder_are_left_out_evenly() -> None:
    paper, anything = lexicon.english(), lexicon.english(taste="any")
    assert [word for word in MURDEROUS.split() if word in paper or word not in anything] == []
    assert [word for word in NOT_MURDEROUS.split() if (paper.score(word) or 0) < 50] == []


def test_a_newspaper_takes_coarse_words_as_a_last_resort_and_a_family_takes_none() -> None:
    paper, family, anything = (lexicon.english(taste=t) for t in ("newspaper", "family", "any"))
    unfit = [word for word, _ in paper if word not in family]
    assert 500 < len(unfit) < 4_000
    coarse = [word for word in unfit if (paper.score(word) or 0) < (anything.score(word) or 0)]
    assert len(coarse) > 100
    assert all(paper.score(word) == builtin.LAST_RESORT for word in coarse)
    assert any((anything.score(word) or 0) > 80 for word in coarse)
    assert len(family) < len(paper) < len(anything)
    assert "OBOE" in family


def test_a_family_does_without_what_a_newspaper_prints_with_a_smile() -> None:
    paper, family = (lexicon.english(min_score=50, taste=t) for t in ("newspaper", "family"))
    for word in ("LAPDANCE", "PHONESEX", "DAMN", "STRIPPOKER", "ONENIGHTSTAND", "LMAO", "NSFW"):
        assert word in paper
        assert word not in family
    unwanted = {"84a6e6b8db9c6f7f", "def1848f4525c761"}
    assert unwanted <= {digest(word) for word, _ in paper}
    assert unwanted.isdisjoint({digest(word) for word, _ in family})
    assert all(word in family for word in ("WOMAN", "MATE", "KISS", "LOVER", "STRIPES", "BRASS"))


UNWANTED_RELATIVES = """
nipple nipples genital genitals genitalia humping shagged sexted sexily pornographer pornographic
sadomasochism fornicate fetishist homoerotic spermcount spermbank castrate vasectomy menstruate
tampon spanked thong stoned fagend seductress adulteries unisex sadistically
circumcised jihadists premenstrual urinals contraceptives
"""
INNOCENT_LETTERS = """
essex sussex sextant sextet sexton sexagenarian deusexmachina crossexamine congenital genitive
sclerotic spermwhale angiosperm figurine cluster wanderlust lacklustre unadulterated denude butcher
licence seminal diphthong breaststroke prickly pudding cocktail jackpot outcome ambassador terror
"""


def test_a_family_does_without_the_relatives_of_what_it_does_without() -> None:
    paper, family = (lexicon.english(min_score=50, taste=t) for t in ("newspaper", "family"))
    unwanted = UNWANTED_RELATIVES.upper().split()
    assert [word for word in unwanted if word not in paper] == []
    assert [word for word in unwanted if word in family] == []


def test_a_family_keeps_what_has_the_same_letters_by_chance() -> None:
    family = lexicon.english(taste="family")
    assert [word for word in INNOCENT_LETTERS.upper().split() if word not in family] == []


def test_a_taste_that_is_none_is_refused() -> None:
    with pytest.raises(
        WordListError, match="unknown taste 'vulgar'; choose from family, newspaper"
    ):
        lexicon.english(taste="vulgar")


@pytest.mark.parametrize("word", INNOCENT)
def test_innocent_entries_are_not_blocked(word: str) -> None:
    assert word in lexicon.english()


def test_lengths_and_scores_are_in_range() -> None:
    words = lexicon.english()
    assert words.lengths == tuple(range(2, 22))
    assert all(1 <= score <= 99 for _, score in words)


def test_the_file_is_small() -> None:
    assert len(builtin.data()) < 2_000_000


@pytest.mark.parametrize(
    ("british", "american"),
    [
        ("COLOUR", "COLOR"),
        ("TRAVELLED", "TRAVELED"),
        ("ORGANISE", "ORGANIZE"),
        ("TYRES", "TIRES"),
        ("CENTREOFGRAVITY", "CENTEROFGRAVITY"),
        ("BROLLY", "UMBRELLA"),
    ],
)
def test_british_spellings_are_marked(british: str, american: str) -> None:
    here, there = lexicon.english(), lexicon.english(british=True)
    assert (here.score(british) or 0) <= builtin.LAST_RESORT < (here.score(american) or 0)
    assert (there.score(british) or 0) > builtin.LAST_RESORT


@pytest.mark.parametrize(
    ("good", "bad"),
    [
        ("PARTSOFSPEECH", "PARTOFSPEECHES"),
        ("RULESOFTHUMB", "RULEOFTHUMBS"),
        ("POINTSOFVIEW", "POINTOFVIEWS"),
        ("PRISONERSOFWAR", "PRISONEROFWARS"),
    ],
)
def test_plurals_are_those_that_people_write(good: str, bad: str) -> None:
    words = lexicon.english()
    assert (words.score(good) or 0) >= 60
    assert bad not in words


@pytest.mark.parametrize(
    ("form", "base"),
    [
        ("TENEMENTS", "TENEMENT"),
        ("RAN", "RUN"),
        ("LEAVES", "LEAVE"),
        ("ICECREAMS", "ICECREAM"),
        ("LETTINGGO", "LETGO"),
        ("OBOE", "OBOE"),
    ],
)
def test_base_forms(form: str, base: str) -> None:
    words = lexicon.english()
    assert form in words
    assert words.base(form) == base


@pytest.mark.parametrize(
    ("one", "other", "shared"),
    [
        ("ITS", "ITSME", "ITS"),
        ("SEEME", "SEETOIT", "SEE"),
        ("ARE", "AREWEDONE", "BE"),
        ("HAS", "HASBEEN", "HAVE"),
        ("GOT", "GETGOING", "GET"),
        ("RED", "REDDENED", "RED"),
        ("SAREE", "SARIS", "SARI"),
        ("GOOSES", "WILDGOOSECHASES", "GOOSE"),
        ("TENEMENT", "TENEMENTS", "TENEMENT"),
        ("SEAOTTER", "OTTER", "OTTER"),
        ("HAPPIER", "HAPPINESS", "HAPPY"),
        ("TEACH", "TEACHER", "TEACH"),
    ],
)
def test_forms_of_one_word_and_words_inside_phrases_are_known(
    one: str, other: str, shared: str
) -> None:
    assert lexicon.english().shared_stem(one, other) == shared
    assert lexicon.english(british=True, min_score=1).shared_stem(other, one) == shared


@pytest.mark.parametrize(
    "pair",
    [
        "AXES AXE",
        "AXES AXIS",
        "GETS GETSET",
        "GOING GOFORIT",
        "SEA SEAWEED",
        "CARES CARELESS",
        "AEON EONS",
        "GOT GETGOING",
        "DID CANDO",
        "WENT LETGO",
        "DOST REDO",
        "UNDO REDO",
        "IRE IRATE",
        "GETSET GETREAL",
        "GOITALONE GOESATIT",
        "OBEY OBEDIENCE",
        "DISOBEY OBEDIENT",
        "CONFIDENT CONFIDENCE",
        "CONFIDENTLY SELFCONFIDENCE",
        "EXPEL EXPULSIONS",
        "DECIDES DECISIVE",
        "SING THEMESONG",
        "CRIME INCRIMINATED",
        "REVS REVOLUTION",
        "ZOO ZOOLOGICAL",
        "STRIKE STRIKERS",
        "WAR WARRIOR",
        "MARS MARTIAN",
        "SEE UNSEEN",
        "TELL UNTOLD",
        "BADASS BADNESS",
        "PIECE APIECE",
        "GLOW AGLOW",
        "ARTS ARTISTE",
        "ROTARY ROTATES",
        "DOS DOERS",
        "DEADEN DEADLAST",
        "INLINE LINE",
        "PHONE IPHONES",
        "MAIL EMAIL",
        "MAILING EMAILED",
        "POD IPOD",
        "PAD IPADS",
        "TUNE ITUNES",
        "BOOK FACEBOOK",
        "TUBE YOUTUBE",
        "MART WALMART",
        "PAY PAYPAL",
        "DONUTS DOUGHNUT",
        "LICORICE LIQUORICE",
        "VIAL PHIALS",
        "KORAN QURAN",
        "OUTS WORKOUTS",
        "UPS BACKUPS",
        "OVERS TAKEOVERS",
    ],
)
def test_words_inside_others_are_known_by_their_forms_too(pair: str) -> None:
    assert lexicon.english().shared_stem(*pair.split())


@pytest.mark.parametrize(
    "pair",
    [
        "AXE AXIS",
        "CORN CORNER",
        "MOTH MOTHER",
        "ITSME ITSLATE",
        "NUMB NUMBER",
        "OBOE OBOE2",
        "SEA SEAT",
        "GETGOING CANDO",
        "HIM HESNOTHERE",
        "PLY MULTIPLY",
        "RATE IRATE",
        "CAT CAST",
        "CASTER WILDCAT",
        "COW COWARDLY",
        "MARCH MARTIAN",
        "MARCHERS MARS",
        "TOW TOWER",
        "LIVE LIVER",
        "BET BETTER",
        "SEA PELAGIC",
        "HERO HERON",
        "GETGOING LETUP",
        "ROAD BROADS",
        "STEAL STEEL",
        "ARES COMPARE",
        "ARES COMPARED",
        "INS ENCASE",
    ],
)
def test_words_that_only_look_alike_share_nothing(pair: str) -> None:
    assert lexicon.english().shared_stem(*pair.split()) == ""


def test_a_word_of_ones_own_goes_by_its_ending() -> None:
    words = lexicon.english().with_scores({"ZZYZX": 60, "ZZYZXES": 60, "OTTERINGS": 60})
    assert words.shared_stem("ZZYZX", "ZZYZXES") == "ZZYZX"
    rows = words.stem_rows(5)
    assert rows is not None
    assert [words.table(5).word(row) for row in rows.unknown] == ["ZZYZX"]


def test_what_looks_alike_is_no_stem() -> None:
    words = lexicon.english()
    for pair in (("ARAB", "ARABIA"), ("COUNTRY", "COUNTER"), ("AREYOUIN", "AREYOUSURE")):
        one, other = (set(words.stem_keys(word, look_alikes=True)) for word in pair)
        assert one & other
        assert words.shared_stem(*pair) == ""
    row = words.table(4).row("ARAB") or 0
    for look_alikes in (False, True):
        rows = words.stem_rows(4, look_alikes=look_alikes)
        assert rows is not None
        known = [*rows.keys[rows.starts[row] : rows.starts[row + 1]]]
        assert known == [*words.stem_keys("ARAB", look_alikes=look_alikes)]
        assert known == builtin.EnglishBases().keys("ARAB", look_alikes=look_alikes)


@pytest.mark.parametrize(
    ("pair", "expected"),
    [
        *((pair, True) for pair in (
            "RADIAL RADIATE", "ISLAM ISLAMABAD", "LAPS LAPSED", "OVER OVERSEAS", "TEN TENOR",
            "OLD OLDIE", "AMID MIDST", "RESET BESET", "TREAT ENTREATY", "AGE IMAGE",
            "STRONG HEADSTRONG", "STATEROOM ESTATE", "ANGLE ENTANGLE", "MOTEL MOTOR", "ONCE ONE",
            "ANNA ANNE", "LEO LEON", "MARIA MARIO", "LAND LANE", "ERR ERRATIC",
            "TUNE ATTUNE", "BED EMBED", "NAN NANA", "TREASON TREACHERY",
            "KID KIDDO", "IDO DOER", "LETSEAT SUBLET", "ARE WEREHERE", "WHIMPER WHINE",
            "TABLE VEGETABLE", "NESS ILLNESS", "HEAD MASTHEAD", "LAUGHTER SLAUGHTER",
            "ONCE ONES", "BASAL BASIS", "LIFE LOOKALIVE", "GIFT GIVE", "DIE DEATH", "DIE DEAD",
            "MALE MULE", "SAFE SAVE", "DRIVE DRIFT", "LAVA LEAF", "TWO TWENTY", "TWELVE TWENTY",
            "SUREDO REDO", "METOO TOOBAD", "ATEASE ATSEA",
        )),
        *((pair, False) for pair in (
            "INTERVAL INTERNET", "UNDERGO UNDERLIE", "HIGH HEIGHT", "YOUTH YEAR", "LAST LATEST",
            "SEAT SET", "LEND LOAN", "FATNESS ILLNESS", "FINALLY LEGALLY", "BILLION EDITION",
        )),
    ],
)  # fmt: skip
def test_what_the_page_says_of_look_alikes(pair: str, expected: bool) -> None:
    words = lexicon.english()
    one, other = (set(words.stem_keys(word, look_alikes=True)) for word in pair.split())
    assert bool(one & other) is expected


def test_families_come_from_the_cache_the_second_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CROSSWRIGHT_CACHE", str(tmp_path))
    read = builtin.families.__wrapped__
    made = read()
    monkeypatch.setattr(builtin, "columns", lambda: pytest.fail("read the shipped file again"))
    again = read()
    assert again.size == made.size
    assert {n: (bytes(rows.starts), bytes(rows.keys)) for n, rows in again.rows.items()} == {
        n: (rows.starts.tobytes(), rows.keys.tobytes()) for n, rows in made.rows.items()
    }


def test_liveliness_that_makes_no_sense_is_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CROSSWRIGHT_CACHE", str(tmp_path))
    read = builtin.liveliness.__wrapped__
    made = read()
    (path,) = tmp_path.glob("*.cwc")
    for odd in ([("abc", b"")], []):
        assert cache.store(path.stem, odd)
        assert read() == made


def test_pickled_lists_keep_their_bases() -> None:
    words = pickle.loads(pickle.dumps(lexicon.english(min_score=90)))
    assert words.base("HANDS") == "HAND"


def golden() -> list[tuple[str, int, int]]:
    lines = Path(__file__).with_name("bands.txt").read_text().splitlines()
    rows = [line.split() for line in lines if not line.startswith("#")]
    return [(word, int(low), int(high)) for low, high, *words in rows for word in words]


@pytest.mark.parametrize(("word", "low", "high"), golden())
def test_golden_samples_by_band(word: str, low: int, high: int) -> None:
    score = lexicon.english().score(word)
    assert score is not None
    assert low <= score <= high
