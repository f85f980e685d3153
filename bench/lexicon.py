"""Measure how soon the built-in list is ready, beside reading the same list in plain Python.

    python3 scripts/bench.py lexicon [--languages] [--write]

Prints a table; --write puts it into docs/lexicon.md. --languages measures the first use and later
ones of the other languages instead, for docs/languages.md. Every figure is the median of runs in
processes of their own, in processor time, so that a busy machine does not matter; imports come
before the clock starts. The ratios are what counts: milliseconds depend on the machine.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from crosswright.words import lexicon
from crosswright.words.lexicon.folding import LANGUAGES

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench.text import ms, table, times, write_figures  # noqa: E402

DOCUMENT, LANGUAGES_DOCUMENT = ROOT / "docs" / "lexicon.md", ROOT / "docs" / "languages.md"
REPEATS, LATER_REPEATS = 9, 5
MAX_CACHED, MAX_FIRST = 0.030, 0.300  # seconds within which the list must be ready
MAX_LATER = 1.0  # the same for another language after its first use

# What each process runs: the list, and the index of every length, as a fill needs them.
OURS = """
import time
from crosswright.words import lexicon
start = time.process_time()
listed = lexicon.english(min_score={floor})
sizes = [listed.table(length).size for length in listed.lengths]
print(time.process_time() - start, sum(sizes))
"""

# The same for any language, with the families of words that a fill keeps apart.
LANGUAGE = """
import time
from crosswright.words import lexicon
start = time.process_time()
listed = lexicon.load({language!r})
sizes = [listed.table(length).size for length in listed.lengths if listed.stem_rows(length)]
print(time.process_time() - start, sum(sizes))
"""

PLAIN = """
import time
start = time.process_time()
by_length, index = {{}}, {{}}
with open({path!r}, encoding="utf-8") as lines:
    for line in lines:
        word, _, score = line.partition(";")
        if int(score) >= ({floor} or 0):
            by_length.setdefault(len(word), []).append((word, int(score)))
for length, entries in by_length.items():
    for word, score in entries:
        for position, letter in enumerate(word):
            index.setdefault((length, position, letter), set()).add(word)
print(time.process_time() - start, sum(map(len, by_length.values())))
"""


def seconds(code: str, cache: str, count: int | None = None) -> float:
    """Return the processor time that a new process reports, once it has all words."""
    environment = {**os.environ, "CROSSWRIGHT_CACHE": cache}
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    spent, loaded = done.stdout.split()
    assert count is None or int(loaded) == count
    return float(spent)


def row(floor: int | None, folder: Path) -> list[str]:
    """Measure one floor: from nothing, from the cache, and in plain Python."""
    listed = lexicon.english(min_score=floor)
    path = folder / f"{floor}.txt"
    path.write_text("".join(f"{word};{score}\n" for word, score in listed), encoding="utf-8")
    ours = OURS.format(floor=floor)
    first, cached, plain = [], [], []
    for number in range(REPEATS):
        cache = str(folder / f"cache {floor} {number}")
        first.append(seconds(ours, cache, len(listed)))
        cached.append(seconds(ours, cache, len(listed)))
        if number < 3:
            plain.append(seconds(PLAIN.format(path=str(path), floor=floor), cache, len(listed)))
    first_time, cached_time, python = map(statistics.median, (first, cached, plain))
    return [
        "all" if floor is None else f"{floor} or more",
        f"{len(listed):,}",
        f"{ms(first_time)} ({within(first_time, MAX_FIRST)})",
        f"{ms(cached_time)} ({within(cached_time, MAX_CACHED)})",
        ms(python),
        f"{times(python / first_time)}, {times(python / cached_time)}",
    ]


def language_row(language: str, folder: Path) -> list[str]:
    """Measure a language: the first use, later ones, and English beside each."""
    cache = str(folder / f"cache {language}")
    own, english = LANGUAGE.format(language=language), LANGUAGE.format(language="en")
    nothing = seconds(english, cache)
    first = seconds(own, cache)
    later, cached = [], []
    for _ in range(LATER_REPEATS):
        later.append(seconds(own, cache))
        cached.append(seconds(english, cache))
    later_time, cached_time = map(statistics.median, (later, cached))
    return [
        LANGUAGES[language].name,
        ms(first),
        f"{ms(nothing)}: {times(first / nothing)}",
        f"{ms(later_time)} ({within(later_time, MAX_LATER)})",
        f"{ms(cached_time)}: {times(later_time / cached_time)}",
    ]


def within(spent: float, limit: float) -> str:
    """Return in words whether a time is within its limit, in milliseconds."""
    return f"{'within' if spent <= limit else 'beyond'} {1000 * limit:.0f}"


def main() -> int:
    """Measure, print, and write if asked to."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", action="store_true", help="put the table into its page")
    parser.add_argument("--languages", action="store_true", help="measure other languages instead")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if options.languages:
            head = ["language", "first use", "English", "later uses", "English"]
            rows = [language_row(language, Path(folder)) for language in sorted(LANGUAGES)]
        else:
            head = ["scores", "entries", "from nothing", "from the cache", "plain Python", "ratios"]
            rows = [row(floor, Path(folder)) for floor in (None, 50)]
    figures = table(head, rows)
    print(figures, end="")
    if options.write:
        write_figures(LANGUAGES_DOCUMENT if options.languages else DOCUMENT, figures)
    return 0


if __name__ == "__main__":
    sys.exit(main())
