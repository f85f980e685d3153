"""Measure the fill engine beside other programs, and write docs/benchmarks.md and -hard.md.

    python3 scripts/bench.py fill [--peers] [--only PART,PART] [--quick] [--report]
                                  [--processes N]

Every part keeps its figures under build/bench/results, so each can be run on its own; --report only
writes the pages from them. All parts of a page must have been measured on one commit, or none is
written. A part that fails leaves the others to run. --peers also installs and runs the other
programs. --quick uses few seeds and short limits, to see that everything works.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
import traceback
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench import earlier, lists, parts, report


def main(arguments: list[str]) -> int:
    """Run the requested parts, then write the page."""
    parser = argparse.ArgumentParser(prog="bench.py fill", description=__doc__)
    parser.add_argument("--peers", action="store_true", help="run the other programs too")
    parser.add_argument("--only", default=",".join(parts.PARTS), help="the parts to run, by name")
    parser.add_argument("--quick", action="store_true", help="few seeds, short limits")
    parser.add_argument("--report", action="store_true", help="only write the page")
    parser.add_argument("--processes", type=int, default=1, help="long searches at a time")
    parser.add_argument("--landed", default=earlier.LANDED, help="commit of the single search")
    parser.add_argument(
        "--slow-start", default=earlier.SLOW_START, help="commit before start-up was worked on"
    )
    options = parser.parse_args(arguments)
    effort = replace(
        parts.QUICK if options.quick else parts.FULL,
        processes=options.processes,
        landed=options.landed,
        slow_start=options.slow_start,
    )
    names = [] if options.report else [name for name in options.only.split(",") if name]
    results = lists.WORK / ("results-quick" if options.quick else "results")
    results.mkdir(parents=True, exist_ok=True)
    failed = False
    for name in names:
        print(f"{name} …", file=sys.stderr, flush=True)
        begun, when = time.monotonic(), parts.circumstances()
        try:
            for figures in parts.PARTS[name](effort, options.peers):
                kept = {"when": when, "figures": figures}
                (results / f"{name}.json").write_text(json.dumps(kept, indent=1) + "\n", "utf-8")
        except Exception:  # whatever it was, the other parts can still be measured
            traceback.print_exc()
            failed = True
        print(f"  {time.monotonic() - begun:.0f} s", file=sys.stderr, flush=True)
    try:
        report.write(results, lists.WORK if options.quick else report.DOCS)
    except report.NoReport as error:
        print(f"No page written: {error}", file=sys.stderr)
        failed = True
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
