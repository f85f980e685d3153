"""Benchmarks: each module is one, or a part of fill.py; scripts/bench.py runs them."""
