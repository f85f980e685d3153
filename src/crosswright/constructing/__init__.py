"""Whole puzzles, with a theme or without: `theme` places entries, `run` builds grids around them.

`candidate` holds what comes of it, and `construct` has the functions to call.
"""
