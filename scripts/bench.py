"""Set up the project's environment if need be and run a benchmark: bench.py name [arguments]."""

import sys

import environment

BENCH = environment.ROOT / "bench"

if __name__ == "__main__":
    name, *arguments = sys.argv[1:] or [""]
    if not (BENCH / f"{name}.py").is_file():
        raise SystemExit("Usage: python3 scripts/bench.py name [arguments], for bench/name.py")
    environment.ensure("bench")
    raise SystemExit(environment.run([str(BENCH / f"{name}.py"), *arguments]))
