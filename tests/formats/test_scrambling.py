"""How Across Lite scrambles a solution: beside puzpy, and back again."""

import puz
import pytest
from hypothesis import given
from hypothesis import strategies as st

from crosswright.formats.scrambling import checksum, find_key, matching_keys, scramble, unscramble

LETTERS = st.text("ABCDEFGHIJKLMNOPQRSTUVWXYZ", min_size=12, max_size=60)
KEYS = st.integers(0, 9999)
VERSE = b"SHALLICOMPARETHEETOASUMMERSDAYTHOUARTMORELOVELYANDMORETEMPERATE"


@given(LETTERS, KEYS)
def test_scrambling_is_what_puzpy_does(letters: str, key: int) -> None:
    scrambled = scramble(letters.encode(), f"{key:04}")
    assert scrambled.decode() == puz.scramble_string(letters, key)
    assert unscramble(scrambled, f"{key:04}").decode() == letters
    assert checksum(letters.encode()) == puz.data_cksum(letters.encode())


@pytest.mark.parametrize("letters", [b"", b"A", b"ABC", b"ABCDEFGH"])
def test_a_digit_may_be_larger_than_the_puzzle(letters: bytes) -> None:
    assert unscramble(scramble(letters, "9182"), "9182") == letters


@pytest.mark.parametrize("key", ["0000", "1234", "9876"])
def test_a_key_is_found(key: str) -> None:
    assert find_key(scramble(VERSE, key), checksum(VERSE)) == key


def test_of_several_keys_that_fit_the_likeliest_is_taken() -> None:
    letters = (b"THEQUICKBROWNFOXJUMPSOVERTHELAZYDOG" * 6)[:190]
    scrambled = scramble(letters, "4937")
    assert [*matching_keys(scrambled, checksum(letters))] == ["4937", "9888"]
    assert find_key(scrambled, checksum(letters)) == "4937"


def test_there_may_be_no_key() -> None:
    assert find_key(b"????????????", 1) is None
