"""Small crosswords in the course's words, and calls of a submission's functions on them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from crosswright.grids.grid import Grid

FUNCTIONS = (
    "enforce_node_consistency",
    "revise",
    "ac3",
    "assignment_complete",
    "consistent",
    "order_domain_values",
    "select_unassigned_variable",
    "backtrack",
)
"""What a student writes, in the order in which it is best written."""

CELL, BLOCK = "_", "#"


class CourseVariable(NamedTuple):
    """A variable as the course writes it: where it starts, which way it runs, how long it is."""

    i: int
    j: int
    direction: str
    length: int

    def __str__(self) -> str:
        return f"({self.i}, {self.j}) {self.direction}"


Arc = tuple[CourseVariable, CourseVariable]
Domains = Mapping[CourseVariable, frozenset[str]]
Assignment = Mapping[CourseVariable, str]


@dataclass(frozen=True)
class CourseProblem:
    """A structure and the words for it."""

    rows: tuple[str, ...]
    words: tuple[str, ...]

    @classmethod
    def of(cls, structure: str, words: str) -> CourseProblem:
        """Read a problem from two texts."""
        return cls(tuple(structure.split()), tuple(words.split()))

    @cached_property
    def grid(self) -> Grid:
        """The structure as a grid."""
        return Grid.parse("\n".join(self.rows).replace(CELL, "."))

    @cached_property
    def variables(self) -> tuple[CourseVariable, ...]:
        """All variables: those across and down that start at a cell, cell by cell."""
        return tuple(
            CourseVariable(*slot.cells[0], slot.direction, len(slot)) for slot in self.grid.slots
        )

    @cached_property
    def overlaps(self) -> dict[Arc, tuple[int, int]]:
        """The positions of the letter that two variables share, for those that share one."""
        overlaps = {}
        for crossing in self.grid.crossings:
            x, y = self.variables[crossing.first], self.variables[crossing.second]
            overlaps[x, y] = crossing.first_position, crossing.second_position
            overlaps[y, x] = crossing.second_position, crossing.first_position
        return overlaps

    @cached_property
    def neighbors(self) -> dict[CourseVariable, tuple[CourseVariable, ...]]:
        """The variables that overlap each variable."""
        return {var: tuple(y for x, y in self.overlaps if x == var) for var in self.variables}

    def words_by_length(self) -> dict[CourseVariable, frozenset[str]]:
        """Return the domains that are node consistent."""
        return {
            var: frozenset(word for word in self.words if len(word) == var.length)
            for var in self.variables
        }

    def agree(self, x: CourseVariable, word: str, y: CourseVariable, other: str) -> bool:
        """Return whether two words have the same letter where their variables overlap."""
        if (x, y) not in self.overlaps:
            return True
        i, j = self.overlaps[x, y]
        return word[i : i + 1] == other[j : j + 1] != ""


@dataclass(frozen=True)
class Call:
    """A call of one of the functions on a problem, with everything that it looks at."""

    function: str
    problem: CourseProblem
    domains: Domains | None = None
    """None leaves the domains as `CrosswordCreator` makes them."""
    assignment: Assignment = field(default_factory=dict)
    variables: tuple[CourseVariable, ...] = ()
    """The arguments x and y of `revise`, or var of `order_domain_values`."""
    arcs: tuple[Arc, ...] | None = None

    @property
    def state(self) -> Domains:
        """The domains before the call."""
        if self.domains is not None:
            return self.domains
        return dict.fromkeys(self.problem.variables, frozenset(self.problem.words))

    def request(self) -> dict[str, Any]:
        """Return the call as the worker is sent it."""
        domains = self.domains
        return {
            "function": self.function,
            "expected": [list(var) for var in self.problem.variables],
            "domains": None
            if domains is None
            else [[list(var), sorted(words)] for var, words in domains.items()],
            "assignment": [[list(var), word] for var, word in self.assignment.items()],
            "variables": [list(var) for var in self.variables],
            "arcs": None
            if self.arcs is None
            else [[list(var) for var in arc] for arc in self.arcs],
        }

    def __str__(self) -> str:
        """Write the call as a student would."""
        if self.function == "ac3":
            return "ac3()" if self.arcs is None else f"ac3([{', '.join(map(arc_text, self.arcs))}])"
        arguments = [str(var) for var in self.variables]
        if self.function not in ("enforce_node_consistency", "revise"):
            arguments.append(assignment_text(self.assignment))
        return f"{self.function}({', '.join(arguments)})"


def arc_text(arc: Arc) -> str:
    """Return an arc as a pair."""
    return f"({arc[0]}, {arc[1]})"


def assignment_text(assignment: Assignment) -> str:
    """Return an assignment as Python shows a dictionary."""
    return f"{{{', '.join(f'{var}: {word}' for var, word in in_order(assignment))}}}"


def domains_text(domains: Mapping[CourseVariable, Iterable[str]]) -> list[str]:
    """Return a line for each variable, with its words."""
    width = max((len(str(var)) for var in domains), default=0)
    return [f"{var!s:{width}}  {words_text(words)}" for var, words in sorted(domains.items())]


def words_text(words: Iterable[str]) -> str:
    """Return words in the order of the alphabet, or that there are none."""
    return " ".join(sorted(words)) or "(no words)"


def in_order(assignment: Assignment) -> Sequence[tuple[CourseVariable, str]]:
    """Return the parts of an assignment by the position of their variables."""
    return sorted(assignment.items())
