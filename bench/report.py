"""Writing docs/benchmarks.md and its plots from the figures that the parts have stored."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from statistics import mean, median
from typing import Any

from bench import lists, svg
from bench.comparison import OURS, filled, ratios, typical
from bench.parts import ASKED, DAILY, SUNDAY
from bench.targets import targets
from bench.text import ms, paragraph, table, times

DOCS = Path(__file__).resolve().parent.parent / "docs"
PAGE = DOCS / "benchmarks.md"
IMAGES = DOCS / "images"

INTRODUCTION = """# The fill engine, measured

This page is written by `bench/fill.py`; do not edit it. To measure again, on any machine:

```
python3 scripts/bench.py fill --peers
```

Without `--peers`, only what is in this repository is measured; `--only engine,start` runs just
those parts. The whole run takes about an hour, most of it spent waiting for time limits.

**How.** Times are processor time unless they are said to be by the clock, so that other work on the
machine disturbs them less. *Search alone* runs from a grid and a loaded list to the filled grid,
*whole process* from the start of the program to the printed grid, with a warm cache if the program
has one. Every fill of every program is checked: its shape, its words, and that none is repeated.
All programs run one after another in the same run, each fill in its own process, on one thread.

**Lists.** `wf` has the {wf} English words in wordfreq with three or more letters, all of them A to
Z; the score is ten times the Zipf frequency. `wf20` has those with a score of 20 or more ({wf20}
words), and so on: `wf25` ({wf25}), `wf30` ({wf30}), `wf40` ({wf40}). `english` is the built-in list
({english}). **Grids** are in `bench/grids/`; the number at the end of a name is that of its words.
*open* grids have few blocks and long words, *blocked* ones have more blocks, and squares none.
"""


def write(results: Path) -> None:
    """Write the page from the figures of all parts."""
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
        f" The parts were measured on {len(states)} different states of the engine, so compare "
        "figures within a part rather than between parts."
        if len(states) > 1
        else ""
    )
    return paragraph(
        f"**When and where.** {' and '.join(dates)}; {last['processor']}, {last['cores']} cores, "
        f"{last['system']}; Python {last['python']}. The machine {busy} (load {min(loads):.0f} to "
        f"{max(loads):.0f}): slow runs of the same loop took {min(noise):.1f} to {max(noise):.1f} "
        "times as long as quick ones, in processor time. Differences of less than a third mean "
        "nothing; ratios and orders of magnitude do." + mixed
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
    text = "Compiled: 20 seeds; plain Python: 5. With the same seed, both search the same tree.\n\n"
    return "## Search alone\n\n" + text + table(head, rows)


def _ends(ends: dict[str, int]) -> str:
    """Return how searches ended; in brief if they all ended alike."""
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
        took = figures[key]
        beyond = [ms(took[clock] - bare[clock]) for clock in ("cpu", "wall")]
        rows.append([name, ms(took["cpu"]), ms(took["wall"]), *beyond])
    text = (
        f"{DAILY}, 288,321 words. Processor times are medians; times by the clock are the "
        "shortest, those that the machine disturbed least.\n\n"
    )
    head = ["", "processor", "clock", "beyond bare", "by the clock"]
    return "## From the start of the process to the printed grid\n\n" + text + table(head, rows)


def _peers(figures: dict[str, Any]) -> str:
    names = list(figures["versions"])
    named = ", ".join(f"{name} {number}" for name, number in figures["versions"].items())
    text = (
        f"{named}. CP-SAT: one letter variable per cell, one word variable and one table "
        "constraint per slot, all words of one length different; one worker (tried by hand on "
        "square4 and american9, element constraints or one Boolean per word took 0.4 to 0.9 times "
        "as long). blacksquare: `Crossword.fill` as it comes (since 0.10 a compiled solver, in "
        "Rust). Qxw: batch mode, with a deck of slots; its search alone is the whole process less "
        "the time it takes for a single slot with the same list. Medians of three runs; whatever "
        "takes over ten seconds is run once. The limit is 60 s of processor time."
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
        "Without a bar, there was no correct fill in one of the runs, or none within the limit.\n"
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
            factors = ratios(figures, name, key)
            spread = f"{times(median(factors))} ({times(min(factors))} to {times(max(factors))})"
            cells.append(spread if factors else "none filled")
        rows.append(cells)
    text = (
        "How many times as long as crosswright each one takes, as the median and range over the "
        "grids that both fill:\n\n"
    )
    return text + table(["", "grids", "search alone", "whole process"], rows)


def _growth(figures: dict[str, Any]) -> str:
    by_list, by_grid = figures["lists"], figures["grids"]
    lines = {
        name: [(row["words"], 1000 * row[key]) for row in by_list]
        for name, key in (("load text", "cold"), ("load, cached", "warm"))
    }
    filled_rows = [row for row in by_list if set(row["ends"]) == {"FILLED"}]
    lines["search"] = [(row["words"], 1000 * row["search"]) for row in filled_rows]
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
            "## Growth\n\nWith the list, on daily15_78: samples of `wf`, and beyond its size "
            "made-up words that follow its pairs of letters. *Load text* reads and indexes the "
            "file and writes the cache; *load, cached* finds it there.\n",
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
    text = "One seed, up to 60 s of processor time. *Open* means neither filled nor proved.\n\n"
    return "## Hard, open grids\n\n" + text + table(["grid, list", "outcomes"], rows)


def _stopping(figures: dict[str, Any]) -> str:
    rows = []
    for engine, row in figures.items():
        for name, key in (
            ("stop() to return", "latencies"),
            ("beyond a 0.3 s limit", "overshoots"),
        ):
            delays = row[key]
            cells = [ms(median(delays)), ms(max(delays))] if delays else ["none", "none"]
            rows.append([{"python": "plain"}.get(engine, engine), name, *cells])
    text = "square7 wf, by the clock; `stop()` is called in another thread.\n\n"
    return "## Stopping\n\n" + text + table(["engine", "", "median", "longest"], rows)


def _threads(figures: dict[str, Any]) -> str:
    rows = []
    for case, row in figures.items():
        walls = {n: [wall for _, wall in runs] for n, runs in row.items()}
        done = {n: sum(end != "LIMIT" for end, _ in runs) for n, runs in row.items()}
        cells = [f"{ms(mean(walls[n]))} ({done[n]} of {len(walls[n])} done)" for n in ("1", "2")]
        rows.append([case, *cells, f"{mean(walls['1']) / mean(walls['2']):.1f}×"])
    text = (
        "`threads=2, reproducible=False` against one search: mean times by the clock, ten seeds.\n"
        "The time to a fill varies widely, so ten seeds show a tendency at most.\n\n"
    )
    return "## Threads\n\n" + text + table(["grid, list", "one", "two", "gain"], rows)


def _memory(figures: dict[str, Any]) -> str:
    rows = [[name, f"{size / 1e6:.0f} MB"] for name, size in figures.items()]
    text = f"The most memory that the process held (resident) for one fill of {SUNDAY}.\n\n"
    return "## Memory\n\n" + text + table(["engine", "peak"], rows)


def _session(figures: dict[str, Any]) -> str:
    names = {
        "build": "build the session",
        "propagate": "a letter typed or deleted, and propagation",
        "what if": "100 verdicts, empty grid",
        "what if, theme": "100 verdicts, four theme entries",
        "truth, theme": "truth map, four theme entries",
        "truth, half": "truth map, upper half filled",
    }
    engines = [name for name in ("compiled", "python") if name in figures]
    measured = {
        name: [figures[engine]["times"][key] for engine in engines] for key, name in names.items()
    }
    stops = [figures[engine]["stopping"] for engine in engines]
    measured["stop() to return, by the clock"] = stops
    rows = []
    for name, times_of in measured.items():
        cells = [[ms(median(each)), ms(max(each))] if each else ["none"] * 2 for each in times_of]
        rows.append([name, *(cell for pair in cells for cell in pair)])
    peaks = [f"{figures[engine]['memory'] / 1e6:.0f} MB" for engine in engines]
    rows.append(["peak memory of the process", *(cell for peak in peaks for cell in (peak, ""))])
    head = [""]
    for engine in engines:
        head += [f"{'plain' if engine == 'python' else engine}, median", "longest"]
    text = (
        f"{ASKED}, floor 50, measured at {figures['commit']}. A session is built once and told "
        "what changes; each what-if, of up to five seconds, and each truth map is that of a new "
        f"session, which knows of no fills yet. {_undecided(figures['compiled'])} Theme entries "
        "are the four longest words across."
    )
    return f"## Many questions to one solver\n\n{paragraph(text)}\n" + table(head, rows)


def _undecided(figures: dict[str, Any]) -> str:
    """Return how the questions came out."""
    ends = Counter[str]()
    for counts in figures["verdicts"]:
        ends.update(counts)
    share = ends["undecided"] / ends.total()
    maps = {
        kind: [row for row in figures["truth"] if row["kind"] == kind] for kind in ("theme", "half")
    }
    texts = [
        f"{mean(row['left'] for row in rows):,.0f} letters that propagation leaves, "
        f"{mean(row['left'] - row['fills'] - row['undecided'] for row in rows):,.0f} of them dead "
        f"and {mean(row['undecided'] for row in rows):.0f} undecided"
        for rows in maps.values()
    ]
    return (
        f"Of {ends.total():,} verdicts, {ends['fills']:,} were that the grid fills, "
        f"{ends['dead']:,} that it is dead, and {share:.1%} were undecided (compiled). The truth "
        f"maps decided, on average: with theme entries {texts[0]}; half filled {texts[1]}."
    )


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
    "session": _session,
}
