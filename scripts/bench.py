"""Set up the project's environment if necessary and run a benchmark: bench.py name [arguments].

With --peers, the programs that the benchmark compares with are installed too.
"""

import sys

import environment

BENCH = environment.ROOT / "bench"

if __name__ == "__main__":
    environment.show_help(__doc__)
    name, *arguments = sys.argv[1:] or [""]
    if not (BENCH / f"{name}.py").is_file():
        raise SystemExit("Usage: python3 scripts/bench.py name [arguments], for bench/name.py")
    environment.ensure("bench,bench-peers" if "--peers" in arguments else "bench")
    raise SystemExit(environment.run([str(BENCH / f"{name}.py"), *arguments]))
