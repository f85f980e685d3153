"""The word index in plain Python: what the compiled one must return, byte for byte.

A word is a row of token codes (A is 0). All rows of one length share one buffer, with their scores
in an array beside it: that is what the engine reads.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Iterable
from itertools import accumulate, compress, groupby, pairwise
from operator import index, itemgetter, lt
from struct import iter_unpack

from crosswright.support.sizes import MAX_LENGTH, MAX_SCORE, MAX_TOKENS
from crosswright.words.index.checks import (
    MAX_KEY,
    checked_length,
    checked_score,
    checked_tokens,
    fixed_codes,
    fixed_scores,
    nearest_floor,
    no_such_key,
    no_such_row,
)

Rows = tuple[bytearray, "array[int]"]

# The lines that need no closer look; all others are left to `listfile`.
PLAIN = re.compile(rb"[ \t]*([A-Za-z '.\-]+)(?:[;,\t][ \t]*([+-]?[0-9]{1,6})?[ \t]*)?")
IGNORED = re.compile(rb"[ \t]*(?:#.*)?")
# Most files hold nothing but these, and one pass of the regular expression reads them all.
SIMPLE = re.compile(rb"^([A-Z]{1,%d})[;,\t]([0-9]{1,6})$" % MAX_LENGTH, re.MULTILINE)
BARE = re.compile(rb"^[A-Z]{1,%d}$" % MAX_LENGTH, re.MULTILINE)

RUN_TOGETHER = b" '-."
TO_CODES = bytes((c - 65) % 256 if 65 <= c <= 90 else (c - 97) % 256 for c in range(256))


def scan(data: bytes, default_score: int) -> tuple[dict[int, Rows], list[tuple[int, int, int]]]:
    """Read a text into rows by length, arranged; list the odd lines as (number, start, end)."""
    upper = bytes(fixed_codes(data, "a text")).upper()
    default_score = checked_score(default_score)
    lines = upper.count(b"\n") + (not upper.endswith(b"\n"))
    odd: list[tuple[int, int, int]] = []
    pairs = SIMPLE.findall(upper)
    if len(pairs) == lines:
        entries = [(word, int(score)) for word, score in pairs]
    elif len(words := BARE.findall(upper)) == lines:
        entries = [(word, default_score) for word in words]
    else:
        entries, odd = scan_lines(upper, default_score)
    return by_length(entries), odd


def scan_lines(
    upper: bytes, default_score: int
) -> tuple[list[tuple[bytes, int]], list[tuple[int, int, int]]]:
    """Read line by line what is not simple as a whole."""
    entries = []
    odd = []
    start = 0
    for number, line in enumerate(upper.split(b"\n"), 1):
        end = start + len(line)
        match = PLAIN.fullmatch(line)
        word = match[1].translate(None, RUN_TOGETHER) if match else b""
        if match and 1 <= len(word) <= MAX_LENGTH:
            entries.append((word, int(match[2]) if match[2] else default_score))
        elif not IGNORED.fullmatch(line):
            odd.append((number, start, end))
        start = end + 1
    return entries, odd


def by_length(entries: list[tuple[bytes, int]]) -> dict[int, Rows]:
    """Group words by length, each group in ascending order; the highest score wins."""
    best = dict(entries)
    if len(best) < len(entries):
        best = dict(sorted(entries, key=itemgetter(1)))
    return {
        length: (
            bytearray(b"".join(words := list(group)).translate(TO_CODES)),
            array("i", map(best.__getitem__, words)),
        )
        for length, group in groupby(sorted(sorted(best), key=len), key=len)
    }


def check_codes(codes: bytes, scores: int, length: int, tokens: int = MAX_TOKENS) -> None:
    """Check that codes and scores go together, and that every code is in the alphabet."""
    if len(codes) != scores * length:
        raise ValueError(f"{len(codes)} codes do not make {scores} rows of {length}")
    if beyond := codes.translate(None, bytes(range(tokens))):
        raise ValueError(f"token code {max(beyond)} is not below {tokens}")


def cut(codes: bytes, length: int) -> list[bytes]:
    """Cut a buffer of codes into its rows."""
    return [codes[i : i + length] for i in range(0, len(codes), length)]


def arrange(codes: object, scores: object, length: int) -> Rows:
    """Sort rows in ascending order; of equal rows keep one, with the highest score."""
    whole, values, length = bytes(fixed_codes(codes)), fixed_scores(scores), checked_length(length)
    check_codes(whole, len(values), length)
    entries = list(zip(cut(whole, length), values.tolist(), strict=True))
    best = dict(sorted(entries, key=itemgetter(1)))
    words = sorted(best)
    return bytearray(b"".join(words)), array("i", map(best.__getitem__, words))


def is_arranged(codes: object, scores: object, length: int, tokens: int) -> bool:
    """Return whether rows are as `arrange` leaves them, of tokens of an alphabet of this size."""
    whole, values = bytes(fixed_codes(codes)), fixed_scores(scores)
    length, tokens = index(length), index(tokens)
    if not 1 <= length <= MAX_LENGTH or len(whole) != len(values) * length:
        return False
    if whole.translate(None, bytes(range(min(max(tokens, 0), MAX_TOKENS)))):
        return False
    if min(values, default=0) < -MAX_SCORE or max(values, default=0) > MAX_SCORE:
        return False
    rows = [row for (row,) in iter_unpack(f"{length}s", whole)]
    return all(map(lt, rows, rows[1:]))


def select(codes: object, scores: object, length: int, min_score: int) -> Rows:
    """Keep the rows with at least `min_score`, in their order."""
    whole, values, length = bytes(fixed_codes(codes)), fixed_scores(scores), checked_length(length)
    floor = nearest_floor(min_score)
    check_codes(whole, len(values), length)
    kept = [score >= floor for score in values]
    rows = (row for row, keep in zip(cut(whole, length), kept, strict=True) if keep)
    return bytearray(b"".join(rows)), array("i", (s for s in values if s >= floor))


def support(codes: object, length: int, tokens: int) -> array[int]:
    """Build the bitsets [position][token][block]: which rows have that token there."""
    whole, length = bytes(fixed_codes(codes)), checked_length(length)
    tokens = checked_tokens(tokens)
    size, rest = divmod(len(whole), length)
    if rest:
        raise ValueError(f"{len(whole)} codes do not make rows of {length}")
    check_codes(whole, size, length, tokens)
    width = (size + 63) // 64 * 8
    bits = b"".join(
        mask.to_bytes(width, "little")
        for position in range(length)
        for mask in token_masks(whole[position::length], tokens)
    )
    result = array("Q", bits)
    if big_endian():
        result.byteswap()
    return result


def keys_of(
    codes: object, length: int, known: object, known_starts: object, known_keys: object
) -> tuple[array[int], array[int], array[int]]:
    """Return the keys of rows that are also among the known ones, and the rows that are not.

    Both kinds of rows ascend. The keys of row r are keys[starts[r]] to keys[starts[r + 1] - 1].
    """
    length = checked_length(length)
    rows, others = _ascending(codes, length), _ascending(known, length)
    starts, keys = fixed_scores(known_starts, "starts"), fixed_scores(known_keys, "keys")
    _check_starts(starts, len(others), len(keys))
    number_of = {row: number for number, row in enumerate(others)}
    found_starts, found, unknown = array("i", [0]), array("i"), array("i")
    for place, row in enumerate(rows):
        number = number_of.get(row)
        if number is None:
            unknown.append(place)
        else:
            found.extend(keys[starts[number] : starts[number + 1]])
        found_starts.append(len(found))
    return found_starts, found, unknown


def members(starts: object, keys: object, live: object) -> tuple[array[int], array[int]]:
    """Return the keys of rows one after another, and the row of each.

    Where `live` is not None, only of the rows whose bits it has, in the order of a bitset.
    """
    all_starts, all_keys = fixed_scores(starts, "starts"), fixed_scores(keys, "keys")
    size = len(all_starts) - 1
    _check_starts(all_starts, size, len(all_keys))
    bits = None if live is None else bytes(fixed_codes(live, "live"))
    if bits is not None and 8 * len(bits) < size:
        raise ValueError(f"{8 * len(bits)} bits are not enough for {size} rows")
    own_keys, rows = array("i"), array("i")
    for row in range(size):
        if bits is None or bits[row >> 3] >> (row & 7) & 1:
            own = all_keys[all_starts[row] : all_starts[row + 1]]
            own_keys.extend(own)
            rows.extend([row] * len(own))
    return own_keys, rows


def rows_having(starts: object, keys: object, wanted: object) -> array[int]:
    """Return the rows that have one of some keys, once for each that they have."""
    all_starts, all_keys = fixed_scores(starts, "starts"), fixed_scores(keys, "keys")
    chosen = fixed_scores(wanted, "wanted").tolist()
    _check_starts(all_starts, len(all_starts) - 1, len(all_keys))
    for key in chosen:
        if not 0 <= key <= MAX_KEY:
            raise no_such_key(key)
    is_wanted = frozenset(chosen).__contains__
    places = (place for place, key in enumerate(all_keys) if is_wanted(key))
    return array("i", [bisect_right(all_starts, place) - 1 for place in places])


def keys_below(starts: object, keys: object, count: int) -> tuple[array[int], array[int]]:
    """Return the starts and keys of the same rows with only the keys below a number."""
    all_starts, all_keys = fixed_scores(starts, "starts"), fixed_scores(keys, "keys")
    _check_starts(all_starts, len(all_starts) - 1, len(all_keys))
    count = checked_score(count)
    is_kept = [key < count for key in all_keys]
    before = [*accumulate(is_kept, initial=0)]
    own_starts = array("i", [before[start] for start in all_starts])
    return own_starts, array("i", compress(all_keys, is_kept))


def by_score(scores: object) -> array[int]:
    """Return the rows from the highest score to the lowest; of equal ones the first comes first."""
    numbers = fixed_scores(scores).tolist()
    return array("i", sorted(range(len(numbers)), key=numbers.__getitem__, reverse=True))


def _ascending(codes: object, length: int) -> list[bytes]:
    whole = bytes(fixed_codes(codes))
    if len(whole) % length:
        raise ValueError(f"{len(whole)} codes do not make rows of {length}")
    rows = cut(whole, length)
    if not all(map(lt, rows, rows[1:])):
        raise ValueError("the rows do not ascend")
    return rows


def _check_starts(starts: memoryview, rows: int, keys: int) -> None:
    """Check that starts divide all keys among the rows."""
    steps = pairwise(starts)
    if (
        not 0 < len(starts) == rows + 1
        or starts[0]
        or starts[-1] != keys
        or any(start > end for start, end in steps)
    ):
        raise ValueError("the starts do not divide the keys among the rows")


Owners = tuple[
    "array[int]", "array[int]", "array[int]", tuple["array[int]", ...], tuple["array[int]", ...]
]


def owners(keys: object, tables: object, rows: object, sizes: object, fewest: int) -> Owners:
    """Arrange which words of tables own which keys, one word and key after another.

    Keys with fewer owners are left out, and the others numbered anew. Return the starts, tables and
    rows of the owners of each key, in the order given; and for each table the starts and the keys
    of its rows, which ascend.
    """
    key_list, table_list = fixed_scores(keys, "keys"), fixed_scores(tables, "tables")
    row_list, table_sizes = fixed_scores(rows, "rows"), fixed_scores(sizes, "sizes")
    fewest = index(fewest)
    if not len(key_list) == len(table_list) == len(row_list):
        raise ValueError("there must be as many keys as tables and rows")
    groups: dict[int, list[tuple[int, int]]] = {}
    for key, table, row in zip(key_list, table_list, row_list, strict=True):
        if not 0 <= key <= MAX_KEY:
            raise no_such_key(key)
        if not (0 <= table < len(table_sizes) and 0 <= row < table_sizes[table]):
            raise no_such_row(table, row)
        groups.setdefault(key, []).append((table, row))
    owner_starts, owner_tables, owner_rows = array("i", [0]), array("i"), array("i")
    keys_of_rows: dict[tuple[int, int], list[int]] = {}
    for _, group in sorted(groups.items()):
        if len(group) >= fewest:
            for table, row in group:
                keys_of_rows.setdefault((table, row), []).append(len(owner_starts) - 1)
                owner_tables.append(table)
                owner_rows.append(row)
            owner_starts.append(len(owner_rows))
    key_starts = tuple(array("i", bytes(4 * max(0, size) + 4)) for size in table_sizes)
    for (table, row), own in keys_of_rows.items():
        key_starts[table][row + 1] = len(own)
    key_starts = tuple(array("i", accumulate(counts)) for counts in key_starts)
    row_keys = tuple(array("i", bytes(4 * starts[-1])) for starts in key_starts)
    for (table, row), own in keys_of_rows.items():
        start = key_starts[table][row]
        row_keys[table][start : start + len(own)] = array("i", own)
    return owner_starts, owner_tables, owner_rows, key_starts, row_keys


def owners_of_rows(
    tables: Iterable[tuple[int, object, object, object]], sizes: object, fewest: int
) -> Owners:
    """Arrange which rows of tables own which keys: `owners` of the `members` of each.

    A table is given by its number, the starts and the keys of its rows, and which rows count.
    """
    keys, numbers, rows = array("i"), array("i"), array("i")
    for number, starts, own, live in tables:
        own_keys, own_rows = members(starts, own, live)
        keys += own_keys
        numbers += array("i", [number]) * len(own_rows)
        rows += own_rows
    return owners(keys, numbers, rows, sizes, fewest)


def token_masks(column: bytes, tokens: int) -> list[int]:
    """Return for each token the integer whose bits are the rows of a column that hold it.

    The bits of the codes are read as one integer each (a plane), and a token's rows are those
    where every plane has the token's own bit: 6 conversions instead of one per token.
    """
    masks = [(1 << len(column)) - 1]
    for plane in reversed(range((tokens - 1).bit_length())):
        ones = gathered(column.translate(PLANES[plane]))
        masks = [half for mask in masks for half in (mask & ~ones, mask & ones)]
    return masks[:tokens]


def gathered(flags: bytes) -> int:
    """Return the integer whose bits are these bytes, each 0 or 1.

    Neighbours are moved together, pairs and then fours, in all places at once.
    """
    size = -(-len(flags) // 8)
    number = int.from_bytes(flags, "little")
    number = (number | number >> 7) & int.from_bytes(b"\x03\0" * (4 * size), "little")
    number = (number | number >> 14) & int.from_bytes(b"\x0f\0\0\0" * (2 * size), "little")
    number |= number >> 28
    return int.from_bytes(number.to_bytes(8 * size, "little")[::8], "little")


PLANES = [bytes(code >> plane & 1 for code in range(256)) for plane in range(6)]


def big_endian() -> bool:
    return array("H", [1]).tobytes() == b"\0\1"
