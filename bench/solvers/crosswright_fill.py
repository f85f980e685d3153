"""Fill a grid with Crosswright, from the start of the process: grid list seed."""

import sys
import time

from crosswright import Grid, WordList, fill

with open(sys.argv[1], encoding="utf-8") as file:  # noqa: PTH123 - one import less
    grid = Grid.parse(file.read())
words = WordList.load(sys.argv[2])
begun = time.process_time()
result = fill(grid, words, seed=int(sys.argv[3]))
print(f"search {time.process_time() - begun}", file=sys.stderr)
print(result.grid)
sys.exit(0 if result.status.name == "FILLED" else 4)
