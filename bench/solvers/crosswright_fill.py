"""Fill a grid with Crosswright, from the start of the process: grid list seed."""

import sys
import time

from crosswright.filling.fill import fill
from crosswright.grids.grid import Grid
from crosswright.words.wordlist import WordList

with open(sys.argv[1], encoding="utf-8") as file:  # noqa: PTH123 - without an import more
    grid = Grid.parse(file.read())
words = WordList.load(sys.argv[2])
begun = time.process_time()
result = fill(grid, words, seed=int(sys.argv[3]))
print(f"search {time.process_time() - begun}", file=sys.stderr)
print(result.grid)
sys.exit(0 if result.status.name == "FILLED" else 4)
