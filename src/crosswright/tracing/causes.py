"""Why a search is at a dead end, in one sentence for each way to get there."""

from __future__ import annotations

from collections.abc import Sequence

from crosswright.support.wording import either, letters_long

MAX_NAMED: int = 4
"""Words, letters or slots that a sentence names; of more it gives the number."""


def no_word_fits(label: str, pattern: Sequence[str | None]) -> str:
    """Say that no word of the list has the length of a slot, and its given letters."""
    if not any(pattern):
        return f"no word for {label}: the list has no {letters_long(len(pattern))} word"
    form = "".join(token or "." for token in pattern)
    return f"no word for {label}: none in the list has the form {form}"


def no_word_agrees(label: str, other: str, position: int, letters: Sequence[str]) -> str:
    """Say that a slot lost its last word to one that it crosses, which has these letters left."""
    cause = f"no word left for {label} after revising with {other}"
    if not 0 < len(letters) <= MAX_NAMED:
        return cause
    return f"{cause}, which needs {either(letters)} as letter {position + 1}"


def cells_allow_none(label: str, others: Sequence[str]) -> str:
    """Say that no word of a slot has the letters that those it crosses have left."""
    verb = "allows" if len(others) == 1 else "allow"
    return f"no word left for {label}: none fits the letters that {_places(others)} {verb}"


def only_word_used(label: str, word: str, other: str) -> str:
    """Say that the last word of a slot appears elsewhere."""
    return f"{label}: its only word {word} is already at {other}"


def only_word_excluded(label: str, word: str, other: str) -> str:
    """Say that a rule keeps the last word of a slot apart from the word of another."""
    return f"{label}: a rule keeps its only word {word} apart from the word at {other}"


def only_word_refuted(label: str, word: str) -> str:
    """Say that the last word of a slot was tried without success."""
    return f"{label}: its only word {word} led to a dead end"


def no_slot_takes(word: str) -> str:
    """Say that a required word cannot go anywhere."""
    return f"no slot is left that can take the required word {word}"


def too_few_words(length: int, needed: int, left: int) -> str:
    """Say that slots of one length need more different words than they have left."""
    have = "only 1 is left" if left == 1 else f"only {left} are left"
    return f"{needed} slots need different {letters_long(length)} words, but {have}"


def no_word_works(
    label: str,
    *,
    failed: Sequence[str],
    used: Sequence[tuple[str, str]],
    unfit: int,
    crossing: Sequence[str],
) -> str:
    """Say what became of the words of a slot, of which none can be kept.

    Some failed, some are used (words, and where they are), some do not fit the slots it crosses.
    """
    count = len(failed) + len(used) + unfit
    disagree = f"with {_places(crossing)}"
    if count == 1 and failed:
        return only_word_refuted(label, failed[0])
    if count == 1 and used:
        return only_word_used(label, *used[0])
    if count == 1:
        return f"{label}: its only word does not agree {disagree}"
    if len(failed) == count:
        every = "both" if count == 2 else f"all {count:,} of"
        return f"{label}: {every} its words led to dead ends"
    if unfit == count:
        return f"{label}: none of its {count:,} words agrees {disagree}"
    fates = []
    if unfit:
        fates.append(f"{unfit:,} {'does' if unfit == 1 else 'do'} not agree {disagree}")
    if failed:
        fates.append(f"{len(failed):,} led to {'a dead end' if len(failed) == 1 else 'dead ends'}")
    if used:
        fates.append(_used(used))
    return f"{label}: of its {count:,} words, {_listed(fates)}"


def _used(used: Sequence[tuple[str, str]]) -> str:
    fate = f"{len(used):,} {'is' if len(used) == 1 else 'are'} already in the grid"
    if len(used) > MAX_NAMED:
        return fate
    return f"{fate} ({', '.join(f'{word} at {other}' for word, other in used)})"


def _listed(parts: Sequence[str]) -> str:
    """Join clauses that have commas of their own."""
    return parts[0] if len(parts) == 1 else f"{'; '.join(parts[:-1])}; and {parts[-1]}"


def _places(labels: Sequence[str]) -> str:
    return either(labels, "and") if 0 < len(labels) <= MAX_NAMED else "the slots that it crosses"
