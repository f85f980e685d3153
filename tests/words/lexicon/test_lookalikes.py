"""Which answers merely look as if they had a word in common, and which words sound alike."""

import itertools
import sys
from collections.abc import Collection, Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
sys.path.append(str(ROOT / "scripts"))

from lexicon_build import lookalikes, sounds  # noqa: E402

EXPLANATIONS = {
    "motel": {"motor", "hotel"},
    "once": {"one", "occasion"},
    "seat": {"sit"},
    "dead": {"death"},
    "two": {"cardinal", "one"},
    "twenty": {"cardinal", "ten"},
    "twin": {"born"},
}

NAMES = {"anna", "anne", "leo", "leon", "lee", "eve", "eva"}


class Known:
    """Words of which hardly anything is known."""

    changed_within: Mapping[str, Collection[str]] = {
        "live": {"life"},
        "life": {"live"},
        "die": {"death"},
        "death": {"die"},
    }

    def base(self, word: str) -> str:
        return word.removesuffix("s")

    def names(self, word: str) -> frozenset[str]:
        if word == "laughter":
            return frozenset({"laugh"})
        parts = {"alive": {"live"}, "seaweed": {"sea", "weed"}}
        return frozenset({self.base(word), *parts.get(word, ())})

    def glosses(self, word: str) -> Collection[str]:
        return EXPLANATIONS.get(word, ())

    def synonyms(self, word: str) -> Collection[str]:
        return {"treason": {"treachery", "perfidy"}}.get(word, ())

    def is_name(self, word: str) -> bool:
        return word in NAMES


def pairs(parts: Mapping[str, list[str]]) -> set[str]:
    """Return the pairs of answers that look alike."""
    return {
        " ".join(sorted(pair))
        for group in lookalikes.groups(parts, Known())
        for pair in itertools.combinations({*group}, 2)
    }


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        ("radial radiate radar", "RADIAL RADIATE"),  # five letters
        ("arab arabia arabesquesque", "ARAB ARABIA"),  # the whole of one, and not much more
        ("islam islamabad", "ISLAM ISLAMABAD"),
        ("interval interstate intern internal", "INTERN INTERNAL"),  # INTER- says nothing
        ("untried untrimmed tried trimmed", "TRIED UNTRIED, TRIMMED UNTRIMMED"),  # nor does UN-
        ("cart cartel carting ant", "CART CARTEL, CART CARTING, CARTEL CARTING"),
        ("ten tenor tend", "TEN TENOR"),  # a word of three letters with what may be an ending
        ("old oldie olds", "OLD OLDIE, OLD OLDS, OLDIE OLDS"),
        ("long belong oblong", "BELONG LONG"),  # and of four behind what may be a beginning
        ("entreaty treaty treat", "ENTREATY TREATY, ENTREATY TREAT, TREAT TREATY"),
        ("arab arabs arabia", "ARAB ARABS, ARAB ARABIA, ARABIA ARABS"),
        ("laps lapsed lap", "LAPS LAPSED"),
        ("sir sires sirloin", "SIR SIRES"),
        ("err erratic", "ERR ERRATIC"),
        ("bed embed", "BED EMBED"),
        ("nan nana nut", "NAN NANA"),
        ("kid kiddo", "KID KIDDO"),
        ("ado doer doin i_do mini", "ADO IDO, DOER IDO, DOIN IDO"),
        ("sublet let's_eat", "LETSEAT SUBLET"),
        ("are we're_here not can't_i car", "ARE WEREHERE, CANTI NOT"),
        ("treason treachery perfidy", "TREACHERY TREASON"),  # synonyms
        ("attune tune attic", "ATTUNE TUNE"),
        ("anna anne annoy leo leon lee eve eva", "ANNA ANNE, LEO LEON"),  # names
        ("head strong headstrong", "HEAD HEADSTRONG, HEADSTRONG STRONG"),
        (
            "headstrong arm_strong strong",
            "ARMSTRONG HEADSTRONG, ARMSTRONG STRONG, HEADSTRONG STRONG",
        ),
        ("sea weed seaweed", ""),  # that is a family
        (  # it is an ending
            "ship ships airship starship air star",
            "SHIP SHIPS, AIRSHIP SHIP, AIRSHIP SHIPS, SHIP STARSHIP, SHIPS STARSHIP, AIR AIRSHIP, "
            "STAR STARSHIP",
        ),
        ("laughter slaughter", "LAUGHTER SLAUGHTER"),  # though LAUGHTER is of the family of LAUGH
        ("car pet carpet", ""),  # too short
        ("angle entangle", "ANGLE ENTANGLE"),
        ("ply pliers plight", "PLIERS PLY"),
        ("pant pants panties", "PANT PANTS, PANT PANTIES, PANTIES PANTS"),
        ("over overseas overdue oven", "OVER OVERSEAS, OVER OVERDUE"),
        ("away one_way way", "AWAY ONEWAY, AWAY WAY, ONEWAY WAY"),
        ("set reset beset asset", "BESET RESET, BESET SET, RESET SET"),
        ("mid amid midst", "AMID MID, AMID MIDST, MID MIDST"),
        (
            "estate_sale state room stateroom",
            "ESTATESALE STATE, ESTATESALE STATEROOM, STATE STATEROOM, ROOM STATEROOM",
        ),
        ("are_you_in are_you_sure will_you_be", "AREYOUIN AREYOUSURE"),
        ("me_too too_bad to_me", "METOO TOOBAD"),
        ("at_ease at_sea stare_at", "ATEASE ATSEA"),
        ("it's_a_date it_is a_bit", "ITIS ITSADATE"),
        (
            "redo overdo sure_do can_dos do_so",
            "REDO SUREDO, OVERDO SUREDO, CANDOS REDO, CANDOS OVERDO, DOSO REDO, DOSO OVERDO",
        ),
        ("life live mule", "LIFE LIVE"),  # as one explains the other
        ("life look_alive lively", "LIFE LOOKALIVE"),  # with their families
        ("motel motor hotel", "MOTEL MOTOR"),
        ("die death dead", "DEAD DEATH, DEATH DIE, DEAD DIE"),
        ("once one occasion", "ONCE ONE"),
        ("seat sit", ""),  # they begin with a single letter alike
        ("two twenty twin", "TWENTY TWO"),
        ("save safe salve", "SAFE SAVE"),
        ("thieve theft thief", "THEFT THIEVE, THIEF THIEVE"),
        ("over_here hereto", ""),
        ("over_here hereto here", "HERE HERETO, HERE OVERHERE, HERETO OVERHERE"),
    ],
)
def test_what_looks_alike(texts: str, expected: str) -> None:
    parts = {
        text.replace("_", "").replace("'", "").upper(): text.split("_") for text in texts.split()
    }
    assert pairs(parts) == {" ".join(sorted(pair.split())) for pair in expected.split(", ") if pair}


def test_words_that_many_words_end_in_are_kept_from_these_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    parts = {word.upper(): [word] for word in ("angle", "entangle", "rectangle")}
    assert pairs(parts) == {"ANGLE ENTANGLE", "ANGLE RECTANGLE", "ENTANGLE RECTANGLE"}
    monkeypatch.setattr(lookalikes, "MAX_MADE", 1)
    assert pairs(parts) == {"ANGLE ENTANGLE", "ANGLE RECTANGLE"}


@pytest.mark.parametrize("rule", lookalikes.RULES)
def test_nothing_looks_like_itself_alone(rule: lookalikes.Rule) -> None:
    parts = {"CAT": ["cat"], "SUREDO": ["sure", "do"], "ZYGOTE": ["zygote"]}
    assert not any(len({*group}) > 1 for group in rule(lookalikes.Entries(parts, Known())))


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("life", "live", True),
        ("gift", "give", True),
        ("depth", "deep", True),
        ("choice", "choose", True),
        ("stroke", "strike", True),
        ("male", "female", False),
        ("cart", "car", True),
        ("theft", "thieve", True),
        ("life", "leaves", False),
        ("life", "life", False),
    ],
)
def test_words_that_sound_much_alike(one: str, other: str, expected: bool) -> None:
    assert sounds.is_heard_in(one, other) is expected
    assert sounds.is_heard_in(other, one) is expected


@pytest.mark.parametrize(
    ("word", "simplest"),
    [
        ("stoney", "stony"),
        ("trolleys", "trolys"),
        ("dullness", "dulnes"),
        ("franchisee", "franchisee"),
        ("obey", "oby"),
    ],
)
def test_words_at_their_simplest(word: str, simplest: str) -> None:
    assert sounds.at_its_simplest(word) == simplest
