"""Writing docs/benchmarks.md and its plots from the figures that the parts have kept."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from statistics import mean, median
from typing import Any

from bench import lists, svg
from bench.comparison import OURS, filled, ratios, typical
from bench.parts import DAILY, SUNDAY
from bench.targets import targets
from bench.text import ms, paragraph, table, times

DOCS = Path(__file__).resolve().parent.parent / "docs"
PAGE = DOCS / "benchmarks.md"
IMAGES = DOCS / "images"

INTRODUCTION = """# The fill engine, measured

Written by `bench/fill.py`; do not edit. Again, on any machine:

```
python3 scripts/bench.py fill --peers
```

Without `--peers` only what is in this repository is measured. `--only engine,start` runs single
parts. The whole run takes about an hour, most of it in the time limits of what does not get done.

**How.** Times are processor time unless the clock is named: other work on the machine then
disturbs them less. *Search alone* is from a grid and a loaded list to the filled grid; *whole
process* is from the start of the program to the printed grid, with a warm cache where the program
has one. Every fill, of every program, is checked: shape, words, none twice. All programs run one
after another in the same run, each fill in a process of its own, with one thread.

**Lists.** `wf`: the {wf} words of A-Z from three letters up that wordfreq knows in English, the
score ten times the Zipf frequency. Those from a score up: `wf20` ({wf20} words), `wf25` ({wf25}),
`wf30` ({wf30}), `wf40` ({wf40}). `english`: the built-in list ({english}). **Grids**:
`bench/grids/`; the number at the end of a name is its number of words. *open* grids have few blocks
and long words, *blocked* ones more blocks; squares have none.
"""


def write(results: Path) -> None:
    """Write the page from all parts there are."""
    kept = {
        path.stem: json.loads(path.read_text("utf-8")) for path in sorted(results.glob("*.json"))
    }
    figures = {name: part["figures"] for name, part in kept.items()}
    names = ("wf", "wf20", "wf25", "wf30", "wf40", "english")
    sizes = {name: f"{len(lists.words(name)):,}" for name in names}
    sections = [INTRODUCTION.format(**sizes), _circumstances(kept)]
    if "engine" in figures:
        sections.append(_targets(figures))
    for name, section in SECTIONS.items():
        if name in figures:
            sections.append(section(figures[name]))
    PAGE.write_text("\n".join(sections), "utf-8")


def _circumstances(kept: dict[str, Any]) -> str:
    when = [part["when"] for part in kept.values()]
    last = max(when, key=lambda each: each["date"])
    loads = [each["load"] for each in when]
    noise = [each["noise"] for each in when]
    dates = sorted({each["date"] for each in when})
    busy = "was busy with other work" if max(loads) > last["cores"] else "had little else to do"
    states = {each["commit"] for each in when}
    mixed = (
        f" The parts were not all measured on one state of the engine but on {len(states)}, so "
        "compare figures within a part rather than between parts."
        if len(states) > 1
        else ""
    )
    return paragraph(
        f"**When and where.** {' and '.join(dates)}; {last['processor']}, {last['cores']} cores, "
        f"{last['system']}; Python {last['python']}. The machine {busy} (load {min(loads):.0f} to "
        f"{max(loads):.0f}): the same loop's slow runs took {min(noise):.1f} to {max(noise):.1f} "
        "times its quick ones, in processor time. Differences under a third mean nothing; ratios "
        "and orders of magnitude do." + mixed
    )


def _targets(figures: dict[str, Any]) -> str:
    rows = [
        [str(number), target.aim, target.figure, target.verdict, target.why]
        for number, target in targets(figures)
    ]
    return "## Targets\n\n" + table(["", "aim", "figure", "verdict", "remarks"], rows)


def _engine(figures: dict[str, Any]) -> str:
    rows = []
    for case, row in figures.items():
        compiled, plain = row["compiled"], row["plain"]
        rows.append(
            [
                case,
                str(row["slots"]),
                _ends(compiled["ends"]),
                ms(compiled["median"]),
                ms(compiled["longest"]),
                f"{median(run['nodes'] for run in compiled['runs']):,.0f}",
                ms(plain["median"]) if set(plain["ends"]) != {"LIMIT"} else "not in 60 s",
                f"{plain['median'] / compiled['median']:.0f}×",
            ]
        )
    head = ["grid, list", "words", "outcome", "median", "longest", "nodes", "plain, median", ""]
    text = "Compiled: 20 seeds; plain Python: 5. Both search the same tree for the same seed.\n\n"
    return "## Search alone\n\n" + text + table(head, rows)


def _ends(ends: dict[str, int]) -> str:
    """Say how searches ended; the usual end, all filled, shortly."""
    names = {"FILLED": "filled", "IMPOSSIBLE": "proved impossible", "LIMIT": "open"}
    if len(ends) == 1:
        return names[next(iter(ends))]
    return ", ".join(f"{count} {names[end]}" for end, count in ends.items())


def _start(figures: dict[str, Any]) -> str:
    bare = figures["bare"]
    rows = [["the bare interpreter", ms(bare["cpu"]), ms(bare["wall"]), "", ""]]
    names = {
        OURS: "a script that loads, fills and prints",
        "crosswright fill": "`crosswright fill --objective any --json`",
        "cold": "the same script, no cache yet",
    }
    for key, name in names.items():
        found = figures[key]
        beyond = [ms(found[clock] - bare[clock]) for clock in ("cpu", "wall")]
        rows.append([name, ms(found["cpu"]), ms(found["wall"]), *beyond])
    text = (
        f"{DAILY}, 288,321 words. Processor time is the median; the clock's is the least of the "
        "runs, which is what the machine disturbed least.\n\n"
    )
    head = ["", "processor", "clock", "beyond bare", "by the clock"]
    return "## From the start of the process to the printed grid\n\n" + text + table(head, rows)


def _peers(figures: dict[str, Any]) -> str:
    names = list(figures["versions"])
    named = ", ".join(f"{name} {number}" for name, number in figures["versions"].items())
    text = (
        f"{named}. CP-SAT: a letter variable a cell, a word variable a slot, a table constraint a "
        "slot, the words of one length all different; one worker (tried by hand on square4 and "
        "american9, element constraints or one Boolean a word took 0.4 to 0.9 times as long). "
        "blacksquare: `Crossword.fill` as "
        "it comes (since 0.10 a compiled solver, in Rust). Qxw: batch mode, a deck of slots; its "
        "search alone is the whole process less what a single slot takes with the same list. "
        "Medians of three runs; what takes over ten seconds is run once. The limit is 60 s of "
        "processor time."
    )
    parts = [f"## Side by side\n\n{paragraph(text)}"]
    for title, key in (("Search alone", "search"), ("Whole process", "cpu")):
        rows = [
            [case, *(_cell(row, name, key) for name in names)]
            for case, row in figures["cases"].items()
        ]
        parts.append(f"### {title}\n\n" + table(["grid, list", *names], rows))
    parts.append(_ratios(figures, names[1:]))
    chart = {
        case: {
            name: max(1e-4, median(run["search"] for run in row[name]) * 1000)
            for name in names
            if filled(row[name])
        }
        for case, row in figures["cases"].items()
        if filled(row[OURS])
    }
    svg.bars(IMAGES / "benchmarks-peers.svg", "Search alone", "ms", chart)
    parts.append(
        "![Search alone, side by side](images/benchmarks-peers.svg)\n\n"
        "No bar: no right fill, in one of the runs or within the limit.\n"
    )
    return "\n".join(parts)


def _cell(row: dict[str, Any], name: str, key: str) -> str:
    runs = row[name]
    good = [run for run in runs if run["status"] == "filled"]
    odd = next((run["status"] for run in runs if run["status"] != "filled"), "")
    if odd == "no fill":
        return f"no fill, {ms(median(run[key] for run in runs))}"
    if not good:
        return odd
    took = median(run[key] for run in good)
    ours = row[OURS]
    text = ms(took)
    if name != OURS and filled(ours):
        text += f" ({times(took / typical(ours, key))})"
    return f"{text}; {len(runs) - len(good)} of {len(runs)} {odd}" if odd else text


def _ratios(figures: dict[str, Any], names: Sequence[str]) -> str:
    rows = []
    for name in names:
        cells = [name, str(len(ratios(figures, name, "search")))]
        for key in ("search", "cpu"):
            found = ratios(figures, name, key)
            spread = f"{times(median(found))} ({times(min(found))} to {times(max(found))})"
            cells.append(spread if found else "none filled")
        rows.append(cells)
    text = (
        "How many times as long as crosswright, median and range over the grids that both fill:\n\n"
    )
    return text + table(["", "grids", "search alone", "whole process"], rows)


def _growth(figures: dict[str, Any]) -> str:
    by_list, by_grid = figures["lists"], figures["grids"]
    lines = {
        name: [(row["words"], 1000 * row[key]) for row in by_list]
        for name, key in (("load text", "cold"), ("load, cached", "warm"))
    }
    found = [row for row in by_list if set(row["ends"]) == {"FILLED"}]
    lines["search"] = [(row["words"], 1000 * row["search"]) for row in found]
    svg.lines(
        IMAGES / "benchmarks-lists.svg", "Growth with the list", "words in the list", "ms", lines
    )
    points = sorted((row["slots"], 1000 * row["search"]) for row in by_grid)
    series = {"search, compiled": points}
    svg.lines(
        IMAGES / "benchmarks-grids.svg", "Growth with the grid", "words in the grid", "ms", series
    )
    loads = [
        [
            f"{row['words']:,}",
            ms(row["cold"]),
            ms(row["warm"]),
            ms(row["search"]),
            _ends(row["ends"]),
        ]
        for row in by_list
    ]
    sizes = [
        [
            row["grid"],
            f"{row['size']}×{row['size']}",
            str(row["slots"]),
            ms(row["search"]),
            _ends(row["ends"]),
        ]
        for row in by_grid
    ]
    return "\n".join(
        [
            "## Growth\n\nWith the list, daily15_78: samples of `wf`, and beyond its size made-up "
            "words that follow its pairs of letters. *Load text* reads and indexes the file and "
            "writes the cache; *cached* finds it there.\n",
            table(["words", "load text", "load, cached", "search", ""], loads),
            "![Growth with the list](images/benchmarks-lists.svg)\n",
            "With the grid, `wf`:\n",
            table(["grid", "size", "words", "search", ""], sizes),
            "![Growth with the grid](images/benchmarks-grids.svg)\n",
        ]
    )


def _quality(figures: dict[str, Any]) -> str:
    rows = []
    for case, row in figures.items():
        for key, pairs in row.items():
            name = "first fill" if key == "first" else f"{key} s"
            means, floors = zip(*pairs, strict=True)
            worst = f"{min(means):.1f} to {max(means):.1f}"
            cells = [case, name, f"{mean(means):.1f}", worst, f"{median(floors):.0f}"]
            rows.append(cells)
    head = ["grid, list", "after", "mean score", "over seeds", "lowest score, median"]
    text = '`objective="score"`, five seeds; the time is processor time.\n\n'
    return "## Quality\n\n" + text + table(head, rows)


def _hard(figures: dict[str, Any]) -> str:
    rows = []
    for case, row in figures.items():
        runs = "; ".join(
            f"{_ends({run['status']: 1})} {ms(run['cpu'])}, {run['failures']:,} failures"
            for run in row["runs"]
        )
        rows.append([case, runs])
    text = "One seed, up to 60 s of processor time. *Open* is neither filled nor proved.\n\n"
    return "## Hard, open grids\n\n" + text + table(["grid, list", "outcomes"], rows)


def _stopping(figures: dict[str, Any]) -> str:
    rows = []
    for engine, row in figures.items():
        for name, key in (
            ("stop() to return", "latencies"),
            ("beyond a 0.3 s limit", "overshoots"),
        ):
            found = row[key]
            cells = [ms(median(found)), ms(max(found))] if found else ["none", "none"]
            rows.append([{"python": "plain"}.get(engine, engine), name, *cells])
    text = "square7 wf, by the clock, `stop()` called in another thread.\n\n"
    return "## Stopping\n\n" + text + table(["engine", "", "median", "longest"], rows)


def _threads(figures: dict[str, Any]) -> str:
    rows = []
    for case, row in figures.items():
        walls = {n: [wall for _, wall in runs] for n, runs in row.items()}
        done = {n: sum(end != "LIMIT" for end, _ in runs) for n, runs in row.items()}
        cells = [f"{ms(mean(walls[n]))} ({done[n]} of {len(walls[n])} done)" for n in ("1", "2")]
        rows.append([case, *cells, f"{mean(walls['1']) / mean(walls['2']):.1f}×"])
    text = (
        "`threads=2, reproducible=False` against one search; mean time by the clock, ten seeds.\n"
        "Times to a fill are spread widely: ten seeds show a tendency at most.\n\n"
    )
    return "## Threads\n\n" + text + table(["grid, list", "one", "two", "gain"], rows)


def _memory(figures: dict[str, Any]) -> str:
    rows = [[name, f"{size / 1e6:.0f} MB"] for name, size in figures.items()]
    text = f"The most that the process held (resident), {SUNDAY}, one fill.\n\n"
    return "## Memory\n\n" + text + table(["engine", "peak"], rows)


SECTIONS = {
    "engine": _engine,
    "start": _start,
    "peers": _peers,
    "hard": _hard,
    "growth": _growth,
    "quality": _quality,
    "memory": _memory,
    "stopping": _stopping,
    "threads": _threads,
}
