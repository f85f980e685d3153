"""Draft clues: suggestions for the clue of an answer, which an editor keeps, rewrites or replaces.

They come from WordNet, which the extra `clues` installs, and for the small words that no
dictionary defines well, from a table of our own. A draft is nearly always a whole phrase, in the
form that the answer has; none contains its answer, another spelling or form of it, or a part of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from crosswright.clues import wordnet
from crosswright.clues.bank import EarlierClue
from crosswright.clues.blanks import quotations
from crosswright.clues.candidates import candidates
from crosswright.clues.costs import ClueCandidate
from crosswright.clues.fairness import gives_away, is_rude
from crosswright.clues.inflection import Form, origins
from crosswright.grids.letters import check_word, latin_letters
from crosswright.puzzles.puzzle import Puzzle, require_puzzle

MAX_DRAFT = 70  # characters
MAX_LONG_DRAFT = 100  # where there is nothing shorter
MIN_DRAFT = 3
EARLIER = "earlier"
"""The kind of a draft that was the clue of an earlier puzzle."""
SAME_SENSE = 4.0
"""What another draft for a sense, or of a kind, costs that a better one has had already."""


@dataclass(frozen=True, slots=True)
class DraftClue:
    """A suggestion for a clue, where it comes from, and what it is made of: a definition, …"""

    text: str
    source: str
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Definition:
    """One meaning of an answer, or of what it is a form of, in the words of the source."""

    word: str
    part: str
    text: str
    form: str = ""


def draft_clues(word: str, limit: int = 3) -> list[DraftClue]:
    """Return up to `limit` draft clues for an answer, the likeliest first; [] when there are none.

    Raise ClueError if the extra `clues` is not installed.
    """
    check_word(word)
    answer = latin_letters(word)
    wordnet.folder()
    for room in (MAX_DRAFT, MAX_LONG_DRAFT):
        found = [*candidates(answer, room)]
        is_last = room == MAX_LONG_DRAFT
        wanted = (each for each in found if is_last or each.kind != "kind")
        if any(is_fair(each, answer, room) for each in wanted):  # "Country" alone is poor
            return as_drafts(found, answer, room, limit)
    return as_drafts(quotations(answer), answer, MAX_DRAFT, limit)


def as_drafts(
    candidates: Iterable[ClueCandidate], answer: str, room: int, limit: int
) -> list[DraftClue]:
    """Return the best fair candidates as drafts."""
    best = ranked(candidates, limit, partial(is_fair, answer=answer, room=room))
    return [DraftClue(c.clue, c.source, c.kind) for c in best]


def is_fair(candidate: ClueCandidate, answer: str, room: int) -> bool:
    """Return whether a clue has the right length and does not give its answer away."""
    text = candidate.text
    if not MIN_DRAFT <= len(text) <= room or is_rude(text):
        return False
    return candidate.is_own or not gives_away(text, *{answer, candidate.base or answer})


def ranked(
    candidates: Iterable[ClueCandidate], limit: int, is_wanted: Callable[[ClueCandidate], bool]
) -> list[ClueCandidate]:
    """Return the best candidates, with a preference for one of each sense and kind.

    Only those that would be taken are asked whether they are wanted, which takes time.
    """
    left = {each.clue.casefold(): each for each in sorted(candidates, key=lambda c: -c.cost)}
    chosen: list[ClueCandidate] = []
    costs = {key: each.cost for key, each in left.items()}
    while left and len(chosen) < limit:
        best = min(left, key=lambda key: costs[key])
        taken = left.pop(best)
        if not is_wanted(taken):
            continue
        chosen.append(taken)
        for key, each in left.items():
            costs[key] += SAME_SENSE * ((each.sense == taken.sense) + (each.kind == taken.kind)) / 2
    return chosen


@dataclass(frozen=True, slots=True)
class DraftSources:
    """Where drafts come from: the clues that an answer had earlier, and then the dictionary."""

    earlier: Callable[[str], Sequence[EarlierClue]] | None = None
    dictionary: bool = True

    def drafts(self, answer: str, limit: int = 3) -> list[DraftClue]:
        """Return up to `limit` drafts for an answer: earlier clues before new ones."""
        used = self.earlier(answer) if self.earlier else ()
        found = [DraftClue(clue.text, clue.source, EARLIER) for clue in used[:limit]]
        if self.dictionary and len(found) < limit:
            found += draft_clues(answer, limit - len(found))
        return found


def with_drafts(puzzle: Puzzle, sources: DraftSources | None = None) -> Puzzle:
    """Return a puzzle with draft clues where it has none, by default from the dictionary alone.

    Raise ClueError if the dictionary is to be used and the extra `clues` is not installed.
    """
    require_puzzle(puzzle)
    bare = [entry for entry in puzzle.entries if entry.answer and not entry.text]
    chosen = sources or DraftSources()
    drafts = {entry.label: chosen.drafts(entry.answer or "", 1) for entry in bare}
    return puzzle.with_clues(
        {
            label: replace(puzzle.clue(label), text=texts[0].text, draft=True)
            for label, texts in drafts.items()
            if texts
        }
    )


def definitions(word: str, limit: int = 5) -> list[Definition]:
    """Return up to `limit` meanings of a word, the commonest first; [] when there are none.

    They may contain the word itself, which drafts never do. Raise ClueError if the extra `clues` is
    not installed.
    """
    wordnet.folder()
    meanings = [
        Definition(origin.base, sense.part, sense.definition, (origin.form or Form.BASE).value)
        for origin in origins(latin_letters(word))
        for sense in wordnet.senses(origin.base)
        if origin.part in ("", sense.part)
    ]
    once = {(meaning.part, meaning.text): meaning for meaning in reversed(meanings)}
    return list(once.values())[::-1][:limit]
