"""Base forms: by a table, by a function, by English endings."""

from __future__ import annotations

from crosswright.words.wordlist import WordList


def test_stems_by_english_endings() -> None:
    known = "TENEMENT CARRY RUN HOPE HOP SING SINGER QUICK HAPPY BOX BUS FIT"
    words = WordList.from_words(known.split())
    stems = {
        "TENEMENTS": "TENEMENT",
        "CARRIES": "CARRY",
        "CARRIED": "CARRY",
        "RUNNING": "RUN",
        "HOPING": "HOPE",
        "HOPPING": "HOP",
        "SINGERS": "SING",
        "QUICKLY": "QUICK",
        "HAPPILY": "HAPPY",
        "BOXES": "BOX",
        "FITTEST": "FIT",
        "BUS": "BUS",
        "SPRING": "SPRING",
    }
    assert {word: words.base(word) for word in stems} == stems


def test_stems_by_given_bases() -> None:
    assert WordList.parse("WENT", bases={"WENT": "GO"}).base("WENT") == "GO"
    assert WordList.parse("WENT", bases={"WENT": "GO"}).base("CARS") == "CARS"
    assert WordList.parse("WENT", bases=lambda word: "GO").base("WENT") == "GO"
