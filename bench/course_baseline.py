"""The plain textbook solvers that the course edition is measured against.

Node consistency, AC-3 and backtracking with the usual heuristics, written just as the pseudocode
reads: every pair of words is compared, and nothing is inferred during the search. The second one
stops comparing as soon as it finds a word that supports another.
"""

from crossword import Crossword, Variable

Assignment = dict[Variable, str]


class PlainCreator:
    """Solves what generate.CrosswordCreator solves, the plain way."""

    def __init__(self, crossword: Crossword) -> None:
        self.crossword = crossword
        self.domains = {var: set(crossword.words) for var in crossword.variables}

    def solve(self) -> Assignment | None:
        for var in self.domains:
            self.domains[var] = {word for word in self.domains[var] if len(word) == var.length}
        return self.backtrack({}) if self.ac3() else None

    def revise(self, x: Variable, y: Variable) -> bool:
        i, j = self.crossword.overlaps[x, y]
        revised = False
        for word in set(self.domains[x]):
            if not self.supported(word, i, j, self.domains[y]):
                self.domains[x].remove(word)
                revised = True
        return revised

    def supported(self, word: str, i: int, j: int, others: set[str]) -> bool:
        return len([other for other in others if word[i] == other[j]]) > 0

    def ac3(self) -> bool:
        queue = [(x, y) for x in self.crossword.variables for y in self.crossword.neighbors(x)]
        while queue:
            x, y = queue.pop(0)
            if self.revise(x, y):
                if not self.domains[x]:
                    return False
                queue += [(z, x) for z in self.crossword.neighbors(x) - {y}]
        return True

    def consistent(self, assignment: Assignment) -> bool:
        if len(set(assignment.values())) < len(assignment):
            return False
        for x, word in assignment.items():
            for y in self.crossword.neighbors(x):
                if y in assignment:
                    i, j = self.crossword.overlaps[x, y]
                    if word[i] != assignment[y][j]:
                        return False
        return True

    def order_domain_values(self, var: Variable, assignment: Assignment) -> list[str]:
        def ruled_out(word: str) -> int:
            count = 0
            for neighbor in self.crossword.neighbors(var):
                if neighbor not in assignment:
                    i, j = self.crossword.overlaps[var, neighbor]
                    count += sum(word[i] != other[j] for other in self.domains[neighbor])
            return count

        return sorted(self.domains[var], key=ruled_out)

    def select_unassigned_variable(self, assignment: Assignment) -> Variable:
        return min(
            (var for var in self.crossword.variables if var not in assignment),
            key=lambda var: (len(self.domains[var]), -len(self.crossword.neighbors(var))),
        )

    def backtrack(self, assignment: Assignment) -> Assignment | None:
        if len(assignment) == len(self.crossword.variables):
            return assignment
        var = self.select_unassigned_variable(assignment)
        for value in self.order_domain_values(var, assignment):
            trial = {**assignment, var: value}
            if self.consistent(trial):
                result = self.backtrack(trial)
                if result is not None:
                    return result
        return None


class StoppingCreator(PlainCreator):
    """The plain solver, except that it stops at the first word that supports another."""

    def supported(self, word: str, i: int, j: int, others: set[str]) -> bool:
        return any(word[i] == other[j] for other in others)
