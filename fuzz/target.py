"""What is attacked, and what counts as an answer: a result, or a refusal of ours in one line."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable
from dataclasses import dataclass

from crosswright.errors import CrosswrightError

MAX_WORDS = 12
"""Words of a message that tell its kind."""

MAX_MESSAGE = 600
"""Characters of a message: it quotes what is wrong, never all of it."""

_QUOTED = re.compile(r"'.*'|\".*\"", re.DOTALL)
_WORDS = re.compile(r"\b[a-z]{2,}\b")


class FindingError(Exception):
    """An answer that is wrong: what was read does not come back, or twins disagree."""


@dataclass(frozen=True)
class Target:
    """Something that takes bytes.

    `run` returns what kind of answer an input got, in a few words: inputs that get new kinds are
    kept and changed further. Whatever it raises is a finding.
    """

    name: str
    about: str
    run: Callable[[bytes], str]
    seeds: Callable[[], list[bytes]]
    words: tuple[bytes, ...] = ()
    """What mutations put in: keywords of the format."""
    share: int = 40
    """How many of a thousand inputs it gets when all targets run; the quick ones get more."""


def kind_of(message: str) -> str:
    """Return the plain words of a message, without what varies from input to input."""
    return " ".join(_WORDS.findall(_QUOTED.sub("", message))[:MAX_WORDS])


def refusal(error: CrosswrightError) -> str:
    """Return the kind of a refusal; FindingError unless it is one line that can be printed."""
    message = str(error)
    if not message or "\n" in message or "\r" in message:
        raise FindingError(f"not one line: {message!r}") from error
    if len(message) > MAX_MESSAGE:
        raise FindingError(f"{len(message)} characters long: {message[:200]!r}") from error
    message.encode("utf-8", "surrogatepass")
    return f"{type(error).__name__}: {kind_of(message)}"


def answer(work: Callable[[], str]) -> str:
    """Return the kind of answer that a reader gives, be it a refusal; warnings are allowed."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return work()
        except CrosswrightError as error:
            return refusal(error)


def check_same(before: object, after: object, what: str) -> None:
    """Raise FindingError unless two things are equal."""
    if before != after:
        raise FindingError(f"{what}: {shown(before)} became {shown(after)}")


def shown(value: object) -> str:
    """Return a value as text of a reasonable length."""
    text = repr(value)
    return text if len(text) <= 300 else f"{text[:300]} …"
