"""Fill a crossword: node consistency, AC-3, then backtracking search with inference.

The algorithms and their names are those of the constraint satisfaction chapter in Russell and
Norvig, "Artificial Intelligence: A Modern Approach": AC-3, minimum remaining values, the degree
heuristic, the least constraining value, maintained arc consistency.
"""

import os
import sys
from collections import Counter, defaultdict, deque
from collections.abc import Iterator
from pathlib import Path

from crossword import Crossword, Variable

USAGE = (
    "Usage: python generate.py structure words [output]"
    " (True or False before [output]: search with or without inference)"
)

Assignment = dict[Variable, str]
Arc = tuple[Variable, Variable]

CELL_SIZE = 100  # pixels
CELL_BORDER = 2
LETTER_SIZE = 80
FONT = Path(__file__).parent / "assets" / "fonts" / "OpenSans-Regular.ttf"
# Pillow's own font knows the letters of English only; most systems have one of these.
SYSTEM_FONTS = ("DejaVuSans.ttf", "LiberationSans-Regular.ttf", "NotoSans-Regular.ttf", "Arial.ttf")


class CrosswordCreator:
    """The constraint problem of a crossword, and its solver.

    crossword   the problem: its variables, overlaps and words
    domains     the words still possible for each variable: dict of variable -> set of words
    inference   whether the search maintains arc consistency as it goes
    """

    def __init__(self, crossword: Crossword, inference: bool = True) -> None:
        self.crossword = crossword
        self.domains = {var: set(crossword.words) for var in crossword.variables}
        self.inference = inference
        self._neighbors = {var: crossword.neighbors(var) for var in crossword.variables}
        self._trail: list[tuple[Variable, set[str]]] | None = None  # kept while searching

    # What an assignment looks like

    def letter_grid(self, assignment: Assignment) -> list[list[str | None]]:
        """Return the rows of letters, None where there is no letter."""
        height, width = self.crossword.height, self.crossword.width
        grid: list[list[str | None]] = [[None] * width for _ in range(height)]
        for var, word in assignment.items():
            for (i, j), letter in zip(var.cells, word, strict=False):
                grid[i][j] = letter
        return grid

    def print(self, assignment: Assignment) -> None:
        """Print the grid: letters, blanks for unfilled cells, and blocks."""
        encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
        block = "█" if "█".encode(encoding, "ignore") else "#"
        for letters, cells in zip(
            self.letter_grid(assignment), self.crossword.structure, strict=True
        ):
            line = "".join(
                (letter or " ") if cell else block
                for letter, cell in zip(letters, cells, strict=True)
            )
            print(line.encode(encoding, "replace").decode(encoding))

    def save(self, assignment: Assignment, filename: str) -> None:
        """Draw the grid into an image file, of the format that the suffix names."""
        from io import BytesIO

        from PIL import Image, ImageDraw

        suffix = Path(filename).suffix.lower()
        image_format = Image.registered_extensions().get(suffix)
        if image_format not in Image.SAVE:
            raise ValueError(f"{filename}: unknown image suffix {suffix!r}; try .png")

        height, width = self.crossword.height, self.crossword.width
        image = Image.new("RGBA", (width * CELL_SIZE, height * CELL_SIZE), "black")
        draw = ImageDraw.Draw(image)
        font = load_font("".join(assignment.values()))

        letters = self.letter_grid(assignment)
        for i in range(height):
            for j in range(width):
                if self.crossword.structure[i][j]:
                    self._draw_cell(draw, font, i, j, letters[i][j])

        if image_format != "PNG":
            image = image.convert("RGB")  # JPEG, for one, knows no transparency
        data = BytesIO()
        try:
            image.save(data, image_format)
        except (OSError, ValueError) as error:
            raise ValueError(f"{filename}: {error}") from error
        write_whole(Path(filename), data.getvalue())

    def _draw_cell(self, draw, font, i: int, j: int, letter: str | None) -> None:
        """Draw a white cell with its letter, if any, in the middle."""
        top, left = i * CELL_SIZE, j * CELL_SIZE
        inset, end = CELL_BORDER, CELL_SIZE - CELL_BORDER - 1
        draw.rectangle((left + inset, top + inset, left + end, top + end), fill="white")
        if letter:
            x0, y0, x1, y1 = draw.textbbox((0, 0), letter, font=font)
            x = left + (CELL_SIZE - x0 - x1) / 2
            y = top + (CELL_SIZE - y0 - y1) / 2
            draw.text((x, y), letter, fill="black", font=font)

    # The solver

    def solve(self) -> Assignment | None:
        """Return an assignment that fills the crossword, or None when there is none."""
        self.enforce_node_consistency()
        if not self.ac3():
            return None
        return self.backtrack({})

    def enforce_node_consistency(self) -> None:
        """Drop the words of the wrong length from every domain."""
        for var, domain in self.domains.items():
            self.domains[var] = {word for word in domain if len(word) == var.length}

    def revise(self, x: Variable, y: Variable) -> bool:
        """Make x arc consistent with y; return whether x's domain changed.

        A word of x stays if some word of y has the same letter at the overlap. What matters of
        y's words is the set of letters seen there, so no pair of words is ever compared.
        """
        overlap = self.crossword.overlaps.get((x, y))
        if overlap is None:
            return False
        i, j = overlap
        letters = {word[j] for word in self.domains[y] if len(word) > j}
        kept = {word for word in self.domains[x] if len(word) > i and word[i] in letters}
        if len(kept) == len(self.domains[x]):
            return False
        self._replace_domain(x, kept)
        return True

    def ac3(self, arcs: list[Arc] | None = None) -> bool:
        """Make the arcs consistent, and all that follows; False as soon as a domain is empty.

        Begin with `arcs`, or with every arc of the problem when it is None.
        """
        if not all(self.domains.values()):
            return False
        if arcs is None:
            arcs = [(x, y) for x in self._neighbors for y in self._neighbors[x]]
        queue = deque(arcs)
        waiting = set(queue)
        while queue:
            x, y = queue.popleft()
            waiting.discard((x, y))
            if self.revise(x, y):
                if not self.domains[x]:
                    return False
                for z in self._neighbors[x]:
                    if z != y and (z, x) not in waiting:
                        queue.append((z, x))
                        waiting.add((z, x))
        return True

    def assignment_complete(self, assignment: Assignment) -> bool:
        """Say whether every variable has a word."""
        return all(var in assignment for var in self.crossword.variables)

    def consistent(self, assignment: Assignment) -> bool:
        """Say whether the words differ, fit in length and agree where they overlap."""
        return len(set(assignment.values())) == len(assignment) and all(
            self._fits(var, word, assignment) for var, word in assignment.items()
        )

    def _fits(self, var: Variable, word: str, assignment: Assignment) -> bool:
        """Say whether a word has the variable's length and agrees with the assigned neighbors."""
        if len(word) != var.length:
            return False
        for neighbor in self._neighbors[var]:
            if neighbor in assignment:
                i, j = self.crossword.overlaps[var, neighbor]
                # Slices, for the neighbor's word may be too short to reach the overlap.
                if word[i : i + 1] != assignment[neighbor][j : j + 1]:
                    return False
        return True

    def order_domain_values(self, var: Variable, assignment: Assignment) -> list[str]:
        """Return var's words, first those that rule out the fewest words of its neighbors.

        Counted are the words in the domains of the unassigned neighbors that have another letter
        at the overlap. That a word may not be used twice does not count. Equals go by alphabet.
        """
        ruled_out = dict.fromkeys(self.domains[var], 0)
        for neighbor in self._neighbors[var]:
            if neighbor not in assignment:
                i, j = self.crossword.overlaps[var, neighbor]
                letters = Counter([word[j] for word in self.domains[neighbor] if len(word) > j])
                for word in ruled_out:
                    agreeing = letters[word[i]] if len(word) > i else 0
                    ruled_out[word] += len(self.domains[neighbor]) - agreeing
        return sorted(ruled_out, key=lambda word: (ruled_out[word], word))

    def select_unassigned_variable(self, assignment: Assignment) -> Variable:
        """Return the variable with the fewest words left, of these the one of highest degree.

        Equals go by their place in the grid, so that the same problem has the same answer.
        """
        return min(
            (var for var in self.crossword.variables if var not in assignment),
            key=lambda var: (
                len(self.domains[var]),
                -len(self._neighbors[var]),
                (var.i, var.j, var.direction),
            ),
        )

    def backtrack(self, assignment: Assignment) -> Assignment | None:
        """Complete a partial assignment; return the complete one, or None if that cannot be.

        The given assignment stays as it is, and so, in the end, do the domains.
        """
        if not self.consistent(assignment):
            return None
        self._trail = []
        try:
            return self._search(dict(assignment))
        finally:
            self._restore_domains(0)
            self._trail = None

    def _search(self, assignment: Assignment) -> Assignment | None:
        """Search depth first, with a stack of its own: one entry for every variable decided.

        An entry is the variable, the values not tried yet, and how long the trail was before.
        """
        if not self._infer(assignment) or not self._enough_words(assignment):
            return None
        stack = []
        while not self.assignment_complete(assignment):
            var = self.select_unassigned_variable(assignment)
            values = iter(self.order_domain_values(var, assignment))
            stack.append((var, values, len(self._trail)))
            while not self._assign_next(*stack[-1], assignment):
                stack.pop()
                if not stack:
                    return None
        return assignment

    def _assign_next(
        self, var: Variable, values: Iterator[str], mark: int, assignment: Assignment
    ) -> bool:
        """Give var the next of its values that works, in place of the one it has, if any."""
        assignment.pop(var, None)
        used = set(assignment.values())
        for value in values:
            if value in used or not self._fits(var, value, assignment):
                continue
            self._restore_domains(mark)
            if self._infer({var: value}):
                assignment[var] = value
                return True
        return False

    def _infer(self, assigned: Assignment) -> bool:
        """Maintain arc consistency after these assignments; False if a domain is empty."""
        if not self.inference:
            return True
        for var, value in assigned.items():
            self._replace_domain(var, {value})
        return self.ac3([(neighbor, var) for var in assigned for neighbor in self._neighbors[var]])

    def _enough_words(self, assignment: Assignment) -> bool:
        """Say whether the open variables of each length have as many words between them.

        All words must differ; more variables than words would keep a search busy for ages.
        """
        domains = defaultdict(list)
        for var in self.crossword.variables:
            if var not in assignment:
                domains[var.length].append(self.domains[var])
        used = set(assignment.values())
        return all(len(set().union(*same) - used) >= len(same) for same in domains.values())

    def _replace_domain(self, var: Variable, domain: set[str]) -> None:
        """Give var a new domain; a search keeps the old one, to restore it when it backtracks."""
        if self._trail is not None:
            self._trail.append((var, self.domains[var]))
        self.domains[var] = domain

    def _restore_domains(self, mark: int) -> None:
        """Undo the replacements made since the trail was `mark` long, the last one first."""
        while len(self._trail) > mark:
            var, domain = self._trail.pop()
            self.domains[var] = domain


def load_font(text: str):
    """Load the font that somebody put into assets, else one that has the letters of a text."""
    from PIL import ImageFont

    for name in (FONT,) if text.isascii() else (FONT, *SYSTEM_FONTS):
        try:
            return ImageFont.truetype(name, LETTER_SIZE)
        except OSError:
            continue  # not on this machine, or broken
    return ImageFont.load_default(LETTER_SIZE)


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that it is there whole or not at all."""
    partial = path.with_name(path.name + ".part")
    try:
        partial.write_bytes(data)
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)


def parse(arguments: list[str]) -> tuple[str, str, bool, str | None] | None:
    """Return the structure, the words, the inference flag and the output; None if wrong."""
    if len(arguments) < 2:
        return None
    structure, words, *rest = arguments
    inference = True
    if rest and rest[0].lower() in ("true", "false"):
        inference = rest.pop(0).lower() == "true"
    if len(rest) > 1:
        return None
    return structure, words, inference, rest[0] if rest else None


def show(creator: CrosswordCreator, assignment: Assignment | None) -> None:
    """Print the grid, or that there is none; a reader who has gone away is no error."""
    try:
        if assignment is None:
            print("No solution.")
        else:
            creator.print(assignment)
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError as error:
        # What is left in the buffer must not fail once more when Python exits.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            raise


def fail(error: Exception, filename: str = "") -> int:
    """Say in one line what went wrong; return the exit status for it."""
    message = str(error)
    if isinstance(error, OSError) and error.strerror:
        name = filename or error.filename
        message = f"{name}: {error.strerror}" if name else error.strerror
    print(f"generate.py: {' '.join(message.split())}", file=sys.stderr)
    return 2


def run(arguments: list[str]) -> int:
    """Do what the command line asks for; return the exit status."""
    parsed = parse(arguments)
    if parsed is None:
        print(USAGE, file=sys.stderr)
        return 2
    structure, words, inference, output = parsed
    try:
        creator = CrosswordCreator(Crossword(structure, words), inference)
        assignment = creator.solve()
        show(creator, assignment)
    except (OSError, ValueError) as error:
        return fail(error)
    if assignment is None:
        return 1
    if output is not None:
        try:
            creator.save(assignment, output)
        except ImportError:
            return fail(ImportError(f"{output}: images need Pillow; run: pip install Pillow"))
        except MemoryError:
            return fail(ValueError(f"{output}: the grid is too large for a picture"))
        except (OSError, ValueError) as error:
            return fail(error, output)
    return 0


def main() -> int:
    """Run the command line; Ctrl-C ends it quietly."""
    try:
        return run(sys.argv[1:])
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
