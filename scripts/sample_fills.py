"""Make default fills and a blind sheet to read them by the rubric, or score the readers' verdicts.

    python scripts/sample_fills.py make FOLDER --seeds 11 12 13      # or --draw 20
    python scripts/sample_fills.py score FOLDER anna.txt ben.txt

`make` writes sheet.txt and pairs.txt, for the readers, and key.json, which they must not see. A
reader copies the two, writes a verdict (s, f, k or l) after each entry of the sheet, and after each
grid of the pairs the words that are two forms of one word. The verdicts of a reader are one file:
the sheet, followed by the pairs. docs/rubric.md says what the letters mean.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import secrets
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from crosswright import english
from crosswright.words.lexicon import builtin, packing

ENTRIES_PER_CONTROL = 4
GRIDS_PER_CONTROL = 4
LONG = 8
VERDICTS = {"s": "struck", "f": "frowned at", "k": "fine", "l": "lively"}
Z = 1.959964  # of a 95 % interval

# What a reader must do with the controls for the verdicts to count.
MAX_GOOD_STRUCK, MIN_BAD_STRUCK, MAX_BAD_FINE = 0.05, 0.60, 0.15


# -- making the sheet ------------------------------------------------------------------------------


def default_fill(seed: int) -> list[str]:
    """Return the answers of a plain `crosswright fill` with a seed."""
    command = [
        sys.executable,
        "-m",
        "crosswright",
        "fill",
        "--seed",
        str(seed),
        "--no-own",
        "--json",
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return list(json.loads(done.stdout)["answers"].values())


def controls(count: int, taken: set[str], chance: random.Random) -> dict[str, list[str]]:
    """Draw entries that are known to be good or bad, of the lengths that grids have."""
    words = english()
    columns = builtin.columns()
    flags = dict(zip(columns.words, columns.flags, strict=True))
    bases = columns.bases()
    known = [pair for pair in words if 3 <= len(pair[0]) <= 11 and pair[0] not in taken]
    plain = [word for word, score in known if score >= 97 and not flags[word]]
    good = chance.sample(plain, count // 2)
    rare = [w for w, s in known if s <= 8 and len(w) >= 4 and flags[w] != packing.BRITISH]
    forms = [w for w, s in known if s <= 12 and w in bases and (words.score(bases[w]) or 0) >= 40]
    torn = [w for w in map(half_phrase, chance.sample(sorted(HALVES), len(HALVES))) if w]
    each = count // 6
    bad = [*chance.sample(rare, count // 2 - 2 * each), *chance.sample(forms, each), *torn[:each]]
    return {"good": good, "bad": [word for word in bad if word not in taken]}


HALVES = frozenset(
    f"{first} {second}"
    for first in ("and", "if", "than", "but", "of", "from", "because", "which", "were", "into")
    for second in ("the", "a", "she", "they", "my", "his", "an", "are", "our")
)
"""Words that make no unit: partials beyond doubt."""


def half_phrase(text: str) -> str:
    """Return a partial as a grid has it, if the list does not have it for another reason."""
    letters = text.replace(" ", "").upper()
    return "" if letters in english() else letters


def planted_pair(answers: Sequence[str], chance: random.Random) -> list[str]:
    """Put a form of one of its own words into a grid's list, in place of another word."""
    bases = builtin.columns().bases()
    forms: dict[str, list[str]] = {}
    words = english(min_score=50)
    for form, base in bases.items():
        if form in words:
            forms.setdefault(base, []).append(form)
    hosts = [word for word in answers if forms.get(word)]
    host = chance.choice(hosts)
    form = chance.choice(forms[host])
    others = [word for word in answers if word != host]
    return [host, form, *chance.sample(others, len(others) - 1)]


def make(folder: Path, seeds: Sequence[int]) -> None:
    """Fill the grids, and write the sheet, the pairs and the key."""
    chance = random.Random(f"sheet {seeds}")
    grids = {}
    for number, seed in enumerate(seeds, 1):
        grids[seed] = default_fill(seed)
        print(f"{number} of {len(seeds)}: seed {seed}, {len(grids[seed])} entries", flush=True)
    entries = {word for answers in grids.values() for word in answers}
    drawn = controls(len(entries) // ENTRIES_PER_CONTROL, entries, chance)
    everything = sorted({*entries, *drawn["good"], *drawn["bad"]})
    chance.shuffle(everything)
    pages = [(f"grid {seed}", answers) for seed, answers in grids.items()]
    planted = []
    for _ in range(max(1, len(seeds) // GRIDS_PER_CONTROL)):
        # A fill of its own: beside a grid that is the same but for a word, a pair is soon seen.
        words = planted_pair(default_fill(chance.randrange(10**6)), chance)
        pages.append(("planted", words))
        planted.append(words[:2])
    chance.shuffle(pages)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "sheet.txt").write_text("".join(f"{word} \n" for word in everything))
    (folder / "pairs.txt").write_text(
        "".join(
            f"# grid {number}: {' '.join(sorted(words))}\npairs {number}: \n"
            for number, (_, words) in enumerate(pages, 1)
        )
    )
    key = {
        "commit": commit(),
        "seeds": list(seeds),
        "grids": {str(seed): answers for seed, answers in grids.items()},
        **drawn,
        "pages": [name for name, _ in pages],
        "planted": planted,
    }
    (folder / "key.json").write_text(json.dumps(key, indent=1))
    print(f"{len(everything):,} entries to read, {len(drawn['good']) + len(drawn['bad'])} controls")


def commit() -> str:
    done = subprocess.run(["git", "rev-parse", "HEAD"], capture_output=True, text=True)
    return done.stdout.strip()


# -- scoring the verdicts --------------------------------------------------------------------------


class Reader:
    """The verdicts of one reader."""

    def __init__(self, path: Path) -> None:
        self.name = path.stem
        self.verdicts: dict[str, str] = {}
        self.pairs: dict[int, list[str]] = {}
        for number, line in enumerate(path.read_text().splitlines(), 1):
            fields = line.split()
            if not fields or line.startswith("#"):
                continue
            if fields[0] == "pairs":
                self.pairs[int(fields[1].rstrip(":"))] = fields[2:]
            elif len(fields) != 2 or fields[1] not in VERDICTS:
                letters = ", ".join(VERDICTS)
                raise SystemExit(f"{path}:{number}: write one of {letters} after the entry: {line}")
            else:
                self.verdicts[fields[0]] = fields[1]


def wilson(hits: float, total: int) -> tuple[float, float]:
    """Return the 95 % interval of a share."""
    if not total:
        return 0.0, 1.0
    share = hits / total
    spread = Z * math.sqrt(share * (1 - share) / total + Z * Z / (4 * total * total))
    middle, scale = share + Z * Z / (2 * total), 1 + Z * Z / total
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)


def figure(hits: float, total: int) -> str:
    """Write a share with its interval."""
    low, high = wilson(hits, total)
    share = hits / total if total else 0.0
    return f"{hits:g} of {total:,}: {share:.2%} (95 %: {low:.2%} to {high:.2%})"


def score(folder: Path, files: Sequence[Path]) -> None:
    """Print the figures of all readers, and what they made of the controls."""
    key: dict[str, Any] = json.loads((folder / "key.json").read_text())
    readers = [Reader(path) for path in files]
    entries = [word for answers in key["grids"].values() for word in answers]
    for reader in readers:
        wanted = {*entries, *key["good"], *key["bad"]}
        missing = wanted.difference(reader.verdicts)
        if missing:
            raise SystemExit(f"{reader.name}: no verdict on {', '.join(sorted(missing)[:5])} …")
    for reader in readers:
        print(f"{reader.name}: {on_controls(reader, key)}")
    print()
    long = [word for word in entries if len(word) >= LONG]
    for verdict, of in (("s", entries), ("f", entries), ("l", long)):
        print(VERDICTS[verdict] + (f", of {LONG} letters or more" if verdict == "l" else ""))
        counts = [sum(reader.verdicts[word] == verdict for word in of) for reader in readers]
        for reader, count in zip(readers, counts, strict=True):
            print(f"  {reader.name}: {figure(count, len(of))}")
        print(f"  mean: {figure(sum(counts) / len(counts), len(of))}")
        said = [[reader.verdicts[word] == verdict for reader in readers] for word in of]
        print(f"  all readers: {figure(sum(map(all, said)), len(of))}")
        print(f"  any reader: {figure(sum(map(any, said)), len(of))}")
    struck = {word for word in entries if any(r.verdicts[word] == "s" for r in readers)}
    for word in sorted(struck):
        print(f"struck: {word} by {', '.join(r.name for r in readers if r.verdicts[word] == 's')}")
    print_pairs(readers, key)


def on_controls(reader: Reader, key: dict[str, Any]) -> str:
    """Return what a reader made of the controls, and whether the verdicts count."""
    good = [reader.verdicts[word] for word in key["good"]]
    bad = [reader.verdicts[word] for word in key["bad"]]
    counts = (
        good.count("s") <= MAX_GOOD_STRUCK * len(good)
        and bad.count("s") >= MIN_BAD_STRUCK * len(bad)
        and bad.count("k") + bad.count("l") <= MAX_BAD_FINE * len(bad)
    )
    return (
        f"struck {good.count('s')} of {len(good)} good controls and {bad.count('s')} of {len(bad)} "
        f"bad ones ({bad.count('f')} frowned at): {'counts' if counts else 'does not count'}"
    )


def print_pairs(readers: Sequence[Reader], key: dict[str, Any]) -> None:
    """Print the pairs that readers found in grids, and how many of the planted ones."""
    for reader in readers:
        planted = [n for n, name in enumerate(key["pages"], 1) if name == "planted"]
        seen = sum(bool(reader.pairs.get(number)) for number in planted)
        grids = [n for n, name in enumerate(key["pages"], 1) if name != "planted"]
        with_pairs = [number for number in grids if reader.pairs.get(number)]
        print(
            f"{reader.name}: two forms of one word in {len(with_pairs)} of {len(grids)} grids; "
            f"saw {seen} of {len(planted)} that were planted"
        )
        for number in with_pairs:
            print(f"  {key['pages'][number - 1]}: {' '.join(reader.pairs[number])}")


def main() -> None:
    """Make a sheet, or score verdicts."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parts = parser.add_subparsers(dest="part", required=True)
    making = parts.add_parser("make", help="fill grids and write the sheet, the pairs and the key")
    making.add_argument("folder", type=Path)
    making.add_argument("--seeds", type=int, nargs="+", default=[])
    making.add_argument("--draw", type=int, default=0, help="draw this many seeds by chance")
    scoring = parts.add_parser("score", help="print the figures of readers' verdicts")
    scoring.add_argument("folder", type=Path)
    scoring.add_argument("verdicts", type=Path, nargs="+")
    options = parser.parse_args()
    if options.part == "score":
        score(options.folder, options.verdicts)
        return
    seeds = [*options.seeds, *(secrets.randbelow(10**6) for _ in range(options.draw))]
    if not seeds:
        parser.error("give --seeds, or --draw a number of them")
    make(options.folder, seeds)


if __name__ == "__main__":
    main()
