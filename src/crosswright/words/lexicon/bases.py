"""Base forms of words, looked up where they are: a dict of all of them would take long to make."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence

from crosswright.support.hints import TYPE_CHECKING
from crosswright.support.records import Record
from crosswright.words.table import find_row

if TYPE_CHECKING:  # else only where the forms are not in the cache yet
    from crosswright.words.lexicon.packing import WordColumns


class BaseForms(Record, eq=False):
    """The words that are forms of another, by length, and how that one comes from each."""

    letters: Mapping[int, memoryview]
    """The words, one after the other, in the order of the alphabet."""
    numbers: Mapping[int, memoryview]
    """For each word, the index of what makes its base of it."""
    edits: Sequence[str]

    @classmethod
    def of(cls, columns: WordColumns) -> BaseForms:
        """Take the forms from the columns of all words."""
        letters, numbers = {}, {}
        plain = columns.edits.index("")
        for length, first, last, at in columns.blocks():
            own, text = columns.numbers[first:last], columns.letters
            forms = [row for row, number in enumerate(own) if number != plain]
            starts = (at + row * length for row in forms)
            letters[length] = memoryview(b"".join([text[i : i + length] for i in starts]))
            numbers[length] = memoryview(array("H", [own[row] for row in forms]))
        return cls(letters, numbers, columns.edits)

    @classmethod
    def from_cache(cls, sections: Mapping[str, memoryview]) -> BaseForms:
        """Read what the cache has; ValueError, TypeError or LookupError for anything odd."""
        edits = bytes(sections["edits"]).decode("ascii").split("\n")
        lengths = [int(length) for length in bytes(sections["lengths"]).split()]
        letters = {length: sections[f"letters {length}"] for length in lengths}
        numbers = {length: sections[f"numbers {length}"].cast("H") for length in lengths}
        for length in lengths:
            if len(letters[length]) != length * len(numbers[length]):
                raise ValueError
            if max(numbers[length], default=0) >= len(edits):
                raise ValueError
        return cls(letters, numbers, edits)

    def sections(self) -> Iterator[tuple[str, bytes | memoryview]]:
        """Return what the cache keeps."""
        yield "edits", "\n".join(self.edits).encode("ascii")
        yield "lengths", " ".join(map(str, self.letters)).encode("ascii")
        for length, letters in self.letters.items():
            yield f"letters {length}", letters
            yield f"numbers {length}", self.numbers[length].cast("B")

    def get(self, word: str) -> str | None:
        """Return the word that a word is a form of; None when it is its own, or not known."""
        rows = self.letters.get(len(word))
        if rows is None or not word.isascii():
            return None
        row = find_row(rows, len(word), word.encode("ascii"))
        if row is None:
            return None
        dropped, added = split_edit(self.edits[self.numbers[len(word)][row]])
        return word[: len(word) - dropped] + added


def edit_to(base: str, word: str) -> str:
    """Write how `base` comes from `word`: the number of letters to drop, then what to add.

    >>> edit_to("CARRY", "CARRIED")
    '3Y'
    """
    pairs = zip(base, word, strict=False)
    kept = next((at for at, (one, other) in enumerate(pairs) if one != other), len(base))
    kept = min(kept, len(word))
    return "" if base == word else f"{len(word) - kept}{base[kept:]}"


def split_edit(edit: str) -> tuple[int, str]:
    """Return the number of letters that an edit drops and the letters that it adds."""
    added = edit.lstrip("0123456789")
    return int("0" + edit[: len(edit) - len(added)]), added
