"""The rules of a fill."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

import click

from crosswright.cli.options.declare import option
from crosswright.cli.options.groups import Decorator, grouped
from crosswright.cli.options.inputs import STDIO, input_option
from crosswright.cli.options.lists import min_score_option
from crosswright.errors import RuleError
from crosswright.support.records import Record, replace
from crosswright.support.sizes import MAX_SCORE
from crosswright.support.wording import plural, quote

if TYPE_CHECKING:
    from crosswright.cli.console import Console
    from crosswright.filling.rules import Rules
    from crosswright.formats.history import EarlierAnswers
    from crosswright.grids.grid import Grid
    from crosswright.puzzles.repeats import Repeats
    from crosswright.words.wordlist import WordList

Value = TypeVar("Value")
_RECTANGLE = r"(\d{1,9}),(\d{1,9})(?:-(\d{1,9}),(\d{1,9}))?"


class WordRuleOptions(Record):
    """The rules that name no slots, as the user wrote them."""

    min_score: int | None
    require: tuple[str, ...]
    ban: tuple[str, ...]
    used_in: tuple[str, ...]
    repeat_window: int | None
    repeats_below: int | None
    no_shared_letters: int | None
    no_shared_stem: bool | None
    duplicates: bool

    @property
    def repeats(self) -> Repeats:
        """How soon a word may be used again."""
        from crosswright.puzzles.repeats import Repeats

        return Repeats(self.repeat_window, self.repeats_below)

    def history(self, console: Console) -> EarlierAnswers | None:
        """Read the answers of earlier puzzles, if any are given."""
        return read_used(self.used_in, console) if self.used_in else None

    def word_rules(self, history: EarlierAnswers | None) -> Rules:
        """Return them as the rules of a fill, after the puzzles of a history."""
        from crosswright.filling.rules import Rules

        used: list[str] = []
        if history is not None:
            used = sorted({*history.words, *self.repeats.excluded(history.puzzles)})
        return Rules(
            min_score=self.min_score,
            required=self.require,
            banned=self.ban,
            used=used,
            distinct=not self.duplicates,
            no_shared_letters=self.no_shared_letters,
            no_shared_stem=self.no_shared_stem,
        )


class RuleOptions(WordRuleOptions):
    """All rules as the user wrote them."""

    slot_score: tuple[str, ...]
    fix: tuple[str, ...]
    allow: tuple[str, ...]
    match: tuple[str, ...]
    region: tuple[str, ...]

    def rules(self, grid: Grid, console: Console) -> Rules:
        """Return them as the rules of a fill of the grid."""
        return self.rules_after(self.history(console), grid)

    def rules_after(self, history: EarlierAnswers | None, grid: Grid) -> Rules:
        """Return them as the rules of a fill of the grid, after the puzzles of a history."""
        return replace(
            self.word_rules(history),
            slot_scores=read_pairs("--slot-score", self.slot_score, read_score),
            fixed=read_pairs("--fix", self.fix, read_answer),
            allowed=read_pairs("--allow", self.allow, lambda text: text.split(",")),
            matching=read_pairs("--match", self.match, str),
            region=[cell for text in self.region for cell in read_area(text, grid)] or None,
        )


def spare_cut_off(
    rules: Rules, grid: Grid, words: WordList, console: Console, floor: int | None = None
) -> Rules:
    """Return rules that leave the entries alone which a region cuts off for good; say which.

    The floor is for rules that have none.
    """
    if rules.region is None:
        return rules
    from crosswright.filling.sparing import spared_entries

    floor = floor if rules.min_score is None else rules.min_score
    spared = spared_entries(replace(rules, min_score=floor), grid, words)
    if not spared:
        return rules
    kept = {cell for label in spared for cell in grid.slot(label).cells}
    region = sorted(rules.region_cells(grid) - kept)
    named = ", ".join(f"{label} {word}" for label, word in spared.items())
    stay = "stays" if len(spared) == 1 else "stay"
    why = "no word fits the letters outside the region"
    if not region:
        raise RuleError(f"--region: nothing is left to fill: {named} {stay}, for {why}; widen it")
    console.note(f"{named} {stay}: {why}")
    return replace(rules, region=region)


def read_pairs(option: str, texts: Sequence[str], read: Callable[[str], Value]) -> dict[str, Value]:
    """Read SLOT=VALUE texts."""
    pairs: dict[str, Value] = {}
    for text in texts:
        label, sign, value = text.partition("=")
        label = label.strip().upper()
        if not sign or not label or not value:
            raise click.UsageError(f"{option} {text}: write a slot and a value, as in 17A=…")
        if label in pairs:
            raise click.UsageError(f"{option} names {label} twice")
        try:
            pairs[label] = read(value.strip())
        except ValueError:
            raise click.UsageError(
                f"{option} {text}: {quote(value)} is not a whole number up to {MAX_SCORE:,}"
            ) from None
    return pairs


def read_answer(text: str) -> str:
    """Return a word as a grid spells it, without spaces, hyphens and apostrophes."""
    from crosswright.grids.letters import normalise_answer

    return normalise_answer(text)


def read_score(text: str) -> int:
    """Read a score; raise ValueError if it is not one."""
    if abs(score := int(text)) > MAX_SCORE:
        raise ValueError(text)
    return score


def read_area(text: str, grid: Grid) -> list[str | tuple[int, int]]:
    """Read a slot (17A), a cell (3,7) or the open cells of a rectangle (3,7-5,12)."""
    match = re.fullmatch(_RECTANGLE, text.strip())
    if match is None:
        if "," in text or not re.search(r"\d", text):
            raise click.UsageError(
                f"--region {text}: write a slot (17A), a cell (3,7) or a rectangle (3,7-5,12)"
            )
        return [text]
    top, left = _corner(text, match[1], match[2], grid)
    bottom, right = _corner(text, match[3], match[4], grid) if match[3] else (top, left)
    rows = range(min(top, bottom), max(top, bottom) + 1)
    columns = range(min(left, right), max(left, right) + 1)
    open_cells = {cell for cell in grid.open_cells if cell[0] in rows and cell[1] in columns}
    if not open_cells:
        raise click.UsageError(f"--region {text}: the grid has no open cell there")
    return sorted(open_cells)


def _corner(text: str, row: str, column: str, grid: Grid) -> tuple[int, int]:
    """Return a cell of the grid by the numbers that the user wrote for it, counted from 1."""
    if not (1 <= int(row) <= grid.height and 1 <= int(column) <= grid.width):
        size = f"{plural(grid.height, 'row')} and {plural(grid.width, 'column')}"
        raise click.UsageError(
            f"--region {text}: {row},{column} is outside the grid, which has {size}, counted from 1"
        )
    return int(row) - 1, int(column) - 1


def read_used(sources: Sequence[str], console: Console) -> EarlierAnswers:
    """Read the answers of earlier puzzles, from files or, for one of them, standard input."""
    from crosswright.cli.files import read_bytes, source_name, warnings_to
    from crosswright.formats.format import MAX_BYTES
    from crosswright.formats.history import EarlierAnswers, parse_history, read_history

    with warnings_to(console):
        return EarlierAnswers.joined(
            parse_history(read_bytes(source, MAX_BYTES), source_name(source))
            if source == STDIO
            else read_history([source])
            for source in sources
        )


def _repeatable(flag: str, metavar: str, help_text: str) -> Decorator:
    return option(flag, multiple=True, metavar=metavar, help=f"{help_text} Repeatable.")


_REQUIRE = _repeatable(
    "--require", "WORD", "A word that must appear, whether or not a list has it."
)
_BAN = _repeatable("--ban", "WORD", "A word that must not appear.")
_USED_IN = input_option(
    "--used-in",
    multiple=True,
    help="A puzzle whose answers must not be used again, a folder or a glob ('old/*.puz') of "
    "such puzzles, or a plain list of words (.txt). Puzzles count from the oldest to the "
    "newest: as they are given and, in a folder, by name. Repeatable.",
)
_REPEAT_WINDOW = option(
    "--repeat-window",
    type=click.IntRange(min=0),
    metavar="N",
    help="Let words come again once N puzzles without them have passed. Words of plain lists "
    "never do.",
)
_REPEATS_BELOW = option(
    "--repeats-below",
    type=click.IntRange(min=1),
    metavar="LENGTH",
    help="Let only words with fewer than LENGTH letters come again, after --repeat-window "
    "puzzles or, without it, at once.",
)
_NO_SHARED_LETTERS = option(
    "--no-shared-letters",
    type=click.IntRange(min=2),
    metavar="N",
    help="Do not let two words share a run of N letters.",
)
shared_stem_option = option(
    "--no-shared-stem/--allow-shared-stem",
    default=None,
    show_default="no-shared-stem with the built-in lists",
    help="Do not use two forms of one word, nor a word that is inside a phrase; or allow it. By "
    "default a fill also avoids words that only look alike, such as ARAB and ARABIA, if it can.",
)
"""Add --no-shared-stem/--allow-shared-stem."""

_DUPLICATES = option(
    "--duplicates",
    is_flag=True,
    help="Allow a word to appear more than once in the grid. With a built-in list, add "
    "--allow-shared-stem: a word shares its stem with itself.",
)

no_repeats_option = option(
    "--no-repeats",
    is_flag=True,
    help="Use no word but those of --require in more than one of the --count puzzles; with "
    "--repeat-window or --repeats-below, no word again too soon. These imply it.",
)
"""Add --no-repeats."""

word_rule_options = grouped(
    "rules",
    WordRuleOptions,
    min_score_option(
        "Use only words with this score or more. With the built-in list, the highest of 50, 40 and "
        "so on that works, but never less than this.",
        default_text="30 with the built-in list",
    ),
    _REQUIRE,
    _BAN,
    _USED_IN,
    _REPEAT_WINDOW,
    _REPEATS_BELOW,
    _NO_SHARED_LETTERS,
    shared_stem_option,
    _DUPLICATES,
)
"""Add the rules of a fill that name no slots, as the argument `rules`."""

rule_options = grouped(
    "rules",
    RuleOptions,
    min_score_option(),
    _repeatable("--slot-score", "SLOT=SCORE", "The lowest score for one slot, as in 3D=40."),
    _REQUIRE,
    _BAN,
    _USED_IN,
    _REPEAT_WINDOW,
    _REPEATS_BELOW,
    _repeatable("--fix", "SLOT=WORD", "The word for one slot, as in 17A=OBOE."),
    _repeatable("--allow", "SLOT=WORD,…", "The only words allowed in one slot, as in 3D=CAT,DOG."),
    _repeatable(
        "--match",
        "SLOT=REGEX",
        "A regular expression that the whole word in one slot must match, as in 3D=S.*, made of "
        "letters, ., [AEIOU], [^A-F], |, (…), *, +, ?, {2,5}, ^ and $.",
    ),
    _repeatable(
        "--region",
        "AREA",
        "Refill only this part and leave the rest as it is: a slot (17A), a cell (3,7 is row 3, "
        "column 7) or a rectangle (3,7-5,12).",
    ),
    _NO_SHARED_LETTERS,
    shared_stem_option,
    _DUPLICATES,
)
"""Add the rules of a fill, as the argument `rules`."""
