"""Fill a grid with blacksquare: grid list seconds."""

import sys
import time
from pathlib import Path

from blacksquare import BLACK, EMPTY, Crossword, WordList

rows = Path(sys.argv[1]).read_text("utf-8").split()
cells = [[BLACK if c == "#" else EMPTY if c == "." else c for c in row] for row in rows]
crossword = Crossword(grid=cells, word_list=WordList(sys.argv[2]))
begun = time.process_time()
filled = crossword.fill(timeout=float(sys.argv[3]), show_progress=False)
print(f"search {time.process_time() - begun}", file=sys.stderr)
if filled is None:
    sys.exit(4)
for i, row in enumerate(rows):
    print("".join("#" if c == "#" else str(filled[i, j].value) for j, c in enumerate(row)))
