"""Small files that have one item of a format's specification, and whether a file has it still.

The tables in `formats/specification/` list what each format can say, one item per line, each with
an example. They are written from the specifications, not from what the readers know.
"""

from __future__ import annotations

import copy
import itertools
import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import puz

TABLES = Path(__file__).parents[1] / "formats" / "specification"
AND = " && "


@dataclass(frozen=True)
class Item:
    """A line of a table; an inert one says nothing that another format could lose."""

    text: str
    inert: bool

    @property
    def parts(self) -> list[tuple[str, str, str]]:
        """What the line sets: name, operator and value."""
        parts = []
        for part in self.text.split(AND):
            name, operator, value = part.split(" ", 2)
            assert operator in "=+", part
            parts.append((name, operator, value))
        return parts


def items(name: str) -> list[Item]:
    """Return the items of a format's table."""
    lines = (TABLES / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    return [
        Item(line.removeprefix("inert "), line.startswith("inert "))
        for line in lines
        if line and not line.startswith("# ")
    ]


@dataclass(frozen=True)
class Specified:
    """How an item is put into the smallest file of a format, and found in a file."""

    base: bytes
    build: Callable[[Item], bytes]
    has: Callable[[bytes, Item], bool]


# -- ipuz ---------------------------------------------------------------------------------------

IPUZ: dict[str, Any] = {
    "version": "http://ipuz.org/v2",
    "kind": ["http://ipuz.org/crossword#1"],
    "dimensions": {"width": 3, "height": 3},
    "title": "Small",
    "author": "Setter",
    "copyright": "2024",
    "puzzle": [[1, 0, 2], [0, "#", 0], [3, 0, 0]],
    "solution": [["C", "A", "T"], ["A", "#", "O"], ["R", "U", "N"]],
    "clues": {
        "Across": [[1, "Feline"], [3, "Hurry"]],
        "Down": [[1, "Vehicle"], [2, "Weight"]],
    },
}


def _as_object(value: Any) -> Any:
    """Return a cell or a clue as an object, which can have keys."""
    if isinstance(value, list):
        return {"number": value[0], "clue": value[1]}
    return value if isinstance(value, dict) else {"cell": value}


def ipuz_with(item: Item) -> bytes:
    document = copy.deepcopy(IPUZ)
    for path, _, value in item.parts:
        keys: list[Any] = [int(key) if key.isdecimal() else key for key in path.split("/")]
        place: Any = document
        for key, following in itertools.pairwise(keys):
            if isinstance(place, dict):
                place.setdefault(key, {})
            if isinstance(following, str) and not isinstance(place[key], dict):
                place[key] = _as_object(place[key])
            place = place[key]
        if isinstance(place, list) and keys[-1] == len(place):
            place.append(None)
        place[keys[-1]] = json.loads(value)
    return json.dumps(document).encode()


def ipuz_has(data: bytes, item: Item) -> bool:
    document = json.loads(data)
    for path, _, value in item.parts:
        place = document
        for key in path.split("/"):
            try:
                place = place[int(key) if isinstance(place, list) else key]
            except (LookupError, ValueError, TypeError):
                return False
        if place != json.loads(value):
            return False
    return True


# -- Crossword Compiler's XML -------------------------------------------------------------------

SPACES = (
    "{http://crossword.info/xml/crossword-compiler}",
    ("{http://crossword.info/xml/rectangular-puzzle}"),
)
CELLS = "".join(
    f'<cell x="{x}" y="{y}" '
    + ('type="block"/>' if letter == "#" else f'solution="{letter}"{number}/>')
    for y, row in enumerate((("C", "A", "T"), ("A", "#", "O"), ("R", "U", "N")), 1)
    for x, letter in enumerate(row, 1)
    for number in [
        {(1, 1): ' number="1"', (3, 1): ' number="2"', (1, 3): ' number="3"'}.get((x, y), "")
    ]
)
XML = f"""<?xml version="1.0" encoding="UTF-8"?>
<crossword-compiler xmlns="{SPACES[0][1:-1]}">
<rectangular-puzzle xmlns="{SPACES[1][1:-1]}">
<metadata><title>Small</title><creator>Setter</creator><copyright>2024</copyright></metadata>
<crossword><grid width="3" height="3"><grid-look numbering-scheme="normal"/>{CELLS}</grid>
<word id="1" x="1-3" y="1"/><word id="2" x="1-3" y="3"/>
<word id="3" x="1" y="1-3"/><word id="4" x="3" y="1-3"/>
<clues><title><b>Across</b></title>
<clue word="1" number="1">Feline</clue><clue word="2" number="3">Hurry</clue></clues>
<clues><title><b>Down</b></title>
<clue word="3" number="1">Vehicle</clue><clue word="4" number="2">Weight</clue></clues>
</crossword></rectangular-puzzle></crossword-compiler>
"""


def _step(parent: ET.Element, step: str, *, make: bool) -> ET.Element | None:
    """Return a child by name and number, made if it is missing; namespaces do not matter."""
    name, _, number = step.removesuffix("]").partition("[")
    same = [child for child in parent if child.tag.rpartition("}")[2] == name]
    if len(same) >= int(number or 1):
        return same[int(number or 1) - 1]
    space = SPACES[0] if name == "applet-settings" else f"{parent.tag.rpartition('}')[0]}}}"
    return ET.SubElement(parent, space + name) if make else None


def _element(root: ET.Element, path: str, *, make: bool) -> tuple[ET.Element | None, str]:
    """Return the element at a path, and the attribute that the path ends in."""
    way, _, attribute = path.partition("@")
    steps = [step for step in way.split("/") if step]
    if steps[:1] != ["applet-settings"]:
        steps.insert(0, "rectangular-puzzle")
    place: ET.Element | None = root
    for step in steps:
        place = _step(place, step, make=make) if place is not None else None
    return place, attribute


def xml_with(item: Item) -> bytes:
    root = ET.fromstring(XML)
    for path, _, value in item.parts:
        place, attribute = _element(root, path, make=True)
        assert place is not None
        if attribute:
            place.set(attribute, value)
        else:
            space = place.tag.rpartition("}")[0][1:]
            content = ET.fromstring(f'<x xmlns="{space}">{value}</x>')
            place.text, place[:] = content.text, list(content)
    return ET.tostring(root, xml_declaration=True, encoding="UTF-8")


def xml_has(data: bytes, item: Item) -> bool:
    root = ET.fromstring(data)
    for path, _, value in item.parts:
        place, attribute = _element(root, path, make=False)
        if place is None:
            return False
        if attribute:
            if place.get(attribute) != value:
                return False
            continue
        inside = (place.text or "") + "".join(
            ET.tostring(child, encoding="unicode") for child in place
        )
        if _without_spaces(inside) != _without_spaces(value):
            return False
    return True


def _without_spaces(text: str) -> str:
    """Return XML without namespaces and without the white space around the whole."""
    tree = ET.fromstring(f"<x>{text.strip()}</x>")
    for element in tree.iter():
        element.tag = element.tag.rpartition("}")[2]
    return ET.tostring(tree, encoding="unicode")


# -- texts in sections --------------------------------------------------------------------------

XD = {
    "Metadata": ["Title: Small", "Author: Setter", "Copyright: 2024"],
    "Grid": ["CAT", "A#O", "RUN"],
    "Clues": [
        *("A1. Feline ~ CAT", "A3. Hurry ~ RUN", "", "D1. Vehicle ~ CAR", "D2. Weight ~ TON"),
    ],
}
ACROSS_LITE = {
    "TITLE": ["Small"],
    "AUTHOR": ["Setter"],
    "COPYRIGHT": ["2024"],
    "SIZE": ["3x3"],
    "GRID": ["CAT", "A.O", "RUN"],
    "ACROSS": ["Feline", "Hurry"],
    "DOWN": ["Vehicle", "Weight"],
}


def _changed(sections: dict[str, list[str]], item: Item) -> dict[str, list[str]]:
    changed = {name: list(lines) for name, lines in sections.items()}
    for name, operator, value in item.parts:
        lines = changed.setdefault(name, [])
        new = value.split("/") if not _is_one_line(name) else [value]
        if name == "Clues":
            label = value.partition(".")[0] if operator == "=" else value.partition(" ^")[0]
            at = next((i for i, line in enumerate(lines) if line.startswith(f"{label}. ")), None)
            if operator == "=":
                assert at is not None
                lines[at] = value
            else:
                lines.insert(len(lines) if at is None else at + 1, value)
        elif operator == "=":
            lines[:] = new
        else:
            lines += new
    return changed


def _is_one_line(section: str) -> bool:
    return section in ("Metadata", "Clues")


def xd_with(item: Item) -> bytes:
    return _xd(_changed(XD, item))


def _xd(sections: dict[str, list[str]]) -> bytes:
    parts = ["\n".join([f"## {name}", "", *lines, "", ""]) for name, lines in sections.items()]
    return "".join(parts).encode()


def xd_has(data: bytes, item: Item) -> bool:
    return _has(_split(data.decode(), "## "), item)


def acrosslite_with(item: Item) -> bytes:
    return _across_lite(_changed(ACROSS_LITE, item))


def _across_lite(sections: dict[str, list[str]]) -> bytes:
    version = "<ACROSS PUZZLE V2>" if "REBUS" in sections else "<ACROSS PUZZLE>"
    parts = ["\n".join([f"<{name}>", *lines, ""]) for name, lines in sections.items()]
    return "".join([version, "\n", *parts]).encode()


def acrosslite_has(data: bytes, item: Item) -> bool:
    try:
        text = data.decode()
    except UnicodeDecodeError:
        text = data.decode("cp1252")
    return _has(_split(text, "<"), item)


def _split(text: str, mark: str) -> dict[str, list[str]]:
    sections: dict[str, list[str]] = {}
    lines: list[str] = []
    for line in map(str.strip, text.splitlines()):
        if line.startswith(mark) and (mark != "<" or line.endswith(">")):
            lines = sections.setdefault(line.removeprefix(mark).removesuffix(">"), [])
        elif line:
            lines.append(line)
    return sections


def _has(sections: dict[str, list[str]], item: Item) -> bool:
    for name, _, value in item.parts:
        wanted = [value] if _is_one_line(name) else value.split("/")
        lines = sections.get(name, [])
        starts = range(len(lines) - len(wanted) + 1)
        if not any(lines[at : at + len(wanted)] == [*map(str.strip, wanted)] for at in starts):
            return False
    return True


# -- Exolve -------------------------------------------------------------------------------------

EXOLVE = {
    "title": ["Small"],
    "setter": ["Setter"],
    "copyright": ["2024"],
    "width": ["3"],
    "height": ["3"],
    "grid": ["", "CAT", "A.O", "RUN"],
    "across": ["", "1 Feline", "3 Hurry"],
    "down": ["", "1 Vehicle", "2 Weight"],
}
_LISTS = ("preamble", "prelude", "postscript", "explanations", "grid", "across", "down", "nodir")


def exolve_with(item: Item) -> bytes:
    sections = [(name, list(lines)) for name, lines in EXOLVE.items()]
    for name, operator, value in item.parts:
        own = next((lines for each, lines in sections if each == name), None)
        if own is None or (operator == "+" and name not in _LISTS):
            lines = _exolve_lines(name, value)
            sections.insert(0, (name, ["", *lines] if name in _LISTS or len(lines) > 1 else lines))
        elif operator == "+":
            own.append(value)
        elif name in ("across", "down"):
            own[1] = value
        else:
            own[:] = ["", *value.split("/")]
    return _exolve(sections)


def _exolve_lines(name: str, value: str) -> list[str]:
    return value.split("/") if name in ("grid", "relabel") else [value]


def _exolve(sections: Iterable[tuple[str, list[str]]]) -> bytes:
    lines = ["exolve-begin"]
    for name, (value, *below) in sections:
        lines += [f"  exolve-{name}: {value}".rstrip(), *(f"    {line}" for line in below)]
    return "\n".join([*lines, "exolve-end", ""]).encode()


def exolve_has(data: bytes, item: Item) -> bool:
    """Return whether each line is below its heading or beside it."""
    found: list[tuple[str, str]] = []
    name = ""
    for line in map(str.strip, data.decode().splitlines()):
        if line.startswith("exolve-"):
            name, _, line = line.removeprefix("exolve-").partition(":")
        found.append((name, line.strip()))
    return all(
        (section, line) in found
        for section, _, value in item.parts
        for line in (value.split("/") if section in ("grid", "relabel") else [value])
    )


# -- .puz ---------------------------------------------------------------------------------------

_NAMES = {"unknown1": "unk1", "unknown2": "unk2"}


def _puz() -> puz.Puzzle:
    file = puz.Puzzle()
    file.width, file.height = 3, 3
    file.solution, file.fill = "CATA.ORUN", "----.----"
    file.title, file.author, file.copyright = "Small", "Setter", "2024"
    file.clues = ["Feline", "Vehicle", "Weight", "Hurry"]
    return file


def _value(text: str) -> Any:
    """Read JSON or hexadecimal bytes."""
    if text[0] in '"0123456789' and (text[0] == '"' or text.isdecimal()):
        return json.loads(text)
    return bytes.fromhex(text)


def puz_with(item: Item) -> bytes:
    file = _puz()
    for name, _, text in item.parts:
        value = _value(text)
        if name == "version":
            file.set_version(value)
        elif name.isupper():
            section = value.encode("latin-1") if isinstance(value, str) else value
            file.extensions[name.encode()] = section
        elif name.startswith("clues."):
            file.clues[int(name[6:])] = value
        else:
            setattr(file, _NAMES.get(name, name), value)
    data: bytes = file.tobytes()
    return data


def puz_has(data: bytes, item: Item) -> bool:
    file = puz.load(data)
    for name, _, text in item.parts:
        value = _value(text)
        if name == "version":
            found: Any = ".".join(map(str, file.version_tuple()))
        elif name.isupper():
            found = file.extensions.get(name.encode())
            value = value.encode("latin-1") if isinstance(value, str) else value
        elif name.startswith("clues."):
            found = file.clues[int(name[6:])]
        else:
            found = getattr(file, _NAMES.get(name, name))
        if found != value:
            return False
    return True


SPECIFIED = {
    "ipuz": Specified(json.dumps(IPUZ).encode(), ipuz_with, ipuz_has),
    "xml": Specified(XML.encode(), xml_with, xml_has),
    "xd": Specified(_xd(XD), xd_with, xd_has),
    "exolve": Specified(_exolve(EXOLVE.items()), exolve_with, exolve_has),
    "puz": Specified(_puz().tobytes(), puz_with, puz_has),
    "acrosslite": Specified(_across_lite(ACROSS_LITE), acrosslite_with, acrosslite_has),
}
"""Formats that are read and written."""

# -- CrossFire ----------------------------------------------------------------------------------

CFP = """<CROSSFIRE><VERSION>1</VERSION>
<TITLE>Small</TITLE><AUTHOR>Setter</AUTHOR><COPYRIGHT>2024</COPYRIGHT>
<GRID width="3">
CAT
A.O
RUN
</GRID>
<WORDS><WORD dir="ACROSS" id="0" isTheme="false" num="1">Feline</WORD>
<WORD dir="DOWN" id="1" isTheme="false" num="1">Vehicle</WORD>
<WORD dir="DOWN" id="2" isTheme="false" num="2">Weight</WORD>
<WORD dir="ACROSS" id="3" isTheme="false" num="3">Hurry</WORD></WORDS>
</CROSSFIRE>
"""


def cfp_with(item: Item) -> bytes:
    root = ET.fromstring(CFP)
    for path, _, value in item.parts:
        way, _, attribute = path.partition("@")
        place: ET.Element | None = root
        for step in filter(None, way.split("/")):
            assert place is not None
            place = _child(place, step)
        assert place is not None
        if attribute:
            place.set(attribute, value)
        elif place.tag == "GRID":
            place.text = "\n".join(["", *value.split("/"), ""])
        else:
            place.text = ET.fromstring(f"<x>{value}</x>").text
    return ET.tostring(root, encoding="UTF-8", xml_declaration=True)


def _child(parent: ET.Element, step: str) -> ET.Element:
    name, _, number = step.removesuffix("]").partition("[")
    same = [child for child in parent if child.tag == name]
    index = int(number or 1) - 1
    return same[index] if index < len(same) else ET.SubElement(parent, name)


READ_ONLY: dict[str, tuple[bytes, Callable[[Item], bytes]]] = {"cfp": (CFP.encode(), cfp_with)}
"""Formats that are read only: the smallest file, and how an item is put into it."""

# -- tables -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TableItem:
    """A table, the clues that it gives, and the texts that it says beyond them."""

    text: str
    table: str
    clues: dict[str, str]
    named: list[str]


def table_items(name: str) -> list[TableItem]:
    """Return the items of a table of tables: csv or tsv."""
    return [_table_item(line) for line in (item.text for item in items(name))]


def _table_item(line: str) -> TableItem:
    table, _, result = line.partition(" -> ")
    pairs = [part.split(": ", 1) for part in result.split(" | ")]
    return TableItem(
        line,
        table.replace("→", "\t").replace("/", "\n"),
        {answer: clue for answer, clue in pairs if answer != "named"},
        [text for answer, text in pairs if answer == "named"],
    )
