"""Faults to plant in a correct solution of the assignment, one at a time.

They were written from the contract alone, before there was a grader to catch them.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

SUBMISSIONS = Path(__file__).parents[1] / "grading" / "submissions"


@dataclass(frozen=True)
class PlantedFault:
    """A passage of a solution, what becomes of it, and the function that is wrong then."""

    name: str
    function: str
    passage: str
    becomes: str
    solution: str = "plain"

    def source(self) -> str:
        """Return the solution with the fault in it."""
        text = (SUBMISSIONS / f"{self.solution}.py").read_text("utf-8")
        assert text.count(self.passage) == 1, f"{self.name}: not one passage"
        return text.replace(self.passage, self.becomes)


FAULTS = [
    # -- node consistency ----------------------------------------------------------------------
    PlantedFault(
        "node consistency keeps shorter words",
        "enforce_node_consistency",
        "if len(word) != var.length:\n                    self.domains",
        "if len(word) > var.length:\n                    self.domains",
    ),
    PlantedFault(
        "node consistency stops after the first variable",
        "enforce_node_consistency",
        "                    self.domains[var].remove(word)\n\n",
        "                    self.domains[var].remove(word)\n            return\n\n",
    ),
    PlantedFault(
        "node consistency keeps the wrong lengths",
        "enforce_node_consistency",
        "if len(word) == var.length}\n            for var",
        "if len(word) != var.length}\n            for var",
        "copies",
    ),
    # -- revise --------------------------------------------------------------------------------
    PlantedFault(
        "revise changes the wrong domain",
        "revise",
        "        for x_word in self.domains[x].copy():\n"
        "            possible = False\n"
        "            for y_word in self.domains[y]:\n"
        "                if x_word[i] == y_word[j]:\n"
        "                    possible = True\n"
        "            if not possible:\n"
        "                self.domains[x].remove(x_word)\n",
        "        for y_word in self.domains[y].copy():\n"
        "            possible = False\n"
        "            for x_word in self.domains[x]:\n"
        "                if x_word[i] == y_word[j]:\n"
        "                    possible = True\n"
        "            if not possible:\n"
        "                self.domains[y].remove(y_word)\n",
    ),
    PlantedFault(
        "revise narrows both domains",
        "revise",
        "        self.domains[x] -= removed\n",
        "        self.domains[x] -= removed\n"
        "        rest = {word[overlap[0]] for word in self.domains[x]}\n"
        "        self.domains[y] = {w for w in self.domains[y] if w[overlap[1]] in rest}\n",
        "copies",
    ),
    PlantedFault(
        "revise swaps the two places of the overlap",
        "revise",
        "        i, j = overlap\n        for x_word",
        "        i, j = min(overlap), max(overlap)\n        for x_word",
    ),
    PlantedFault(
        "revise says that it always changed something",
        "revise",
        "        revised = False\n        overlap",
        "        revised = True\n        overlap",
    ),
    PlantedFault(
        "revise never says that it changed something",
        "revise",
        "                revised = True\n",
        "",
    ),
    PlantedFault(
        "revise keeps a word only if every word of the other agrees",
        "revise",
        "            possible = False\n"
        "            for y_word in self.domains[y]:\n"
        "                if x_word[i] == y_word[j]:\n"
        "                    possible = True\n",
        "            possible = True\n"
        "            for y_word in self.domains[y]:\n"
        "                if x_word[i] != y_word[j]:\n"
        "                    possible = False\n",
    ),
    PlantedFault(
        "revise stops after one removal",
        "revise",
        "                revised = True\n        return revised",
        "                return True\n        return revised",
    ),
    PlantedFault(
        "revise fails where there is no overlap",
        "revise",
        "        if overlap is None:\n            return False\n        i, j",
        "        i, j",
    ),
    PlantedFault(
        "revise takes any common letter for agreement",
        "revise",
        "if x_word[i] == y_word[j]:",
        "if x_word[i] in y_word:",
    ),
    # -- AC-3 ----------------------------------------------------------------------------------
    PlantedFault(
        "ac3 queues the arcs the wrong way round",
        "ac3",
        "queue.append((z, x))\n        return True",
        "queue.append((x, z))\n        return True",
    ),
    PlantedFault(
        "ac3 queues nothing again",
        "ac3",
        "                for z in self.crossword.neighbors(x):\n"
        "                    if z != y:\n"
        "                        queue.append((z, x))\n",
        "",
    ),
    PlantedFault(
        "ac3 begins with half the arcs",
        "ac3",
        "                    queue.append((x, y))\n",
        "                    if (y, x) not in queue:\n"
        "                        queue.append((x, y))\n",
    ),
    PlantedFault(
        "ac3 begins with the across variables alone",
        "ac3",
        "            for x in self.crossword.variables:\n                for y",
        '            for x in [v for v in self.crossword.variables if v.direction == "across"]:\n'
        "                for y",
    ),
    PlantedFault(
        "ac3 ignores the arcs it is given",
        "ac3",
        "        if arcs is None:\n            queue = []",
        "        if True:\n            queue = []",
    ),
    PlantedFault(
        "ac3 does not notice an empty domain",
        "ac3",
        "                if len(self.domains[x]) == 0:\n                    return False\n",
        "",
    ),
    PlantedFault(
        "ac3 gives up at the first arc without a change",
        "ac3",
        "                    if z != y:\n                        queue.append((z, x))\n",
        "                    if z != y:\n"
        "                        queue.append((z, x))\n"
        "            else:\n"
        "                break\n",
    ),
    PlantedFault(
        "ac3 returns nothing at the end",
        "ac3",
        "                        queue.append((z, x))\n        return True\n",
        "                        queue.append((z, x))\n",
    ),
    PlantedFault(
        "ac3 also removes words that another variable must have",
        "ac3",
        "                        queue.append((z, x))\n        return True\n",
        "                        queue.append((z, x))\n"
        "        for var in self.domains:\n"
        "            if len(self.domains[var]) == 1:\n"
        "                for other in self.domains:\n"
        "                    if other != var:\n"
        "                        self.domains[other] -= self.domains[var]\n"
        "        return True\n",
    ),
    # -- assignment_complete -------------------------------------------------------------------
    PlantedFault(
        "complete looks only at what is assigned",
        "assignment_complete",
        "        for var in self.crossword.variables:\n"
        "            if var not in assignment:\n"
        "                return False\n",
        "        for var in assignment:\n"
        "            if not assignment[var]:\n"
        "                return False\n",
    ),
    PlantedFault(
        "complete counts words instead of variables",
        "assignment_complete",
        "len(assignment) == len(self.crossword.variables)",
        "len(set(assignment.values())) == len(self.crossword.variables)",
        "lists",
    ),
    PlantedFault(
        "complete is one variable too early",
        "assignment_complete",
        "len(assignment) == len(self.crossword.variables)",
        "len(assignment) >= len(self.crossword.variables) - 1",
        "lists",
    ),
    # -- consistent ----------------------------------------------------------------------------
    PlantedFault(
        "consistent forgets that words differ",
        "consistent",
        "            if word in used:\n                return False\n",
        "",
    ),
    PlantedFault(
        "consistent compares words of neighbours alone",
        "consistent",
        "            if word in used:\n                return False\n",
        "            if word in [assignment.get(n) for n in self.crossword.neighbors(var)]:\n"
        "                return False\n",
    ),
    PlantedFault(
        "consistent forgets the length",
        "consistent",
        "            if word in seen or len(word) != x.length:\n",
        "            if word in seen:\n",
        "trail",
    ),
    PlantedFault(
        "consistent takes longer words",
        "consistent",
        "            if len(word) != var.length:\n                return False\n            for",
        "            if len(word) < var.length:\n                return False\n            for",
    ),
    PlantedFault(
        "consistent forgets the crossings",
        "consistent",
        "if len(other) <= j or word[i] != other[j]:",
        "if len(other) <= j:",
    ),
    PlantedFault(
        "consistent looks at the first variable alone",
        "consistent",
        "                    if len(other) <= j or word[i] != other[j]:\n"
        "                        return False\n"
        "        return True\n",
        "                    if len(other) <= j or word[i] != other[j]:\n"
        "                        return False\n"
        "            return True\n"
        "        return True\n",
    ),
    PlantedFault(
        "consistent looks at the crossings of the last variable alone",
        "consistent",
        "                if neighbor in assignment:\n                    i, j",
        "                last = [*assignment][-1]\n"
        "                if neighbor in assignment and last in (var, neighbor):\n"
        "                    i, j",
    ),
    PlantedFault(
        "consistent looks at the length of the last word alone",
        "consistent",
        "            if len(word) != var.length:\n                return False\n            for",
        "            if len(word) != var.length and var == [*assignment][-1]:\n"
        "                return False\n"
        "            for",
    ),
    PlantedFault(
        "consistent looks for the last word alone a second time",
        "consistent",
        "            if word in used:\n                return False\n",
        "            if word in used and var == [*assignment][-1]:\n                return False\n",
    ),
    PlantedFault(
        "consistent expects every neighbour to be assigned",
        "consistent",
        "                if neighbor in assignment:\n                    i, j",
        "                if True:\n                    i, j",
    ),
    # -- order_domain_values -------------------------------------------------------------------
    PlantedFault(
        "order counts assigned neighbours",
        "order_domain_values",
        "                if neighbor in assignment:\n                    continue\n",
        "",
    ),
    PlantedFault(
        "order counts only assigned neighbours",
        "order_domain_values",
        "                if neighbor in assignment:\n                    continue\n",
        "                if neighbor not in assignment:\n                    continue\n",
    ),
    PlantedFault(
        "order puts the most constraining first",
        "order_domain_values",
        "key=lambda word: ruled_out[word])",
        "key=lambda word: -ruled_out[word])",
    ),
    PlantedFault(
        "order counts the words that agree",
        "order_domain_values",
        "if word[i] != other[j]:\n                        count",
        "if word[i] == other[j]:\n                        count",
    ),
    PlantedFault(
        "order counts the neighbours that have the same word",
        "order_domain_values",
        "                for other in self.domains[neighbor]:\n"
        "                    if word[i] != other[j]:\n"
        "                        count += 1\n",
        "                if word in self.domains[neighbor]:\n                    count += 1\n",
    ),
    PlantedFault(
        "order is the alphabet",
        "order_domain_values",
        "        return sorted(ruled_out, key=lambda word: ruled_out[word])",
        "        return sorted(ruled_out)",
    ),
    PlantedFault(
        "order leaves out words that rule out everything",
        "order_domain_values",
        "            ruled_out[word] = count\n",
        "            if count < sum(len(self.domains[n]) for n in self.crossword.neighbors(var)):\n"
        "                ruled_out[word] = count\n",
    ),
    PlantedFault(
        "order uses up the domain",
        "order_domain_values",
        "        words = list(self.domains[var])\n"
        "        words.sort(key=cost)\n"
        "        return words\n",
        "        words = []\n"
        "        while self.domains[var]:\n"
        "            words.append(self.domains[var].pop())\n"
        "        words.sort(key=cost)\n"
        "        return words\n",
        "trail",
    ),
    # -- select_unassigned_variable ------------------------------------------------------------
    PlantedFault(
        "select returns a variable that has a word",
        "select_unassigned_variable",
        "            if var in assignment:\n                continue\n            if best",
        "            if best",
    ),
    PlantedFault(
        "select prefers the most words",
        "select_unassigned_variable",
        "            if here < there:\n",
        "            if here > there:\n",
    ),
    PlantedFault(
        "select prefers the lowest degree",
        "select_unassigned_variable",
        "if degree > len(self.crossword.neighbors(best)):",
        "if degree < len(self.crossword.neighbors(best)):",
    ),
    PlantedFault(
        "select does not look at the degree",
        "select_unassigned_variable",
        "        return min(free, key=lambda v: (len(self.domains[v]), "
        "-len(self.crossword.neighbors(v))))\n",
        "        return min(free, key=lambda v: (len(self.domains[v]), v.i, v.j, v.direction))\n",
        "copies",
    ),
    PlantedFault(
        "select looks at the degree first",
        "select_unassigned_variable",
        "        return min(free, key=lambda v: (len(self.domains[v]), "
        "-len(self.crossword.neighbors(v))))\n",
        "        return min(free, key=lambda v: (-len(self.crossword.neighbors(v)), "
        "len(self.domains[v])))\n",
        "copies",
    ),
    PlantedFault(
        "select counts the length of the word, not the words",
        "select_unassigned_variable",
        "            here = len(self.domains[var])\n            there = len(self.domains[best])\n",
        "            here = var.length\n            there = best.length\n",
    ),
    # -- backtrack -----------------------------------------------------------------------------
    PlantedFault(
        "backtrack gives up after the first word",
        "backtrack",
        "                result = self.backtrack(attempt)\n"
        "                if result is not None:\n"
        "                    return result\n",
        "                return self.backtrack(attempt)\n",
    ),
    PlantedFault(
        "backtrack does not check the words",
        "backtrack",
        "            if self.consistent(attempt):\n                result",
        "            if True:\n                result",
    ),
    PlantedFault(
        "backtrack leaves its last try in the caller's assignment",
        "backtrack",
        "            del assignment[var]\n        return None",
        "        return None",
        "lists",
    ),
    PlantedFault(
        "backtrack fills in the caller's assignment beside its result",
        "backtrack",
        "            attempt = assignment.copy()\n            attempt[var] = word\n",
        "            assignment[var] = word\n            attempt = assignment.copy()\n",
    ),
    PlantedFault(
        "backtrack empties the caller's assignment",
        "backtrack",
        "        if self.assignment_complete(assignment):\n            return assignment\n"
        "        var",
        "        if self.assignment_complete(assignment):\n"
        "            return assignment\n"
        "        caller, assignment = assignment, dict(assignment)\n"
        "        caller.clear()\n"
        "        var",
    ),
    PlantedFault(
        "backtrack starts again from an empty assignment",
        "backtrack",
        "    def backtrack(self, assignment):\n"
        "        if self.assignment_complete(assignment):\n"
        "            return assignment\n"
        "        var",
        "    def backtrack(self, assignment, again=False):\n"
        "        if not again:\n"
        "            return self.backtrack({}, True)\n"
        "        if self.assignment_complete(assignment):\n"
        "            return assignment\n"
        "        var",
    ),
    PlantedFault(
        "backtrack returns what it has at a dead end",
        "backtrack",
        "                if result is not None:\n                    return result\n"
        "        return None",
        "                if result is not None:\n                    return result\n"
        "        return assignment",
    ),
    PlantedFault(
        "backtrack returns False where it should return None",
        "backtrack",
        "                if result is not None:\n                    return result\n"
        "        return None",
        "                if result:\n                    return result\n        return False",
    ),
    PlantedFault(
        "backtrack does not undo its inferences",
        "backtrack",
        "                    return result\n            self.domains = saved\n        return None",
        "                    return result\n        return None",
        "copies",
    ),
    PlantedFault(
        "backtrack infers from an assignment it then forgets",
        "backtrack",
        "            extended = {**assignment, var: word}\n"
        "            if not self.consistent(extended):\n"
        "                continue\n"
        "            saved = deepcopy(self.domains)\n",
        "            extended = {**assignment, var: word}\n"
        "            if not self.consistent(extended):\n"
        "                continue\n"
        "            saved = dict(self.domains)\n",
        "copies",
    ),
    PlantedFault(
        "backtrack tries the same words for ever",
        "backtrack",
        "        for word in self.order_domain_values(var, assignment):\n"
        "            attempt = assignment.copy()\n"
        "            attempt[var] = word\n"
        "            if self.consistent(attempt):\n"
        "                result = self.backtrack(attempt)\n"
        "                if result is not None:\n"
        "                    return result\n"
        "        return None\n",
        "        while True:\n"
        "            for word in self.order_domain_values(var, assignment):\n"
        "                attempt = assignment.copy()\n"
        "                attempt[var] = word\n"
        "                if self.consistent(attempt):\n"
        "                    result = self.backtrack(attempt)\n"
        "                    if result is not None:\n"
        "                        return result\n",
    ),
]
