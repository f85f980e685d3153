"""Calls that mypy must refuse; it reports an ignore that nothing calls for, so none is lost.

This file is checked with the package and never run.
"""

from crosswright import Grid, Rules, WordList, count, fill, solutions, start

grid = Grid.parse("...")
words = WordList.from_words(["CAT"])

fill(grid, words, min_score=50, seed=1)
fill(grid, words, min_scor=50)  # type: ignore[call-arg]
fill(grid, words, min_score="50")  # type: ignore[arg-type]
fill(grid, words, objektive="score")  # type: ignore[call-arg]
start(grid, words, min_scor=50)  # type: ignore[call-arg]
solutions(grid, words, min_scor=50)  # type: ignore[call-arg]
count(grid, words, most=2, min_scor=50)  # type: ignore[call-arg]
Rules(min_scor=50)  # type: ignore[call-arg]
