"""What is raised for bad input: one class per kind, each message one line for the user."""


class CrosswrightError(ValueError):
    """Input that cannot be used; the message says where the problem is and what to do."""


class GridError(CrosswrightError):
    """A grid that cannot be read or built; the message quotes the row and column."""


class WordListError(CrosswrightError):
    """A word list that cannot be read; the message names the file and line."""


class RuleError(CrosswrightError):
    """A rule that does not fit the grid, or that contradicts another."""


class StyleError(CrosswrightError):
    """A style, symmetry or size that does not exist, or a combination that is not possible."""


class ThemeError(CrosswrightError):
    """A theme without entries, or with entries that no grid of this size can hold."""


class PuzzleError(CrosswrightError):
    """A puzzle whose grid, answers and clues do not fit together."""


class LayoutError(CrosswrightError):
    """Words that cannot be read or laid out as requested."""


class FormatError(CrosswrightError):
    """A puzzle file that cannot be read, or a puzzle that a format cannot hold."""


class FormatWarning(UserWarning):
    """Something odd in a puzzle file that could be read nevertheless."""


class LockedWarning(FormatWarning):
    """The solution in a puzzle file is locked: only the grid and the clues were read."""


class RenderError(CrosswrightError):
    """A drawing that cannot be made as requested: an unknown format, or a bad option."""


class TableError(CrosswrightError):
    """A table of words and clues that cannot be read; the message names the file and line."""


class TableWarning(UserWarning):
    """Something in a table of words and clues that had to be guessed or left out."""


class ClueError(CrosswrightError):
    """Draft clues that are not available; the message says what to install."""


class GradingError(CrosswrightError):
    """A file or a folder that cannot be graded."""


class PlanError(CrosswrightError):
    """A plan of a series that cannot be read or run; each mistake names the file and the key."""

    def __init__(self, *mistakes: str) -> None:
        super().__init__(*mistakes)
        self.mistakes = mistakes

    def __str__(self) -> str:
        first, *others = self.mistakes
        return f"{first} (and {len(others)} more; see series check)" if others else first


class ConfigError(CrosswrightError):
    """A configuration that cannot be used; the message names the file, the line and the key."""


class SeriesError(CrosswrightError):
    """A season that cannot be run, resumed or read; the message names the folder or file."""
