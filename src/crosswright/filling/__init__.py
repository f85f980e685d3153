"""Filling a grid.

- `fill`: the functions `fill`, `start`, `solutions` and `count`
- `rules`: what a fill must respect
- `model`, `tables`, `rows`: a grid, a list and rules stated as a problem, and the answer read back
- `compact`: a problem with only the words that can be used
- `search`: the engine run within limits, alone or in a portfolio
- `attempt`, `floors`: a fill at one score floor, and floors stepped down until one fills
- `several`: several fills of one grid
- `result`: what came of a fill, and how far it has got
- `quality`: the best fill there is time for
- `asking`: one solver kept for a grid that is being edited, and asked many questions
"""
