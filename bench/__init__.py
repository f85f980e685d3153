"""Benchmarks: the course edition's (course.py) and the fill engine's (fill.py)."""
