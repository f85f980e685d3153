"""A clue: its text, how that is formatted, and what a file says about it beyond the text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from crosswright.errors import PuzzleError
from crosswright.support.records import Record, replace
from crosswright.support.wording import quote

if TYPE_CHECKING:
    from dataclasses import KW_ONLY

    from crosswright.puzzles.markup import Markup

DRAFT_MARK: Final = "[draft]"
"""What follows the text of a draft in plain text."""


class Clue(Record):
    """A clue's text; a draft is a proposal that a person has yet to edit.

    `text` is always plain; `markup` is the same text with its formatting, or () if it has none.
    `label` is printed before the text where that is not the number of the slot ("2,9", "A").
    `enumeration` is as written, without brackets ("3,5,4"); without one it follows from the answer.
    `references` are the labels of slots that the clue refers to.
    """

    text: str
    draft: bool = False
    _: KW_ONLY
    markup: Markup = ()
    label: str = ""
    enumeration: str = ""
    hint: str = ""
    references: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.markup:
            from crosswright.puzzles.markup import is_formatted, plain, tidy  # few clues have any

            markup = tidy(self.markup)
            if plain(markup) != self.text:
                raise PuzzleError(
                    f"the clue {quote(self.text)} is formatted as another: {quote(plain(markup))}"
                )
            object.__setattr__(self, "markup", markup if is_formatted(markup) else ())
        if not isinstance(self.references, tuple):
            object.__setattr__(self, "references", tuple(self.references))

    @classmethod
    def read(cls, text: str) -> Clue:
        """Read a clue from plain text: a draft ends with a mark.

        >>> Clue.read("Sister [draft]")
        Clue(text='Sister', draft=True)
        """
        bare = text.removesuffix(DRAFT_MARK).rstrip()
        return cls(bare, draft=True) if bare and text.endswith(f" {DRAFT_MARK}") else cls(text)

    @classmethod
    def formatted(cls, markup: Markup, draft: bool = False) -> Clue:
        """Make a clue from formatted text."""
        from crosswright.puzzles.markup import plain

        return cls(plain(markup), draft, markup=markup)

    @classmethod
    def from_html(cls, text: str, draft: bool = False) -> Clue:
        """Read a clue from simple HTML.

        >>> Clue.from_html("Author of <i>Emma</i>")
        Clue(text='Author of Emma', markup=('Author of ', Span('italic', ('Emma',))))
        """
        from crosswright.puzzles.markup import from_html

        return cls.formatted(from_html(text), draft)

    @property
    def tree(self) -> Markup:
        """The text with its formatting, whether it has any or not."""
        return self.markup or ((self.text,) if self.text else ())

    @property
    def marked(self) -> str:
        """The text, with a mark if it is a draft."""
        return f"{self.text} {DRAFT_MARK}" if self.draft else self.text

    def with_text(self, text: str) -> Clue:
        """Return this clue with another text, plain, which may be marked as a draft."""
        new = Clue.read(text)
        return replace(self, text=new.text, draft=new.draft, markup=())

    def with_prefix(self, prefix: str) -> Clue:
        """Return this clue with something put before its text, which keeps its formatting."""
        markup = (prefix, *self.markup) if self.markup else ()
        return replace(self, text=prefix + self.text, markup=markup)

    def with_suffix(self, suffix: str) -> Clue:
        """Return this clue with something added to its text, which keeps its formatting."""
        markup = (*self.markup, suffix) if self.markup else ()
        return replace(self, text=self.text + suffix, markup=markup)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        shown = [f"text={self.text!r}"]
        for name, options in [*self._fields.items()][1:]:
            value = getattr(self, name)
            if value != options.default:
                shown.append(f"{name}={value!r}")
        return f"Clue({', '.join(shown)})"


NO_CLUE: Final = Clue("")
