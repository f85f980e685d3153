"""Files of Crossword Compiler that hold together as XML, with words, lists and clues at odds.

Few mutations of bytes leave XML that can be read; here, bytes choose what is in it.
"""

from __future__ import annotations

from xml.sax.saxutils import escape, quoteattr

from fuzz.draw import Draw
from fuzz.readers import puzzles
from fuzz.target import Target

TITLES = ("Across", "Down", "More", "across", "DOWN ", "", "Theme", "A & B")
TEXTS = (
    "",
    "Feline",
    "See 1",
    "See 2 down",
    "Pet <b>one</b>",
    "[draft]",
    "Pet [draft]",
    " ",
    "x<br/>y",
)
NUMBERS = ("", "1", "2", "3", "4", "1a", " 2", "1, 3")
FORMATS = ("", "3", "2", "1,2", "x" * 50)
WORDS = ("", "1", "2", "3", "4", "5", "9")
CELLS = ("", 'type="block"', 'type="void"', 'type="clue"', 'solution="A" hint="true"', 'number="1"',
         'number=""', 'solution="AB"', 'background-shape="circle"', 'right-bar="true"',
         'solution="B" solve-state="C"', 'top-right-number="7"')  # fmt: skip
RUNS = ('x="1-3" y="1"', 'x="1" y="1-3"', 'x="1-3" y="3"', 'x="3" y="1-3"', 'x="2" y="1"',
        'x="3-1" y="1"', 'x="1-2" y="2"', 'x="1-2" y="1-2"', 'x="4" y="1"')  # fmt: skip
SOLUTIONS = ("", "CAT", "C-AT", "A B", "C A T RUN")


def composed(data: bytes) -> bytes:
    """Return a file made of choices."""
    draw = Draw(data)
    cells = [
        f'<cell x="{x}" y="{y}" {_cell(draw)}/>'
        for y in (1, 2, 3)
        for x in (1, 2, 3)
        if not draw.chance(3)
    ]
    words = [_word(draw) for _ in range(draw.whole(0, 6))]
    groups = [_group(draw) for _ in range(draw.whole(0, 4))]
    scheme = '<grid-look numbering-scheme="normal"/>' if draw.chance(20) else ""
    grid = f'<grid width="3" height="3">{scheme}{"".join(cells)}</grid>'
    body = f"<crossword>{grid}{''.join((*words, *groups))}</crossword>"
    return f"<rectangular-puzzle>{body}</rectangular-puzzle>".encode()


def _cell(draw: Draw) -> str:
    return draw.pick(CELLS) if draw.chance(30) else 'solution="C"' if draw.chance(70) else ""


def _word(draw: Draw) -> str:
    solution = draw.pick(SOLUTIONS) if draw.chance(15) else ""
    start = f'<word id="{draw.pick(WORDS)}"' + (f' solution="{solution}"' if solution else "")
    if draw.chance(70):
        return f"{start} {draw.pick(RUNS)}/>"
    return f"{start}>" + "".join(f"<cells {draw.pick(RUNS)}/>" for _ in range(2)) + "</word>"


def _group(draw: Draw) -> str:
    title = f"<title>{escape(draw.pick(TITLES))}</title>" if draw.chance(90) else ""
    return f"<clues>{title}{''.join(_clue(draw) for _ in range(draw.whole(0, 4)))}</clues>"


def _clue(draw: Draw) -> str:
    values = {"word": draw.pick(WORDS), "number": draw.pick(NUMBERS)}
    values["format"] = draw.pick(FORMATS) if draw.chance(20) else ""
    chosen = "".join(f" {name}={quoteattr(text)}" for name, text in values.items() if text)
    return f"<clue{chosen}>{draw.pick(TEXTS)}</clue>"


def run(data: bytes) -> str:
    """Read a file that is composed of choices, and write it again."""
    return puzzles.run("xml", composed(data))


TARGETS = (
    Target(
        "compiler",
        "words and clues of Crossword Compiler at odds",
        run,
        lambda: [b"one", b"two", bytes(100), bytes(range(200))],
        (),
        40,
    ),
)
