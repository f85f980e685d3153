"""Benchmarks: each module is one, or part of fill.py; scripts/bench.py runs them."""
