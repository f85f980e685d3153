"""Writing docs/benchmarks.md, benchmarks-hard.md and their plots from the figures of the parts."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import mean, median
from typing import Any

from bench import lists, svg
from bench.comparison import OURS, filled, ratios, typical
from bench.hard40 import DECIDED, SIDES, Decided
from bench.parts import ASKED, DAILY, LONG, PARTS, PEER_RUNS, SQUARE, SUNDAY
from bench.startup import BARE, BEFORE, CLICK, FILL, HELP, NOW, SCRIPT
from bench.targets import targets
from bench.text import ms, paragraph, table, times

DOCS = Path(__file__).resolve().parent.parent / "docs"
PAGE = "benchmarks.md"
HARD_PAGE = "benchmarks-hard.md"
HARD_PARTS = ("hard40", "harder")
"""The parts on the page of the hard grids, which take most of the time."""
SECONDS = (2, 5, 10, 15, 20, 30, 40, 60)
"""Times at which what is decided is counted."""

TRIED = Path(__file__).resolve().parent / "tried.txt"
"""One line for each idea that was dropped, its cells divided by bars."""

INTRODUCTION = """# The fill engine, measured

This page is written by `bench/fill.py`; do not edit it. To measure again, on any machine:

```
python3 scripts/bench.py fill --peers --processes 2
```

Without `--peers`, only what is in this repository is measured; `--only engine,start` runs just
those parts. The whole run takes about an hour and a half on two cores, most of it spent waiting for
time limits. [Eighty hard grids](benchmarks-hard.md), one by one, and what was tried on them
have a page of their own, which names the commit that they were measured on.

**How.** Times are processor time unless they are said to be by the clock, so that other work on the
machine disturbs them less. *Search alone* runs from a grid and a loaded list to the filled grid,
*whole process* from the start of the program to the printed grid, with a warm cache if the program
has one. Every fill of every program is checked: its shape, its words, and that none is repeated.
All programs run in the same run, each fill in its own process, on one thread; long searches two at
a time, on two cores.

**Lists.** `wf` has the {wf} English words in wordfreq with three or more letters, all of them A to
Z; the score is ten times the Zipf frequency. `wf20` has those with a score of 20 or more ({wf20}
words), and so on: `wf25` ({wf25}), `wf30` ({wf30}), `wf40` ({wf40}). `english` is the built-in list
({english}). **Grids** are in `bench/grids/`; the number at the end of a name is that of its words.
*open* grids have few blocks and long words, *blocked* ones have more blocks, and squares none.
"""

HARD_INTRODUCTION = """# Eighty hard grids

This page is written by `bench/fill.py`; do not edit it. To measure again, on any machine:

```
python3 scripts/bench.py fill --only hard40,harder --processes 2
```

That takes about an hour on two cores. [The other benchmarks](benchmarks.md) have a page of their
own.

**How they were chosen.** This is how the first forty were; [the harder ones](#harder-grids), below,
differ as is said there. Drawn by `bench/draw_hard.py`, nothing copied: patterns of 15×15 to 23×23
with few blocks, from seeds that no earlier set of this benchmark had, and word lists with floors
at which they are hard. What is hard was judged only by the search that the engine had before its
schedule, the *single search* of commit {landed}, with seeds 1 and 2; both are measured with seed 0.
The schedule took no part. But the shares of its searches were set anew after the second of them had
been run by itself on 23 of these grids, as the last table says; so they are no longer unseen. From
one of three sides:

- *below*: the lowest floor that it leaves open, coming from floors that it fills within a second;
- *planted*: the same, while the words of a known fill stay in the list, so there is a fill;
- *above*: coming from floors that it refutes within a second, the highest at which it should take
  over a minute, judged by how its times grow.

*Open* is neither filled nor refuted after 20 s of processor time with seed 1; where floors rise,
with seed 2 as well, as finding a fill takes luck. Floors go in steps of one, and of two in the
built-in list. A pattern was left out if it had no such floor in range, or if 60 s of searches had
not found it. Five runs, each with seeds of its own, drew at the same time until there were 40; the
patterns that they were at then are not among them. So the choice favours the schedule in one way:
what the single search decides soon with those seeds was kept out, while nothing kept out what the
schedule finds hard. `de` and `fr` are the German and French words of wordfreq that have only
letters from A to Z.
"""


class NoReport(Exception):
    """Nothing was measured, or not all of a page on one commit."""


def write(results: Path, docs: Path = DOCS) -> None:
    """Write both pages, each from the figures of its parts, which must be those of one commit."""
    every = {
        path.stem: json.loads(path.read_text("utf-8")) for path in sorted(results.glob("*.json"))
    }
    if not every:
        raise NoReport(f"{results} has no figures; measure first")
    kept = {name: part for name, part in every.items() if name not in HARD_PARTS}
    hard = {name: part for name, part in every.items() if name in HARD_PARTS}
    for parts in (kept, hard):
        one_commit(parts)
    if kept:
        _write_page(kept, docs)
    if "hard40" in hard:
        (docs / HARD_PAGE).write_text(hard_page(hard), "utf-8")


def _write_page(kept: dict[str, Any], docs: Path) -> None:
    """Write the page of all parts but the hard grids, and its pictures."""
    figures = {name: part["figures"] for name, part in kept.items()}
    names = ("wf", "wf20", "wf25", "wf30", "wf40", "english")
    sizes = {name: f"{len(lists.words(name)):,}" for name in names}
    sections = [INTRODUCTION.format(**sizes), _circumstances(kept)]
    missing = [name for name in PARTS if name not in (*kept, *HARD_PARTS)]
    if missing:
        sections.append(f"Not measured in this run: {', '.join(missing)}.\n")
    sections.append(_targets(figures))
    sections += [section(figures[name]) for name, section in SECTIONS.items() if name in figures]
    (docs / PAGE).write_text("\n".join(sections), "utf-8")
    for name, draw in PLOTS.items():
        if name in figures:
            draw(figures[name], docs / "images")


def hard_page(parts: dict[str, dict[str, Any]]) -> str:
    """Return the page of the hard grids, and of what was tried on them."""
    figures = {name: part["figures"] for name, part in parts.items()}
    forty = figures["hard40"]
    sections = [
        HARD_INTRODUCTION.format(landed=forty["landed"]),
        _circumstances(parts),
        _targets(figures),
        _by_time(forty["cases"]),
        _hard40(forty),
    ]
    if "harder" in figures:
        sections.append(_harder(figures["harder"]))
    return "\n".join([*sections, _tried()])


def one_commit(kept: Mapping[str, Any]) -> str:
    """Return the commit that all parts were measured on, or raise."""
    parts: dict[str, list[str]] = {}
    for name, part in kept.items():
        parts.setdefault(part["when"]["commit"], []).append(name)
    if len(parts) > 1:
        each = "; ".join(f"{commit}: {', '.join(names)}" for commit, names in parts.items())
        raise NoReport(f"the parts were measured on several commits ({each})")
    return next(iter(parts), "unknown")


def _circumstances(kept: dict[str, Any]) -> str:
    when = [part["when"] for part in kept.values()]
    last = max(when, key=lambda each: each["date"])
    loads = [each["load"] for each in when]
    noise = [each["noise"] for each in when]
    dates = sorted({each["date"] for each in when})
    busy = "was busy with other work" if max(loads) > last["cores"] else "had little else to do"
    return paragraph(
        f"**When and where.** {' and '.join(dates)}; {last['processor']}, {last['cores']} cores, "
        f"{last['system']}; Python {last['python']}. The machine {busy} (load "
        f"{_span(loads, 0)}): slow runs of the same loop took {_span(noise, 1)} "
        "times as long as quick ones, in processor time. Differences of less than a third mean "
        "nothing; ratios and orders of magnitude do. Every part was measured on one commit, "
        f"{one_commit(kept)}; a part may have been run again on it by itself."
    )


def _span(values: Sequence[float], digits: int) -> str:
    """Return the least and the greatest of some values, or the one that they all are."""
    ends = dict.fromkeys(f"{value:.{digits}f}" for value in (min(values), max(values)))
    return " to ".join(ends)


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
                ms(row["landed"]["median"]),
                ms(compiled["median"]),
                ms(compiled["longest"]),
                f"{median(run['nodes'] for run in compiled['runs']):,.0f}",
                ms(plain["median"]) if set(plain["ends"]) != {"LIMIT"} else "not in 60 s",
                f"{plain['median'] / compiled['median']:.0f}×",
            ]
        )
    head = ["grid, list", "words", "outcome", "single search", "median", "longest", "nodes",
            "plain, median", ""]  # fmt: skip
    text = (
        "Compiled: 20 seeds, twice; plain Python: 5. With one seed, both search the same tree. "
        "*Single search* is the median of the engine before it had a schedule; the two take turns."
    )
    return f"## Search alone\n\n{paragraph(text)}\n" + table(head, rows)


ENDS = {"FILLED": "filled", "IMPOSSIBLE": "proved impossible", "LIMIT": "open", "FAILED": "failed"}


def _ends(ends: dict[str, int]) -> str:
    """Return how searches ended; in brief if they all ended alike."""
    names = ENDS
    if len(ends) == 1:
        return names[next(iter(ends))]
    return ", ".join(f"{count} {names[end]}" for end, count in ends.items())


def _start(figures: dict[str, Any]) -> str:
    bare = figures[NOW][BARE]
    names = {
        (BARE, NOW): "the bare interpreter",
        (CLICK, NOW): "`import click`",
        (HELP, NOW): "`crosswright --help`",
        (HELP, BEFORE): "the same, before",
        (FILL, NOW): "`crosswright fill GRID --objective any`, built-in list",
        (FILL, BEFORE): "the same, before",
        (SCRIPT, NOW): "a script that loads a list, fills and prints",
        ("cold", NOW): "the same script, no cache yet",
    }
    rows = []
    for (key, state), name in names.items():
        took = figures[state][key]
        beyond = [ms(took[clock] - bare[clock]) for clock in ("cpu", "wall")]
        rows.append([name, ms(took["cpu"]), ms(took["wall"]), *beyond])
    rows[0][3:] = ["", ""]
    text = (
        f"{DAILY.grid}; the script has `wf`. Processor times are medians of {figures['runs']} "
        "runs, all commands taking turns; times by the clock are the shortest, those that the "
        f"machine disturbed least. *Before* is commit {figures['commit before']}, built and run "
        "beside it."
    )
    head = ["", "processor", "clock", "beyond bare", "by the clock"]
    title = "## From the start of the process to the printed grid"
    return f"{title}\n\n{paragraph(text)}\n" + table(head, rows)


def _peers(figures: dict[str, Any]) -> str:
    names = list(figures["versions"])
    named = ", ".join(f"{name} {number}" for name, number in figures["versions"].items())
    text = (
        f"{named}. CP-SAT: one letter variable per cell, one word variable and one table "
        "constraint per slot, all words of one length different; one worker (tried by hand on "
        "square4 and american9, element constraints or one Boolean per word took 0.4 to 0.9 times "
        "as long). blacksquare: `Crossword.fill` as it comes (since 0.10 a compiled solver, in "
        "Rust). Qxw: batch mode, with a deck of slots; its search alone is the whole process less "
        f"the time it takes for a single slot with the same list. Medians of up to {PEER_RUNS} "
        f"runs, as many as fit into {LONG:g} s, in turns. The limit is {figures['limit']:g} s of "
        "processor time. The course edition is not asked to fill grids of more than 30 words. *No "
        "fill* means that a program has proved it."
    )
    parts = [f"## Side by side\n\n{paragraph(text)}"]
    for title, key in (("Search alone", "search"), ("Whole process", "cpu")):
        rows = [
            [case, *(_cell(row, name, key) for name in names)]
            for case, row in figures["cases"].items()
        ]
        parts.append(f"### {title}\n\n" + table(["grid, list", *names], rows))
    parts.append(_ratios(figures, names[1:]))
    parts.append(
        "![Search alone, side by side](images/benchmarks-peers.svg)\n\n"
        "Without a bar, there was no correct fill in one of the runs, or none within the limit.\n"
    )
    return "\n".join(parts)


def _plot_peers(figures: dict[str, Any], images: Path) -> None:
    chart = {
        case: {
            name: max(1e-4, median(run["search"] for run in row[name]) * 1000)
            for name in figures["versions"]
            if name in row and filled(row[name])
        }
        for case, row in figures["cases"].items()
        if OURS in row and filled(row[OURS])
    }
    svg.bars(images / "benchmarks-peers.svg", "Search alone", "ms", chart)


def _cell(row: dict[str, Any], name: str, key: str) -> str:
    if name not in row:
        return ""
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
            cells.append(_middle(factors) if factors else "none filled")
        rows.append(cells)
    text = (
        "How many times as long as crosswright each one takes, as the median and range over the "
        "grids that both fill:\n\n"
    )
    return text + table(["", "grids", "search alone", "whole process"], rows)


def _middle(factors: Sequence[float]) -> str:
    """Return the median of some factors, and their range."""
    return f"{times(median(factors))} ({times(min(factors))} to {times(max(factors))})"


def _plot_growth(figures: dict[str, Any], images: Path) -> None:
    by_list, by_grid = figures["lists"], figures["grids"]
    lines = {
        name: [(row["words"], 1000 * row[key]) for row in by_list]
        for name, key in (("load text", "cold"), ("load, cached", "warm"))
    }
    filled_rows = [row for row in by_list if set(row["ends"]) == {"FILLED"}]
    lines["search"] = [(row["words"], 1000 * row["search"]) for row in filled_rows]
    svg.lines(
        images / "benchmarks-lists.svg", "Growth with the list", "words in the list", "ms", lines
    )
    points = sorted((row["slots"], 1000 * row["search"]) for row in by_grid)
    series = {"search, compiled": points}
    svg.lines(
        images / "benchmarks-grids.svg", "Growth with the grid", "words in the grid", "ms", series
    )


def _growth(figures: dict[str, Any]) -> str:
    by_list, by_grid = figures["lists"], figures["grids"]
    loads = [
        [
            f"{row['words']:,}",
            ms(row["cold"]),
            ms(row["warm"]),
            ms(row["search"]),
            f"{row['memory'] / 1e6:.0f} MB",
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
            f"{row['memory'] / 1e6:.0f} MB",
            _ends(row["ends"]),
        ]
        for row in by_grid
    ]
    return "\n".join(
        [
            "## Growth\n\n"
            + paragraph(
                "With the list, on daily15_78: samples of `wf`, and beyond its size words made up "
                "by a seeded generator, which have the lengths of English words and follow their "
                "pairs of letters. *Load text* reads and indexes the file and writes the cache; "
                "*load, cached* finds it there. Memory is the most that a process held for a "
                "cached load and a fill."
            ),
            table(["words", "load text", "load, cached", "search", "memory", ""], loads),
            "![Growth with the list](images/benchmarks-lists.svg)\n",
            "With the grid, `wf`:\n",
            table(["grid", "size", "words", "search", "memory", ""], sizes),
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
    rows = [
        [name, *(_end(row.get(side)) for side in SIDES), _failures(row.get("schedule"))]
        for name, row in figures["cases"].items()
    ]
    text = (
        f"One seed, one thread, up to {figures['limit']:.0f} s of processor time. *Open* means "
        f"neither filled nor proved. *Single search* is commit {figures['landed']}."
    )
    head = ["grid, list", "single search", "schedule", "failures"]
    return f"## Hard, open grids\n\n{paragraph(text)}\n" + table(head, rows) + _square(figures)


def _square(figures: dict[str, Any]) -> str:
    """Return how the large square ends with every seed."""
    runs = figures.get("square")
    if not runs:
        return ""
    rows = [[str(seed), *(_end(each.get(side)) for side in SIDES)] for seed, each in runs.items()]
    return f"\n{SQUARE} with other seeds:\n\n" + table(["seed", "single search", "schedule"], rows)


def _failures(run: dict[str, Any] | None) -> str:
    return f"{run['failures']:,}" if run else ""


def _hard40(figures: dict[str, Any]) -> str:
    text = (
        f"*Single search* is commit {figures['landed']}, built and run beside. Each has one seed, "
        f"one thread and {figures['limit']:.0f} s of processor time."
    )
    return "## Grid by grid\n\n" + _one_by_one(figures["cases"], text)


def _harder(figures: dict[str, Any]) -> str:
    """Return what becomes of the harder set."""
    text = (
        f"{len(figures['cases'])} grids that are harder: drawn later and in the same way, but the "
        "single search had to leave them open for 60 s, as long as each search has here. Nothing "
        "was tuned on them, and the schedule took no part in the choice. Since what the single "
        "search decides with the seeds of the draw was kept out, they show what the schedule adds, "
        "not what either decides of all hard grids."
    )
    return "## Harder grids\n\n" + _one_by_one(figures["cases"], text)


def _one_by_one(cases: dict[str, Any], text: str) -> str:
    """Return a table of how each case ends."""
    text += _sooner(Decided.of(cases))
    rows = [
        [
            row["grid"],
            row["words"].partition("+")[0],
            row["side"],
            *(_end(row.get(s)) for s in SIDES),
        ]
        for row in cases.values()
    ]
    head = ["grid", "list", "floor from", "single search", "schedule"]
    return f"{paragraph(text)}\n" + table(head, rows)


def _by_time(cases: dict[str, Any]) -> str:
    """Return how many cases each side decides within how many seconds."""
    counts = {
        seconds: [
            sum(_decided_within(row.get(side), seconds) for row in cases.values()) for side in SIDES
        ]
        for seconds in SECONDS
    }
    rows = [[f"{seconds} s", *map(str, cells)] for seconds, cells in counts.items()]
    text = (
        f"How many of the {len(cases)} grids each has filled or proved impossible within these "
        f"seconds of processor time: {_more_or_fewer(counts)} With one seed each, a single grid "
        "says little."
    )
    head = ["within", "single search", "schedule"]
    return f"## Decided in time\n\n{paragraph(text)}\n" + table(head, rows)


def _more_or_fewer(counts: Mapping[int, Sequence[int]]) -> str:
    """Return in words when the schedule has decided more grids, as many or fewer."""
    texts = []
    for name, sign in (("more", 1), ("as many", 0), ("fewer", -1)):
        seconds = [
            str(time)
            for time, (single, schedule) in counts.items()
            if (schedule > single) - (schedule < single) == sign
        ]
        if seconds:
            texts.append(f"{name} within {', '.join(seconds)} s")
    return f"the schedule decides {'; '.join(texts)}."


def _decided_within(run: dict[str, Any] | None, seconds: float) -> bool:
    return run is not None and run["status"] in DECIDED and run["cpu"] <= seconds


def _sooner(sums: Decided) -> str:
    """Return how the times compare where both sides decide."""
    if not sums.factors:
        return ""
    low, middle, high = min(sums.factors), median(sums.factors), max(sums.factors)
    return (
        f" Where both decide, the single search takes {times(middle)} as long in the median "
        f"({times(low)} to {times(high)})."
    )


def _end(run: dict[str, Any] | None) -> str:
    """Return how a search ended and when."""
    if run is None:
        return "not run"
    end = ENDS[run["status"]]
    return f"{end} {ms(run['cpu'])}" if run["status"] in DECIDED else end


def _proofs(figures: dict[str, Any]) -> str:
    rows = []
    for number, run in enumerate(figures["rows"], 1):
        kept = run["quality"]
        if kept is None:
            rows.append([str(number), "no fill", "", "", "", ms(run["cpu"])])
            continue
        proved = kept["floor"] >= kept["floor_bound"]
        floor = [str(kept["floor"]), "proved best" if proved else f"≤ {kept['floor_bound']}"]
        means = [f"{kept['mean']:.1f}", f"≤ {kept['mean_bound']:.1f}"]
        rows.append([str(number), *floor, *means, ms(run["cpu"])])
    text = (
        "The twenty 15×15 patterns of `bench/patterns/proofs15.txt`, drawn by `crosswright "
        'pattern`, with `english50` and `objective="score"`; '
        f"{figures['seconds']:g} s of processor time, one seed. A floor is the lowest score in a "
        "fill; the bound on the mean is for fills with that floor."
    )
    head = ["pattern", "floor", "bound", "mean score", "bound", "time"]
    return f"## What is proved about quality\n\n{paragraph(text)}\n" + table(head, rows)


def _tried() -> str:
    lines = TRIED.read_text("utf-8").splitlines()
    rows = [[cell.strip() for cell in line.split("|")] for line in lines if "|" in line]
    text = (
        "So that nobody has to try it again; the figures are from the time it was tried. *hard10* "
        "and the like are grids of an earlier draw, on which the schedule was tuned."
    )
    head = ["what", "on what", "figures", "verdict"]
    title = "## What was tried, and mostly dropped"
    return f"{title}\n\n{paragraph(text)}\n" + table(head, rows)


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
        "`threads=2, reproducible=False` against one thread: mean times by the clock, five seeds.\n"
        "The time to a fill varies widely, so they show a tendency at most.\n\n"
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
        f"{ASKED}, floor 50. A session is built once and told "
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
    "proofs": _proofs,
    "memory": _memory,
    "stopping": _stopping,
    "threads": _threads,
    "session": _session,
}

PLOTS = {"peers": _plot_peers, "growth": _plot_growth}
