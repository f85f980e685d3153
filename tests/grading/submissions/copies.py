"""Recursion with copies: every step maintains arc consistency on domains of its own."""

from collections import deque
from copy import deepcopy


class CrosswordCreator:
    def __init__(self, crossword):
        self.crossword = crossword
        self.domains = {var: set(crossword.words) for var in crossword.variables}

    def solve(self):
        self.enforce_node_consistency()
        if not self.ac3():
            return None
        return self.backtrack({})

    def enforce_node_consistency(self):
        self.domains = {
            var: {word for word in words if len(word) == var.length}
            for var, words in self.domains.items()
        }

    def revise(self, x, y):
        overlap = self.crossword.overlaps[x, y]
        if not overlap:
            return False
        letters = {word[overlap[1]] for word in self.domains[y]}
        removed = {word for word in self.domains[x] if word[overlap[0]] not in letters}
        self.domains[x] -= removed
        return len(removed) > 0

    def ac3(self, arcs=None):
        if arcs is None:
            arcs = [(x, y) for (x, y), overlap in self.crossword.overlaps.items() if overlap]
        queue = deque(arcs)
        while queue:
            x, y = queue.popleft()
            if self.revise(x, y):
                if not self.domains[x]:
                    return False
                queue.extend((z, x) for z in self.crossword.neighbors(x) - {y})
        return True

    def assignment_complete(self, assignment):
        return set(assignment) == self.crossword.variables

    def consistent(self, assignment):
        if len(assignment) != len(set(assignment.values())):
            return False
        if any(var.length != len(word) for var, word in assignment.items()):
            return False
        for (x, y), overlap in self.crossword.overlaps.items():
            if overlap and x in assignment and y in assignment:
                i, j = overlap
                if assignment[x][i] != assignment[y][j]:
                    return False
        return True

    def order_domain_values(self, var, assignment):
        free = [n for n in self.crossword.neighbors(var) if n not in assignment]

        def ruled_out(word):
            total = 0
            for neighbor in free:
                i, j = self.crossword.overlaps[var, neighbor]
                total += sum(1 for other in self.domains[neighbor] if other[j] != word[i])
            return total

        return sorted(self.domains[var], key=ruled_out)

    def select_unassigned_variable(self, assignment):
        free = self.crossword.variables - set(assignment)
        return min(free, key=lambda v: (len(self.domains[v]), -len(self.crossword.neighbors(v))))

    def backtrack(self, assignment):
        if self.assignment_complete(assignment):
            return assignment
        var = self.select_unassigned_variable(assignment)
        for word in self.order_domain_values(var, assignment):
            extended = {**assignment, var: word}
            if not self.consistent(extended):
                continue
            saved = deepcopy(self.domains)
            self.domains[var] = {word}
            if self.ac3([(neighbor, var) for neighbor in self.crossword.neighbors(var)]):
                result = self.backtrack(extended)
                if result is not None:
                    self.domains = saved
                    return result
            self.domains = saved
        return None
