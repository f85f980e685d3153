"""Fill a grid with the course edition: structure words."""

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from crossword import Crossword
from generate import CrosswordCreator

crossword = Crossword(sys.argv[1], sys.argv[2])
begun = time.process_time()
creator = CrosswordCreator(crossword)
assignment = creator.solve()
print(f"search {time.process_time() - begun}", file=sys.stderr)
if assignment is None:
    sys.exit(4)
for row in creator.letter_grid(assignment):
    print("".join(letter or "#" for letter in row))
