"""The compiled word index: see `plain`, whose results these functions repeat byte for byte.

Every buffer is a Python object (bytearray or array) behind a typed view, so memory is freed by
reference counting, a failed allocation is a MemoryError, and a build with bounds checking checks
every access but those of memcmp. The loops run without the GIL, on memory that nobody else writes to.
"""

from array import array

from cpython.array cimport array as array_type, clone
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcmp

from operator import index as exact_index

from crosswright.words.index import checks

cpdef enum:
    MAX_LENGTH = 64
    MAX_TOKENS = 64
    MAX_SCORE = 1000000
    MAX_KEY = 0x1000000

cdef enum:
    MAX_OWNERS = 0x7FFFFFFF
    MAX_DIGITS = 6
    HEAD = 8  # tokens that are compared as one number
    MAX_SPREAD = 0x10000  # between two scores, for rows to be sorted by counting
    PAIRS = 4096  # two tokens of 6 bits each make one digit of the radix sort

cdef enum Kind:  # of a byte in a line; values below 26 are letters
    RUN_TOGETHER = 32
    SEPARATOR = 33
    OTHER = 34

cdef array_type INTEGERS = array("i")
cdef uint8_t[256] KINDS


cdef void set_kinds() noexcept:
    cdef int c
    for c in range(256):
        KINDS[c] = OTHER
    for c in range(26):
        KINDS[65 + c] = c
        KINDS[97 + c] = c
    KINDS[32] = KINDS[39] = KINDS[45] = KINDS[46] = RUN_TOGETHER  # space ' - .
    KINDS[9] = KINDS[44] = KINDS[59] = SEPARATOR  # tab , ;


set_kinds()


cdef inline bint is_blank(uint8_t byte) noexcept nogil:
    return byte == 32 or byte == 9


cdef int read_line(
    const uint8_t[::1] data, Py_ssize_t i, Py_ssize_t stop,
    uint8_t[::1] letters, Py_ssize_t at, int32_t[::1] scores, Py_ssize_t entry,
) except -2 nogil:
    """Store a line's letters and score; return the number of letters, 0 for none, -1 if odd."""
    cdef int n = 0, digits = 0, score = 0
    cdef bint negative = False
    cdef uint8_t kind
    while i < stop and is_blank(data[i]):
        i += 1
    if i == stop or data[i] == 35:  # '#'
        return 0
    while i < stop:
        kind = KINDS[data[i]]
        if kind < 26:
            if n == MAX_LENGTH:
                return -1
            letters[at + n] = kind
            n += 1
        elif kind == SEPARATOR:
            break
        elif kind == OTHER:
            return -1
        i += 1
    if n == 0:
        return -1
    i += 1
    while i < stop and is_blank(data[i]):
        i += 1
    if i >= stop:
        return n
    if data[i] == 43 or data[i] == 45:  # + -
        negative = data[i] == 45
        i += 1
    while i < stop and 48 <= data[i] <= 57:
        score = score * 10 + (data[i] - 48)
        digits += 1
        if digits > MAX_DIGITS:
            return -1
        i += 1
    if digits == 0:
        return -1
    while i < stop and is_blank(data[i]):
        i += 1
    if i != stop:
        return -1
    scores[entry] = -score if negative else score
    return n


def scan(data, default_score):
    return scanned(checks.fixed_codes(data, "a text"), checks.checked_score(default_score))


cdef tuple scanned(const uint8_t[::1] data, int default_score):
    cdef Py_ssize_t size = data.shape[0], i, start, line, at = 0, entry = 0, k, lines = 1
    cdef int n, length
    if size >= 0xFFFFFFFF:
        raise ValueError("a word list of 4 GiB or more cannot be indexed")
    with nogil:
        for i in range(size):
            if data[i] == 10:
                lines += 1
    cdef uint8_t[::1] letters = bytearray(size)
    cdef int32_t[::1] scores = array("i", bytes(4 * lines))
    cdef uint32_t[::1] starts = array("I", bytes(4 * lines))
    cdef uint8_t[::1] lengths = bytearray(lines)
    odd = []
    with nogil:
        start = 0
        for line in range(lines):
            i = start
            while i < size and data[i] != 10:
                i += 1
            scores[entry] = default_score
            n = read_line(data, start, i, letters, at, scores, entry)
            if n > 0:
                starts[entry] = <uint32_t> at
                lengths[entry] = <uint8_t> n
                entry += 1
                at += n
            elif n < 0:
                with gil:
                    odd.append((line + 1, start, i))
            start = i + 1
    groups = {}
    for length, (rows, row_scores) in group(letters, scores, starts, lengths, entry).items():
        groups[length] = arranged_rows(rows, row_scores, length)
    return groups, odd


cdef dict group(
    uint8_t[::1] letters, int32_t[::1] scores, uint32_t[::1] starts, uint8_t[::1] lengths,
    Py_ssize_t entries,
):
    """Gather the rows of each length, in the order of the file."""
    cdef Py_ssize_t[MAX_LENGTH + 1] counts
    cdef Py_ssize_t[MAX_LENGTH + 1] firsts
    cdef Py_ssize_t entry, row, k, start, n
    cdef int length
    cdef uint32_t[::1] order = array("I", bytes(4 * entries))
    cdef uint8_t[::1] rows
    cdef int32_t[::1] row_scores
    with nogil:
        for length in range(MAX_LENGTH + 1):
            counts[length] = 0
        for entry in range(entries):
            counts[lengths[entry]] += 1
        n = 0
        for length in range(MAX_LENGTH + 1):
            firsts[length] = n
            n += counts[length]
        for entry in range(entries):
            order[firsts[lengths[entry]]] = <uint32_t> entry
            firsts[lengths[entry]] += 1
    groups = {}
    for length in range(1, MAX_LENGTH + 1):
        n = counts[length]
        if n == 0:
            continue
        kept = bytearray(n * length)
        kept_scores = array("i", bytes(4 * n))
        rows, row_scores = kept, kept_scores
        with nogil:
            for row in range(n):
                entry = order[firsts[length] - n + row]
                start = starts[entry]
                row_scores[row] = scores[entry]
                for k in range(length):
                    rows[row * length + k] = letters[start + k]
        groups[length] = (kept, kept_scores)
    return groups


cdef inline int compare(
    const uint8_t* codes, Py_ssize_t a, Py_ssize_t b, Py_ssize_t length
) noexcept nogil:
    """Return less than 0 if row `a` comes before row `b`, more if after it, 0 if they are equal."""
    return memcmp(codes + a * length, codes + b * length, length)


cdef inline uint64_t head(const uint8_t* row) noexcept nogil:
    """Return eight tokens as a number that sorts as they do."""
    return (
        <uint64_t> row[0] << 56 | <uint64_t> row[1] << 48 | <uint64_t> row[2] << 40
        | <uint64_t> row[3] << 32 | <uint64_t> row[4] << 24 | <uint64_t> row[5] << 16
        | <uint64_t> row[6] << 8 | row[7]
    )


cdef bint ascending(const uint8_t[::1] codes, Py_ssize_t size, Py_ssize_t length) noexcept nogil:
    """Compare each row with the one before it: the first eight tokens at once, then any others."""
    cdef Py_ssize_t row, quick = max(0, (size * length - HEAD) // length)
    cdef int unused = max(0, 8 * (HEAD - length))  # bits of the rows that follow
    cdef uint64_t last = 0, here
    for row in range(quick):
        here = head(&codes[row * length]) >> unused
        if row and (here < last or here == last and compare(&codes[0], row - 1, row, length) >= 0):
            return False
        last = here
    for row in range(max(1, quick), size):
        if compare(&codes[0], row - 1, row, length) >= 0:
            return False
    return True


cdef int sort_by_pair(
    const uint8_t[::1] codes, Py_ssize_t length, Py_ssize_t position,
    uint32_t[::1] order, uint32_t[::1] target,
) except -1 nogil:
    """Sort `order` into `target` by the two tokens from `position` on, keeping the order of ties."""
    cdef Py_ssize_t[PAIRS] starts
    cdef Py_ssize_t i, n, row, digit, size = order.shape[0]
    cdef bint single = position + 1 == length
    for i in range(PAIRS):
        starts[i] = 0
    for i in range(size):
        row = i * length + position
        digit = codes[row] * MAX_TOKENS + (0 if single else codes[row + 1])
        starts[digit] += 1
    n = 0
    for i in range(PAIRS):
        starts[i], n = n, n + starts[i]
    for i in range(size):
        row = <Py_ssize_t> order[i] * length + position
        digit = codes[row] * MAX_TOKENS + (0 if single else codes[row + 1])
        target[starts[digit]] = order[i]
        starts[digit] += 1
    return 0


cdef uint8_t highest_in(const uint8_t[::1] codes) noexcept nogil:
    cdef Py_ssize_t i
    cdef uint8_t highest = 0
    for i in range(codes.shape[0]):
        highest = max(highest, codes[i])
    return highest


cdef int check_codes(
    const uint8_t[::1] codes, Py_ssize_t scores, Py_ssize_t length, Py_ssize_t tokens
) except -1:
    """Check that codes and scores go together, and that every code is in the alphabet."""
    cdef uint8_t highest
    if codes.shape[0] != scores * length or scores >= 0xFFFFFFFF:
        raise ValueError(f"{codes.shape[0]} codes do not make {scores} rows of {length}")
    with nogil:
        highest = highest_in(codes)
    if highest >= tokens:
        raise ValueError(f"token code {highest} is not below {tokens}")
    return 0


def arrange(codes, scores, length):
    cdef const uint8_t[::1] fixed = checks.fixed_codes(codes)
    cdef const int32_t[::1] values = fixed_numbers(scores)
    cdef Py_ssize_t checked = checks.checked_length(length)
    check_codes(fixed, values.shape[0], checked, MAX_TOKENS)
    return arranged_rows(fixed, values, checked)


cdef tuple arranged_rows(const uint8_t[::1] codes, const int32_t[::1] scores, Py_ssize_t length):
    cdef Py_ssize_t size = scores.shape[0]
    cdef Py_ssize_t row, k, position, n = 0, last = 0
    cdef bint sorted_already
    with nogil:
        sorted_already = ascending(codes, size, length)
    if sorted_already:
        return bytearray(codes), array("i", bytes(scores))
    cdef uint32_t[::1] order = array("I", bytes(4 * size))
    cdef uint32_t[::1] spare = array("I", bytes(4 * size))
    arranged = bytearray(size * length)
    arranged_scores = array("i", bytes(4 * size))
    cdef uint8_t[::1] out = arranged
    cdef int32_t[::1] out_scores = arranged_scores
    with nogil:
        for row in range(size):
            order[row] = <uint32_t> row
        position = (length - 1) // 2 * 2
        while position >= 0:
            sort_by_pair(codes, length, position, order, spare)
            order, spare = spare, order
            position -= 2
        for row in range(size):
            if n and compare(&codes[0], last, order[row], length) == 0:
                if scores[order[row]] > out_scores[n - 1]:
                    out_scores[n - 1] = scores[order[row]]
                continue
            last = order[row]
            for k in range(length):
                out[n * length + k] = codes[last * length + k]
            out_scores[n] = scores[last]
            n += 1
    out = None
    out_scores = None
    del arranged[n * length:]
    del arranged_scores[n:]
    return arranged, arranged_scores


def is_arranged(codes, scores, length, tokens):
    cdef const uint8_t[::1] fixed = checks.fixed_codes(codes)
    cdef const int32_t[::1] values = fixed_numbers(scores)
    length, tokens = exact_index(length), exact_index(tokens)
    if not 1 <= length <= MAX_LENGTH or fixed.shape[0] != values.shape[0] * length:
        return False
    return are_arranged(fixed, values, length, min(max(tokens, 0), MAX_TOKENS))


cdef bint are_arranged(
    const uint8_t[::1] codes, const int32_t[::1] scores, Py_ssize_t length, Py_ssize_t tokens
) noexcept:
    cdef Py_ssize_t i, size = scores.shape[0]
    cdef uint8_t highest
    cdef int32_t best = 0, worst = 0
    cdef bint arranged
    with nogil:
        highest = highest_in(codes)
        for i in range(size):
            best = max(best, scores[i])
            worst = min(worst, scores[i])
        arranged = ascending(codes, size, length)
    return arranged and (not size or highest < tokens) and -MAX_SCORE <= worst and best <= MAX_SCORE


def select(codes, scores, length, min_score):
    cdef const uint8_t[::1] fixed = checks.fixed_codes(codes)
    cdef const int32_t[::1] values = fixed_numbers(scores)
    cdef Py_ssize_t checked = checks.checked_length(length)
    floor = checks.nearest_floor(min_score)
    check_codes(fixed, values.shape[0], checked, MAX_TOKENS)
    return selected(fixed, values, checked, floor)


cdef tuple selected(
    const uint8_t[::1] codes, const int32_t[::1] scores, Py_ssize_t length, int64_t floor
):
    cdef Py_ssize_t size = scores.shape[0], row, k, n = 0
    with nogil:
        for row in range(size):
            n += scores[row] >= floor
    kept = bytearray(n * length)
    kept_scores = array("i", bytes(4 * n))
    cdef uint8_t[::1] out = kept
    cdef int32_t[::1] out_scores = kept_scores
    n = 0
    with nogil:
        for row in range(size):
            if scores[row] >= floor:
                for k in range(length):
                    out[n * length + k] = codes[row * length + k]
                out_scores[n] = scores[row]
                n += 1
    return kept, kept_scores


def support(codes, length, tokens):
    cdef const uint8_t[::1] fixed = checks.fixed_codes(codes)
    cdef Py_ssize_t checked = checks.checked_length(length), size = fixed.shape[0] // checked
    tokens = checks.checked_tokens(tokens)
    if fixed.shape[0] % checked:
        raise ValueError(f"{fixed.shape[0]} codes do not make rows of {checked}")
    check_codes(fixed, size, checked, tokens)
    return supported(fixed, size, checked, tokens)


cdef object supported(
    const uint8_t[::1] codes, Py_ssize_t size, Py_ssize_t length, Py_ssize_t tokens
):
    """Set the bits of 64 rows at a time, in a few words that stay in the processor's cache."""
    cdef Py_ssize_t blocks = (size + 63) // 64, block, row, rows, position, token, i
    cdef uint64_t[MAX_TOKENS] gathered
    if size == 0:
        return array("Q")
    bits = clone(array("Q"), blocks * length * tokens, False)  # all of it is written below
    cdef uint64_t[::1] out = bits
    with nogil:
        for block in range(blocks):
            rows = min(64, size - 64 * block)
            for position in range(length):
                for token in range(tokens):
                    gathered[token] = 0
                i = 64 * block * length + position
                for row in range(rows):
                    gathered[codes[i]] |= <uint64_t> 1 << row
                    i += length
                for token in range(tokens):
                    out[(position * tokens + token) * blocks + block] = gathered[token]
    return bits


def keys_of(codes, length, known, known_starts, known_keys):
    cdef Py_ssize_t checked = checks.checked_length(length)
    cdef const uint8_t[::1] rows = ascending_rows(codes, checked)
    cdef const uint8_t[::1] others = ascending_rows(known, checked)
    cdef const int32_t[::1] starts = fixed_numbers(known_starts, "starts")
    cdef const int32_t[::1] keys = fixed_numbers(known_keys, "keys")
    check_starts(starts, others.shape[0] // checked, keys.shape[0])
    return keys_found(rows, others, starts, keys, checked)


cdef int check_starts(const int32_t[::1] starts, Py_ssize_t size, Py_ssize_t keys) except -1:
    cdef Py_ssize_t row
    cdef bint divided = 0 < starts.shape[0] == size + 1
    divided = divided and starts[0] == 0 and starts[size] == keys
    if divided:
        with nogil:
            for row in range(size):
                divided = divided and starts[row] <= starts[row + 1]
    if not divided:
        raise ValueError("the starts do not divide the keys among the rows")
    return 0


cdef object fixed_numbers(buffer, name="scores"):
    """View numbers in memory that nobody writes to, aligned."""
    fixed = checks.fixed_scores(buffer, name)
    cdef const int32_t[::1] view = fixed
    if view.shape[0] and <size_t> &view[0] % sizeof(int32_t):
        return memoryview(fixed.tobytes()).cast("i")
    return fixed


cdef object zeros(Py_ssize_t size):
    """Return an array of this many numbers, all zero."""
    return clone(INTEGERS, size, size > 0)  # none are at no address, which must not be written to


def members(starts, keys, live):
    cdef const int32_t[::1] all_starts = fixed_numbers(starts, "starts")
    cdef const int32_t[::1] all_keys = fixed_numbers(keys, "keys")
    cdef const uint8_t[::1] bits = checks.fixed_codes(b"" if live is None else live, "live")
    cdef Py_ssize_t size = all_starts.shape[0] - 1, row, key, n = 0
    cdef bint every = live is None
    check_starts(all_starts, size, all_keys.shape[0])
    if not every and 8 * bits.shape[0] < size:
        raise ValueError(f"{8 * bits.shape[0]} bits are not enough for {size} rows")
    own_keys, rows = zeros(all_keys.shape[0]), zeros(all_keys.shape[0])
    cdef int32_t[::1] out_keys = own_keys
    cdef int32_t[::1] out_rows = rows
    with nogil:
        for row in range(size):
            if every or bits[row >> 3] >> (row & 7) & 1:
                for key in range(all_starts[row], all_starts[row + 1]):
                    out_keys[n], out_rows[n] = all_keys[key], <int32_t> row
                    n += 1
    del out_keys, out_rows
    del own_keys[n:], rows[n:]
    return own_keys, rows


def rows_having(starts, keys, wanted):
    cdef const int32_t[::1] all_starts = fixed_numbers(starts, "starts")
    cdef const int32_t[::1] all_keys = fixed_numbers(keys, "keys")
    cdef const int32_t[::1] chosen = fixed_numbers(wanted, "wanted")
    cdef Py_ssize_t size = all_starts.shape[0] - 1, row, key, n = 0, i
    cdef int32_t last = -1
    check_starts(all_starts, size, all_keys.shape[0])
    for i in range(chosen.shape[0]):
        if not 0 <= chosen[i] <= MAX_KEY:
            raise checks.no_such_key(chosen[i])
        last = max(last, chosen[i])
    cdef uint8_t[::1] is_wanted = bytearray(last + 1)
    for i in range(chosen.shape[0]):
        is_wanted[chosen[i]] = 1
    rows = zeros(all_keys.shape[0])
    cdef int32_t[::1] out = rows
    with nogil:
        for row in range(size):
            for key in range(all_starts[row], all_starts[row + 1]):
                if 0 <= all_keys[key] <= last and is_wanted[all_keys[key]]:
                    out[n] = <int32_t> row
                    n += 1
    del out
    del rows[n:]
    return rows


def keys_below(starts, keys, count):
    cdef const int32_t[::1] all_starts = fixed_numbers(starts, "starts")
    cdef const int32_t[::1] all_keys = fixed_numbers(keys, "keys")
    cdef Py_ssize_t size = all_starts.shape[0] - 1, row, key, n = 0
    check_starts(all_starts, size, all_keys.shape[0])
    cdef int32_t limit = checks.checked_score(count)
    own_starts, own_keys = zeros(size + 1), zeros(all_keys.shape[0])
    cdef int32_t[::1] out_starts = own_starts
    cdef int32_t[::1] out_keys = own_keys
    with nogil:
        for row in range(size):
            for key in range(all_starts[row], all_starts[row + 1]):
                if all_keys[key] < limit:
                    out_keys[n] = all_keys[key]
                    n += 1
            out_starts[row + 1] = <int32_t> n
    del out_starts, out_keys
    del own_keys[n:]
    return own_starts, own_keys


def by_score(scores):
    fixed = fixed_numbers(scores)
    cdef const int32_t[::1] numbers = fixed
    cdef Py_ssize_t size = numbers.shape[0], row
    cdef int64_t low = 0, high = -1, spread
    with nogil:
        for row in range(size):
            low = min(low, numbers[row]) if row else numbers[row]
            high = max(high, numbers[row]) if row else numbers[row]
    spread = high - low + 1
    if spread > MAX_SPREAD:
        return array("i", sorted(range(size), key=fixed.tolist().__getitem__, reverse=True))
    rows = zeros(size)
    cdef int32_t[::1] out = rows
    cdef int64_t[::1] places = array("q", bytes(8 * spread + 8))
    with nogil:  # sort by counting: rows with higher scores come before
        for row in range(size):
            places[high - numbers[row] + 1] += 1
        for row in range(spread):
            places[row + 1] += places[row]
        for row in range(size):
            out[places[high - numbers[row]]] = <int32_t> row
            places[high - numbers[row]] += 1
    return rows


cdef object ascending_rows(codes, Py_ssize_t length):
    cdef const uint8_t[::1] fixed = checks.fixed_codes(codes)
    if fixed.shape[0] % length:
        raise ValueError(f"{fixed.shape[0]} codes do not make rows of {length}")
    if fixed.shape[0] and not ascending(fixed, fixed.shape[0] // length, length):
        raise ValueError("the rows do not ascend")
    return fixed


cdef tuple keys_found(
    const uint8_t[::1] rows, const uint8_t[::1] others, const int32_t[::1] starts,
    const int32_t[::1] keys, Py_ssize_t length,
):
    """Go through both kinds of rows at once: what is found is no more than there is."""
    cdef Py_ssize_t size = rows.shape[0] // length, other_size = others.shape[0] // length
    cdef Py_ssize_t row, other = 0, key, n = 0, missed = 0
    cdef int order
    found_starts = zeros(size + 1)
    found = zeros(keys.shape[0])
    unknown = zeros(size)
    cdef int32_t[::1] out_starts = found_starts
    cdef int32_t[::1] out = found
    cdef int32_t[::1] out_unknown = unknown
    with nogil:
        for row in range(size):
            order = -1
            while other < other_size:
                order = memcmp(&others[other * length], &rows[row * length], length)
                if order >= 0:
                    break
                other += 1
            if order == 0:
                for key in range(starts[other], starts[other + 1]):
                    out[n] = keys[key]
                    n += 1
            else:
                out_unknown[missed] = <int32_t> row
                missed += 1
            out_starts[row + 1] = <int32_t> n
    del out, out_starts, out_unknown
    del found[n:], unknown[missed:]
    return found_starts, found, unknown


def owners(keys, tables, rows, sizes, fewest):
    cdef const int32_t[::1] key_list = fixed_numbers(keys, "keys")
    cdef const int32_t[::1] table_list = fixed_numbers(tables, "tables")
    cdef const int32_t[::1] row_list = fixed_numbers(rows, "rows")
    cdef const int32_t[::1] table_sizes = fixed_numbers(sizes, "sizes")
    cdef Py_ssize_t size = key_list.shape[0], i, bad = -1
    cdef int32_t table, last = -1
    least = min(max(exact_index(fewest), 0), MAX_OWNERS)
    if not size == table_list.shape[0] == row_list.shape[0]:
        raise ValueError("there must be as many keys as tables and rows")
    with nogil:
        for i in range(size):
            table = table_list[i]
            if (
                not 0 <= key_list[i] <= MAX_KEY
                or not 0 <= table < table_sizes.shape[0]
                or not 0 <= row_list[i] < table_sizes[table]
            ):
                bad = i
                break
            last = max(last, key_list[i])
    if bad >= 0:
        if not 0 <= key_list[bad] <= MAX_KEY:
            raise checks.no_such_key(key_list[bad])
        raise checks.no_such_row(table_list[bad], row_list[bad])
    return arranged_owners(key_list, table_list, row_list, table_sizes, last + 1, least)


cdef tuple arranged_owners(
    const int32_t[::1] keys, const int32_t[::1] tables, const int32_t[::1] rows,
    const int32_t[::1] sizes, Py_ssize_t key_count, int32_t fewest,
):
    """Sort by key, by counting, and then by table and row."""
    cdef Py_ssize_t size = keys.shape[0], i, key, kept = 0, n = 0, owner, table, row
    cdef int32_t[::1] counts = zeros(key_count + 1)
    cdef int32_t[::1] numbers = zeros(key_count + 1)
    with nogil:
        for i in range(size):
            counts[keys[i]] += 1
        for key in range(key_count):
            numbers[key] = -1
            if counts[key] and counts[key] >= fewest:
                numbers[key] = <int32_t> kept
                kept += 1
                n += counts[key]
    owner_starts = zeros(kept + 1)
    owner_tables, owner_rows = zeros(n), zeros(n)
    cdef int32_t[::1] out_starts = owner_starts
    cdef int32_t[::1] out_tables = owner_tables
    cdef int32_t[::1] out_rows = owner_rows
    cdef int32_t[::1] ends = zeros(kept + 1)
    cdef int64_t[::1] first_rows = array("q", bytes(8 * sizes.shape[0] + 8))
    for table in range(sizes.shape[0]):
        first_rows[table + 1] = first_rows[table] + max(0, sizes[table]) + 1
    all_starts = zeros(first_rows[sizes.shape[0]] + 1)
    cdef int32_t[::1] key_ends = all_starts
    with nogil:
        for key in range(key_count):
            if numbers[key] >= 0:
                out_starts[numbers[key] + 1] = counts[key]
        for key in range(kept):
            out_starts[key + 1] += out_starts[key]
            ends[key] = out_starts[key]
        for i in range(size):
            key = numbers[keys[i]]
            if key >= 0:
                owner = ends[key]
                out_tables[owner], out_rows[owner] = tables[i], rows[i]
                ends[key] += 1
                key_ends[first_rows[tables[i]] + rows[i] + 1] += 1
        for table in range(sizes.shape[0]):
            for row in range(first_rows[table], first_rows[table + 1] - 1):
                key_ends[row + 1] += key_ends[row]
    key_starts = [
        all_starts[first_rows[table] : first_rows[table + 1]] for table in range(sizes.shape[0])
    ]
    row_keys = keys_by_row(keys, tables, rows, numbers, first_rows, all_starts, n)
    return owner_starts, owner_tables, owner_rows, tuple(key_starts), tuple(row_keys)


cdef list keys_by_row(
    const int32_t[::1] keys, const int32_t[::1] tables, const int32_t[::1] rows,
    const int32_t[::1] numbers, const int64_t[::1] first_rows, all_starts, Py_ssize_t total,
):
    """List the keys of the rows of each table; each row has a few, which are put in order."""
    cdef Py_ssize_t table, i, row, place, first, count = first_rows.shape[0] - 1
    cdef int32_t key
    cdef const int32_t[::1] starts = all_starts
    cdef int32_t[::1] ends = array("i", all_starts)
    cdef int64_t[::1] first_keys = array("q", bytes(8 * count + 8))
    for table in range(count):
        first_keys[table + 1] = first_keys[table] + starts[first_rows[table + 1] - 1]
    all_keys = zeros(total)
    cdef int32_t[::1] out = all_keys
    with nogil:
        for i in range(keys.shape[0]):
            key = numbers[keys[i]]
            if key < 0:
                continue
            row = first_rows[tables[i]] + rows[i]
            first = first_keys[tables[i]] + starts[row]
            place = first_keys[tables[i]] + ends[row]
            while place > first and out[place - 1] > key:
                out[place] = out[place - 1]
                place -= 1
            out[place] = key
            ends[row] += 1
    return [all_keys[first_keys[table] : first_keys[table + 1]] for table in range(count)]


def owners_of_rows(tables, sizes, fewest):
    cdef const int32_t[::1] table_sizes = fixed_numbers(sizes, "sizes")
    least = min(max(exact_index(fewest), 0), MAX_OWNERS)
    given, fixed, known = list(tables), [], set()
    for number, starts, keys, live in given:
        rows = fixed_rows(number, starts, keys, live, table_sizes)
        if rows is None or rows[0] in known:
            from crosswright.words.index import plain  # which also says what is wrong

            return plain.owners_of_rows(given, sizes, fewest)
        known.add(rows[0])
        fixed.append(rows)
    return arranged_rows_owners(fixed, table_sizes, least)


cdef object fixed_rows(number, starts, keys, live, const int32_t[::1] sizes):
    """Return a table's number, rows and highest key, fit to be read; None if anything is odd."""
    cdef const int32_t[::1] all_starts = fixed_numbers(starts, "starts")
    cdef const int32_t[::1] all_keys = fixed_numbers(keys, "keys")
    cdef Py_ssize_t size = all_starts.shape[0] - 1, key
    cdef int32_t last = -1, first = 0
    table = exact_index(number)
    check_starts(all_starts, size, all_keys.shape[0])
    bits = checks.fixed_codes(b"\xff" * (size // 8 + 1) if live is None else live, "live")
    if 8 * len(bits) < size or not 0 <= table < len(sizes) or size > sizes[<Py_ssize_t> table]:
        return None
    with nogil:
        for key in range(all_keys.shape[0]):
            last, first = max(last, all_keys[key]), min(first, all_keys[key])
    if first < 0 or last > MAX_KEY:
        return None
    return table, all_starts.base, all_keys.base, rows_of(bits, size), last


cdef object rows_of(const uint8_t[::1] bits, Py_ssize_t size):
    """Return the rows whose bits are set."""
    cdef Py_ssize_t row, n = 0
    rows = clone(INTEGERS, size + 1, False)
    cdef int32_t[::1] out = rows
    with nogil:
        for row in range(size):  # without a branch, which would be guessed wrong too often
            out[n] = <int32_t> row
            n += bits[row >> 3] >> (row & 7) & 1
    out = None
    del rows[n:]
    return rows


cdef tuple arranged_rows_owners(list fixed, const int32_t[::1] sizes, int32_t fewest):
    """Count the owners of each key; then list them, table by table, and the keys of each row."""
    cdef const int32_t[::1] starts
    cdef const int32_t[::1] keys
    cdef const int32_t[::1] rows
    cdef Py_ssize_t i, place, key, key_count, kept = 0, n = 0
    key_count = max((last for _, _, _, _, last in fixed), default=-1) + 1
    cdef int32_t[::1] ends = zeros(key_count + 1)
    for _, starts, keys, rows, _ in fixed:
        with nogil:
            for i in range(rows.shape[0]):
                for place in range(starts[rows[i]], starts[rows[i] + 1]):
                    ends[keys[place]] += 1
    cdef int32_t[::1] numbers = clone(INTEGERS, key_count + 1, False)
    owner_starts = zeros(key_count + 1)
    cdef int32_t[::1] out_starts = owner_starts
    with nogil:
        for key in range(key_count):
            numbers[key] = -1
            if ends[key] and ends[key] >= fewest:
                numbers[key] = <int32_t> kept
                kept += 1
                n += ends[key]
                out_starts[kept] = <int32_t> n
                ends[key] = <int32_t> n - ends[key]
    out_starts = None
    del owner_starts[kept + 1 :]
    owner_tables, owner_rows = clone(INTEGERS, n, False), clone(INTEGERS, n, False)
    key_starts = [zeros(max(0, size) + 1) for size in sizes]
    row_keys = [array("i") for _ in sizes]
    for table, starts, keys, rows, _ in fixed:
        row_keys[table] = listed_owners(
            table, starts, keys, rows, numbers, ends, owner_tables, owner_rows, key_starts[table]
        )
    return owner_starts, owner_tables, owner_rows, tuple(key_starts), tuple(row_keys)


cdef object listed_owners(
    int32_t table, const int32_t[::1] starts, const int32_t[::1] keys, const int32_t[::1] rows,
    const int32_t[::1] numbers, int32_t[::1] ends, int32_t[::1] owner_tables,
    int32_t[::1] owner_rows, int32_t[::1] key_starts,
):
    """List the rows of a table among the owners of their keys, and return the keys of each row."""
    cdef Py_ssize_t i, place, first, end = 0
    cdef int32_t row, key, owner
    row_keys = clone(INTEGERS, keys.shape[0], False)
    cdef int32_t[::1] out = row_keys
    with nogil:
        for i in range(rows.shape[0]):
            row, first = rows[i], end
            for place in range(starts[row], starts[row + 1]):
                key = numbers[keys[place]]
                if key >= 0:
                    owner = ends[keys[place]]
                    owner_tables[owner], owner_rows[owner] = table, row
                    ends[keys[place]] += 1
                    end = put_in_order(out, first, end, key)
            key_starts[row + 1] = <int32_t> end
        for i in range(key_starts.shape[0] - 1):  # rows that do not count have no keys
            key_starts[i + 1] = max(key_starts[i + 1], key_starts[i])
    out = None
    del row_keys[end:]
    return row_keys


cdef inline Py_ssize_t put_in_order(
    int32_t[::1] numbers, Py_ssize_t first, Py_ssize_t end, int32_t number
) noexcept nogil:
    """Insert a number where it belongs between two places, and return the place after them."""
    cdef Py_ssize_t place = end
    while place > first and numbers[place - 1] > number:
        numbers[place] = numbers[place - 1]
        place -= 1
    numbers[place] = number
    return end + 1
