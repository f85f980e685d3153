"""Fill a crossword: node consistency, AC-3, then backtracking search with inference.

The algorithms and their names are those of the chapter on constraint satisfaction in Russell and
Norvig, "Artificial Intelligence: A Modern Approach": AC-3, minimum remaining values, the degree
heuristic, the least constraining value, maintaining arc consistency.
"""

import os
import sys
from collections import Counter, defaultdict, deque
from io import BytesIO
from pathlib import Path

from crossword import Crossword, Variable

Assignment = dict[Variable, str]
Arc = tuple[Variable, Variable]


class CrosswordCreator:
    """A crossword as a constraint satisfaction problem, and its solver.

    crossword   the problem: its variables, overlaps and words
    domains     the words still possible for each variable: dict of variable -> set of words
    inference   whether the search maintains arc consistency
    """

    def __init__(self, crossword: Crossword, inference: bool = True) -> None:
        self.crossword = crossword
        self.domains = {var: set(crossword.words) for var in crossword.variables}
        self.inference = inference
        self._neighbors = {var: crossword.neighbors(var) for var in crossword.variables}
        allow_recursion(len(crossword.variables))  # backtrack goes one call deeper for each

    def solve(self) -> Assignment | None:
        """Return a complete, consistent assignment, or None if there is none."""
        self.enforce_node_consistency()
        if not self.ac3() or not self.enough_words():
            return None
        return self.backtrack({})

    def enforce_node_consistency(self) -> None:
        """Remove the words of the wrong length from every domain."""
        for var, domain in self.domains.items():
            self.domains[var] = {word for word in domain if len(word) == var.length}

    def revise(self, x: Variable, y: Variable) -> bool:
        """Make x arc consistent with y; return whether x's domain changed.

        A word of x stays if some word of y has the same letter at the overlap. The set of letters
        that y's words have there decides this, so no two words are ever compared.
        """
        overlap = self.crossword.overlaps.get((x, y))
        if overlap is None:
            return False
        i, j = overlap
        letters = {word[j] for word in self.domains[y] if len(word) > j}
        kept = {word for word in self.domains[x] if len(word) > i and word[i] in letters}
        if len(kept) == len(self.domains[x]):
            return False
        self.domains[x] = kept  # a new set: backtrack may need the old one again
        return True

    def ac3(self, arcs: list[Arc] | None = None) -> bool:
        """Make all arcs consistent; return False as soon as a domain is empty.

        Start from `arcs` if given, and follow up every change from there.
        """
        if not all(self.domains.values()):
            return False
        if arcs is None:
            arcs = [(x, y) for x in self._neighbors for y in self._neighbors[x]]
        queue = deque(arcs)
        queued = set(queue)
        while queue:
            x, y = queue.popleft()
            queued.discard((x, y))
            if self.revise(x, y):
                if not self.domains[x]:
                    return False
                for z in self._neighbors[x] - {y}:
                    if (z, x) not in queued:
                        queue.append((z, x))
                        queued.add((z, x))
        return True

    def backtrack(self, assignment: Assignment) -> Assignment | None:
        """Complete a partial assignment; return None if that is impossible.

        The caller's assignment and the domains are left as they were.
        """
        if not self.consistent(assignment):
            return None
        if self.assignment_complete(assignment):
            return dict(assignment)
        var = self.select_unassigned_variable(assignment)
        used = set(assignment.values())
        for value in self.order_domain_values(var, assignment):
            if value not in used and self.fits(var, value, assignment):
                assignment[var] = value
                domains, self.domains = self.domains, dict(self.domains)  # inferred in a copy
                try:
                    if self.infer(assignment):
                        result = self.backtrack(assignment)
                        if result is not None:
                            return result
                finally:
                    del assignment[var]
                    self.domains = domains
        return None

    def select_unassigned_variable(self, assignment: Assignment) -> Variable:
        """Return the variable with the fewest words left; among equals, that of highest degree.

        Position in the grid breaks the remaining ties, so the same problem has the same solution.
        """
        return min(
            (var for var in self.crossword.variables if var not in assignment),
            key=lambda var: (
                len(self.domains[var]),
                -len(self._neighbors[var]),
                var.i,
                var.j,
                var.direction,
            ),
        )

    def order_domain_values(self, var: Variable, assignment: Assignment) -> list[str]:
        """Return var's words, the least constraining first; the alphabet breaks ties.

        A word is constraining by the number of words it rules out: those of unassigned neighbors
        with another letter at the overlap.
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

    def infer(self, assignment: Assignment) -> bool:
        """Maintain arc consistency after new assignments; return False if a domain is empty.

        The new ones are those whose words are not alone in their domains yet.
        """
        if not self.inference:
            return True
        new = [var for var, word in assignment.items() if self.domains[var] != {word}]
        for var in new:
            self.domains[var] = {assignment[var]}
        return self.ac3([(neighbor, var) for var in new for neighbor in self._neighbors[var]])

    def assignment_complete(self, assignment: Assignment) -> bool:
        """Return whether every variable has a word."""
        return all(var in assignment for var in self.crossword.variables)

    def consistent(self, assignment: Assignment) -> bool:
        """Return whether all words differ, have the right length and agree in shared cells."""
        letters: dict[tuple[int, int], str] = {}
        for var, word in assignment.items():
            if len(word) != var.length:
                return False
            for cell, letter in zip(var.cells, word, strict=True):
                if letters.setdefault(cell, letter) != letter:
                    return False
        return len(set(assignment.values())) == len(assignment)

    def fits(self, var: Variable, word: str, assignment: Assignment) -> bool:
        """Return whether a word has var's length and agrees with the words that cross it."""
        if len(word) != var.length:
            return False
        for neighbor in self._neighbors[var]:
            if neighbor in assignment:
                i, j = self.crossword.overlaps[var, neighbor]
                if word[i] != assignment[neighbor][j]:
                    return False
        return True

    def enough_words(self) -> bool:
        """Return whether the variables of each length have as many words between them.

        All words must differ, which AC-3 does not see: it looks at two variables at a time.
        """
        domains = defaultdict(list)
        for var, domain in self.domains.items():
            domains[var.length].append(domain)
        return all(len(set().union(*same)) >= len(same) for same in domains.values())

    def letter_grid(self, assignment: Assignment) -> list[list[str | None]]:
        """Return the grid as rows of letters, with None where there is no letter."""
        height, width = self.crossword.height, self.crossword.width
        grid: list[list[str | None]] = [[None] * width for _ in range(height)]
        for var, word in assignment.items():
            for (i, j), letter in zip(var.cells, word, strict=False):
                grid[i][j] = letter
        return grid

    def print(self, assignment: Assignment) -> None:
        """Print the grid: letters, spaces for empty cells, and blocks."""
        letters = self.letter_grid(assignment)
        for i, row in enumerate(self.crossword.structure):
            marks = [(letters[i][j] or " ") if cell else BLOCK for j, cell in enumerate(row)]
            print(printable("".join(marks)))

    def save(self, assignment: Assignment, filename: str) -> None:
        """Draw the grid into an image file, in the format that the suffix names."""
        from PIL import Image, ImageDraw

        height, width = self.crossword.height, self.crossword.width
        image = Image.new("RGB", (width * CELL_SIZE, height * CELL_SIZE), "black")
        draw = ImageDraw.Draw(image)
        font = load_font("".join(assignment.values()))
        letters = self.letter_grid(assignment)
        for i in range(height):
            for j in range(width):
                if self.crossword.structure[i][j]:
                    draw_cell(draw, font, i, j, letters[i][j])
        write_image(image, filename)


# The rest makes this a program that behaves itself; there are no more algorithms below.

USAGE = (
    "Usage: python generate.py structure words [output]"
    " (True or False before [output]: search with or without inference)"
)
BLOCK = "█"
CELL_SIZE = 100  # pixels
CELL_BORDER = 2
LETTER_SIZE = 80
FONT = Path(__file__).parent / "assets" / "fonts" / "OpenSans-Regular.ttf"
# Pillow's own font has the letters of English only; most systems have one of these.
SYSTEM_FONTS = ("DejaVuSans.ttf", "LiberationSans-Regular.ttf", "NotoSans-Regular.ttf", "Arial.ttf")


def allow_recursion(depth: int) -> None:
    """Let functions call themselves this deep, on top of the 1,000 calls that Python allows.

    Since Python 3.11 such calls take no C stack. The limit is never lowered again, because it
    holds for all threads, and another one may be in the middle of a search.
    """
    sys.setrecursionlimit(max(sys.getrecursionlimit(), 1000 + depth))


def printable(row: str) -> str:
    """Replace what the terminal cannot show: blocks by #, letters by question marks."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    if not BLOCK.encode(encoding, "ignore"):
        row = row.replace(BLOCK, "#")
    return row.encode(encoding, "replace").decode(encoding)


def load_font(text: str):
    """Load the font in assets if there is one, or else a font that has the letters of a text."""
    from PIL import ImageFont

    for name in (FONT,) if text.isascii() else (FONT, *SYSTEM_FONTS):
        try:
            return ImageFont.truetype(name, LETTER_SIZE)
        except OSError:
            continue  # not on this machine, or broken
    return ImageFont.load_default(LETTER_SIZE)


def draw_cell(draw, font, i: int, j: int, letter: str | None) -> None:
    """Draw a white cell with its letter, if any, in the middle."""
    top, left = i * CELL_SIZE, j * CELL_SIZE
    start, end = CELL_BORDER, CELL_SIZE - CELL_BORDER - 1
    draw.rectangle((left + start, top + start, left + end, top + end), fill="white")
    if letter:
        x0, y0, x1, y1 = draw.textbbox((0, 0), letter, font=font)
        x, y = left + (CELL_SIZE - x0 - x1) / 2, top + (CELL_SIZE - y0 - y1) / 2
        draw.text((x, y), letter, fill="black", font=font)


def write_image(image, filename: str) -> None:
    """Write an image file completely or not at all."""
    from PIL import Image

    suffix = Path(filename).suffix.lower()
    image_format = Image.registered_extensions().get(suffix)
    if image_format not in Image.SAVE:
        raise ValueError(f"{filename}: unknown image suffix {suffix!r}; try .png")
    data = BytesIO()
    try:
        image.save(data, image_format)
    except (OSError, ValueError) as error:  # the format cannot hold such an image
        raise ValueError(f"{filename}: {error}") from error
    partial = Path(f"{filename}.part")
    try:
        partial.write_bytes(data.getvalue())
        partial.replace(filename)
    finally:
        partial.unlink(missing_ok=True)


def show(creator: CrosswordCreator, assignment: Assignment | None) -> None:
    """Print the grid, or that there is none; a reader who has left is not an error."""
    try:
        if assignment is None:
            print("No solution.")
        else:
            creator.print(assignment)
        print(end="", flush=True)
    except OSError as error:
        # On exit, Python would try to write the rest once more.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            raise


def fail(error: Exception, filename: str = "") -> int:
    """Print in one line what went wrong; return the exit status for it."""
    message = str(error)
    if isinstance(error, OSError) and error.strerror:
        name = filename or error.filename
        message = f"{name}: {error.strerror}" if name else error.strerror
    print(f"generate.py: {' '.join(message.split())}", file=sys.stderr)
    return 2


def run(arguments: list[str]) -> int:
    """Solve the crossword that the command line names; return the exit status."""
    files, rest = arguments[:2], arguments[2:]
    inference = True
    if rest and rest[0].lower() in ("true", "false"):
        inference = rest.pop(0).lower() == "true"
    if len(files) < 2 or len(rest) > 1:
        print(USAGE, file=sys.stderr)
        return 2
    try:
        creator = CrosswordCreator(Crossword(*files), inference)
        assignment = creator.solve()
        show(creator, assignment)
    except (OSError, ValueError) as error:
        return fail(error)
    if assignment is None:
        return 1
    for output in rest:
        try:
            creator.save(assignment, output)
        except ImportError:
            return fail(ImportError(f"{output}: images need Pillow; run: pip install Pillow"))
        except MemoryError:
            return fail(MemoryError(f"{output}: the grid is too large for a picture"))
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
