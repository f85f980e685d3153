"""What goes wrong through bad input: one class per kind, each message a line for the user."""


class CrosswrightError(ValueError):
    """Input that cannot be used; the message names the place and what to do."""


class GridError(CrosswrightError):
    """A grid that cannot be read or built; the message quotes row and column."""


class WordListError(CrosswrightError):
    """A word list that cannot be read; the message names the file and line."""


class RuleError(CrosswrightError):
    """A rule for a fill that does not fit the grid or contradicts itself."""


class StyleError(CrosswrightError):
    """A style, symmetry or size of grid that does not exist, or that do not go together."""


class ThemeError(CrosswrightError):
    """Theme entries that are none, or that go beyond what can be placed."""


class PuzzleError(CrosswrightError):
    """A puzzle whose answers, clues and grid do not fit together."""


class LayoutError(CrosswrightError):
    """A list of words and clues that cannot be read, or a layout that cannot be as asked."""


class FormatError(CrosswrightError):
    """A puzzle file that cannot be read, or a puzzle that a format cannot hold."""


class RenderError(CrosswrightError):
    """A drawing that cannot be made as asked: an option or a format that does not exist."""


class FormatWarning(UserWarning):
    """Something odd in a puzzle file that was read all the same."""


class TableError(CrosswrightError):
    """A table of words and clues that cannot be read; the message names the file and line."""


class ClueError(CrosswrightError):
    """Draft clues that cannot be had; the message says what to install."""
