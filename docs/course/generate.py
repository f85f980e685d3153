"""The assignment: fill a crossword. Eight functions are yours to write; the rest is done."""

import sys

from crossword import Crossword


class CrosswordCreator:
    """A crossword as a constraint satisfaction problem, and its solver.

    self.crossword   the problem: its variables, overlaps and words
    self.domains     the words still possible for each variable: dict of variable -> set of words
    """

    def __init__(self, crossword):
        self.crossword = crossword
        self.domains = {var: set(crossword.words) for var in crossword.variables}

    def solve(self):
        """Enforce node and arc consistency, then search."""
        self.enforce_node_consistency()
        if not self.ac3():
            return None
        return self.backtrack({})

    # -- yours to write ---------------------------------------------------------------------------

    def enforce_node_consistency(self):
        """Remove the words of the wrong length from every variable's domain."""
        raise NotImplementedError

    def revise(self, x, y):
        """Make variable `x` arc consistent with variable `y`.

        Remove every word from x's domain that agrees with no word in y's domain where the two
        variables overlap. Change no other domain. If they do not overlap, there is nothing to do.
        Return True if x's domain changed, and False if it did not.
        """
        raise NotImplementedError

    def ac3(self, arcs=None):
        """Make all variables arc consistent.

        Start with the given list of arcs, pairs (x, y) of variables; with all arcs of the problem
        if `arcs` is None. Whenever a domain changes, look again at the arcs that this concerns.
        Return False if a domain becomes empty, and True otherwise.
        """
        raise NotImplementedError

    def assignment_complete(self, assignment):
        """Return whether every variable has a word in `assignment`, a dict of variable -> word."""
        raise NotImplementedError

    def consistent(self, assignment):
        """Return whether a partial or complete assignment breaks no constraint.

        All words differ, every word has the length of its variable, and words of variables that
        overlap have the same letter there.
        """
        raise NotImplementedError

    def order_domain_values(self, var, assignment):
        """Return a list of all words in var's domain, the least constraining first.

        The words are in order of how many words they rule out in the domains of var's neighbors.
        Neighbors in `assignment` have their word already and do not count.
        """
        raise NotImplementedError

    def select_unassigned_variable(self, assignment):
        """Return a variable that is not in `assignment`: the one with the fewest words left.

        Among several, return the one with the most neighbors; among several of those, any.
        """
        raise NotImplementedError

    def backtrack(self, assignment):
        """Complete a partial assignment; return the whole one, or None if there is none.

        The caller's assignment is the same after the call as before it.
        """
        raise NotImplementedError

    # -- what you get -----------------------------------------------------------------------------

    def letter_grid(self, assignment):
        """Return the grid as rows of letters, with None where there is no letter."""
        letters = [[None] * self.crossword.width for _ in range(self.crossword.height)]
        for var, word in assignment.items():
            for (i, j), letter in zip(var.cells, word):
                letters[i][j] = letter
        return letters

    def print(self, assignment):
        """Print the grid: letters, spaces for empty cells, and blocks."""
        for cells, letters in zip(self.crossword.structure, self.letter_grid(assignment)):
            print("".join((letter or " ") if cell else "█" for cell, letter in zip(cells, letters)))

    def save(self, assignment, filename, size=60):
        """Draw the grid into an image file. This needs Pillow."""
        from PIL import Image, ImageDraw, ImageFont

        shape = (self.crossword.width * size, self.crossword.height * size)
        image = Image.new("RGB", shape, "black")
        draw = ImageDraw.Draw(image)
        font = ImageFont.load_default(size * 2 / 3)
        for i, letters in enumerate(self.letter_grid(assignment)):
            for j, letter in enumerate(letters):
                if self.crossword.structure[i][j]:
                    x, y = j * size, i * size
                    draw.rectangle((x + 1, y + 1, x + size - 2, y + size - 2), "white")
                    middle = (x + size / 2, y + size / 2)
                    draw.text(middle, letter or "", "black", font, anchor="mm")
        image.save(filename)


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit("Usage: python generate.py structure words [output]")
    creator = CrosswordCreator(Crossword(sys.argv[1], sys.argv[2]))
    assignment = creator.solve()
    if assignment is None:
        print("No solution.")
        return
    creator.print(assignment)
    if len(sys.argv) == 4:
        creator.save(assignment, sys.argv[3])


if __name__ == "__main__":
    main()
