"""Bad input: a FormatError of one line, in bounded time and memory, and nothing else ever."""

import io
import json
import tracemalloc
import warnings
import zipfile
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from helpers.puzzles import FULL, READABLE
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from crosswright.errors import FormatError, FormatWarning, TableError
from crosswright.formats import cluetable as clues
from crosswright.formats.files import from_bytes, read, to_bytes
from crosswright.grids.grid import Grid
from crosswright.grids.letters import normalise_answer
from crosswright.puzzles.clue import Clue
from crosswright.puzzles.puzzle import Puzzle

pytestmark = pytest.mark.endurance

SMALL = Puzzle.from_filled(
    Grid.parse("CAT\nA#O\nRUN"), {"1A": "Feline", "1D": "Vehicle"}, title="Small", notes="N"
)
SAMPLES = {name: [to_bytes(puzzle, name)[0] for puzzle in (FULL, SMALL)] for name in READABLE}
ALL = [*READABLE, "structure"]


def refused(data: bytes, name: str) -> str:
    with pytest.raises(FormatError) as caught:
        from_bytes(data, name)
    message = str(caught.value)
    assert message.startswith("input: ")
    assert "\n" not in message
    assert len(message) < 300
    return message


def tolerated(data: bytes, name: str) -> None:
    """Read and write without any exception but FormatError."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FormatWarning)
        try:
            puzzle = from_bytes(data, name)
        except FormatError as error:
            assert "\n" not in str(error)
            return
        for changed in (puzzle, replace(puzzle, title="Changed", clues={})):
            for other in (name, "ipuz"):
                again, _ = to_bytes(changed, other)
                from_bytes(again, other)


# -- fuzzing ------------------------------------------------------------------------------------


@st.composite
def mutations(draw: st.DrawFn, data: bytes) -> bytes:
    """Change a valid file in a few places: cut, overwrite, insert, repeat."""
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(data)))
        end = draw(st.integers(start, min(len(data), start + 20)))
        kind = draw(st.sampled_from(["cut", "overwrite", "insert", "repeat", "end", "digit"]))
        if kind == "cut":
            data = data[:start] + data[end:]
        elif kind == "overwrite":
            data = data[:start] + draw(st.binary(min_size=1, max_size=4)) + data[end:]
        elif kind == "insert":
            data = data[:start] + draw(st.binary(max_size=8)) + data[start:]
        elif kind == "repeat":
            data = data[:end] + data[start:]
        elif kind == "end":
            data = data[:start]
        else:
            data = data[:start] + draw(st.sampled_from([b"-1", b"999", b"0", b"1e9"])) + data[end:]
    return data


@pytest.mark.parametrize("name", READABLE)
@settings(max_examples=120, suppress_health_check=[HealthCheck.too_slow])
@given(draw=st.data())
def test_mutated_files(name: str, draw: st.DataObject) -> None:
    sample = draw.draw(st.sampled_from(SAMPLES[name]))
    tolerated(draw.draw(mutations(sample)), name)


@pytest.mark.parametrize("name", ALL)
@settings(max_examples=50)
@given(data=st.binary(max_size=200))
def test_any_bytes(name: str, data: bytes) -> None:
    tolerated(data, name)


@pytest.mark.parametrize("name", READABLE)
def test_every_truncation(name: str) -> None:
    data = SAMPLES[name][1]
    for length in range(0, len(data), max(1, len(data) // 60)):
        tolerated(data[:length], name)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 300) | st.floats(0, 1) | st.sampled_from("#A0:")
    | st.sampled_from(["\ud800", "\0", "circle", "TRBL", 2**70]),
    lambda children: st.lists(children, max_size=3)
    | st.dictionaries(st.sampled_from(["cell", "style", "value", "clue", "cells"]), children),
    max_leaves=6,
)  # fmt: skip


@settings(max_examples=150)
@given(draw=st.data())
def test_ipuz_with_anything_anywhere(draw: st.DataObject) -> None:
    node = document = json.loads(SAMPLES["ipuz"][0])
    while True:
        keys = list(node) if isinstance(node, dict) else list(range(len(node)))
        key = draw.draw(st.sampled_from(keys))
        if isinstance(node[key], dict | list) and node[key] and draw.draw(st.booleans()):
            node = node[key]
            continue
        node[key] = draw.draw(JSON)
        break
    tolerated(json.dumps(document).encode(), "ipuz")


@pytest.mark.filterwarnings("ignore::crosswright.errors.TableWarning")
@settings(max_examples=60)
@given(st.binary(max_size=100) | st.text(max_size=100).map(str.encode))
def test_tables_of_clues(data: bytes) -> None:
    try:
        by_answer = clues.parse_clues(data)
    except TableError as error:
        assert "\n" not in str(error)
    else:
        spelled = [normalise_answer(answer) for answer in by_answer]
        assert len(set(spelled)) == len(spelled)


# -- particular attacks -------------------------------------------------------------------------


@pytest.mark.parametrize("name", ALL)
def test_absurd_sizes(name: str) -> None:
    for data in (b"A" * 10_000_000, b"A\n" * 100_000, b"[" * 1_000_000, b"\xff" * 100, b""):
        refused(data, name)


def test_files_beyond_the_limit_are_not_read_whole() -> None:
    zero = Path("/dev/zero")
    if not zero.exists():
        pytest.skip("there is no /dev/zero here")
    tracemalloc.start()
    try:
        with pytest.raises(FormatError):
            read(zero)
        assert tracemalloc.get_traced_memory()[1] < 40_000_000
    finally:
        tracemalloc.stop()


HUGE = b" " * 48_000_000
"""What a bomb unpacks to."""
LITTLE = 40_000_000
"""Bytes of memory, too few to unpack one."""


@cache
def zipped(data: bytes, name: str = "a.xml", method: int = zipfile.ZIP_DEFLATED) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        archive.writestr(name, data)
    return buffer.getvalue()


def refused_in_little_memory(data: bytes) -> str:
    tracemalloc.start()
    try:
        message = refused(data, "jpz")
        assert tracemalloc.get_traced_memory()[1] < LITTLE
    finally:
        tracemalloc.stop()
    return message


def test_zip_bombs() -> None:
    bomb = zipped(HUGE)
    assert len(bomb) < 200_000
    assert "unpacks to more than 8 MiB" in refused_in_little_memory(bomb)


def test_bombs_that_state_a_small_size() -> None:
    bomb = bytearray(zipped(HUGE))
    for header, at in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        start = bomb.rindex(header) + at
        bomb[start : start + 4] = (1000).to_bytes(4, "little")
    assert "zip cannot be read" in refused_in_little_memory(bytes(bomb))


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA, 9, 93, 0xFFFF])
def test_only_stored_and_deflated_files_are_unpacked(method: int) -> None:
    """The other methods cannot be unpacked step by step, so 350 bytes would take a gigabyte."""
    packed = zipfile.ZIP_BZIP2 if method == zipfile.ZIP_BZIP2 else zipfile.ZIP_LZMA
    bomb = bytearray(zipped(HUGE, method=packed))
    for header, at in ((b"PK\x03\x04", 8), (b"PK\x01\x02", 10)):
        start = bomb.rindex(header) + at
        bomb[start : start + 2] = method.to_bytes(2, "little")
    assert "its zip is not stored or deflated" in refused_in_little_memory(bytes(bomb))
    assert from_bytes(zipped(SAMPLES["xml"][1], method=zipfile.ZIP_STORED), "jpz") == SMALL


def test_broken_lzma() -> None:
    broken = bytearray(zipped(SAMPLES["xml"][1], method=zipfile.ZIP_LZMA))
    broken[60:200] = bytes(140)
    refused(bytes(broken), "jpz")


def test_zips_of_very_many_files() -> None:
    one = zipped(b"<a/>")
    start, end = one.index(b"PK\x01\x02"), one.index(b"PK\x05\x06")
    entries = one[start:end] * 100_000
    tail = bytearray(one[end:])
    tail[12:16] = len(entries).to_bytes(4, "little")
    data = one[:start] + entries + bytes(tail)
    assert len(data) < 8_000_000
    assert "more than 100 files" in refused_in_little_memory(data)


def test_odd_zips() -> None:
    assert "a workbook has no grid" in refused(zipped(b"<a/>", "xl/workbook.xml"), "jpz")
    assert "its zip is empty" in refused(zipped(b"", "directory/"), "jpz")
    nameless = bytearray(zipped(SAMPLES["xml"][1], "a"))
    entry = nameless.rindex(b"PK\x01\x02")
    nameless[entry + 28], nameless[entry + 30] = 0, 1  # the name's byte becomes an extra field
    assert "zip cannot be read" in refused(bytes(nameless), "jpz")
    assert "zip cannot be read" in refused(b"PK\x03\x04" + b"x" * 100, "jpz")
    plain = bytearray(zipped(SAMPLES["xml"][1]))
    plain[6] |= 1  # says that it is encrypted
    plain[plain.rindex(b"PK\x01\x02") + 8] |= 1
    assert "zip cannot be read" in refused(bytes(plain), "jpz")


XML_TRICKS = {
    "entities": b'<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;">]><x>&b;</x>',
    "a file": b'<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;</x>',
    "parameter": b'<!DOCTYPE x [<!ENTITY % a SYSTEM "http://127.0.0.1/x">%a;]><x/>',
    "a bare type": b"<!DOCTYPE x><x/>",
}


@pytest.mark.parametrize("trick", XML_TRICKS)
@pytest.mark.parametrize("name", ["jpz", "xml"])
def test_xml_entities(trick: str, name: str) -> None:
    assert "document type" in refused(XML_TRICKS[trick], name)
    assert "document type" in refused(zipped(XML_TRICKS[trick]), name)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"<a>" * 100_000, "nested too deeply"),
        (b"<a>" + b"<b/>" * 400_000 + b"</a>", "too many elements"),
        (b'<?xml version="1.0" encoding="nonsense"?><a/>', "XML"),
        (b"<a>&undefined;</a>", "XML"),
        (b"<a/>", "no rectangular-puzzle"),
        (b"<rectangular-puzzle><crossword/></rectangular-puzzle>", "no grid"),
    ],
)
def test_odd_xml(data: bytes, said: str) -> None:
    assert said in refused(data, "xml")


def crossword(inside: str, width: str = "2", height: str = "2") -> bytes:
    return (
        f'<rectangular-puzzle><crossword><grid width="{width}" height="{height}">{inside}'
        "</grid></crossword></rectangular-puzzle>"
    ).encode()


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (crossword("", "0"), "width must be from 1 to 255, not '0'"),
        (crossword("", "99999999999"), "width must be"),
        (crossword("", "2", "²"), "height must be"),
        (crossword('<cell x="3" y="1"/>'), "cell x=3 y=1 is outside"),
        (crossword('<cell x="0" y="1"/>'), "cell x=0 y=1 is outside"),
        (crossword('<cell x="1-999999" y="1"/>'), "'1-999999' is not a position"),
        (crossword('<cell x="a" y="1"/>'), "'a' is not a position"),
    ],
)
def test_odd_grids_in_xml(data: bytes, said: str) -> None:
    assert said in refused(data, "xml")


def ipuz(**changes: object) -> bytes:
    document = json.loads(SAMPLES["ipuz"][1])
    document.update(changes)
    return json.dumps(document).encode()


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"[" * 100_000, "nested too deeply"),
        (b'{"a":' * 100_000, "nested too deeply"),
        (b'{"n": ' + b"9" * 100_000 + b"}", "not usable as JSON"),
        (b'{"n": 1e999}', "not usable as JSON"),
        (b'{"n": NaN}', "not usable as JSON"),
        (b"{\n\n,}", "line 3 is not JSON"),
        (b"[]", "not an object"),
        (b"{}", "not a crossword"),
        (b'\n\n{"a": "\xe9"}', "line 3 is not UTF-8; save it as UTF-8"),
        (ipuz(kind=["http://ipuz.org/sudoku#1"]), "not a crossword"),
        (ipuz(dimensions={"width": 10**9, "height": 10**9}), "dimensions must be"),
        (ipuz(dimensions={"width": "3", "height": 3}), "dimensions are not numbers"),
        (ipuz(dimensions={"width": 2, "height": 2}), "larger than 2 rows and 2 columns"),
        (ipuz(puzzle=None), '"puzzle" is not a list'),
        (ipuz(puzzle=[[0] * 300]), '"puzzle" is larger than 255'),
        (ipuz(solution="no"), '"solution" is not a list'),
    ],
)
def test_odd_ipuz(data: bytes, said: str) -> None:
    assert said in refused(data, "ipuz")


def test_deep_leftovers_in_ipuz_are_refused_or_kept() -> None:
    for depth in (10, 300, 900):
        deep = json.dumps(json.loads(ipuz())).encode()[:-1]
        tolerated(deep + b', "deep": ' + b"[" * depth + b"]" * depth + b"}", "ipuz")


def test_what_would_take_for_ever() -> None:
    """Meet input that makes patterns or loops quadratic when they are written carelessly."""
    n = 400_000
    tolerated(b"ipuz()" + b" " * n + b"x", "ipuz")
    tolerated(b"## a" + b" " * 90_000 + b"!\n" * 50, "xd")
    tolerated(b"## Grid\n\nAB\n\n## Clues\n\nA1. " + b"{/" * 20_000, "xd")
    refused(crossword('<cell x="1-255" y="1-255"/>' * 1000, "255", "255"), "xml")
    words = '<word id="1" x="1-255" y="1-255"/>' * 5000
    text = crossword("", "255", "255").decode().replace("</crossword>", f"{words}</crossword>")
    assert "cells, which no grid has" in refused(text.encode(), "xml")
    british = '<word id="1" x="1-2" y="1"/><clues><clue word="1" format="1,1">'
    british += "(" + "1" * n + "</clue></clues></crossword>"
    tolerated(crossword("").decode().replace("</crossword>", british).encode(), "xml")
    cells = [[1, 1], [2, 2]]
    tolerated(ipuz(clues={"Other": [{"cells": cells, "clue": "x"}] * 1000}), "ipuz")
    assert "annotations have more than" in refused(b"A\n\ncircles:" + b" 1,1-9999,1" * n, "text")
    assert "extra slots" in refused(b"...\n\n" + b"extra: 1,1 1,2\n" * 5000, "text")


def test_odd_puz() -> None:
    good = SAMPLES["puz"][1]
    assert "ACROSS&DOWN is missing" in refused(b"nothing", "puz")
    assert "larger than 1 MiB" in refused(good + b"\0" * 2_000_000, "puz")
    assert "within its grid" in refused(good[:56], "puz")
    assert "not a readable .puz" in refused(good[:30], "puz")


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("xd", b"Title: x\n", "no grid"),
        ("xd", b"## Grid\n\nAB\nABC\n", "row 2 has 3 cells, row 1 has 2: 'ABC'"),
        ("xd", b"## Grid\n" + b"A\n" * 300, "1 to 255 rows, not 300"),
        ("xd", b"## Grid\n" + b"A" * 300, "not 1 × 300"),
        ("xd", b"\xe9", "line 1 is not UTF-8"),
        ("acrosslite", b"hello", "line 1 should be <ACROSS PUZZLE>"),
        ("acrosslite", b"<TITLE>\n", "no line <ACROSS PUZZLE>"),
        ("acrosslite", b"<ACROSS PUZZLE>\n", "1 to 255 rows, not 0"),
        ("acrosslite", b"<ACROSS PUZZLE>\n<GRID>\nAB\nA\n", "row 2 has 1 cells"),
        ("text", b"AB\nA-", "row 2, column 2"),
        ("csv", b"A,b", "has no grid"),
    ],
)
def test_odd_texts(name: str, data: bytes, said: str) -> None:
    assert said in refused(data, name)


# -- control characters -------------------------------------------------------------------------

ESCAPES = "\x9b31m\x7f"  # what a terminal obeys, of the characters that XML can have
IPUZ_ESCAPES = {
    "version": "http://ipuz.org/v2",
    "kind": ["http://ipuz.org/crossword#1"],
    "puzzle": [["A\x1b[31m", {"cell": 0, "style": {"mark": {"TR": "\x1b[2J"}}}, 0]],
    "solution": [["C", "A", "T"]],
    "clues": {
        "Across:\x1b[7m": [
            {
                "number": "A\x1b[31m",
                "label": "\x1b]0;t\x07",
                "clue": "x\x9b",
                "enumeration": "\x1b3",
            }
        ]
    },
}
XML_ESCAPES = f"""<crossword-compiler><rectangular-puzzle><crossword>
<grid width="3" height="1"><cell x="1" y="1" solution="C" number="1{ESCAPES}"/>
<cell x="2" y="1" solution="A" top-right-number="{ESCAPES}9"/>
<cell x="3" y="1" solution="T"/></grid>
<word id="1" x="1-3" y="1"/><clues><title>{ESCAPES}Ways</title>
<clue word="1" number="B{ESCAPES}" format="2-1&#10;A9. x">Fe{ESCAPES}<i>line{ESCAPES}</i></clue>
</clues>
</crossword></rectangular-puzzle></crossword-compiler>"""
XD_ESCAPES = """## Metadata
Title: T\x1b[31m
## Grid
CAT
## Clues
A1. Feline\x1b[31m ~ C\x1b[31mAT
A1 ^Enumeration: 2-1\x9b
A1 ^Hint: purrs\x1b[0m
"""


@pytest.mark.filterwarnings("ignore::crosswright.errors.FormatWarning")
@pytest.mark.parametrize(
    ("name", "text"),
    [("ipuz", json.dumps(IPUZ_ESCAPES)), ("xml", XML_ESCAPES), ("xd", XD_ESCAPES)],
)
def test_no_control_character_of_a_file_reaches_a_puzzle(name: str, text: str) -> None:
    puzzle = from_bytes(text.encode(), name)
    entry = puzzle.entry("1A")
    shown = [
        *(puzzle.title, entry.number, entry.text, entry.enumeration, entry.entered),
        *(str(entry.clue.tree), entry.clue.hint, *puzzle.labels.values()),
        *(group.title for group in puzzle.groups),
        *(text for marks in puzzle.marks.values() for text in marks.values()),
    ]
    assert [text for text in shown if not text.isprintable()] == []
    assert "\\x" not in str(entry.clue.tree)


def test_attributes_cannot_add_lines_to_other_formats() -> None:
    puzzle = from_bytes(XML_ESCAPES.encode(), "xml")
    assert puzzle.clue("1A").enumeration == "2-1 A9. x"
    data, _ = to_bytes(puzzle, "xd")
    assert from_bytes(data, "xd").unplaced == ()
    broken = puzzle.with_clues({"1A": Clue("x", enumeration="3\nA9. y ~ Z")})
    data, losses = to_bytes(broken, "xd")
    assert "line breaks and repeated spaces: enumeration 1A" in map(str, losses)
    assert from_bytes(data, "xd").unplaced == ()
