"""Word lists: load, spell, score, filter, match.

>>> words = WordList.parse("ICE CREAM;80\\nOBOE;90\\nODOR;40")
>>> words.match("O..?", min_score=50)
[('OBOE', 90)]
"""

from __future__ import annotations

import os
import threading
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain
from os import PathLike

from crosswright.errors import WordListError
from crosswright.support.bits import bits
from crosswright.support.hints import TYPE_CHECKING, Any, TypeAlias
from crosswright.support.records import replace
from crosswright.support.wording import quote
from crosswright.words import index
from crosswright.words.spelling import Alphabet, Fold, Normaliser, Unusable
from crosswright.words.table import (
    Rows,
    Table,
    WordRow,
    find_row,
    read_only,
    recode,
    with_more_rows,
    without_rows,
    words_of,
)

if TYPE_CHECKING:
    from crosswright.words.listfile import ParsedWords
    from crosswright.words.query import Cell
    from crosswright.words.stems import Bases, KeyRows, StemKey

DEFAULT_SCORE = 50  # of a word without a score: acceptable, no more
MIN_CACHED_BYTES = 100_000  # a smaller file is read as fast as its cache would be

WordsLike: TypeAlias = "WordList | Iterable[str | tuple[str, int]] | Mapping[str, int]"
"""What `WordList.of` takes: a list, or the words to make one of."""


class WordList:
    """Words with scores, indexed by length; never changed once made.

    If a word appears twice in one source, its highest score counts. Iteration goes by length, then
    by the order of the alphabet.
    """

    def __init__(
        self,
        alphabet: Alphabet,
        rows: Mapping[int, Rows],
        *,
        name: str = "",
        normaliser: Normaliser | None = None,
        bases: Bases | None = None,
        skipped: Sequence[tuple[int, str]] = (),
        skipped_count: int = 0,
    ) -> None:
        self.alphabet = alphabet
        self.name = name
        self.bases = bases
        self.skipped = tuple(skipped)
        self.skipped_count = skipped_count
        self.normaliser = normaliser or Normaliser()
        self._rows: Mapping[int, Rows] = {
            length: rows[length] for length in sorted(rows) if len(rows[length][1])
        }
        self._tables: dict[int, Table] = {}
        self._lock = threading.Lock()

    # ------------------------------------------------------------------ making one

    @classmethod
    def load(
        cls,
        path: str | PathLike[str],
        *,
        min_score: int | None = None,
        default_score: int = DEFAULT_SCORE,
        fold: Fold = "strip",
        digraphs: Sequence[str] = (),
        encoding: str = "utf-8",
        name: str | None = None,
        bases: Bases | None = None,
    ) -> WordList:
        """Read a file of `WORD;SCORE` lines, from the cache when it has been read before."""
        from crosswright.words import listfile  # here: a built-in list is not parsed

        normaliser = Normaliser(fold, digraphs)
        name = os.path.splitext(os.path.basename(path))[0] if name is None else name
        key = None
        if normaliser.key is not None and listfile.size(path) >= MIN_CACHED_BYTES:
            from crosswright.support import cache  # here: a short list starts without it

            options = f"{encoding} {min_score} {default_score}"
            key = cache.key_of_file(path, normaliser.key, options)
        words = None
        if key is not None:
            words = cls.from_cache(key, name=name, normaliser=normaliser, bases=bases)
        if words is None:
            data = listfile.read(path, encoding)
            parsed = listfile.parse(data, os.fspath(path), normaliser, default_score)
            words = cls._from_parsed(parsed, name, normaliser, bases, min_score)
            if key is not None:
                words.to_cache(key)
        return words

    @classmethod
    def parse(
        cls,
        text: str | bytes,
        *,
        min_score: int | None = None,
        default_score: int = DEFAULT_SCORE,
        fold: Fold = "strip",
        digraphs: Sequence[str] = (),
        name: str = "",
        bases: Bases | None = None,
        source: str = "the word list",
    ) -> WordList:
        """Read a text of `WORD;SCORE` lines; `source` names it in errors."""
        from crosswright.words import listfile

        data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
        normaliser = Normaliser(fold, digraphs)
        parsed = listfile.parse(data, source, normaliser, default_score)
        return cls._from_parsed(parsed, name, normaliser, bases, min_score)

    @classmethod
    def from_words(
        cls,
        entries: Mapping[str, int] | Iterable[str | tuple[str, int]],
        *,
        default_score: int = DEFAULT_SCORE,
        fold: Fold = "strip",
        digraphs: Sequence[str] = (),
        name: str = "",
        bases: Bases | None = None,
    ) -> WordList:
        """Make a list of words and (word, score) pairs, or of a dict of scores."""
        from crosswright.words import listfile

        if isinstance(entries, str | bytes | PathLike):
            raise WordListError(
                f"{quote(str(entries))} is not a word list; load a file with WordList.load(path), "
                "read WORD;SCORE lines with WordList.parse(text), or give a list of words"
            )
        if not isinstance(entries, Iterable):
            raise TypeError(f"expected a WordList or some words, not {type(entries).__name__}")
        if isinstance(entries, Mapping):
            entries = entries.items()
        normaliser = Normaliser(fold, digraphs)
        parsed = listfile.collect(entries, normaliser, default_score)
        return cls._from_parsed(parsed, name, normaliser, bases)

    @classmethod
    def of(cls, value: WordsLike) -> WordList:
        """Return a list as it is, or make one of words, (word, score) pairs or a dict of scores.

        >>> WordList.of(["OBOE", ("ICE CREAM", 80)])
        <WordList 2 words>
        """
        return value if isinstance(value, WordList) else cls.from_words(value)

    @classmethod
    def _from_parsed(
        cls,
        parsed: ParsedWords,
        name: str,
        normaliser: Normaliser,
        bases: Bases | None,
        min_score: int | None = None,
    ) -> WordList:
        groups = parsed.groups
        if min_score is not None:
            groups = {n: index.select(*group, n, min_score) for n, group in groups.items()}
        return cls(
            parsed.alphabet,
            {n: (read_only(codes), read_only(scores)) for n, (codes, scores) in groups.items()},
            name=name,
            normaliser=normaliser,
            bases=bases,
            skipped=parsed.skipped,
            skipped_count=parsed.skipped_count,
        )

    @classmethod
    def from_cache(
        cls,
        key: str,
        *,
        name: str = "",
        normaliser: Normaliser | None = None,
        bases: Bases | None = None,
        make: Callable[[], WordList] | None = None,
    ) -> WordList | None:
        """Return the list kept under a key of `cache.key`; None when there is none intact.

        With `make`, which makes it anew, the words of a length are read when they are needed.
        """
        from crosswright.words.cached import CachedWords

        cached = CachedWords.fetch(key, None if make is None else lambda: make()._rows)
        if cached is None:
            return None
        words = cls(
            cached.alphabet,
            cached.rows if make is None else {},
            name=name,
            normaliser=normaliser,
            bases=bases,
            skipped=cached.skipped,
            skipped_count=cached.skipped_count,
        )
        words.__dict__["digest"] = cached.digest
        if make is not None:
            words._rows = cached.rows
        return words

    def to_cache(self, key: str) -> bool:
        """Keep the list under a key of `cache.key`; return whether it was kept."""
        from crosswright.words.cached import CachedWords

        cached = CachedWords(
            self.alphabet, self._rows, self.skipped, self.skipped_count, self.digest
        )
        return cached.store(key)

    # ------------------------------------------------------------------ asking it

    def __len__(self) -> int:
        return sum(len(scores) for _, scores in self._rows.values())

    def __iter__(self) -> Iterator[tuple[str, int]]:
        return chain.from_iterable(
            zip(words_of(self.alphabet, codes, length), scores, strict=True)
            for length, (codes, scores) in self._rows.items()
        )

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and self.score(word) is not None

    def __repr__(self) -> str:
        return f"<WordList {self.name + ': ' if self.name else ''}{len(self):,} words>"

    @property
    def lengths(self) -> tuple[int, ...]:
        """The lengths, in tokens, that words of the list have."""
        return tuple(self._rows)

    def size(self, length: int) -> int:
        """Return the number of words of a length."""
        return len(self._rows[length][1]) if length in self._rows else 0

    def score(self, word: str) -> int | None:
        """Return a word's score; None when the list lacks it."""
        found = self.find(word)
        if found is None:
            return None
        length, row = found
        score: int = self._rows[length][1][row]
        return score

    def find(self, word: str) -> tuple[int, WordRow] | None:
        """Return the length and row of a word; None when the list lacks it."""
        codes = self.codes(word)
        if codes is None or len(codes) not in self._rows:
            return None
        row = find_row(self._rows[len(codes)][0], len(codes), codes)
        return None if row is None else (len(codes), row)

    def codes_of(self, length: int) -> memoryview:
        """Return the codes of all words of a length, row by row."""
        return self._rows[length][0] if length in self._rows else memoryview(b"")

    def spell(self, text: str) -> str:
        """Return any text as this list spells it; digits and foreign letters stay as they are.

        >>> WordList.parse("OBOE").spell("crème brûlée"), WordList.parse("OBOE").spell("R2-D2")
        ('CREMEBRULEE', 'R2D2')
        """
        return "".join(self.tokens(text))

    def tokens(self, text: str) -> tuple[str, ...]:
        """Return any text as this list spells it, one token per cell."""
        return self.normaliser.spell(text)

    def codes(self, word: str) -> bytes | None:
        """Return the token codes of a word as people write it; None when it cannot be one."""
        try:
            return self.alphabet.encode(self.normaliser(word))
        except Unusable:
            return None

    def table(self, length: int) -> Table:
        """Return the table of a length, built when first asked for; empty when there is none."""
        with self._lock:
            if length not in self._tables:
                self._tables[length] = self._build(length)
            return self._tables[length]

    def _build(self, length: int) -> Table:
        if length not in self._rows:
            empty = array("i"), array("Q")
            return Table(self.alphabet, length, 0, read_only(b""), *map(read_only, empty))
        return Table.build(self.alphabet, length, *self._rows[length])

    @cached_property
    def digest(self) -> str:
        """A hash of the words, scores and alphabet, whatever the list was made from."""
        import hashlib

        digest = hashlib.blake2b(repr(self.alphabet.tokens).encode(), digest_size=20)
        for length, (codes, scores) in self._rows.items():
            digest.update(f"{length} {len(scores)} ".encode())
            digest.update(codes)
            digest.update(scores)
        return digest.hexdigest()

    def match(self, pattern: str, min_score: int = 0) -> list[tuple[str, int]]:
        """Return the words that fit a pattern, best first, then by the alphabet.

        `.` or `?` is any letter, `[AEIOU]` one of these, `[^AEIOU]` none of them, `[A-F]` a range,
        `*` any number of letters.
        """
        from crosswright.words.query import expand, read_pattern

        cells = read_pattern(pattern, self.alphabet, self.normaliser)
        matches = [
            (word, score)
            for length in self.lengths
            for word, score in self._fitting(length, *expand(cells, length))
            if score >= min_score
        ]
        return sorted(matches, key=lambda pair: (-pair[1], pair[0]))

    def match_cells(self, cells: Sequence[str | None]) -> list[str]:
        """Return the words that can be cut to fit cells, some of which hold given letters.

        >>> WordList.parse("SWEETHEARTS\\nHEARTSEASE").match_cells([None] * 5 + ["HEART", "S"])
        ['SWEETHEARTS']
        """
        pattern = self.pattern_of(cells)
        if pattern is None or len(pattern) not in self._rows:
            return []
        return [word for word, _ in self._fitting(len(pattern), pattern)]

    def pattern_of(self, cells: Sequence[str | None]) -> list[Cell] | None:
        """Return the codes that words need to fit cells; None where a letter is in no word."""
        pattern: list[Cell] = []
        for given in cells:
            if given is None:
                pattern.append(None)
                continue
            codes = self.codes(given)
            if codes is None:
                return None
            pattern += [frozenset((code,)) for code in codes]
        return pattern

    def _fitting(self, length: int, *patterns: Sequence[Cell]) -> Iterator[tuple[str, int]]:
        """Yield the words of a length with each cell's token among those a pattern allows there."""
        if not patterns:
            return
        table, rows = self.table(length), 0
        for cells in patterns:
            rows |= table.fitting(cells)
        for row in bits(rows):
            yield table.word(row), table.scores[row]

    def base(self, word: str) -> str:
        """Return the stem that answers must not share: by `bases`, else by English endings."""
        from crosswright.words.stems import base_of  # here: few fills ask for stems

        return base_of(word, self.bases, self.__contains__)

    def stem_keys(self, word: str, *, look_alikes: bool = False) -> Sequence[StemKey]:
        """Return what answers must not share with a word: its stem, and the words inside it.

        With `look_alikes`, also what a fill keeps apart because it looks alike: ARAB and ARABIA.
        """
        from crosswright.words.stems import keys_of

        return keys_of(self.spell(word), self.bases, self.__contains__, look_alikes)

    def shared_stem(self, one: str, other: str) -> str:
        """Return the word that two words are forms of or have inside, "" if there is none."""
        from crosswright.words.stems import families_in

        theirs = self.stem_keys(other)
        key = next((key for key in self.stem_keys(one) if key in theirs), "")
        families = families_in(self.bases)
        return families.name(key) if families is not None and isinstance(key, int) else str(key)

    def stem_rows(self, length: int, *, look_alikes: bool = False) -> KeyRows | None:
        """Return the stem keys of all words of a length at once, if the list has them so."""
        from crosswright.words.stems import families_in

        families = families_in(self.bases)
        if families is None or self.alphabet.tokens[: len(families.tokens)] != families.tokens:
            return None
        rows = families.keys_of_rows(length, self.codes_of(length))
        return rows if look_alikes else rows.below(families.family_count())

    def liveliness(self, length: int) -> Sequence[int] | None:
        """Return how lively the words of a length are, row by row, from 0 to 99, if it is known."""
        from crosswright.words.stems import families_in

        families = families_in(self.bases)
        if families is None:
            return None
        return families.liveliness_of_rows(length, self.codes_of(length))

    @property
    def knows_liveliness(self) -> bool:
        """Whether the list knows which words are lively."""
        return any(self.liveliness(length) is not None for length in self.lengths[:1])

    @property
    def knows_families(self) -> bool:
        """Whether the list knows which words are forms of one another without looking for it."""
        from crosswright.words.stems import families_in

        return families_in(self.bases) is not None

    @property
    def knows_look_alikes(self) -> bool:
        """Whether the list knows which words merely look alike."""
        from crosswright.words.stems import families_in

        families = families_in(self.bases)
        return families is not None and families.family_count() < families.size()

    def stem_count(self) -> int:
        """Return how many stem keys are numbers: those below this."""
        from crosswright.words.stems import families_in

        families = families_in(self.bases)
        return 0 if families is None else families.size()

    # ------------------------------------------------------------------ making another of it

    def filter(
        self, *, min_score: int | None = None, lengths: Iterable[int] | None = None
    ) -> WordList:
        """Keep the words with at least this score and of these lengths."""
        kept_lengths = self.lengths if lengths is None else set(lengths)
        rows: dict[int, Rows] = {n: rows for n, rows in self._rows.items() if n in kept_lengths}
        if min_score is not None:
            for length, (codes, scores) in rows.items():
                kept, kept_scores = index.select(codes, scores, length, min_score)
                rows[length] = (read_only(kept), read_only(kept_scores))
        return self._derive(rows)

    def with_scores(self, overrides: Mapping[str, int]) -> WordList:
        """Set the scores of words; those that the list lacks are added."""
        from crosswright.words import listfile

        changes: dict[int, dict[WordRow, int]] = {}
        new: list[tuple[tuple[str, ...], int]] = []
        for word, score in overrides.items():
            whole = listfile.whole_score(score)
            found = self.find(word)
            if found is None:
                new.append((self.normaliser.answer(word), whole))
            else:
                length, row = found
                changes.setdefault(length, {})[row] = whole
        rows = dict(self._rows)
        for length, new_scores in changes.items():
            scores = array("i", rows[length][1])
            for row, score in new_scores.items():
                scores[row] = score
            rows[length] = (rows[length][0], read_only(scores))
        changed = self._derive(rows)
        return changed._with_more(new) if new else changed

    def _with_more(self, entries: Iterable[tuple[tuple[str, ...], int]]) -> WordList:
        """Add words that the list lacks, widening the alphabet as needed."""
        from crosswright.words.listfile import ParsedWords

        added = ParsedWords()
        added.add(entries)
        alphabet = Alphabet((*self.alphabet.tokens, *added.alphabet.tokens))
        rows = self._recoded(alphabet)
        for length, (codes, scores) in added.groups.items():
            more = recode(codes, added.alphabet, alphabet), read_only(scores)
            rows[length] = with_more_rows(rows.get(length), length, more)
        return self._derive(rows, alphabet)

    def with_letters_of(self, words: Iterable[str]) -> WordList:
        """Widen the alphabet so that it has every letter of these words; they are not added."""
        letters: set[str] = set()
        for word in words:
            try:
                letters.update(self.normaliser(word))
            except Unusable:
                continue
        if all(letter in self.alphabet for letter in letters):
            return self
        alphabet = Alphabet((*self.alphabet.tokens, *letters))
        return self._derive(self._recoded(alphabet), alphabet)

    def _recoded(self, alphabet: Alphabet) -> dict[int, Rows]:
        """Return the rows in a wider alphabet."""
        return {
            length: (recode(codes, self.alphabet, alphabet), scores)
            for length, (codes, scores) in self._rows.items()
        }

    def without(self, words: Iterable[str]) -> WordList:
        """Leave words out."""
        dropped: dict[int, set[WordRow]] = {}
        for word in words:
            found = self.find(word)
            if found is not None:
                length, row = found
                dropped.setdefault(length, set()).add(row)
        rows: dict[int, Rows] = dict(self._rows)
        for length, dropped_rows in dropped.items():
            rows[length] = without_rows(rows[length], length, sorted(dropped_rows))
        return self._derive(rows)

    def _derive(self, rows: Mapping[int, Rows], alphabet: Alphabet | None = None) -> WordList:
        """Make a list of other rows; bitsets of lengths with the same words serve again."""
        derived = WordList(
            alphabet or self.alphabet,
            rows,
            name=self.name,
            normaliser=self.normaliser,
            bases=self.bases,
            skipped=self.skipped,
            skipped_count=self.skipped_count,
        )
        if derived.alphabet == self.alphabet:
            with self._lock:
                tables = [*self._tables.values()]
            for table in tables:
                own = derived._rows.get(table.length)
                if own is not None and own[0] is self._rows[table.length][0]:
                    derived._tables[table.length] = replace(table, scores=own[1])
        return derived

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel to another process as plain bytes."""
        rows = {n: (bytes(codes), bytes(scores)) for n, (codes, scores) in self._rows.items()}
        state = (self.name, self.normaliser, self.bases, self.skipped, self.skipped_count)
        return restore, (self.alphabet.tokens, rows, *state)


def restore(
    tokens: Iterable[str],
    rows: Mapping[int, tuple[bytes, bytes]],
    name: str,
    normaliser: Normaliser,
    bases: Bases | None,
    skipped: Sequence[tuple[int, str]],
    skipped_count: int,
) -> WordList:
    """Make the list again that pickling took apart."""
    views = {n: (memoryview(codes), memoryview(s).cast("i")) for n, (codes, s) in rows.items()}
    return WordList(
        Alphabet(tokens),
        views,
        name=name,
        normaliser=normaliser,
        bases=bases,
        skipped=skipped,
        skipped_count=skipped_count,
    )
