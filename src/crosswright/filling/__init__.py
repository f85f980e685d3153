"""Filling a grid: its rules, the search, and the search for the best fill."""
