"""Forward checking with a trail: what a step removes is put back, word by word, when it fails."""


class CrosswordCreator:
    def __init__(self, crossword):
        self.crossword = crossword
        self.domains = {}
        for variable in crossword.variables:
            self.domains[variable] = set(crossword.words)

    def solve(self):
        self.enforce_node_consistency()
        self.ac3()
        return self.backtrack({})

    def enforce_node_consistency(self):
        for variable in self.crossword.variables:
            right = set()
            for word in self.domains[variable]:
                if len(word) == variable.length:
                    right.add(word)
            self.domains[variable] = right

    def revise(self, x, y):
        overlap = self.crossword.overlaps.get((x, y))
        if overlap is None:
            return False
        before = set(self.domains[x])
        for word in before:
            if not any(word[overlap[0]] == other[overlap[1]] for other in self.domains[y]):
                self.domains[x].discard(word)
        return before != self.domains[x]

    def ac3(self, arcs=None):
        if arcs is None:
            # Rounds over all arcs until nothing changes: AC-1, which reaches the same end.
            changed = True
            while changed:
                changed = False
                for x in self.crossword.variables:
                    for y in self.crossword.neighbors(x):
                        if self.revise(x, y):
                            changed = True
                    if not self.domains[x]:
                        return False
            return True
        todo = list(arcs)
        for x, y in todo:
            if self.revise(x, y):
                if not self.domains[x]:
                    return False
                todo.extend((z, x) for z in self.crossword.neighbors(x) if z is not y)
        return True

    def assignment_complete(self, assignment):
        return not [v for v in self.crossword.variables if not assignment.get(v)]

    def consistent(self, assignment):
        seen = set()
        for x, word in assignment.items():
            if word in seen or len(word) != x.length:
                return False
            seen.add(word)
        for x in assignment:
            for y in self.crossword.neighbors(x):
                if y in assignment:
                    i, j = self.crossword.overlaps[x, y]
                    if assignment[x][i] != assignment[y][j]:
                        return False
        return True

    def order_domain_values(self, var, assignment):
        def cost(word):
            lost = 0
            for neighbor in self.crossword.neighbors(var):
                if neighbor not in assignment:
                    i, j = self.crossword.overlaps[var, neighbor]
                    lost += len([1 for other in self.domains[neighbor] if other[j] != word[i]])
            return lost

        words = list(self.domains[var])
        words.sort(key=cost)
        return words

    def select_unassigned_variable(self, assignment):
        fewest = min(
            len(words) for variable, words in self.domains.items() if variable not in assignment
        )
        tied = [
            variable
            for variable, words in self.domains.items()
            if variable not in assignment and len(words) == fewest
        ]
        return max(tied, key=lambda variable: len(self.crossword.neighbors(variable)))

    def backtrack(self, assignment):
        if self.assignment_complete(assignment):
            return dict(assignment)
        variable = self.select_unassigned_variable(assignment)
        for word in self.order_domain_values(variable, assignment):
            assignment[variable] = word
            trail = []
            if self.consistent(assignment) and self.forward_check(variable, assignment, trail):
                result = self.backtrack(assignment)
            else:
                result = None
            for neighbor, removed in trail:
                self.domains[neighbor].add(removed)
            del assignment[variable]
            if result is not None:
                return result
        return None

    def forward_check(self, variable, assignment, trail):
        for neighbor in self.crossword.neighbors(variable):
            if neighbor in assignment:
                continue
            i, j = self.crossword.overlaps[variable, neighbor]
            for other in list(self.domains[neighbor]):
                if other[j] != assignment[variable][i]:
                    self.domains[neighbor].remove(other)
                    trail.append((neighbor, other))
            if not self.domains[neighbor]:
                return False
        return True
