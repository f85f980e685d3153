"""As few lines as possible; a word used twice counts as ruled out, and the degree is the rest's."""

from itertools import combinations


class CrosswordCreator:
    def __init__(self, crossword):
        self.crossword, self.domains = (
            crossword,
            {v: set(crossword.words) for v in crossword.variables},
        )

    def solve(self):
        self.enforce_node_consistency()
        return self.backtrack({}) if self.ac3() else None

    def enforce_node_consistency(self):
        for v, d in self.domains.items():
            d -= {w for w in d if len(w) != v.length}

    def agree(self, x, a, y, b):
        o = self.crossword.overlaps[x, y]
        return o is None or a[o[0]] == b[o[1]]

    def revise(self, x, y):
        before = len(self.domains[x])
        if self.crossword.overlaps[x, y]:
            self.domains[x] = {
                a for a in self.domains[x] if any(self.agree(x, a, y, b) for b in self.domains[y])
            }
        return before != len(self.domains[x])

    def ac3(self, arcs=None):
        q = (
            [(x, y) for x in self.domains for y in self.crossword.neighbors(x)]
            if arcs is None
            else arcs
        )
        q = set(q)
        while q:
            x, y = q.pop()
            if self.revise(x, y):
                q |= {(z, x) for z in self.crossword.neighbors(x) if z != y}
        return all(self.domains.values())

    def assignment_complete(self, assignment):
        return self.crossword.variables <= assignment.keys()

    def consistent(self, assignment):
        return all(len(w) == v.length for v, w in assignment.items()) and all(
            a != b and self.agree(x, a, y, b)
            for (x, a), (y, b) in combinations(assignment.items(), 2)
        )

    def order_domain_values(self, var, assignment):
        free = self.crossword.neighbors(var) - assignment.keys()
        return sorted(
            self.domains[var],
            key=lambda a: sum(
                a == b or not self.agree(var, a, y, b) for y in free for b in self.domains[y]
            ),
        )

    def select_unassigned_variable(self, assignment):
        free = self.crossword.variables - assignment.keys()
        return min(
            free,
            key=lambda v: (len(self.domains[v]), -len(self.crossword.neighbors(v) & free)),
        )

    def backtrack(self, assignment):
        if self.assignment_complete(assignment):
            return assignment
        v = self.select_unassigned_variable(assignment)
        tries = ({**assignment, v: w} for w in self.order_domain_values(v, assignment))
        results = (self.backtrack(a) for a in tries if self.consistent(a))
        return next((r for r in results if r is not None), None)
