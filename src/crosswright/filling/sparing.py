"""Entries that a region cuts off and that no word could take the place of, left as they are."""

from __future__ import annotations

from crosswright.filling.rules import Rules
from crosswright.grids.grid import Grid, Slot
from crosswright.words.wordlist import WordList


def spared_entries(rules: Rules, grid: Grid, words: WordList) -> dict[str, str]:
    """Return the entries, by label, that a region should leave as they are.

    Only a part of such an entry is in the region, and no word that the rules accept fits the
    letters outside, as with a theme entry that no list has. A slot that a rule names is left to it.

    >>> grid = Grid.parse("ZYZZO\\n#E#E#\\n#T#N#")
    >>> words = WordList.from_words(["YES", "YET", "ZEN"])
    >>> spared_entries(Rules(region=["2D"]), grid, words)
    {'1A': 'ZYZZO'}
    """
    rules = rules.for_grid(grid)
    region = set(rules.region_cells(grid))
    named = {*rules.fixed, *rules.allowed, *rules.matching}
    cut_off = [
        slot
        for slot in grid.slots
        if slot.label not in named
        and grid.word(slot) is not None
        and 0 < len(region.intersection(slot.cells)) < len(slot)
    ]
    spared: dict[str, str] = {}
    left = len(cut_off) + 1
    while len(cut_off) < left:  # a letter that stays may leave no word for an entry that crosses it
        left = len(cut_off)
        emptied = grid.without_letters(region)
        for slot in [*cut_off]:
            if not _has_word(slot, emptied, words, rules):
                spared[slot.label] = grid.word(slot) or ""
                region.difference_update(slot.cells)
                cut_off.remove(slot)
    return spared


def _has_word(slot: Slot, grid: Grid, words: WordList, rules: Rules) -> bool:
    """Return whether a word that the rules accept fits the letters of a slot."""
    fitting = words.match_cells(grid.pattern(slot))
    if {words.spell(word) for word in rules.required}.intersection(fitting):
        return True
    floor = rules.slot_scores.get(slot.label, rules.min_score)
    barred = {words.spell(word) for word in (*rules.banned, *rules.used)}
    return any(
        word not in barred and (floor is None or (words.score(word) or 0) >= floor)
        for word in fitting
    )
