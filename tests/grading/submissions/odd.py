"""Everything a little different: tuples for domains, 1 for True, a generator, a stack."""

import copy


class CrosswordCreator:
    def __init__(self, crossword):
        self.crossword = crossword
        self.domains = {v: frozenset(crossword.words) for v in crossword.variables}

    def enforce_node_consistency(self):
        for v in self.domains:
            self.domains[v] = tuple(w for w in self.domains[v] if len(w) == v.length)
        return self.domains

    def revise(self, x, y):
        if o := self.crossword.overlaps.get((x, y)):
            new = tuple(
                a
                for a in self.domains[x]
                for _ in [0]
                if any(a[o[0]] == b[o[1]] for b in self.domains[y])
            )
            if new != self.domains[x]:
                self.domains[x] = new
                return 1
        return 0

    def ac3(self, arcs=None):
        arcs = (
            arcs
            if arcs is not None
            else [(a, b) for a in self.domains for b in self.domains if a != b]
        )
        while arcs:
            x, y = arcs.pop(0)
            if self.revise(x, y):
                if len(self.domains[x]) < 1:
                    return False
                for z in self.crossword.neighbors(x):
                    arcs.append((z, x))
        return True

    def assignment_complete(self, assignment):
        return sorted(map(hash, assignment)) == sorted(map(hash, self.crossword.variables))

    def consistent(self, assignment):
        for a in assignment:
            if len(assignment[a]) != a.length:
                return False
            for b in assignment:
                if a != b:
                    if assignment[a] == assignment[b]:
                        return False
                    o = self.crossword.overlaps[a, b]
                    if o and assignment[a][o[0]] != assignment[b][o[1]]:
                        return False
        return True

    def order_domain_values(self, var, assignment):
        n = {}
        for w in self.domains[var]:
            n[w] = sum(
                1
                for y in self.crossword.neighbors(var)
                if y not in assignment
                for b in self.domains[y]
                if w[self.crossword.overlaps[var, y][0]] != b[self.crossword.overlaps[var, y][1]]
            )
        yield from sorted(n, key=n.get)

    def select_unassigned_variable(self, assignment):
        return sorted(
            (v for v in self.crossword.variables if v not in assignment),
            key=lambda v: (len(self.domains[v]), -len(self.crossword.neighbors(v))),
        )[0]

    def backtrack(self, assignment):
        stack = [dict(assignment)]
        while stack:
            a = stack.pop()
            if self.assignment_complete(a):
                return a
            v = self.select_unassigned_variable(a)
            for w in reversed(list(self.order_domain_values(v, a))):
                b = copy.copy(a)
                b[v] = w
                if self.consistent(b):
                    stack.append(b)
        return None
