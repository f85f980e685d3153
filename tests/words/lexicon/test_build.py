"""The script that derives the English list: its rules on small examples, and the whole build."""

import importlib.metadata
import itertools
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
sys.path.append(str(ROOT / "scripts"))

from lexicon_build import (  # noqa: E402
    families,
    kinship,
    offensive,
    scores,
    sounds,
    sources,
    spelling,
    supplement,
)
from lexicon_build.scores import Candidate, Kind  # noqa: E402
from lexicon_build.sources import Headword, Link, Sources  # noqa: E402

from crosswright.grids.letters import latin_letters  # noqa: E402


def missing_packages() -> list[str]:
    missing = []
    for name, version in sources.PACKAGES.items():
        try:
            installed = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            installed = ""
        if installed != version:
            missing.append(f"{name}=={version}")
    return missing


@pytest.fixture
def data() -> Sources:
    """A dictionary of a few words, with frequencies and counts of pairs."""
    words = [
        Headword("table", 35, 35, ()),
        Headword("tables", 35, None, ("table",)),
        Headword("larges", 35, None, ("large",)),
        Headword("large", 35, 35, ()),
        Headword("threap", 80, 80, ()),
        Headword("London", 50, 50, ()),
        Headword("Foggia", 60, 60, ()),
        Headword("NASA", 40, 40, ()),
        Headword("coffee table", 50, 50, ()),
        Headword("dandy fever", 70, 70, ()),
        Headword("colour", 35, 35, ()),
        Headword("color", 35, 35, ()),
        Headword("travel", 35, 35, ()),
        Headword("travelled", 35, None, ("travel",)),
        Headword("traveled", 35, None, ("travel",)),
        Headword("darned", 35, None, ("darn",)),
        Headword("darn", 35, 35, ()),
        Headword("reddened", 35, None, ("redden",)),
        Headword("better", 35, 35, ("good", "well")),
        Headword("letter", 35, 35, ("let",)),
        Headword("rent", 35, 35, ("rend",)),
        Headword("weed", 35, 35, ("wee",)),
        *(Headword(word, 35, 35, ()) for word in ("care", "flour", "prom", "mould", "mold")),
        *(Headword(word, 35, 35, ()) for word in ("colourfast", "colorfast", "paeon", "peon")),
        *(Headword(word, 35, 35, ()) for word in ("ire", "irate", "bat", "get", "do")),
        *(Headword(word, 35, None, ("get",)) for word in ("got", "gets")),
        Headword("did", 35, None, ("do",)),
        Headword("them", 35, None, ("they",)),
        Headword("his", 35, None, ("he",)),
    ]
    zipf = {"table": 4.8, "tables": 4.3, "large": 5.2, "larges": 1.5, "london": 5.2, "coffee": 4.6}
    zipf |= {"sari": 3.1, "saree": 2.9, "good": 6.2, "well": 6.1, "better": 5.8, "rent": 4.6}
    zipf |= {"let": 5.8, "letter": 5.0, "foggia": 2.0, "nasa": 4.2, "dandy": 3.0, "fever": 4.2}
    zipf |= {"care": 5.5, "careless": 3.6, "flour": 4.0, "prom": 3.4, "promise": 4.7, "eon": 2.7}
    zipf |= {"ire": 3.2, "irate": 2.8, "bat": 4.2, "get": 6.3, "do": 6.4}
    zipf |= {"wee": 4.0, "weed": 4.1, "prize": 4.4, "prime": 4.6}
    counts = {"coffee": 1e7, "table": 1e8, "tables": 4e7, "color": 9e7, "colour": 2e7}
    pairs = {"coffee table": 4e5, "coffee tables": 2e5}
    wordnet = {word: {"noun"} for word in ("coffee table", "table", "red", "corn", "moth", "let")}
    wordnet |= {word: {"noun", "verb"} for word in ("care", "flour", "prom", "flourish")}
    wordnet |= {"ire": {"noun"}, "bat": {"noun", "verb"}, "get": {"verb"}, "do": {"verb"}}
    wordnet |= {"careless": {"adj"}, "promise": {"verb"}, "lab": {"noun"}}
    return Sources(
        words,
        zipf,
        counts,
        pairs,
        wordnet,
        related={"tabular": {"table"}},
        glosses={"redden": {"turn", "red"}, "corner": {"where", "streets", "meet"}},
        synonyms=[["sari", "saree"], ["eon", "aeon"], ["prime", "prize"], ["cat", "cast"]],
        alike={
            "laboratory": {"lab", "workshop"},
            "sari": {"saree"},
            "saree": {"sari"},
            "mould": {"mold"},
            "irate": {"ireful"},
            "batty": {"loony"},
        },
    )


def score(data: Sources, text: str) -> int:
    return next(c.final for c in scores.dictionary_candidates(data) if c.text == text)


def test_scores_order_entries_as_an_editor_would(data: Sources) -> None:
    assert score(data, "table") >= 90
    assert score(data, "table") > score(data, "tables") > score(data, "larges")
    assert score(data, "threap") < 20
    assert score(data, "table") > score(data, "London") > 60 > 50 > score(data, "Foggia")
    assert score(data, "NASA") <= scores.COMMON_ABBREVIATION_LIMIT + 1
    assert score(data, "coffee table") >= 70
    assert score(data, "dandy fever") < 50


@pytest.mark.parametrize(
    ("word", "root"),
    [
        ("tables", "table"),  # an inflection
        ("reddened", "red"),  # of a word that WordNet explains by another
        ("tabular", "tabular"),  # related, but not by an ending that is known
        ("corner", "corner"),  # not from corn
        ("better", "good"),  # irregular
        ("letter", "letter"),  # not one who lets
        ("rent", "rent"),  # hardly a form of a word that is so much rarer
        ("saree", "sari"),  # a spelling of its synonym
        ("cast", "cast"),  # a synonym of cat, but hardly ever
        ("colour", "color"),
        ("aeon", "eon"),  # a spelling with another first letter
        ("prize", "prize"),  # a synonym that has another consonant is another word
        ("careless", "care"),  # an ending that is sure where the parts of speech fit
        ("flourish", "flourish"),  # not of flour: no adjective
        ("promise", "promise"),  # nor of a word that is so much rarer
        ("laboratory", "lab"),  # short for it
        ("weed", "weed"),  # no past tense
        ("irate", "ire"),  # its synonym is derived from it
        ("batty", "batty"),  # a synonym that has nothing to do with bats says nothing
    ],
)
def test_words_belong_to_families(data: Sources, word: str, root: str) -> None:
    assert families.Families(data).root(word) == root


@pytest.mark.parametrize(
    ("word", "names", "small"),
    [
        ("seaweed", "seaweed sea weed", ""),  # explained by a part
        ("seaweeds", "seaweed sea weed", ""),
        ("airspeed", "airspeed air speed", ""),  # a kind of its second part
        ("pickup", "pickup pick", "up"),  # written apart
        ("input", "input put", "in"),  # the other way round
        ("airport", "airport air port", ""),  # nothing is said of it, but much of its parts
        ("friendship", "friend", ""),  # an ending, though it is a word
        ("overreact", "react", "over"),
        ("fireman", "fire man", ""),
        ("carpet", "carpet", ""),
        ("season", "season", ""),
        ("dragon", "dragon", ""),  # "drag on" is by chance
        ("undo", "do", "un"),  # UNDID, as DID
        ("redo", "do", ""),  # REDID, and "do over"
        ("multiply", "multiply", ""),  # MULTIPLIED, as PLIED: but that is how all words in Y go
        ("relay", "relay", ""),  # RELAID, as LAID, but laying is not what it is about
        ("undone", "do", "un"),  # an adjective of a form
    ],
)
def test_words_belong_to_the_families_of_their_parts(
    compounds: Sources, word: str, names: str, small: str
) -> None:
    known = families.Families(compounds)
    assert known.names(word) == set(names.split())
    assert known.small_parts(word) == set(small.split())


@pytest.mark.parametrize(
    ("name", "names"),
    [
        ("AirPort", "airport air port"),
        ("iPlane", "iplane plane"),
        ("c-line", "cline line"),
        ("Sea-Mart", "seamart sea"),
        ("re-plane", "replane"),  # what is put before words is hyphened, too
        ("C-on", "con"),  # too short
        ("D-rain", "drain"),  # a word of another kind
        ("Airport", "airport air port"),  # a word that is known
        ("Seacraft", "seacraft sea craft"),
        ("Carlord", "carlord"),
    ],
)
def test_names_belong_to_the_families_of_the_words_inside_them(
    compounds: Sources, name: str, names: str
) -> None:
    compounds.headwords.append(Headword("drain", 35, 35, ()))
    known = families.Families(compounds, [name])
    assert known.names(name.replace("-", "").lower()) == set(names.split())


@pytest.mark.parametrize("pair", ["donut doughnut", "vial phial", "koran quran", "amir emir"])
def test_synonyms_that_sound_alike_are_kin(data: Sources, pair: str) -> None:
    short, long = pair.split()
    data.alike.update({short: {long}, long: {short}})
    assert (long, short) in sounds.sounding_alike(data.alike)
    known = families.Families(data)
    assert short in known.names(long) & known.names(short)


@pytest.mark.parametrize("pair", ["crack cork", "mold mildew", "key quay", "swag sag"])
def test_synonyms_that_sound_otherwise_are_no_kin(pair: str) -> None:
    assert not sounds.is_heard_as(*pair.split())


def test_synonyms_in_one_direction_are_no_kin() -> None:
    assert list(sounds.sounding_alike({"phial": {"vial"}, "vial": {"cup"}})) == []


@pytest.fixture
def compounds() -> Sources:
    """A dictionary of words inside words, and some that only look like it."""
    parts = (
        "sea weed air speed port craft pick set put son car pet drag fire friend ship field up in"
    )
    parts += " on over react man mail hail storm rain drop plane line"
    parts += " wag can cart bat ten hard lord kin town"
    whole = "seaweed airspeed airport aircraft airplane airline pickup input season carpet dragon"
    whole += " friendship overreact fireman hailstorm raindrop setup seaport carport wagon canon"
    whole += " carton baton tenon hardship lordship kinship township"
    words = [Headword(word, 35, 35, ()) for word in f"{parts} {whole}".split()]
    words += [Headword("seaweeds", 35, None, ("seaweed",)), Headword("weed", 35, 35, ("wee",))]
    forms = (
        "do:did do:done undo:undid redo:redid ply:plied multiply:multiplied lay:laid relay:relaid"
    )
    for base, form in (pair.split(":") for pair in forms.split()):
        words += [Headword(base, 35, 35, ()), Headword(form, 35, None, (base,))]
    words += [Headword(text, 35, 35, ()) for text in ("pick up", "set-up", "put in", "drag on")]
    nouns = {word: {"noun", "verb"} for word in f"{parts} {whole}".split()}
    glosses = {
        "seaweed": {"plant", "in", "the", "sea"},
        "aircraft": {"flies", "in", "air", "craft"},
        "airline": {"air"},
        "seaport": {"port", "sea"},
        "carport": {"car"},
        "hailstorm": {"storm", "with", "hail"},
        "raindrop": {"drop", "of", "rain"},
        **{f"{part}ship": {part} for part in ("friend", "hard", "lord", "kin", "town")},
        "redo": {"do", "over"},
        "relay": {"pass", "along"},
    }
    nouns |= {"undone": {"adj"}}
    nouns |= {verb: {"verb"} for verb in ("do", "undo", "redo", "ply", "multiply", "lay", "relay")}
    return Sources(
        words,
        dict.fromkeys([*parts.split(), "wee", "do", "done", "ply", "lay"], 4.5),
        {},
        {},
        nouns,
        related={},
        glosses=glosses,
        synonyms=[],
        kinds={"airspeed": {"speed"}, "airplane": {"plane"}},
    )


def sharing(texts: list[str], data: Sources) -> set[str]:
    """Return the pairs of answers that must not be in one grid."""
    keys, _ = families.shared_keys(
        {latin_letters(text): text for text in texts}, families.Families(data)
    )
    return {
        f"{one} {other}"
        for one, other in itertools.combinations(map(latin_letters, texts), 2)
        if not set(keys.get(one, ())).isdisjoint(keys.get(other, ()))
    }


def test_answers_share_families_and_the_words_inside_them(data: Sources) -> None:
    texts = ["its", "it's me", "it's late", "red", "reddened", "red tables", "table", "corner"]
    assert sharing(texts, data) == {
        "ITS ITSME", "ITS ITSLATE", "RED REDDENED", "RED REDTABLES", "REDDENED REDTABLES",
        "REDTABLES TABLE",
    }  # fmt: skip


def test_phrases_keep_out_the_small_words_that_are_cut_short_in_them(data: Sources) -> None:
    texts = ["that", "that's nice", "can", "I can't", "whatever", "what's up", "that's all"]
    assert sharing(texts, data) == {"THAT THATSNICE", "THAT THATSALL", "CAN ICANT"}


def test_phrases_keep_out_all_forms_of_their_small_verbs(data: Sources) -> None:
    texts = ["get", "got", "gets", "did", "get going", "can do", "do get up"]
    assert sharing(texts, data) == {
        "GET GOT", "GET GETS", "GOT GETS", "GET GETGOING", "GOT GETGOING", "GETS GETGOING",
        "DID CANDO", "GET DOGETUP", "GOT DOGETUP", "GETS DOGETUP", "DID DOGETUP",
        "GETGOING DOGETUP",
    }  # fmt: skip


def test_compounds_keep_out_the_forms_of_their_small_words(compounds: Sources) -> None:
    compounds.headwords.append(Headword("overs", 35, None, ("over",)))
    texts = ["over", "overs", "overreact", "overreacted", "on over"]
    assert sharing(texts, compounds) == {
        "OVER OVERS", "OVER OVERREACT", "OVERS OVERREACT", "OVER ONOVER", "OVERS ONOVER",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("small", "word", "expected"),
    [("out", "workouts", True), ("in", "encase", False), ("are", "compare", False)],
)
def test_small_words_are_seen_as_nouns(
    data: Sources, small: str, word: str, expected: bool
) -> None:
    data.headwords.append(Headword("are", 35, None, ("be",)))
    assert families.Families(data).is_seen_as_noun(small, [word]) is expected


def test_two_phrases_may_have_a_small_word_but_not_a_small_verb(data: Sources) -> None:
    texts = ["get set", "he gets it", "let's get up", "on it", "up and on"]
    assert sharing(texts, data) == {
        "GETSET HEGETSIT", "GETSET LETSGETUP", "HEGETSIT LETSGETUP",
    }  # fmt: skip


def link(one: str, other: str, **details: float) -> Link:
    """Return a link between the commonest senses of two words, but for some details."""
    plain = {"pertains": False, "places": 0, "share": 1.0, "sense_share": 1.0}
    return Link(one, other, **(plain | details))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("related", "expected"),
    [
        (link("obey", "obedience"), True),
        (link("sing", "song"), True),  # the same consonants
        (link("bombard", "barrage"), False),
        (link("crime", "incriminate"), True),  # something is put before it
        (link("strike", "striker", places=3, sense_share=0.5), True),
        (link("live", "liver", places=3, sense_share=0.02), False),  # hardly one who lives
        (link("tow", "tower"), False),  # too short
        (link("cow", "coward", share=0.02), False),  # hardly ever a verb
        (link("war", "warrior", share=0.0), True),  # nor this one, but it explains the other
        (link("drift", "drive", places=14), False),  # senses that nobody thinks of
        (link("german", "germany", pertains=True), True),
        (link("aura", "aural", pertains=True, places=3), False),
        (link("deduction", "deductive", pertains=True, places=3), True),
        (link("sea", "pelagic", pertains=True), False),
    ],
)
def test_words_that_wordnet_relates_are_kin_if_they_begin_alike(
    related: Link, expected: bool
) -> None:
    assert kinship.is_kin(related, lambda part, word: word == "warrior") is expected


def test_kin_are_joined_to_the_word_itself(data: Sources) -> None:
    data.links += [link("table", "tabular"), link("obey", "obedience"), link("obey", "obedient")]
    texts = ["table", "tables", "tabular", "coffee table", "obedience", "obedient", "red"]
    assert sharing(texts, data) == {
        "TABLE TABLES", "TABLE TABULAR", "TABLE COFFEETABLE", "TABLES TABULAR",
        "TABLES COFFEETABLE", "TABULAR COFFEETABLE", "OBEDIENCE OBEDIENT",
    }  # fmt: skip


def test_words_are_kin_to_what_they_are_short_for_in_a_phrase() -> None:
    alike = {"zoo": {"zoological garden", "menagerie"}, "act": {"acts of love", "deed"}}
    assert list(kinship.shortened(alike)) == [("zoo", "zoological")]


def test_forms_of_small_words_that_are_no_verbs_are_plain_ones(data: Sources) -> None:
    assert sharing(["them", "his", "they say", "he can"], data) == {"THEM THEYSAY"}


def test_keys_of_what_looks_alike_come_after_the_families(data: Sources) -> None:
    texts = {"RED": "red", "REDDENED": "reddened", "REDOUBT": "redoubt"}
    alike = [("REDOUBT", "RED", "RED"), ("RED", "REDDENED"), ("REDOUBT",)]
    keys, family_count = families.shared_keys(texts, families.Families(data), alike)
    assert keys == {"RED": [0, 1], "REDDENED": [0], "REDOUBT": [1]}
    assert family_count == 1


def test_forms_of_phrases_follow_their_words(data: Sources) -> None:
    phrase = Candidate("coffee table", 75, Kind.PHRASE)
    (plural,) = scores.phrase_inflections([phrase], data)
    assert (plural.answer, plural.base) == ("COFFEETABLES", "coffee table")
    assert 50 <= plural.score < phrase.score


def test_what_a_hand_marked_down_stays_down() -> None:
    low = Candidate("larges", 40, Kind.WORD, by_hand=True)
    high = Candidate("larges", 70, Kind.WORD)
    assert low.beats(high)
    assert not high.beats(low)
    assert Candidate("Iris", 90, Kind.WORD).beats(Candidate("iris", 58, Kind.NAME, by_hand=True))


def test_british_spellings_are_found(data: Sources) -> None:
    british, american = spelling.varieties(data)
    assert british - spelling.VOCABULARY == {"colour", "travelled", "mould", "colourfast"}
    assert american == {"color", "traveled", "mold", "colorfast"}


def test_phrases_with_british_words_are_british_and_names_are_not() -> None:
    entries = ["centre of gravity", "Grey Gardens", "open plan"]
    answers = spelling.answers({"centre", "grey", "bank holiday"}, entries)
    assert answers == {"CENTRE", "GREY", "BANKHOLIDAY", "CENTREOFGRAVITY"}
    assert "brolly" in spelling.VOCABULARY


@pytest.mark.parametrize(
    ("phrase", "plurals"),
    [
        ("coffee table", ["coffee tables"]),
        ("table of color", ["tables of color"]),
        ("table and table", []),
        ("out of table", []),
    ],
)
def test_the_head_of_a_noun_phrase_takes_the_plural(
    data: Sources, phrase: str, plurals: list[str]
) -> None:
    assert scores.noun_phrase_plurals(phrase.split(), data) == plurals


def test_what_ends_in_mid_air_is_a_last_resort(data: Sources) -> None:
    phrase = Candidate("travel to", 70, Kind.PHRASE)
    assert scores.derived(phrase, "traveled to", data).score <= scores.DANGLING_FORM_LIMIT
    ends = scores.phrase_score("travel to", 59, data), scores.phrase_score("travel by", 59, data)
    assert ends[0] < ends[1]


def test_the_block_list_closes_over_forms_and_phrases(data: Sources, tmp_path: Path) -> None:
    path = tmp_path / "blocked.txt"
    path.write_text(f"# rules\nw {offensive.digest('darn')}\nr {offensive.digest('heck')}\n")
    blocked = offensive.BlockList(data, path)
    assert blocked.blocks("darn")
    assert blocked.blocks("darned")
    assert blocked.blocks("darn it")
    assert blocked.blocks("what the heckler said")
    assert not blocked.blocks("darning needle")
    assert not blocked.blocks("table")


def test_the_block_list_closes_over_families_but_not_over_letters(
    data: Sources, tmp_path: Path
) -> None:
    path = tmp_path / "blocked.txt"
    path.write_text("".join(f"f {offensive.digest(word)}\n" for word in ("red", "care", "let")))
    blocked = offensive.BlockList(data, path)
    for text in ("red", "redden", "reddened", "reddened eyes", "careless", "red-hot", "let it be"):
        assert blocked.blocks(text)
    for text in ("letter", "letter box", "reduce", "scarecrow", "table"):
        assert not blocked.blocks(text)


def test_a_word_without_its_family_leaves_what_is_derived_from_it(
    data: Sources, tmp_path: Path
) -> None:
    path = tmp_path / "blocked.txt"
    path.write_text(f"w {offensive.digest('red')}\n")
    blocked = offensive.BlockList(data, path)
    assert blocked.blocks("red alert")
    assert not blocked.blocks("reddened")


def test_what_is_listed_exactly_is_meant_even_if_another_rule_must_not_catch_it(
    data: Sources, tmp_path: Path
) -> None:
    path = tmp_path / "blocked.txt"
    path.write_text(f"x {offensive.digest('Van Dyke')}\nw {offensive.digest('Hebe')}\n")
    blocked = offensive.BlockList(data, path)
    assert blocked.blocks("Van Dyke")
    assert not blocked.blocks("Hebe")


def test_the_supplement_reads_whole() -> None:
    entries = dict(supplement.entries())
    assert entries["let it go"] == 78
    assert all(latin_letters(text) for text in entries)
    assert not any("  " in text or "#" in text for text in entries)
    assert len(entries) > 5_000


@pytest.mark.skipif(
    bool(missing_packages()), reason=f"needs {' '.join(missing_packages())} to rebuild the list"
)
def test_a_fresh_build_is_what_is_shipped() -> None:
    import build_lexicon

    from crosswright.words.lexicon import packing

    assert packing.unpack(build_lexicon.DATA.read_bytes()) == build_lexicon.build()
