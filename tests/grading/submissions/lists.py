"""Domains are sorted lists, and the textbook's add and remove work on one assignment."""


class CrosswordCreator:
    def __init__(self, crossword):
        self.crossword = crossword
        self.domains = {}
        for var in crossword.variables:
            self.domains[var] = sorted(crossword.words)

    def solve(self):
        self.enforce_node_consistency()
        self.ac3()
        return self.backtrack({})

    def enforce_node_consistency(self):
        for var in self.crossword.variables:
            self.domains[var] = [w for w in self.domains[var] if len(w) == var.length]

    def revise(self, x, y):
        if self.crossword.overlaps[x, y] is None:
            return False
        i, j = self.crossword.overlaps[x, y]
        keep = []
        for word in self.domains[x]:
            for other in self.domains[y]:
                if word[i] == other[j]:
                    keep.append(word)
                    break
        changed = len(keep) < len(self.domains[x])
        self.domains[x] = keep
        return changed

    def ac3(self, arcs=None):
        # The arc back to y is looked at again too, and the caller's list is the queue.
        queue = arcs
        if queue is None:
            queue = [(x, y) for x in self.domains for y in self.crossword.neighbors(x)]
        while queue:
            x, y = queue.pop()
            if self.revise(x, y):
                if self.domains[x] == []:
                    return False
                for z in self.crossword.neighbors(x):
                    queue.append((z, x))
        return True

    def assignment_complete(self, assignment):
        return len(assignment) == len(self.crossword.variables)

    def consistent(self, assignment):
        grid = {}
        words = list(assignment.values())
        for var in assignment:
            if len(assignment[var]) != var.length or words.count(assignment[var]) > 1:
                return False
            for cell, letter in zip(var.cells, assignment[var]):
                if grid.get(cell, letter) != letter:
                    return False
                grid[cell] = letter
        return True

    def order_domain_values(self, var, assignment):
        counts = []
        for word in self.domains[var]:
            n = 0
            for neighbor in self.crossword.neighbors(var):
                if neighbor not in assignment:
                    i, j = self.crossword.overlaps[var, neighbor]
                    for other in self.domains[neighbor]:
                        n += other[j] != word[i]
            counts.append((n, word))
        counts.sort()
        return [word for n, word in counts]

    def select_unassigned_variable(self, assignment):
        unassigned = [v for v in self.crossword.variables if v not in assignment]
        unassigned.sort(key=lambda v: len(self.crossword.neighbors(v)), reverse=True)
        unassigned.sort(key=lambda v: len(self.domains[v]))
        return unassigned[0]

    def backtrack(self, assignment):
        if self.assignment_complete(assignment):
            return assignment
        var = self.select_unassigned_variable(assignment)
        for word in self.order_domain_values(var, assignment):
            assignment[var] = word
            if self.consistent(assignment):
                result = self.backtrack(assignment)
                if result:
                    return result
            del assignment[var]
        return None
