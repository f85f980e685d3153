"""The assignment as most students write it: loops, sets, and no inference."""

from crossword import Crossword


class CrosswordCreator:
    def __init__(self, crossword: Crossword):
        self.crossword = crossword
        self.domains = {var: self.crossword.words.copy() for var in self.crossword.variables}

    def solve(self):
        self.enforce_node_consistency()
        self.ac3()
        return self.backtrack(dict())

    def enforce_node_consistency(self):
        for var in self.domains:
            for word in self.domains[var].copy():
                if len(word) != var.length:
                    self.domains[var].remove(word)

    def revise(self, x, y):
        revised = False
        overlap = self.crossword.overlaps[x, y]
        if overlap is None:
            return False
        i, j = overlap
        for x_word in self.domains[x].copy():
            possible = False
            for y_word in self.domains[y]:
                if x_word[i] == y_word[j]:
                    possible = True
            if not possible:
                self.domains[x].remove(x_word)
                revised = True
        return revised

    def ac3(self, arcs=None):
        if arcs is None:
            queue = []
            for x in self.crossword.variables:
                for y in self.crossword.neighbors(x):
                    queue.append((x, y))
        else:
            queue = list(arcs)
        while len(queue) > 0:
            x, y = queue.pop(0)
            if self.revise(x, y):
                if len(self.domains[x]) == 0:
                    return False
                for z in self.crossword.neighbors(x):
                    if z != y:
                        queue.append((z, x))
        return True

    def assignment_complete(self, assignment):
        for var in self.crossword.variables:
            if var not in assignment:
                return False
        return True

    def consistent(self, assignment):
        used = []
        for var in assignment:
            word = assignment[var]
            if word in used:
                return False
            used.append(word)
            if len(word) != var.length:
                return False
            for neighbor in self.crossword.neighbors(var):
                if neighbor in assignment:
                    i, j = self.crossword.overlaps[var, neighbor]
                    other = assignment[neighbor]
                    if len(other) <= j or word[i] != other[j]:
                        return False
        return True

    def order_domain_values(self, var, assignment):
        ruled_out = {}
        for word in self.domains[var]:
            count = 0
            for neighbor in self.crossword.neighbors(var):
                if neighbor in assignment:
                    continue
                i, j = self.crossword.overlaps[var, neighbor]
                for other in self.domains[neighbor]:
                    if word[i] != other[j]:
                        count += 1
            ruled_out[word] = count
        return sorted(ruled_out, key=lambda word: ruled_out[word])

    def select_unassigned_variable(self, assignment):
        best = None
        for var in self.crossword.variables:
            if var in assignment:
                continue
            if best is None:
                best = var
                continue
            here = len(self.domains[var])
            there = len(self.domains[best])
            if here < there:
                best = var
            elif here == there:
                degree = len(self.crossword.neighbors(var))
                if degree > len(self.crossword.neighbors(best)):
                    best = var
        return best

    def backtrack(self, assignment):
        if self.assignment_complete(assignment):
            return assignment
        var = self.select_unassigned_variable(assignment)
        for word in self.order_domain_values(var, assignment):
            attempt = assignment.copy()
            attempt[var] = word
            if self.consistent(attempt):
                result = self.backtrack(attempt)
                if result is not None:
                    return result
        return None
