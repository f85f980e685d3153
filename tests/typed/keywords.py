"""Calls that mypy must refuse; it reports an ignore that nothing calls for, so none is lost.

This file is checked with the package and never run.
"""

from crosswright import (
    Grid,
    Limit,
    Rules,
    WordList,
    construct,
    count,
    fill,
    layout,
    pattern,
    solutions,
    start,
)

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

pattern(9, template="...", words=["CAT"], limit=Limit(failures=5))
pattern(9, word_cout=30)  # type: ignore[call-arg]
pattern(9, limit=5)  # type: ignore[arg-type]
construct(["CAT"], grid="...", words={"CAT": 50}, limit=Limit(nodes=5))
construct(["CAT"], seconds=5)  # type: ignore[call-arg]
construct().best.puzzle(titel="Cats")  # type: ignore[call-arg]
layout(["CAT", ("ACT", "Play")], limit=Limit(nodes=5))
layout(["CAT"], hight=5)  # type: ignore[call-arg]
layout(["CAT"]).best.puzzle(titel="Cats")  # type: ignore[call-arg]
