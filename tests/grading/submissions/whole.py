"""A solver of its own: generators, cached neighbours, and typed as the course edition is."""

from __future__ import annotations

from collections.abc import Iterator

from crossword import Crossword, Variable

Assignment = dict[Variable, str]


class CrosswordCreator:
    def __init__(self, crossword: Crossword) -> None:
        self.crossword = crossword
        self.domains: dict[Variable, set[str]] = {
            v: set(crossword.words) for v in crossword.variables
        }
        self.around = {v: list(crossword.neighbors(v)) for v in crossword.variables}

    def solve(self) -> Assignment | None:
        self.enforce_node_consistency()
        return self.backtrack({}) if self.ac3() else None

    def enforce_node_consistency(self) -> None:
        for var in self.domains:
            self.domains[var] = set(filter(lambda word: len(word) == var.length, self.domains[var]))

    def revise(self, x: Variable, y: Variable) -> bool:
        match self.crossword.overlaps[x, y]:
            case None:
                return False
            case i, j:
                letters = "".join(word[j] for word in self.domains[y])
                kept = {word for word in self.domains[x] if word[i] in letters}
        is_smaller = kept < self.domains[x]
        self.domains[x] = kept
        return is_smaller

    def ac3(self, arcs: list[tuple[Variable, Variable]] | None = None) -> bool:
        waiting = dict.fromkeys(self.all_arcs() if arcs is None else arcs)
        while waiting:
            x, y = next(iter(waiting))
            del waiting[x, y]
            if not self.revise(x, y):
                continue
            if not self.domains[x]:
                return False
            waiting.update(((z, x), None) for z in self.around[x] if z != y)
        return True

    def all_arcs(self) -> Iterator[tuple[Variable, Variable]]:
        for x, others in self.around.items():
            for y in others:
                yield x, y

    def assignment_complete(self, assignment: Assignment) -> bool:
        return all(var in assignment for var in self.crossword.variables)

    def consistent(self, assignment: Assignment) -> bool:
        if len({*assignment.values()}) < len(assignment):
            return False
        letters: dict[tuple[int, int], set[str]] = {}
        for var, word in assignment.items():
            if var.length != len(word):
                return False
            for cell, letter in zip(var.cells, word):
                letters.setdefault(cell, set()).add(letter)
        return all(len(here) == 1 for here in letters.values())

    def order_domain_values(self, var: Variable, assignment: Assignment) -> list[str]:
        ruled_out = dict.fromkeys(self.domains[var], 0)
        for other in self.around[var]:
            if other in assignment:
                continue
            i, j = self.crossword.overlaps[var, other]
            for word in ruled_out:
                ruled_out[word] += sum(word[i] != rival[j] for rival in self.domains[other])
        return sorted(ruled_out, key=ruled_out.__getitem__)

    def select_unassigned_variable(self, assignment: Assignment) -> Variable:
        def urgency(var: Variable) -> tuple[int, int]:
            return len(self.domains[var]), -len(self.around[var])

        return min((var for var in self.domains if var not in assignment), key=urgency)

    def backtrack(self, assignment: Assignment) -> Assignment | None:
        return next(self.completions(assignment), None)

    def completions(self, assignment: Assignment) -> Iterator[Assignment]:
        if self.assignment_complete(assignment):
            yield dict(assignment)
            return
        var = self.select_unassigned_variable(assignment)
        for word in self.order_domain_values(var, assignment):
            extended = assignment | {var: word}
            if self.consistent(extended):
                yield from self.completions(extended)
