"""What a fill does when the first search has not decided it: many short runs, and splitting.

- `tasks`: one run on a part of the problem, what comes of it, and the worker that does it
- `cases`: the tree of cases that a problem is split into, and what is known about each
- `crews`: who does the tasks of a round: this thread, several, or an executor
- `schedule`: the rounds
"""
