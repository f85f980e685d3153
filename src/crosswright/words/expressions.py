"""Regular expressions over whole words, matched by an automaton in time linear in the word.

Python's own `re` backtracks, and `(.+)+1` takes it minutes on a word of thirty letters. This one
reads each letter once, whatever the expression:

>>> expression("(.+)+1").matches("A" * 60)
False
>>> expression("[^aeiou]+|.*(ing|ed)").matches("RHYTHM")
True

The syntax: letters; `.` for any letter; classes such as `[AEIOU]`, `[^A-F]`, `\\d` and `\\w`;
alternatives `A|B`; groups `(…)`; repetition `*`, `+`, `?`, `{3}`, `{2,}` and `{2,5}`; the anchors
`^` and `$`. Case does not matter. What an automaton cannot do (back-references, look-around) is
refused by name.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from crosswright.errors import RuleError
from crosswright.grids.letters import normalise_token
from crosswright.support.bits import bits
from crosswright.support.wording import quote

MAX_STATES: Final = 2000
"""States of one automaton; only nested counts such as `(A{99}){99}` come near."""

MAX_DEPTH: Final = 50
"""Groups within groups."""

MAX_CACHED_STEPS: Final = 50_000
"""Steps that are remembered; beyond, all are forgotten and found again."""

MAX_CACHED_EXPRESSIONS: Final = 64
"""Expressions that are kept, with the steps that they remember."""

ALWAYS, AT_START, AT_END = range(3)
"""When a state leads to another without reading a letter."""

REFUSED: Final = (
    (re.compile(r"\(\?<?[=!]"), "look-around"),
    (re.compile(r"\(\?P="), "a back-reference"),
    (re.compile(r"\(\?\("), "a conditional group"),
    (re.compile(r"\(\?>"), "an atomic group"),
    (re.compile(r"\(\?#"), "a comment"),
    (re.compile(r"\(\?[a-zA-Z-]+[:)]"), "a flag"),
    (re.compile(r"\\[1-9]"), "a back-reference"),
    (re.compile(r"\\[bB]"), "a word boundary"),
    (re.compile(r"\\[pPXNxuUakzGRKhHvVQE0]"), "an escape"),
)
GROUP: Final = re.compile(r"\((?:\?:|\?P<\w+>)?")
COUNT: Final = re.compile(r"\{(\d*)(,?)(\d*)\}")
KINDS: Final[dict[str, Callable[[str], bool]]] = {
    "d": str.isdigit,
    "w": str.isalnum,
    "s": str.isspace,
}


@dataclass(frozen=True)
class _Letters:
    """A set of letters: those named and those of some kinds, or all others."""

    named: frozenset[str] = frozenset()
    kinds: frozenset[str] = frozenset()
    negated: bool = False

    def __contains__(self, letter: str) -> bool:
        is_named = letter in self.named or any(self._is(kind, letter) for kind in self.kinds)
        return is_named != self.negated

    @staticmethod
    def _is(kind: str, letter: str) -> bool:
        return KINDS[kind.lower()](letter) != kind.isupper()


_ANY = _Letters(negated=True)


class _Part(NamedTuple):
    """A piece of the automaton, by its first and last state."""

    first: int
    last: int


@dataclass
class _Automaton:
    """States with steps that read a letter and steps that read none."""

    reading: list[tuple[_Letters, int] | None] = field(default_factory=list)
    silent: list[list[tuple[int, int]]] = field(default_factory=list)

    def state(self) -> int:
        if len(self.silent) >= MAX_STATES:
            raise ValueError("it is too large; use smaller counts")
        self.reading.append(None)
        self.silent.append([])
        return len(self.silent) - 1

    def letters(self, letters: _Letters) -> _Part:
        first, last = self.state(), self.state()
        self.reading[first] = (letters, last)
        return _Part(first, last)

    def join(self, source: int, target: int, when: int = ALWAYS) -> None:
        self.silent[source].append((when, target))

    def nothing(self, when: int = ALWAYS) -> _Part:
        first, last = self.state(), self.state()
        self.join(first, last, when)
        return _Part(first, last)

    def sequence(self, parts: list[_Part]) -> _Part:
        if not parts:
            return self.nothing()
        for part, after in pairwise(parts):
            self.join(part.last, after.first)
        return _Part(parts[0].first, parts[-1].last)

    def choice(self, parts: list[_Part]) -> _Part:
        if len(parts) == 1:
            return parts[0]
        first, last = self.state(), self.state()
        for part in parts:
            self.join(first, part.first)
            self.join(part.last, last)
        return _Part(first, last)

    def optional(self, part: _Part) -> _Part:
        return self.choice([part, self.nothing()])

    def repeated(self, part: _Part) -> _Part:
        """Return a part that may come any number of times, none included."""
        first, last = self.state(), self.state()
        self.join(first, part.first)
        self.join(part.last, first)
        self.join(first, last)
        return _Part(first, last)


class _Parser:
    """Read an expression from left to right, building its automaton."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.depth = 0
        self.automaton = _Automaton()

    def whole(self) -> _Part:
        part = self.alternatives()
        if self.at < len(self.text):
            raise ValueError(f"')' at position {self.at + 1} has no '(' before it")
        return part

    def alternatives(self) -> _Part:
        parts = [self.sequence()]
        while self.take("|"):
            parts.append(self.sequence())
        return self.automaton.choice(parts)

    def sequence(self) -> _Part:
        parts = []
        while self.at < len(self.text) and self.text[self.at] not in "|)":
            parts.append(self.repetition())
        return self.automaton.sequence(parts)

    def repetition(self) -> _Part:
        """Read one thing and how often it comes."""
        begun = self.at
        part = self.one()
        ended = self.at
        low, high = self.count()
        if (low, high) == (1, 1):
            return part
        copies = [part, *(self.copy(begun, ended) for _ in range(max(low, high or low, 1) - 1))]
        machine = self.automaton
        if high is None:
            rest = machine.repeated(self.copy(begun, ended) if low else part)
            return machine.sequence([*copies[:low], rest])
        if high == 0:
            return machine.nothing()
        optional = None
        for copy in reversed(copies[low:high]):
            optional = machine.optional(
                copy if optional is None else machine.sequence([copy, optional])
            )
        return machine.sequence([*copies[:low], *([optional] if optional else [])])

    def copy(self, begun: int, ended: int) -> _Part:
        """Read the same thing once more, as a part of its own."""
        self.at, after = begun, self.at
        part = self.one()
        assert self.at == ended
        self.at = after
        return part

    def count(self) -> tuple[int, int | None]:
        """Read how often something comes: at least, and at most (None: without end)."""
        braces = COUNT.match(self.text, self.at)
        if self.take("*"):
            counts: tuple[int, int | None] = (0, None)
        elif self.take("+"):
            counts = (1, None)
        elif self.take("?"):
            counts = (0, 1)
        elif braces and (braces[1] or braces[3]):
            self.at = braces.end()
            counts = self.braced(braces)
        else:
            return 1, 1
        if self.at < len(self.text) and self.text[self.at] == "+":
            raise ValueError("a possessive quantifier is not supported")
        self.take("?")  # fewest or most at first is the same for a whole word
        if self.at < len(self.text) and self.text[self.at] in "*+?":
            raise ValueError(f"{self.text[self.at]!r} at position {self.at + 1} repeats nothing")
        return counts

    def braced(self, braces: re.Match[str]) -> tuple[int, int | None]:
        """Read `{3}`, `{2,}`, `{,5}` or `{2,5}`."""
        if max(map(len, braces.groups())) > len(str(MAX_STATES)):
            raise ValueError("it is too large; use smaller counts")
        low = int(braces[1] or 0)
        if not braces[2]:
            return low, low
        high = int(braces[3]) if braces[3] else None
        if high is not None and high < low:
            raise ValueError(f"{braces[0]} counts down")
        return low, high

    def one(self) -> _Part:
        """Read a letter, a class, a group or an anchor."""
        for refused, name in REFUSED:
            if refused.match(self.text, self.at):
                raise ValueError(f"{name} is not supported")
        sign = self.text[self.at]
        if group := GROUP.match(self.text, self.at):
            return self.group(group)
        self.at += 1
        if sign in "*+?":
            raise ValueError(f"{sign!r} at position {self.at} repeats nothing")
        if sign == "^":
            return self.automaton.nothing(AT_START)
        if sign == "$":
            return self.automaton.nothing(AT_END)
        if sign == "[":
            return self.automaton.letters(self.letter_class())
        if sign == ".":
            return self.automaton.letters(_ANY)
        if sign == "\\":
            return self.escape()
        spelled = [_Letters(frozenset(letter)) for letter in normalise_token(sign)]
        return self.automaton.sequence([*map(self.automaton.letters, spelled)])

    def group(self, opening: re.Match[str]) -> _Part:
        self.at = opening.end()
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise ValueError(f"it has groups within groups, more than {MAX_DEPTH} deep")
        part = self.alternatives()
        self.depth -= 1
        if not self.take(")"):
            raise ValueError(f"'(' at position {opening.start() + 1} has no ')' after it")
        return part

    def escape(self) -> _Part:
        sign = self.taken("a backslash")
        if sign.lower() in KINDS:
            return self.automaton.letters(_Letters(kinds=frozenset(sign)))
        if sign.isalnum():
            raise ValueError(f"the escape \\{sign} is not supported")
        return self.automaton.letters(_Letters(frozenset(sign)))

    def letter_class(self) -> _Letters:
        """Read a class up to its closing bracket."""
        begun = self.at
        negated = self.take("^")
        named: set[str] = set()
        kinds: set[str] = set()
        while True:
            sign = self.taken(f"'[' at position {begun}")
            if sign == "]" and (named or kinds):
                return _Letters(frozenset(named), frozenset(kinds), negated)
            if sign == "\\":
                sign = self.taken("a backslash")
                if sign.lower() in KINDS:
                    kinds.add(sign)
                    continue
                if sign.isalnum():
                    raise ValueError(f"the escape \\{sign} is not supported")
            rest = self.text[self.at : self.at + 2]
            if len(rest) == 2 and rest[0] == "-" and rest[1] != "]":
                if rest[1] == "\\":
                    raise ValueError("a range that ends with an escape is not supported")
                self.at += 2
                named |= letter_range(sign, rest[1])
            else:
                named.update(normalise_token(sign))

    def take(self, sign: str) -> bool:
        """Pass a sign if it comes next; return whether it did."""
        if self.text.startswith(sign, self.at):
            self.at += len(sign)
            return True
        return False

    def taken(self, opening: str) -> str:
        if self.at == len(self.text):
            raise ValueError(f"{opening} has nothing to close it")
        self.at += 1
        return self.text[self.at - 1]


def _printable(text: str) -> str:
    """Return a text with escapes for what would break its line, or not be seen."""
    return "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in text)


def letter_range(first: str, last: str) -> set[str]:
    """Return the letters from one to another, in capitals."""
    if ord(first) > ord(last):
        raise ValueError(f"the range {first}-{last} runs backwards")
    if ord(last) - ord(first) > MAX_STATES:
        raise ValueError(f"the range {first}-{last} is too long")
    return {
        letter for code in range(ord(first), ord(last) + 1) for letter in normalise_token(chr(code))
    }


@lru_cache(MAX_CACHED_EXPRESSIONS)
def expression(text: str) -> Expression:
    """Return an expression; the same one if it was asked for not long ago."""
    return Expression(text)


class Expression:
    """A regular expression that whole words match or do not."""

    def __init__(self, text: str) -> None:
        parser = _Parser(unicodedata.normalize("NFC", text))
        try:
            part = parser.whole()
        except ValueError as error:
            reason = _printable(str(error))
            message = f"{quote(text)} is not a regular expression for words: {reason}"
            raise RuleError(message) from None
        self.text = text
        self._automaton = parser.automaton
        self._accepting = part.last
        self._first = self._closed(1 << part.first, AT_START)
        self._steps: dict[tuple[int, str], int] = {}
        self._ends: dict[int, bool] = {}

    def __repr__(self) -> str:
        return f"Expression({self.text!r})"

    def matches(self, word: str) -> bool:
        """Return whether a word, in capitals, matches from its first to its last letter."""
        states = self._first
        for letter in word:
            states = self._after(states, letter)
            if not states:
                return False
        return (
            self._accepts(states)
            if word
            else bool(self._closed(self._first, AT_START, AT_END) >> self._accepting & 1)
        )

    def _after(self, states: int, letter: str) -> int:
        """Return the states that a letter leads to."""
        key = states, letter
        after = self._steps.get(key)
        if after is None:
            if len(self._steps) >= MAX_CACHED_STEPS:
                self._steps.clear()
            reached = 0
            for state in bits(states):
                step = self._automaton.reading[state]
                if step is not None and letter in step[0]:
                    reached |= 1 << step[1]
            after = self._steps[key] = self._closed(reached)
        return after

    def _accepts(self, states: int) -> bool:
        if states not in self._ends:
            if len(self._ends) >= MAX_CACHED_STEPS:
                self._ends.clear()
            self._ends[states] = bool(self._closed(states, AT_END) >> self._accepting & 1)
        return self._ends[states]

    def _closed(self, states: int, *now: int) -> int:
        """Return states with all that they lead to without reading a letter."""
        waiting = [*bits(states)]
        while waiting:
            for when, target in self._automaton.silent[waiting.pop()]:
                if (when == ALWAYS or when in now) and not states >> target & 1:
                    states |= 1 << target
                    waiting.append(target)
        return states
