"""Measure draft clues: how many entries of default fills get one, and what a reader thinks of them.

    sample_drafts.py coverage --fills 40         the share of the entries that get a draft
    sample_drafts.py sheet -o sheet.tsv          200 drafts to be read: number, answer, kind, draft
    sample_drafts.py shares docs/drafts.tsv      what the verdicts in a file come to

A sheet gets a column of verdicts by hand: keep (a person would print it), edit (right, but worth
rewriting) or drop. `record` makes of it what is committed: answers, kinds and verdicts, without the
drafts, whose words are WordNet's.
"""

from __future__ import annotations

import argparse
import csv
import json
import math
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from crosswright import draft_clues

VERDICTS = ("keep", "edit", "drop")
FILL_SECONDS = "1"


def entries(fills: int, first_seed: int) -> Iterator[str]:
    """Yield the answers of fills as `crosswright fill` makes them without further options."""
    for seed in range(first_seed, first_seed + fills):
        command = [sys.executable, "-m", "crosswright", "fill", "--json"]
        options = ["--seed", str(seed), "--time", FILL_SECONDS]
        done = subprocess.run([*command, *options], capture_output=True, check=False)
        report = json.loads(done.stdout)
        if report["status"] == "FILLED":  # the machine may be too busy for that
            yield from report["answers"].values()


def interval(hits: int, total: int) -> tuple[float, float]:
    """Return Wilson's 95 % interval of a share, in per cent."""
    if not total:
        return 0.0, 100.0
    z, share = 1.96, hits / total
    middle = share + z * z / (2 * total)
    spread = z * math.sqrt(share * (1 - share) / total + z * z / (4 * total * total))
    scale = 100 / (1 + z * z / total)
    return (middle - spread) * scale, (middle + spread) * scale


def print_share(name: str, hits: int, total: int) -> None:
    """Print a share with its interval."""
    low, high = interval(hits, total)
    share = 100 * hits / max(1, total)
    print(f"{name}: {hits} of {total}, {share:.1f} % (95 % interval {low:.1f} to {high:.1f})")


def coverage(fills: int, seed: int) -> None:
    """Print how many entries get a draft, by kind, and which get none."""
    answers = [*entries(fills, seed)]
    drafts = {word: draft_clues(word) for word in dict.fromkeys(answers)}
    kinds = Counter(drafts[word][0].kind for word in answers if drafts[word])
    print_share("entries with a draft", sum(kinds.values()), len(answers))
    several = sum(len(drafts[word]) > 1 for word in answers)
    print_share("entries with several", several, len(answers))
    print("first drafts by kind:", ", ".join(f"{k} {n}" for k, n in kinds.most_common()))
    missing = Counter(word for word in answers if not drafts[word])
    print("without one:", " ".join(word for word, _ in sorted(missing.items())))


def sheet(path: Path, size: int, fills: int, seed: int) -> None:
    """Write the first drafts for entries drawn at random, for a reader."""
    answers = [*dict.fromkeys(entries(fills, seed))]
    drawn = random.Random(seed).sample(answers, min(size, len(answers)))
    with path.open("w", newline="", encoding="utf-8") as file:
        table = csv.writer(file, delimiter="\t")
        table.writerow(["number", "answer", "kind", "verdict", "draft"])
        for number, word in enumerate(drawn, 1):
            draft = next(iter(draft_clues(word, 1)), None)
            row = ("none", "drop", "") if draft is None else (draft.kind, "", draft.text)
            table.writerow([number, word, *row])


def rows(path: Path) -> list[dict[str, str]]:
    """Read a sheet or a record; SystemExit for a verdict that is none."""
    with path.open(newline="", encoding="utf-8") as file:
        found = [*csv.DictReader(file, delimiter="\t")]
    for row in found:
        if row["verdict"] not in VERDICTS:
            choices = ", ".join(VERDICTS)
            sys.exit(f"{path}, {row['answer']}: {row['verdict']!r} is not one of {choices}")
    return found


def record(path: Path, target: Path) -> None:
    """Write a sheet with verdicts as it may be committed."""
    with target.open("w", newline="", encoding="utf-8") as file:
        table = csv.writer(file, delimiter="\t", lineterminator="\n")
        table.writerow(["answer", "kind", "verdict"])
        table.writerows([row["answer"], row["kind"], row["verdict"]] for row in rows(path))


def shares(path: Path) -> None:
    """Print the shares of the verdicts, of all drafts and of each kind."""
    found = rows(path)
    for verdict in VERDICTS:
        print_share(verdict, sum(row["verdict"] == verdict for row in found), len(found))
    for kind in sorted({row["kind"] for row in found}):
        verdicts = Counter(row["verdict"] for row in found if row["kind"] == kind)
        print(f"  {kind}: " + ", ".join(f"{verdict} {verdicts[verdict]}" for verdict in VERDICTS))


def main() -> None:
    """Do what the command line asks for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    for name in ("coverage", "sheet"):
        command = commands.add_parser(name)
        command.add_argument("--fills", type=int, default=40)
        command.add_argument("--seed", type=int, default=1000)
        if name == "sheet":
            command.add_argument("--size", type=int, default=200)
            command.add_argument("-o", "--output", type=Path, required=True)
    shown = commands.add_parser("shares")
    shown.add_argument("file", type=Path)
    recorded = commands.add_parser("record")
    recorded.add_argument("file", type=Path)
    recorded.add_argument("-o", "--output", type=Path, required=True)
    asked = parser.parse_args()
    match asked.command:
        case "coverage":
            coverage(asked.fills, asked.seed)
        case "sheet":
            sheet(asked.output, asked.size, asked.fills, asked.seed)
        case "record":
            record(asked.file, asked.output)
        case _:
            shares(asked.file)


if __name__ == "__main__":
    main()
