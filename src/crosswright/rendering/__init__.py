"""Puzzles to look at, print and play."""
