"""What the engine should reach, and whether it does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from statistics import mean, median
from typing import Any

from bench.comparison import OURS, factors_by_case, filled, ratios
from bench.hard40 import DECIDED, SIDES, Decided
from bench.parts import DAILY, SUNDAY, THEMELESS
from bench.startup import BEFORE, CLICK, FILL, HELP, SCRIPT, beyond
from bench.text import ms, times

EXPERIMENT_MEAN = 37.8
"""The mean score on a 15×15 after eight seconds in the experiments that preceded this engine."""

PEERS = {"CP-SAT": 100, "blacksquare": 100, "Qxw": 10}
"""The other programs, with how many times faster ours was to be than each."""

Figures = dict[str, Any]


@dataclass(frozen=True)
class Target:
    """An aim, the figure measured for it, and whether it is good enough."""

    aim: str
    figure: str
    met: bool | None
    why: str = ""

    @property
    def verdict(self) -> str:
        return {True: "met", False: "**missed**", None: "see below"}[self.met]


def targets(figures: Figures) -> Iterator[tuple[int, Target]]:
    """Yield the targets that there are figures for, with their numbers."""
    for number, judge in enumerate(JUDGES, 1):
        for target in judge(figures):
            yield number, target


def _at_most(aim: str, limit: float, seconds: float, why: str = "") -> Target:
    return Target(aim, ms(seconds), seconds <= limit, why)


def _daily(figures: Figures) -> Iterator[Target]:
    if "engine" in figures:
        row = figures["engine"][str(DAILY)]
        yield _at_most(
            "15×15 of 78 words, search ≤ 15 ms compiled", 0.015, row["compiled"]["median"]
        )
        yield _at_most("the same, ≤ 150 ms plain", 0.15, row["plain"]["median"])


def _start(figures: Figures) -> Iterator[Target]:
    start = figures.get("start")
    if not start:
        return
    now, before = beyond(start, FILL), beyond(start, FILL, BEFORE)
    aim = "`fill --objective any`, built-in list, beyond the bare interpreter: ≤ half of before"
    why = f"{ms(before)} before, at {start['commit before']}"
    yield Target(aim, f"{ms(now)}, {now / before:.2f} of it", now <= before / 2, why)
    shown, click = beyond(start, HELP), beyond(start, CLICK)
    aim = "`--help`, beyond the bare interpreter: ≤ 1.4× `import click`"
    why = f"{ms(shown)} and {ms(click)}"
    yield Target(aim, times(shown / click), shown <= 1.4 * click, why)
    aim = "a script with a cached list, beyond the bare interpreter: ≤ 40 ms"
    yield _at_most(aim, 0.04, beyond(start, SCRIPT))


def _sunday(figures: Figures) -> Iterator[Target]:
    if "engine" in figures:
        row = figures["engine"][str(SUNDAY)]["compiled"]
        yield _at_most("21×21 of 140 words, search ≤ 30 ms compiled", 0.03, row["median"])


def _themeless(figures: Figures) -> Iterator[Target]:
    if "engine" in figures:
        row = figures["engine"][str(THEMELESS)]["compiled"]
        aim = "15×15 of 68 words, 94,059 words: search ≤ 100 ms median"
        yield _at_most(aim, 0.1, row["median"], f"{THEMELESS.grid}, few blocks: the harder kind")
        yield _at_most("the same, no seed of 20 over 5 s", 5, row["longest"])
        blocked = figures["engine"].get("blocked15_68 wf20")
        if blocked:
            took = blocked["compiled"]["median"]
            yield _at_most("the same on blocked15_68", 0.1, took, "more blocks")


def _peers(figures: Figures) -> Iterator[Target]:
    comparison = figures.get("peers")
    if not comparison:
        return
    for name, factor in PEERS.items():
        if name not in comparison["versions"]:
            continue
        for key, what in (("search", "search alone"), ("cpu", "whole process")):
            factors = ratios(comparison, name, key)
            aim = f"≥ {factor}× faster than {name}, {what}"
            if not factors:
                yield Target(aim, "it filled none of the grids", None)
                continue
            why = f"{times(min(factors))} to {times(max(factors))} over {len(factors)} grids"
            if name == "blacksquare" and key == "search":
                why += "; its solver, compiled since 0.10, is level with ours on easy grids"
            yield Target(aim, times(median(factors)), median(factors) >= factor, why)
    yield from _ahead(comparison)
    missed = [
        case
        for case, row in comparison["cases"].items()
        if any(filled(runs) for runs in row.values()) and not filled(row[OURS])
    ]
    aim = "every grid that any peer fills is filled"
    yield Target(aim, f"missing: {', '.join(missed)}" if missed else "all", not missed)


def _ahead(comparison: Figures) -> Iterator[Target]:
    """Judge whether no program is quicker from start to end, on any case or on the 6×6 squares."""
    factors = {
        (name, case): factor
        for name in PEERS
        for case, factor in factors_by_case(comparison, name, "cpu").items()
    }
    asked = sum(name in row for row in comparison["cases"].values() for name in PEERS)
    behind = [_factor(*each, factor) for each, factor in factors.items() if factor < 1]
    behind += [
        f"{name}, {case}, which it alone fills"
        for case, row in comparison["cases"].items()
        for name in PEERS
        if name in row and filled(row[name]) and not filled(row[OURS])
    ]
    closest = min(factors, key=lambda each: factors[each], default=None)
    text = f"on {asked - len(behind)} of {asked}"
    if behind:
        text += f"; behind {', '.join(behind)}"
    why = f"{len(factors)} that both decide; the other {asked - len(factors)}, the peer does not"
    if closest:
        why += f"; closest: {_factor(*closest, factors[closest])}"
    yield Target("ahead of each peer, whole process, on every case", text, not behind, why)
    squares = {
        case: factor
        for (name, case), factor in factors.items()
        if name == "Qxw" and case.startswith("square6")
    }
    if squares:
        text = ", ".join(f"{case} {times(factor)}" for case, factor in squares.items())
        yield Target("6×6 squares ahead of Qxw, whole process", text, min(squares.values()) > 1)


def _factor(name: str, case: str, factor: float) -> str:
    return f"{name}, {case}, {times(factor) if factor > 1.1 else f'{factor:.2f}×'}"


def _memory(figures: Figures) -> Iterator[Target]:
    if "memory" in figures:
        peak = figures["memory"]["compiled"] / 1e6
        aim = "peak memory, 288,321 words at 21×21, under 120 MB"
        yield Target(aim, f"{peak:.0f} MB", peak < 120)


def _quality(figures: Figures) -> Iterator[Target]:
    pairs = figures.get("quality", {}).get(str(DAILY), {}).get("2")
    if pairs:
        score = mean(pair[0] for pair in pairs)
        aim = f"15×15, mean score after 2 s at least {EXPERIMENT_MEAN}"
        why = "what the experiments reached after 8 s, on a similar grid and list"
        yield Target(aim, f"{score:.1f}", score >= EXPERIMENT_MEAN, why)


def _growth(figures: Figures) -> Iterator[Target]:
    if "growth" not in figures:
        return
    loaded = figures["growth"]["lists"]
    searched = [row for row in loaded if set(row["ends"]) == {"FILLED"}]
    for rows, key, aim in (
        (loaded, "cold", "loading linear in the size of the list"),
        (searched, "search", "search sublinear in it"),
    ):
        first, last = rows[0], rows[-1]
        more, grown = last["words"] / first["words"], last[key] / first[key]
        text = f"{times(grown)} the time for {times(more)} the words"
        yield Target(aim, text, grown <= more * (1.25 if key == "cold" else 0.8))


def _hard(figures: Figures) -> Iterator[Target]:
    if "hard" not in figures:
        return
    rows = figures["hard"]["cases"]
    sums = Decided.of(rows)
    done = [case for case, row in rows.items() if row["schedule"]["status"] in DECIDED]
    text = f"{sums.schedule} of {sums.cases}, {sums.landed} by the single search"
    open_ = ", ".join(case for case in rows if case not in done)
    why = f"open: {open_}" if open_ else ""
    yield Target("hard, open grids: what is decided within 60 s", text, None, why)
    wanted = [case for case in rows if case.startswith("open15_64") or case == "open15_68 wf25"]
    left = [case for case in wanted if case not in done]
    aim = "open15_64 and open15_68 wf25 decided, or what was tried recorded"
    text = f"{len(wanted) - len(left)} of {len(wanted)} decided"
    yield Target(aim, text, not left or None, "what was tried is recorded" if left else "")
    squares = [rows["square7 wf"], *figures["hard"].get("square", {}).values()]
    squares = [row for row in squares if {*SIDES} <= {*row}]
    if squares:
        before, now = (median(row[side]["cpu"] for row in squares) for side in SIDES)
        filled_ = [sum(row[side]["status"] == "FILLED" for row in squares) for side in SIDES]
        aim = f"the 7×7 square sooner than by the single search, median of {len(squares)} seeds"
        why = f"{ms(before)} by the single search; filled {filled_[1]} and {filled_[0]} times"
        yield Target(aim, ms(now), now < before, why)


def _easy(figures: Figures) -> Iterator[Target]:
    ratios_ = [
        row["compiled"]["median"] / row["landed"]["median"]
        for row in figures.get("engine", {}).values()
        if "landed" in row
    ]
    if ratios_:
        aim = "easy grids not slower than by the single search"
        why = f"{min(ratios_):.2f} to {max(ratios_):.2f} times its median over {len(ratios_)} cases"
        yield Target(aim, f"{median(ratios_):.2f}×", median(ratios_) <= 1.05, why)


def _hard40(figures: Figures) -> Iterator[Target]:
    for part, name in (("hard40", "hard"), ("harder", "harder")):
        if part not in figures:
            continue
        sums = Decided.of(figures[part]["cases"])
        aim = f"{sums.cases} {name} grids, 60 s: at least twice as many decided as by the single"
        met = sums.schedule >= 2 * sums.landed
        yield Target(f"{aim} search", f"{sums.schedule} against {sums.landed}", met)
        grids = [case.partition(" ")[0] for case in sums.lost]
        lost = f"lost: {', '.join(grids)}" if grids else "none lost"
        yield Target("the same: none lost that it decides", lost, not sums.lost)


def _proofs(figures: Figures) -> Iterator[Target]:
    if "proofs" not in figures:
        return
    kept = [run["quality"] for run in figures["proofs"]["rows"] if run["quality"]]
    if not kept:
        return
    proved = sum(each["floor"] >= each["floor_bound"] for each in kept)
    seconds = figures["proofs"]["seconds"]
    aim = f"twenty 15×15 patterns: the floor proved best for half within {seconds:g} s"
    rows = figures["proofs"]["rows"]
    yield Target(aim, f"{proved} of {len(rows)}", proved >= len(rows) / 2)
    gap = median(each["mean_bound"] - each["mean"] for each in kept)
    aim = "the same: bound on the mean within 8 points, median"
    yield Target(aim, f"{gap:.1f} points", gap <= 8)


def _session(figures: Figures) -> Iterator[Target]:
    if "session" not in figures:
        return
    asked = figures["session"]["compiled"]
    times = asked["times"]
    for aim, limit, key in (
        ("a session on a 15×15 of 78 words: propagation after a letter ≤ 1 ms", 0.001, "propagate"),
        ("100 what-if verdicts ≤ 0.5 s", 0.5, "what if"),
        ("the truth map of a half-filled grid ≤ 1 s", 1, "truth, half"),
        ("the truth map with four theme entries ≤ 2 s", 2, "truth, theme"),
    ):
        if times[key]:
            yield _at_most(aim, limit, median(times[key]), f"longest {ms(max(times[key]))}")
    if asked["stopping"]:
        aim = "a truth map stops within 20 ms, by the clock"
        longest = f"longest {ms(max(asked['stopping']))}"
        yield _at_most(aim, 0.02, median(asked["stopping"]), longest)
    peak = asked["memory"] / 1e6
    yield Target("peak memory of all that, at most 60 MB", f"{peak:.0f} MB", peak <= 60)


JUDGES = (_daily, _start, _sunday, _themeless, _peers, _memory, _quality, _proofs, _growth,
          _easy, _hard, _hard40, _session)  # fmt: skip
