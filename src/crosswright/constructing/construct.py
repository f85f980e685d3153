"""Whole puzzles: theme entries placed, blocks chosen around them, filled, and clued.

>>> result = construct(["desert island", "dessert spoon"], size=13, seed=1, objective="any")
>>> result.status
<Status.FILLED: 'FILLED'>
>>> sorted(result.best.theme.values())
['DESERTISLAND', 'DESSERTSPOON']
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from crosswright.constructing.candidate import Construction
from crosswright.constructing.run import ConstructRun
from crosswright.filling.floors import LOWEST_UNASKED, floors_down_to
from crosswright.filling.rules import Rules
from crosswright.grids.grid import Grid, GridLike
from crosswright.limits import Budget, Limit
from crosswright.patterns.spec import Spec
from crosswright.words import lexicon
from crosswright.words.wordlist import WordList, WordsLike

USUAL_SIZE = 15


def start(
    theme: Iterable[str] = (),
    *,
    size: int | tuple[int, int] = USUAL_SIZE,
    words: WordsLike | None = None,
    step_down: bool | None = None,
    style: str = "american",
    symmetry: str | None = None,
    word_count: int | tuple[int, int] | None = None,
    block_count: int | tuple[int, int] | None = None,
    grid: GridLike | None = None,
    rules: Rules | None = None,
    seed: int = 0,
    limit: Limit | Budget | None = None,
    candidates: int = 3,
    objective: str = "score",
    lively: int = 0,
    variety: int = 0,
) -> ConstructRun:
    """Begin a construction, to watch or stop it; the keywords are those of `construct`."""
    grid = None if grid is None else Grid.of(grid)
    if grid is not None:
        size = grid.height, grid.width
    height, width = size if isinstance(size, tuple | list) and len(size) == 2 else (size, size)
    spec = Spec.of(
        height,
        width,
        style=style,
        symmetry=symmetry,
        word_count=word_count,
        block_count=block_count,
    )
    lowest = None if rules is None else rules.min_score
    if step_down is None:
        step_down = words is None
    floors: Sequence[int | None] = (lowest,)
    if step_down:
        floors = floors_down_to(LOWEST_UNASKED if lowest is None else lowest)
    return ConstructRun(
        theme,
        spec,
        lexicon.english() if words is None else WordList.of(words),
        rules=rules,
        floors=floors,
        grid=grid,
        seed=seed,
        limit=limit,
        candidates=candidates,
        objective=objective,
        lively=lively,
        variety=variety,
    )


def construct(
    theme: Iterable[str] = (),
    *,
    size: int | tuple[int, int] = USUAL_SIZE,
    words: WordsLike | None = None,
    step_down: bool | None = None,
    style: str = "american",
    symmetry: str | None = None,
    word_count: int | tuple[int, int] | None = None,
    block_count: int | tuple[int, int] | None = None,
    grid: GridLike | None = None,
    rules: Rules | None = None,
    seed: int = 0,
    limit: Limit | Budget | None = None,
    candidates: int = 3,
    objective: str = "score",
    lively: int = 0,
    variety: int = 0,
) -> Construction:
    """Construct a puzzle around a theme, or without one.

    `size` is one number, or rows and columns; `grid` is a pattern to keep. Without `words`, the
    built-in English list is used. `step_down` fills with words that score 50 or more, and resorts
    to lower ones only if it must, but not below the `min_score` of the `rules`, or 30 without one;
    it is the default for the built-in list. With the objective "any", the first fills are taken as
    they are. `lively` and `variety` are those of `fill`; then candidates are ranked by what their
    words are worth. In a theme entry, letters in brackets share a cell: "(HEART)BREAK".

    If there is no such puzzle, `alternatives` of the result say what would work: another size or
    symmetry, a part of the theme, or lower scores. Each was constructed.

    Without a limit, the work takes up to 20 seconds. Limits on nodes or failures give the same
    puzzles for the same seed on every machine; placing a theme and drawing a pattern count as 100
    of them each.
    """
    with start(
        theme,
        size=size,
        words=words,
        step_down=step_down,
        style=style,
        symmetry=symmetry,
        word_count=word_count,
        block_count=block_count,
        grid=grid,
        rules=rules,
        seed=seed,
        limit=limit,
        candidates=candidates,
        objective=objective,
        lively=lively,
        variety=variety,
    ) as run:
        return run.result()
