"""Random small fills with every rule mixed in, and all their answers by brute force.

Nothing here uses the package's model or engines: words are tuples of tokens, fills are tried out.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from crosswright.grids.grid import Grid, Slot
from crosswright.grids.notation import Cell
from crosswright.words.wordlist import WordList

DEFAULT_SCORE = 50
ALPHABETS = (("A", "B"), ("A", "B", "C"), ("Ж", "Щ", "A"), ("A", "IJ", "B"))
Word = tuple[str, ...]
Answers = dict[str, Word]


def spelled(word: Word) -> str:
    return "".join(word)


def runs(text: str, size: int) -> set[str]:
    return {text[start : start + size] for start in range(len(text) - size + 1)}


@dataclass
class Case:
    """A grid, the words with their scores, and rules as `fill` takes them."""

    grid: Grid
    scores: dict[Word, int]
    bases: dict[str, str]
    digraphs: tuple[str, ...]
    rules: dict[str, Any]

    @property
    def words(self) -> WordList:
        pairs = [(spelled(word), score) for word, score in self.scores.items()]
        return WordList.from_words(pairs, digraphs=self.digraphs, bases=self.bases)


def random_case(seed: int) -> Case:
    rng = random.Random(seed)
    alphabet = rng.choice(ALPHABETS)
    scores = {
        tuple(rng.choices(alphabet, k=rng.choice((2, 2, 3, 3, 4)))): rng.choice((-7, 0, 5, 5, 30))
        for _ in range(rng.randrange(1, 18))
    }
    bases = {spelled(word): rng.choice("PQRSTU") + "*" for word in scores if rng.random() < 0.7}
    digraphs = tuple(token for token in alphabet if len(token) > 1)
    grid = _random_grid(rng, alphabet)
    return Case(grid, scores, bases, digraphs, _random_rules(rng, grid, scores))


def _random_grid(rng: random.Random, alphabet: Sequence[str]) -> Grid:
    height, width = rng.randrange(1, 4), rng.randrange(2, 5)
    cells = [(row, column) for row in range(height) for column in range(width)]
    blocks = [cell for cell in cells if rng.random() < 0.15]
    open_cells = [cell for cell in cells if cell not in blocks]
    share = rng.choice((0, 0, 0.2, 1))
    letters = {cell: rng.choice(alphabet) for cell in open_cells if rng.random() < share}
    if open_cells and rng.random() < 0.2:
        letters[rng.choice(open_cells)] = "".join(rng.choices(alphabet, k=2))
    bars = [((0, column), "right") for column in range(width - 1) if rng.random() < 0.1]
    extra = []
    if len(open_cells) > 3 and rng.random() < 0.3:
        extra.append(rng.sample(open_cells, rng.randrange(2, 4)))
    return Grid(height, width, blocks=blocks, letters=letters, bars=bars, extra=extra)


def _random_rules(rng: random.Random, grid: Grid, scores: dict[Word, int]) -> dict[str, Any]:
    words = [spelled(word) for word in scores]
    labels = [slot.label for slot in grid.slots]
    known = sorted({token for word in scores for token in word})
    new = [spelled(tuple(rng.choices(known, k=rng.randrange(2, 4)))) for _ in range(3)]
    rules: dict[str, Any] = {}

    def some(most: int, of: Sequence[Any]) -> list[Any]:
        return rng.sample(of, min(len(of), rng.randrange(1, most + 1)))

    makers = {
        "min_score": lambda: rng.choice((-8, 0, 1, 5, 6, 31)),
        "slot_scores": lambda: {label: rng.choice((-8, 5, 30)) for label in some(2, labels)},
        "required": lambda: some(2, [*words, *new]),
        "banned": lambda: some(3, [*words, *new]),
        "used": lambda: some(2, words),
        "allowed": lambda: {label: some(6, [*words, *new]) for label in some(2, labels)},
        "matching": lambda: {label: rng.choice(("a.*", ".*A", "..", ".+")) for label in labels[:2]},
        "distinct": lambda: False,
        "no_shared_letters": lambda: rng.randrange(2, 4),
        "no_shared_stem": lambda: True,
    }
    for name in rng.sample(sorted(makers), rng.choice((0, 1, 1, 2, 3, 4))):
        rules[name] = makers[name]()
    if labels and all(cell in grid.letters for cell in grid.open_cells):
        rules["region"] = [rng.choice([*labels, *grid.open_cells])]
    shut = {*rules.get("banned", ()), *rules.get("used", ())}
    rules["required"] = [word for word in rules.get("required", ()) if word not in shut]
    return rules


class Oracle:
    """All fills of a case."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.rules = rules = case.rules
        self.grid = case.grid
        self.slots = list(case.grid.slots)
        self.outside: list[Word] = []
        self.listed = dict(case.scores)
        for text in rules.get("required", ()):
            self.listed.setdefault(self.cut(text), DEFAULT_SCORE)
        if "region" in rules:
            self._take_region()
        self.fills = list(self._fills())

    def cut(self, text: str) -> Word:
        """Cut a text to tokens, digraphs whole."""
        return tuple(re.findall("|".join([*self.case.digraphs, "."]), text))

    def _take_region(self) -> None:
        grid, cells = self.grid, set()
        for place in self.rules["region"]:
            cells |= set(grid.slot(place).cells) if isinstance(place, str) else {place}
        beyond = [slot for slot in grid.slots if not cells & set(slot.cells)]
        self.outside = [self.cut("".join(grid.letters[c] for c in s.cells)) for s in beyond]
        self.slots = [slot for slot in grid.slots if slot not in beyond]
        self.grid = grid.without_letters(cells)

    def given(self, slot: Slot) -> bool:
        return all(cell in self.grid.letters for cell in slot.cells)

    def score(self, word: Word) -> int:
        return self.listed.get(word, DEFAULT_SCORE)

    def is_required(self, word: Word) -> bool:
        return spelled(word) in self.rules.get("required", ())

    def floor_of(self, slot: Slot) -> int:
        floor = self.rules.get("min_score")
        return self.rules.get("slot_scores", {}).get(slot.label, -99 if floor is None else floor)

    def candidates(self, slot: Slot) -> Iterator[tuple[Word, dict[Cell, str]]]:
        """Yield the words that may stand in a slot, with the tokens of its cells."""
        rules = self.rules
        if self.given(slot):
            tokens = {cell: self.grid.letters[cell] for cell in slot.cells}
            yield self.cut("".join(tokens.values())), tokens
            return
        words = set(self.listed)
        if slot.label in rules.get("allowed", {}):
            words = {self.cut(text) for text in rules["allowed"][slot.label]}
        pattern = re.compile(rules.get("matching", {}).get(slot.label, ".*"), re.IGNORECASE)
        for word in sorted(words):
            tokens = self.placed(slot, word)
            if (
                tokens is not None
                and spelled(word) not in {*rules.get("banned", ()), *rules.get("used", ())}
                and (self.is_required(word) or self.score(word) >= self.floor_of(slot))
                and pattern.fullmatch(spelled(word))
                and all(self.go_together(word, other) for other in self.outside)
            ):
                yield word, tokens

    def placed(self, slot: Slot, word: Word) -> dict[Cell, str] | None:
        """Lay a word into the cells of a slot, as many tokens in a cell as it holds."""
        tokens, rest = {}, word
        for cell in slot.cells:
            given = self.grid.letters.get(cell)
            size = 1 if given is None else len(self.cut(given))
            tokens[cell] = spelled(rest[:size])
            if not tokens[cell] or given not in (None, tokens[cell]):
                return None
            rest = rest[size:]
        return None if rest else tokens

    def go_together(self, one: Word, other: Word) -> bool:
        """Tell whether two words may stand in one puzzle."""
        rules, texts = self.rules, (spelled(one), spelled(other))
        if rules.get("distinct", True) and one == other:
            return False
        size = rules.get("no_shared_letters")
        if size is not None and runs(texts[0], size) & runs(texts[1], size):
            return False
        bases = [self.case.bases.get(text, text) for text in texts]
        return not (rules.get("no_shared_stem") and bases[0] == bases[1])

    def _fills(self) -> Iterator[Answers]:
        choices = [list(self.candidates(slot)) for slot in self.slots]

        def extend(number: int, cells: dict[Cell, str], words: list[Word]) -> Iterator[Answers]:
            if number == len(self.slots):
                labels = (slot.label for slot in self.slots)
                yield dict(zip(labels, words, strict=True))
                return
            for word, tokens in choices[number]:
                if all(cells.get(cell, token) == token for cell, token in tokens.items()):
                    yield from extend(number + 1, {**cells, **tokens}, [*words, word])

        for answers in extend(0, dict(self.grid.letters), []):
            words = list(answers.values())
            present = {spelled(word) for word in (*words, *self.outside)}
            if present.issuperset(self.rules.get("required", ())) and all(
                self.go_together(*pair) for pair in combinations(words, 2)
            ):
                yield answers

    def chosen(self, answers: Answers) -> dict[str, int]:
        """Return the scores of the words that the fill chose."""
        labels = [slot.label for slot in self.slots if not self.given(slot)]
        return {label: self.score(answers[label]) for label in labels}

    def floor(self, answers: Answers) -> float:
        """Return the highest `min_score` at which a fill stands."""
        own = self.rules.get("slot_scores", {})
        return min(
            (
                score
                for label, score in self.chosen(answers).items()
                if label not in own and not self.is_required(answers[label])
            ),
            default=float("inf"),
        )
