"""A crossword.py in another hand: the documented names and nothing more.

Stands in for the one that comes with the course, which takes the place of ours when work is graded.
"""


class Variable:
    ACROSS = "across"
    DOWN = "down"

    def __init__(self, i, j, direction, length):
        self.i = i
        self.j = j
        self.direction = direction
        self.length = length
        self.cells = []
        for step in range(length):
            if direction == Variable.DOWN:
                self.cells.append((i + step, j))
            else:
                self.cells.append((i, j + step))

    def __hash__(self):
        return hash((self.i, self.j, self.direction, self.length))

    def __eq__(self, other):
        return str(self) == str(other)

    def __str__(self):
        return f"({self.i}, {self.j}) {self.direction} : {self.length}"


class Crossword:
    def __init__(self, structure_file, words_file):
        with open(structure_file) as file:  # noqa: PTH123
            lines = file.read().splitlines()
        self.height = len(lines)
        self.width = max(len(line) for line in lines)
        self.structure = []
        for line in lines:
            row = [mark == "_" for mark in line]
            self.structure.append(row + [False] * (self.width - len(row)))

        with open(words_file) as file:  # noqa: PTH123
            self.words = set(file.read().upper().splitlines())

        self.variables = set()
        for i in range(self.height):
            for j in range(self.width):
                self.start_at(i, j, Variable.ACROSS, 0, 1)
                self.start_at(i, j, Variable.DOWN, 1, 0)

        self.overlaps = {}
        for one in self.variables:
            for other in self.variables:
                if one == other:
                    continue
                self.overlaps[one, other] = None
                for cell in set(one.cells) & set(other.cells):
                    self.overlaps[one, other] = (one.cells.index(cell), other.cells.index(cell))

    def open_at(self, i, j):
        return 0 <= i < self.height and 0 <= j < self.width and self.structure[i][j]

    def start_at(self, i, j, direction, down, across):
        if not self.open_at(i, j) or self.open_at(i - down, j - across):
            return
        length = 1
        while self.open_at(i + length * down, j + length * across):
            length += 1
        if length > 1:
            self.variables.add(Variable(i, j, direction, length))

    def neighbors(self, var):
        return {other for other in self.variables if other != var and self.overlaps[other, var]}
