"""Measure the course edition against plain textbook solvers, all in one run.

    python3 scripts/bench.py course [--write]

Prints a table; --write puts it into docs/benchmarks-course.md. The ratios are what counts: the
seconds depend on the machine.
"""

import multiprocessing
import signal
import statistics
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "scripts")]

from build_course_words import common_words  # noqa: E402
from course_baseline import PlainCreator, StoppingCreator  # noqa: E402

from bench.text import write_figures  # noqa: E402
from crossword import Crossword  # noqa: E402
from generate import CrosswordCreator  # noqa: E402

DOCUMENT = ROOT / "docs" / "benchmarks-course.md"
REPEATS = 9
LIMIT = 60.0  # seconds of processor time for a plain solver on the hard pattern
MANY = 20_000


def seconds(creator_class: type, crossword: Crossword) -> float:
    """Return the median processor time of creating a solver and solving."""
    times = []
    for _ in range(REPEATS):
        start = time.process_time()
        assignment = creator_class(crossword).solve()
        times.append(time.process_time() - start)
        check(crossword, assignment)
    return statistics.median(times)


def check(crossword: Crossword, assignment: dict | None) -> None:
    """Make sure that what was timed is a solution."""
    creator = CrosswordCreator(crossword)
    assert assignment is not None
    assert creator.assignment_complete(assignment)
    assert creator.consistent(assignment)


def solve_in_time(creator_class: type, crossword: Crossword) -> None:
    """Solve, unless the operating system ends this process at the limit first."""
    signal.setitimer(signal.ITIMER_PROF, LIMIT)
    creator_class(crossword).solve()


def finishes(creator_class: type, crossword: Crossword) -> bool:
    """Return whether a solver finishes within the limit, in its own process."""
    process = multiprocessing.Process(target=solve_in_time, args=(creator_class, crossword))
    process.start()
    process.join()
    return process.exitcode == 0


def hard_pattern() -> Crossword:
    """Return the 9×9 pattern in which every cell belongs to two words, with 20,000 words."""
    with tempfile.TemporaryDirectory() as folder:
        words = Path(folder, "words.txt")
        words.write_text("\n".join(common_words(MANY, pool=3 * MANY)), "utf-8")
        crossword = Crossword(ROOT / "bench" / "patterns" / "checked9.txt", words)
    assert len(crossword.words) == MANY
    uses = Counter(cell for var in crossword.variables for cell in var.cells)
    assert len(uses) == sum(map(sum, crossword.structure))
    assert set(uses.values()) == {2}
    return crossword


def table() -> str:
    """Measure everything and return a Markdown table."""
    lines = ["| shape | words | ours | plain | stopping early |", "|---|---|---|---|---|"]
    for number in range(3):
        crossword = Crossword(
            ROOT / "data" / f"structure{number}.txt", ROOT / "data" / "words2.txt"
        )
        ours = seconds(CrosswordCreator, crossword)
        cells = [f"structure{number}", f"{len(crossword.words):,}", f"{1000 * ours:.1f} ms"]
        for creator_class in (PlainCreator, StoppingCreator):
            plain = seconds(creator_class, crossword)
            cells.append(f"{1000 * plain:.0f} ms: {plain / ours:.0f}×")
        lines.append(f"| {' | '.join(cells)} |")
    crossword = hard_pattern()
    ours = seconds(CrosswordCreator, crossword)
    cells = ["checked9", f"{MANY:,}", f"{1000 * ours:,.0f} ms"]
    for creator_class in (PlainCreator, StoppingCreator):
        done = finishes(creator_class, crossword)
        cells.append(f"{'' if done else 'not '}in {LIMIT:.0f} s")
    lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def main() -> None:
    figures = table()
    print(figures, end="")
    if "--write" in sys.argv[1:]:
        write_figures(DOCUMENT, figures)


if __name__ == "__main__":
    main()
