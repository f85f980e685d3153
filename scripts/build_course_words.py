"""Write data/words2.txt: the 3,000 most common English words that suit a crossword.

Run it by hand, with wordfreq installed:

    pip install ".[bench]" && python scripts/build_course_words.py

The frequencies are those of wordfreq (data CC BY-SA 4.0, by Robyn Speer). It is no longer updated,
so the list comes out the same every time. It counts whatever people write; the words below do not
belong in a crossword.
"""

from pathlib import Path

from wordfreq import top_n_list

TARGET = Path(__file__).resolve().parent.parent / "data" / "words2.txt"
COUNT = 3000
LENGTHS = range(3, 13)
POOL = 10_000  # how many of the most common words to look at

PEOPLE = """
    adam alan alex andrew andy ben bob brian charles charlie chris clinton dan daniel dave david
    davis donald edward elizabeth eric george harris harry henry howard jack jackson james jason
    jeff jesus jim jimmy joe john johnson jones jordan joseph kelly kevin kim lee lewis louis luke
    martin mary matt michael mike miller nick obama paul peter ray richard robert ryan sam santa
    sarah scott simon smith stephen steve taylor thomas tim tom tony trump victoria william williams
    wilson
"""

PLACES = """
    africa african america american americans angeles asia asian australia australian boston brazil
    britain british california canada canadian carolina chicago china chinese colorado egypt england
    english europe european florida france francisco french georgia german germany greek hollywood
    hong illinois india indian iran iraq ireland irish israel italian italy japan japanese jersey
    kong korea korean latin liverpool london los manchester mexico miami michigan ohio olympic
    olympics pacific pakistan paris roman rome russia russian san scotland scottish soviet spain
    spanish sydney texas toronto usa van virginia wales washington york zealand
"""

CALENDAR_AND_CREEDS = """
    april august catholic christ christian christmas december democrats february friday islamic jan
    january jewish jews july june monday muslim muslims november october republicans saturday
    september sunday thursday tuesday wednesday
"""

BRANDS_ABBREVIATIONS_AND_SLIPS = """
    amazon anti app auto bbc ceo dna don dont etc facebook fbi google haha http iii inc info iphone
    lol ltd mac max mid mrs multi nfl non pre semi tech thats twitter via youtube
"""

SPOKEN = """
    anymore dude gonna gotta hey kinda okay wanna wow yeah
"""

UNKIND = """
    abuse ass assault balls bitch bullshit damn dick dumb fuck fucked fucking hell naked porn rape
    sex sexual shit stupid suicide
"""

LEFT_OUT = frozenset(
    " ".join(
        (PEOPLE, PLACES, CALENDAR_AND_CREEDS, BRANDS_ABBREVIATIONS_AND_SLIPS, SPOKEN, UNKIND)
    ).split()
)


def common_words(count: int, pool: int = POOL) -> list[str]:
    """Return the most common words that are not left out, the most common first."""
    words = [
        word
        for word in top_n_list("en", pool)
        if word.isascii() and word.isalpha() and len(word) in LENGTHS and word not in LEFT_OUT
    ]
    return words[:count]


if __name__ == "__main__":
    import environment

    environment.show_help(__doc__)
    TARGET.write_text("".join(f"{word}\n" for word in sorted(common_words(COUNT))), "utf-8")
