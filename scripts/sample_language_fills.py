"""Make default fills in another language, and a blind sheet to read them by the rubric.

    python scripts/sample_language_fills.py FOLDER de --draw 10      # or --seeds 11 12 13

It writes sheet.txt and pairs.txt, for the readers, and key.json, which they must not see.
docs/rubric.md says what the verdicts mean.
"""

from __future__ import annotations

import argparse
import json
import random
import secrets
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from crosswright.words import lexicon
from crosswright.words.wordlist import WordList

ENTRIES_PER_CONTROL = 4
GOOD, JUNK, UNUSED = 97, 8, 12  # scores of controls: at least, at most, at most for forms


def default_fill(language: str, seed: int) -> list[str]:
    """Return the answers of a plain `crosswright fill --language` with a seed."""
    command = [sys.executable, "-m", "crosswright", "fill", "--language", language]
    command += ["--seed", str(seed), "--no-own", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return list(json.loads(done.stdout).get("answers", {}).values())


def controls(
    words: WordList, count: int, taken: set[str], chance: random.Random
) -> dict[str, list[str]]:
    """Draw entries from the top and the bottom of the list, of the lengths that grids have."""
    known = [(w, s) for w, s in words if 3 <= len(w) <= 11 and w not in taken]
    top = [word for word, score in known if score >= GOOD and words.base(word) == word]
    junk = [word for word, score in known if score <= JUNK]
    unused = [w for w, s in known if s <= UNUSED and (words.score(words.base(w)) or 0) >= 60]
    bad = {*some(junk, count // 4, chance), *some(unused, count // 4, chance)}
    return {"good": some(top, count // 2, chance), "bad": sorted(bad)}


def some(words: Sequence[str], count: int, chance: random.Random) -> list[str]:
    """Draw this many words, or all that there are."""
    return chance.sample(sorted(words), min(count, len(words)))


def make(folder: Path, language: str, seeds: Sequence[int]) -> None:
    """Fill the grids, and write the sheet, the pairs and the key."""
    chance = random.Random(f"sheet {language} {seeds}")
    grids = {}
    for number, seed in enumerate(seeds, 1):
        grids[seed] = default_fill(language, seed)
        print(f"{number} of {len(seeds)}: seed {seed}, {len(grids[seed])} entries", flush=True)
    entries = {word for answers in grids.values() for word in answers}
    words = lexicon.load(language)
    drawn = controls(words, len(entries) // ENTRIES_PER_CONTROL, entries, chance)
    everything = sorted({*entries, *drawn["good"], *drawn["bad"]})
    chance.shuffle(everything)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "sheet.txt").write_text("".join(f"{word} \n" for word in everything), "utf-8")
    pages = [
        f"# grid {number}: {' '.join(sorted(answers))}\npairs {number}: \n"
        for number, answers in enumerate(grids.values(), 1)
    ]
    (folder / "pairs.txt").write_text("".join(pages), "utf-8")
    key = {"language": language, "seeds": list(seeds), "grids": grids, **drawn}
    key |= {"pages": [f"grid {seed}" for seed in grids], "planted": []}
    (folder / "key.json").write_text(json.dumps(key, indent=1), "utf-8")
    print(f"{len(everything):,} entries to read, {len(everything) - len(entries)} of them controls")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("language")
    parser.add_argument("--seeds", type=int, nargs="+", help="the seeds of the grids")
    parser.add_argument("--draw", type=int, default=10, help="or how many to draw")
    options = parser.parse_args()
    drawn_seeds = options.seeds or [secrets.randbelow(10**6) for _ in range(options.draw)]
    make(options.folder, options.language, drawn_seeds)
