"""Measure a season of 15×15 puzzles planned by weekday: throughput, repairs, quality, a crash.

    python3 scripts/bench.py series [--write] [--puzzles 365] [--loop 60] [--folder FOLDER]

Runs `crosswright series run` with two workers, kills it half-way, and resumes it. From the ledger,
it takes how good the puzzles are, and what each stage took in processor time, which other work on
the machine changes little. From these times it works out how long the season takes with more
workers. Then it makes the first puzzles in a plain loop over `fill`, one after another, for
comparison. --write puts the figures into docs/benchmarks-series.md. A FOLDER that holds a finished
season is not made again.
"""

from __future__ import annotations

import argparse
import datetime
import heapq
import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import mean
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench.text import ms, paragraph, table, write_figures  # noqa: E402
from crosswright.filling.fill import fill  # noqa: E402
from crosswright.filling.rules import Rules  # noqa: E402
from crosswright.limits import Limit, Status  # noqa: E402
from crosswright.series.inputs import Inputs  # noqa: E402
from crosswright.series.ledger import Ledger, LedgerEntry, Timing  # noqa: E402
from crosswright.series.patterns import pattern, seed_of  # noqa: E402
from crosswright.series.plan import WEEKDAYS  # noqa: E402
from crosswright.series.tasks import Season  # noqa: E402
from crosswright.series.windows import repeats  # noqa: E402

DOCUMENT = ROOT / "docs" / "benchmarks-series.md"
COMMAND = [sys.executable, "-m", "crosswright", "series"]
WORKERS = 2

PLAN = """\
version = 1
name = "Benchmark"
seed = 1

[calendar]
start = 2027-01-04
puzzles = {puzzles}

[days.default]
size = 15
min_score = 50
goal = 79
[days.monday]
min_score = 55
goal = 81
[days.tuesday]
goal = 80
[days.wednesday]
goal = 80
[days.friday]
goal = 78
[days.saturday]
min_score = 45
goal = 76

[windows]
3 = 7
4 = 14
5 = 30
longer = 365

[output]
folder = "season"
formats = ["puz", "ipuz"]
"""
"""The season: from Monday's familiar words to Saturday's, with windows as publishers use them."""

PART = 30
"""Days at both ends of the first `QUARTER` that are compared."""

QUARTER = 90

LAG_PER_WORKER = 2
"""Drafts in flight for each worker, if the plan's lag is less than that."""

PROJECTED = (1, 2, 4, 10, 100)
"""Numbers of workers that a season is projected to."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--puzzles", type=int, default=365)
    parser.add_argument("--loop", type=int, default=60)
    parser.add_argument("--folder", type=Path)
    options = parser.parse_args()
    with TemporaryDirectory() as temporary:
        folder = options.folder or Path(temporary)
        crash = made(folder, options.puzzles)
        figures = "\n".join(report(folder / "season", crash, options.loop))
    print(figures)
    if options.write:
        write_figures(DOCUMENT, figures)


# -- the season -----------------------------------------------------------------------------------


def made(folder: Path, puzzles: int) -> Mapping[str, float]:
    """Make the season of a folder, killed half-way and resumed; return what that took."""
    record = folder / "crash.json"
    if record.is_file():
        return json.loads(record.read_text())
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "plan.toml").write_text(PLAN.format(puzzles=puzzles))
    half = puzzles // 2
    with started(folder, "run", "plan.toml") as process:
        for event in events(process):
            if event["event"] == "committed" and event["number"] == half:
                process.kill()
                break
    crash: dict[str, float] = {}
    begun = time.perf_counter()
    with started(folder, "resume", "season") as process:
        for event in events(process):
            if "committed_before" not in crash:
                crash["committed_before"] = event["resumed"]
                crash["first_event"] = time.perf_counter() - begun
                crash["first_event_cpu"] = processor_time(process.pid)
            if event["event"] == "committed" and "first_commit" not in crash:
                crash["first_commit"] = time.perf_counter() - begun
                record.write_text(json.dumps(crash))
    return crash


def started(folder: Path, *arguments: str) -> subprocess.Popen[str]:
    command = [*COMMAND, *arguments, "--workers", str(WORKERS), "--json"]
    return subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True)


def events(process: subprocess.Popen[str]) -> Iterator[dict]:
    assert process.stdout is not None
    for line in process.stdout:
        event = json.loads(line)
        if "number" in event:
            yield event


def processor_time(pid: int) -> float:
    """Return the processor time of a process so far."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return float("nan")
    return (int(fields[11]) + int(fields[12])) / 100


# -- figures --------------------------------------------------------------------------------------


def report(folder: Path, crash: Mapping[str, float], loop: int) -> Iterator[str]:
    with Ledger.open(folder) as ledger:
        plan, entries, timings = ledger.plan, ledger.entries(), ledger.timings()
        season = Season(plan, Inputs.of(plan))
        overhead = committing(ledger)
    times = [timings[entry.number] for entry in entries]
    yield from outcome(season, entries)
    yield from quality(entries)
    yield from work(times)
    yield from compared(season, entries, times, loop)
    yield from projection(times, plan.search.lag)
    yield paragraph(
        f"Killed by `kill -9` after {crash['committed_before']:,.0f} puzzles, the season went on "
        f"{ms(crash['first_event_cpu'])} of processor time after `resume` was started: with the "
        f"plan, the word list and the ledger read, all committed files compared with their "
        f"digests, and the first draft made by a worker that had to start first. A commit takes "
        f"{ms(overhead)} of processor time, {ms(overhead * len(entries))} for the whole season."
    )


def outcome(season: Season, entries: Sequence[LedgerEntry]) -> Iterator[str]:
    holes = sum(entry.is_hole for entry in entries)
    answers = [entry.answers for entry in entries]
    violations = len(list(repeats(season.plan.windows, answers, season.inputs.history)))
    repairs = Counter(entry.repair for entry in entries if not entry.is_hole)
    named = ", ".join(f"{kind} {count}" for kind, count in repairs.most_common())
    yield paragraph(
        f"{len(entries)} puzzles, {holes} holes, {sum(map(len, answers)):,} answers, {violations} "
        f"of them again too soon. A draft has {mean(e.collisions for e in entries):.1f} answers "
        f"that it shares too soon with puzzles in the making at the same time. Repairs: {named}."
    )


def quality(entries: Sequence[LedgerEntry]) -> Iterator[str]:
    """Yield how even the quality is, by weekday and by month."""
    rows = []
    for weekday in range(7):
        days = [e for e in entries if e.date.weekday() == weekday and e.mean is not None]
        if not days:
            continue
        early, late = of_days(days, 1, PART), of_days(days, QUARTER - PART + 1, QUARTER)
        last = of_days(days, len(entries) - PART + 1, len(entries))
        rows.append(
            [
                WEEKDAYS[weekday].capitalize(),
                *(f"{value:.1f}" for value in (early, late)),
                f"{late - early:+.1f}",
                f"{last:.1f}",
                str(min(e.lowest for e in days)),
                f"{mean(e.difficulty for e in days):.0f}",
            ]
        )
    head = f"first {PART} days", f"days {QUARTER - PART + 1}–{QUARTER}", "change", f"last {PART}"
    yield "Mean scores:\n"
    yield table(["weekday", *head, "lowest score", "difficulty"], rows)
    yield "By four weeks:\n"
    weeks = [entries[start : start + 28] for start in range(0, len(entries), 28)]
    yield table(
        ["weeks", "mean", "lowest", "collisions", "holes"],
        [
            [
                f"{4 * index + 1}–{4 * index + -(-len(part) // 7)}",
                f"{mean(e.mean for e in part if e.mean is not None):.1f}",
                str(min(e.lowest for e in part if e.lowest is not None)),
                f"{mean(e.collisions for e in part):.1f}",
                str(sum(e.is_hole for e in part)),
            ]
            for index, part in enumerate(weeks)
        ],
    )


def of_days(entries: Sequence[LedgerEntry], first: int, last: int) -> float:
    means = [e.mean for e in entries if first <= e.number <= last and e.mean is not None]
    return mean(means) if means else float("nan")


def work(times: Sequence[Timing]) -> Iterator[str]:
    sums = {name: sum(getattr(t, name) for t in times) for name in ("draft", "repair", "files")}
    total = sum(sums.values())
    yield table(
        ["stage", "done by", "processor time", "per puzzle", "share"],
        [
            [
                name,
                "the run, in order" if name == "repair" else "workers",
                ms(seconds),
                ms(seconds / len(times)),
                f"{seconds / total:.0%}",
            ]
            for name, seconds in sums.items()
        ],
    )


def compared(
    season: Season, entries: Sequence[LedgerEntry], times: Sequence[Timing], count: int
) -> Iterator[str]:
    """Yield a comparison with a plain loop over `fill`."""
    answers: list[tuple[str, ...]] = []
    means, holes, begun = [], 0, time.process_time()
    for planned in season.puzzles[:count]:
        result = fill(
            pattern(season.plan, season.inputs, planned),
            season.inputs.words,
            Rules(min_score=planned.day.min_score, used=season.blocked(planned.number, answers)),
            seed=seed_of(season.plan, planned.number),
            limit=Limit(failures=season.plan.search.failures),
            objective="score",
            goal=planned.day.goal,
            thrifty=True,
        )
        filled = result.status is Status.FILLED
        answers.append(tuple(result.answers.values()) if filled else ())
        holes += not filled
        means += [result.mean_score] if filled and result.mean_score is not None else []
    loop = (time.process_time() - begun) / count
    first = times[:count]
    ours = mean(t.draft + t.repair for t in first)
    made = [e.mean for e in entries[:count] if e.mean is not None]
    rows = [
        [
            "a loop over `fill`",
            ms(loop),
            "1.0×",
            f"{mean(means):.1f}",
            str(holes),
        ]
    ]
    for workers in (1, 2, 4):
        seconds = (
            makespan(
                [t.draft for t in first],
                [t.repair for t in first],
                [0.0] * count,
                season.plan.search.lag,
                workers,
            )
            / count
        )
        rows.append(
            [
                f"`series run --workers {workers}`",
                ms(seconds),
                f"{loop / seconds:.1f}×",
                f"{mean(made):.1f}",
                str(sum(e.is_hole for e in entries[:count])),
            ]
        )
    yield paragraph(
        f"The first {count} puzzles against a plain loop over `fill` with the same patterns, "
        f"goals and limits, in which each puzzle knows all earlier ones. Drafts and repairs take "
        f"{ours / loop:.1f} times the processor time of the loop. With workers, the time per "
        f"puzzle is worked out from the processor times of the stages; files are left out, as the "
        f"loop makes none."
    )
    yield table(["", "time per puzzle", "throughput", "mean score", "holes"], rows)


def projection(times: Sequence[Timing], lag: int) -> Iterator[str]:
    """Yield how long the season takes with more workers."""
    stages = [[getattr(t, name) for t in times] for name in ("draft", "repair", "files")]
    serial = sum(stages[1])
    total = sum(map(sum, stages))
    rows = []
    for factor, name in ((1, "as here"), (20, "20 times the work in drafts")):
        drafts = [factor * seconds for seconds in stages[0]]
        alone = makespan(drafts, stages[1], stages[2], lag, 1)
        for workers in PROJECTED:
            wider = max(lag, LAG_PER_WORKER * workers)
            seconds = makespan(drafts, stages[1], stages[2], wider, workers)
            rows.append(
                [
                    name,
                    str(workers),
                    str(wider),
                    time_text(seconds),
                    f"{alone / seconds:.1f}×",
                    f"{serial / (total + sum(drafts) - sum(stages[0])):.0%}",
                ]
            )
    yield paragraph(
        "The season with more workers, from the processor times above: drafts begin when the "
        "puzzles that they must know are decided, repairs are done one after another, and files "
        "are made by workers again. The lag is the plan's, or twice the number of workers if that "
        "is greater (which gives repairs more to do than it did here). The second part supposes "
        "drafts that take 20 times as long: high goals, large grids, made patterns."
    )
    yield table(["drafts", "workers", "lag", "season", "speed-up", "serial share"], rows)


def time_text(seconds: float) -> str:
    return str(datetime.timedelta(seconds=round(seconds)))


def makespan(
    drafts: Sequence[float],
    repairs: Sequence[float],
    files: Sequence[float],
    lag: int,
    workers: int,
) -> float:
    """Return how long it takes if draft i can begin once repair i - lag has ended."""
    free = [0.0] * workers  # when each worker is free, the first one first
    heapq.heapify(free)
    drafted: list[float] = []
    decided: list[float] = []
    ended = 0.0
    for number in range(len(drafts)):
        while len(drafted) < len(drafts) and len(drafted) - lag < number:
            index = len(drafted)
            known = decided[index - lag] if index >= lag else 0.0
            begin = max(heapq.heappop(free), known)
            drafted.append(begin + drafts[index])
            heapq.heappush(free, drafted[index])
        before = decided[-1] if decided else 0.0
        decided.append(max(before, drafted[number]) + repairs[number])
        begin = max(heapq.heappop(free), decided[number])
        ended = max(ended, begin + files[number])
        heapq.heappush(free, begin + files[number])
    return max(ended, decided[-1])


def committing(ledger: Ledger) -> float:
    """Return what a commit takes, in processor time, by committing all again elsewhere."""
    entries, timings = ledger.entries(), ledger.timings()
    with (
        TemporaryDirectory() as folder,
        Ledger.create(folder, ledger.plan, ledger.inputs_digest) as copy,
    ):
        begun = time.process_time()
        for entry in entries:
            copy.commit(entry, timings[entry.number])
        return (time.process_time() - begun) / len(entries)


if __name__ == "__main__":
    main()
