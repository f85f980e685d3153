"""Fill a grid with CP-SAT: grid words seed.

There is one variable per cell for its letter and one per slot for its word. A table per slot ties
the word to the letters of its cells, and all words of one length differ.
"""

import sys
import time
from collections import defaultdict
from pathlib import Path

from ortools.sat.python import cp_model

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from bench.grids import slots

rows = Path(sys.argv[1]).read_text("utf-8").split()
lists = defaultdict(list)
for word in Path(sys.argv[2]).read_text("ascii").split():
    lists[len(word)].append(word)
begun = time.process_time()
tuples = {
    length: [(number, *(ord(c) - 65 for c in word)) for number, word in enumerate(words)]
    for length, words in lists.items()
}
model = cp_model.CpModel()
letters = {
    (i, j): model.new_int_var(0, 25, f"cell {i} {j}")
    if c == "."
    else model.new_constant(ord(c) - 65)
    for i, row in enumerate(rows)
    for j, c in enumerate(row)
    if c != "#"
}
chosen = defaultdict(list)
for number, cells in enumerate(slots(rows)):
    length = len(cells)
    word = model.new_int_var(0, max(0, len(lists[length]) - 1), f"slot {number}")
    chosen[length].append(word)
    model.add_allowed_assignments([word, *(letters[c] for c in cells)], tuples.get(length, []))
for words in chosen.values():
    model.add_all_different(words)
solver = cp_model.CpSolver()
solver.parameters.num_workers = 1
solver.parameters.random_seed = int(sys.argv[3])
status = solver.solve(model)
print(f"search {time.process_time() - begun}", file=sys.stderr)
if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
    sys.exit(4)
for i, row in enumerate(rows):
    print(
        "".join(
            "#" if c == "#" else chr(65 + solver.value(letters[i, j])) for j, c in enumerate(row)
        )
    )
