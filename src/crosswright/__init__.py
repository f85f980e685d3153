"""Crosswright: crosswords from a grid and a word list, or from nothing at all.

>>> import crosswright as cw
>>> result = cw.fill("C.T\\n.#.\\nT.E", ["CAT", "CUT", "TIE", "TEE"])
>>> print(result.status)
FILLED
>>> sorted(result.answers)
['1A', '1D', '2D', '3A']

The names below are the whole public interface. Each one is imported when it is first used, so
`import crosswright` itself costs next to nothing. The guide is in docs/python.md.
"""

from crosswright._version import __version__

TYPE_CHECKING = False  # known to type checkers; importing typing would cost more than all this
if TYPE_CHECKING:
    from crosswright.clues.drafts import draft_clues as draft_clues
    from crosswright.clues.drafts import with_drafts as with_drafts
    from crosswright.constructing.candidate import Candidate as Candidate
    from crosswright.constructing.candidate import Construction as Construction
    from crosswright.constructing.construct import construct as construct
    from crosswright.errors import ClueError as ClueError
    from crosswright.errors import CrosswrightError as CrosswrightError
    from crosswright.errors import FormatError as FormatError
    from crosswright.errors import FormatWarning as FormatWarning
    from crosswright.errors import GradingError as GradingError
    from crosswright.errors import GridError as GridError
    from crosswright.errors import LayoutError as LayoutError
    from crosswright.errors import PuzzleError as PuzzleError
    from crosswright.errors import RenderError as RenderError
    from crosswright.errors import RuleError as RuleError
    from crosswright.errors import StyleError as StyleError
    from crosswright.errors import TableError as TableError
    from crosswright.errors import TableWarning as TableWarning
    from crosswright.errors import ThemeError as ThemeError
    from crosswright.errors import WordListError as WordListError
    from crosswright.explaining.explain import explain as explain
    from crosswright.explaining.lifting import Lift as Lift
    from crosswright.explaining.lifting import Lifts as Lifts
    from crosswright.explaining.lifting import lift_floor as lift_floor
    from crosswright.explaining.preview import Preview as Preview
    from crosswright.explaining.preview import preview as preview
    from crosswright.explaining.report import Explanation as Explanation
    from crosswright.explaining.whynot import why_not as why_not
    from crosswright.filling.asking.inquiry import Viability as Viability
    from crosswright.filling.asking.living import BestFloor as BestFloor
    from crosswright.filling.asking.living import FloorRun as FloorRun
    from crosswright.filling.asking.propagation import Propagation as Propagation
    from crosswright.filling.asking.session import Session as Session
    from crosswright.filling.asking.truth import TruthMap as TruthMap
    from crosswright.filling.asking.truth import TruthRun as TruthRun
    from crosswright.filling.asking.whatif import WhatIf as WhatIf
    from crosswright.filling.asking.whatif import WhatIfRun as WhatIfRun
    from crosswright.filling.asking.whatif import WordVerdict as WordVerdict
    from crosswright.filling.fill import FillRun as FillRun
    from crosswright.filling.fill import count as count
    from crosswright.filling.fill import fill as fill
    from crosswright.filling.fill import solutions as solutions
    from crosswright.filling.fill import start as start
    from crosswright.filling.result import FillProgress as FillProgress
    from crosswright.filling.result import FillResult as FillResult
    from crosswright.filling.result import Quality as Quality
    from crosswright.filling.rules import Rules as Rules
    from crosswright.formats.files import read as read
    from crosswright.formats.files import write as write
    from crosswright.formats.unlocking import unlock as unlock
    from crosswright.grading.grade import Grade as Grade
    from crosswright.grading.grade import grade as grade
    from crosswright.grids.grid import Grid as Grid
    from crosswright.grids.grid import Slot as Slot
    from crosswright.layouts.crisscross import Layout as Layout
    from crosswright.layouts.entries import fold_accents as fold_accents
    from crosswright.layouts.entries import read_words as read_words
    from crosswright.layouts.layout import layout as layout
    from crosswright.layouts.run import LayoutResult as LayoutResult
    from crosswright.layouts.wordsearch import WordSearch as WordSearch
    from crosswright.layouts.wordsearch import word_search as word_search
    from crosswright.limits import Limit as Limit
    from crosswright.limits import Run as Run
    from crosswright.limits import Statistics as Statistics
    from crosswright.limits import Status as Status
    from crosswright.patterns.pattern import Pattern as Pattern
    from crosswright.patterns.pattern import pattern as pattern
    from crosswright.puzzles.aids import Aids as Aids
    from crosswright.puzzles.aids import Level as Level
    from crosswright.puzzles.aids import differentiate as differentiate
    from crosswright.puzzles.aids import give_letters as give_letters
    from crosswright.puzzles.check import Finding as Finding
    from crosswright.puzzles.check import Severity as Severity
    from crosswright.puzzles.check import check as check
    from crosswright.puzzles.clue import Clue as Clue
    from crosswright.puzzles.parts import ClueGroup as ClueGroup
    from crosswright.puzzles.parts import UnplacedClue as UnplacedClue
    from crosswright.puzzles.puzzle import Entry as Entry
    from crosswright.puzzles.puzzle import Puzzle as Puzzle
    from crosswright.puzzles.statistics import PuzzleStatistics as PuzzleStatistics
    from crosswright.puzzles.statistics import describe as describe
    from crosswright.rendering.options import RenderOptions as RenderOptions
    from crosswright.rendering.render import render as render
    from crosswright.rendering.render import save as save
    from crosswright.tracing.compare import compare as compare
    from crosswright.tracing.replay import replay as replay
    from crosswright.tracing.trace import Trace as Trace
    from crosswright.tracing.trace import trace as trace
    from crosswright.words.lexicon import english as english
    from crosswright.words.tools.merge import ListSource as ListSource
    from crosswright.words.tools.merge import merge as merge
    from crosswright.words.tools.wordplay import Wordplay as Wordplay
    from crosswright.words.tools.wordplay import wordplay as wordplay
    from crosswright.words.wordlist import WordList as WordList

_MODULES = {
    "clues.drafts": ("draft_clues", "with_drafts"),
    "constructing.candidate": ("Candidate", "Construction"),
    "constructing.construct": ("construct",),
    "errors": (
        "ClueError",
        "CrosswrightError",
        "FormatError",
        "FormatWarning",
        "GradingError",
        "GridError",
        "LayoutError",
        "PuzzleError",
        "RenderError",
        "RuleError",
        "StyleError",
        "TableError",
        "TableWarning",
        "ThemeError",
        "WordListError",
    ),
    "explaining.explain": ("explain",),
    "explaining.lifting": ("Lift", "Lifts", "lift_floor"),
    "explaining.preview": ("Preview", "preview"),
    "explaining.report": ("Explanation",),
    "explaining.whynot": ("why_not",),
    "filling.asking.inquiry": ("Viability",),
    "filling.asking.living": ("BestFloor", "FloorRun"),
    "filling.asking.propagation": ("Propagation",),
    "filling.asking.session": ("Session",),
    "filling.asking.truth": ("TruthMap", "TruthRun"),
    "filling.asking.whatif": ("WhatIf", "WhatIfRun", "WordVerdict"),
    "filling.fill": ("FillRun", "count", "fill", "solutions", "start"),
    "filling.result": ("FillProgress", "FillResult", "Quality"),
    "filling.rules": ("Rules",),
    "formats.files": ("read", "write"),
    "formats.unlocking": ("unlock",),
    "grading.grade": ("Grade", "grade"),
    "grids.grid": ("Grid", "Slot"),
    "layouts.crisscross": ("Layout",),
    "layouts.entries": ("fold_accents", "read_words"),
    "layouts.layout": ("layout",),
    "layouts.run": ("LayoutResult",),
    "layouts.wordsearch": ("WordSearch", "word_search"),
    "limits": ("Limit", "Run", "Statistics", "Status"),
    "patterns.pattern": ("Pattern", "pattern"),
    "puzzles.aids": ("Aids", "Level", "differentiate", "give_letters"),
    "puzzles.check": ("Finding", "Severity", "check"),
    "puzzles.clue": ("Clue",),
    "puzzles.parts": ("ClueGroup", "UnplacedClue"),
    "puzzles.puzzle": ("Entry", "Puzzle"),
    "puzzles.statistics": ("PuzzleStatistics", "describe"),
    "rendering.options": ("RenderOptions",),
    "rendering.render": ("render", "save"),
    "tracing.compare": ("compare",),
    "tracing.replay": ("replay",),
    "tracing.trace": ("Trace", "trace"),
    "words.lexicon": ("english",),
    "words.tools.merge": ("ListSource", "merge"),
    "words.tools.wordplay": ("Wordplay", "wordplay"),
    "words.wordlist": ("WordList",),
}
"""Where each public name lives; a test holds this table and the imports above together."""

_HOMES = {name: module for module, names in _MODULES.items() for name in names}

__all__ = ["__version__", *sorted(_HOMES)]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        import sys  # the module itself lets Python suggest the nearest name

        message = f"module 'crosswright' has no attribute {name!r}"
        raise AttributeError(message, name=name, obj=sys.modules[__name__])
    home = __import__(f"crosswright.{_HOMES[name]}", fromlist=[name])  # importlib takes longer
    value: object = getattr(home, name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
