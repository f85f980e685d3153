"""Words of one length: rows, bitsets, rebus tokens."""

from __future__ import annotations

import threading

from helpers.wordlists import WORDS, best_of
from hypothesis import given

from crosswright.words.spelling import Alphabet
from crosswright.words.table import Table
from crosswright.words.wordlist import WordList


@given(WORDS)
def test_tables_find_every_word(entries: list[tuple[str, int]]) -> None:
    words = WordList.from_words(entries)
    best = best_of(entries)
    for length in range(1, 6):
        table = words.table(length)
        expected = sorted(word for word in best if len(word) == length)
        assert [table.word(row) for row in range(table.size)] == expected
        assert [table.row(word) for word in expected] == list(range(len(expected)))
        assert list(table) == [(word, best[word]) for word in expected]
        assert table.row("A" * (length - 1) + "Z") is None
        assert table.blocks == (len(expected) + 63) // 64
        assert len(table.support) == length * 26 * table.blocks
        for position in range(length):
            rows = [n for n, word in enumerate(expected) if word[position] == "B"]
            assert table.bits(position, 1) == sum(1 << row for row in rows)


def test_rows_that_fit_codes_at_each_position() -> None:
    table = WordList.parse("CAT\nCOT\nDOG\nTOE").table(3)
    alphabet = table.alphabet
    codes = [{alphabet.code("C"), alphabet.code("D")}, {alphabet.code("O")}, None]
    assert table.fitting(codes) == 0b0110
    assert table.fitting([None] * 3) == 0b1111
    assert table.fitting([None, set(), None]) == 0


def test_the_table_of_a_length_without_words_is_empty() -> None:
    table = WordList.parse("OBOE").table(40)
    assert (table.size, table.blocks, len(table.support), list(table)) == (0, 0, 0, [])
    assert table.row("A" * 40) is None
    assert len(WordList.parse("").table(3)) == 0


def test_one_table_for_all_threads() -> None:
    words = WordList.from_words(a + b + c for a in "ABCDE" for b in "ABCDE" for c in "ABCDE")
    tables: list[Table] = []
    threads = [threading.Thread(target=lambda: tables.append(words.table(3))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(tables) == 8
    assert len(set(map(id, tables))) == 1


def test_a_table_with_rebus_tokens() -> None:
    alphabet = Alphabet(["HEART"])
    table = Table.of(alphabet, 3, [(("I", "T", "S"), 5), (("HEART", "E", "D"), 7)])
    assert [table.word(row) for row in range(2)] == ["ITS", "HEARTED"]
    assert table.bits(0, alphabet.code("HEART")) == 0b10
    assert table.scores.tolist() == [5, 7]
