"""Write docs/api.md, the reference of the Python interface, from the package itself.

With --check nothing is written: exit status 1 says that the page is out of date.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
import textwrap
from collections.abc import Iterator
from enum import Enum
from itertools import pairwise
from pathlib import Path
from typing import Any

import crosswright

PAGE = Path(__file__).resolve().parent.parent / "docs/api.md"

INTRODUCTION = """\
# The Python interface

Everything below is reached as `crosswright.NAME`; [the guide](python.md) shows how the parts work
together. This page is written by `scripts/build_api_docs.py`; do not edit it.
"""

SECTIONS = {
    "Grids and puzzles": "Grid Slot Puzzle Clue Entry ClueGroup UnplacedClue",
    "Words": "WordList english merge ListSource",
    "Filling": "fill start solutions count Rules FillResult Quality FillRun FillProgress",
    "Asking many questions": "Session Propagation TruthMap TruthRun WhatIf "
    "WhatIfRun WordVerdict BestFloor FloorRun Viability",
    "Stopping": "Limit Status Statistics Run",
    "Explaining": "explain Explanation why_not lift_floor Lifts Lift preview Preview",
    "Making": "pattern Pattern construct Construction Candidate layout Layout LayoutResult "
    "word_search WordSearch read_words fold_accents",
    "Checking": "check Finding Severity describe PuzzleStatistics",
    "Files and drawings": "read write unlock render save RenderOptions",
    "Sheets for a class": "differentiate Level give_letters Aids",
    "Clues": "draft_clues with_drafts wordplay Wordplay",
    "The search made visible": "trace Trace replay compare",
    "The course": "grade Grade",
    "Errors": "CrosswrightError ClueError FormatError FormatWarning GradingError GridError "
    "LayoutError PuzzleError RenderError RuleError StyleError TableError TableWarning ThemeError "
    "WordListError",
}
WIDTH = 92  # of a signature; a longer one has a line for each parameter


def page() -> str:
    """Return the whole page."""
    names = [name for section in SECTIONS.values() for name in section.split()]
    missing = {*crosswright.__all__} - {*names, "__version__"}
    if missing:
        raise SystemExit(f"no section has {', '.join(sorted(missing))}")
    parts = [INTRODUCTION, contents()]
    for title, section in SECTIONS.items():
        parts.append(f"## {title}\n")
        parts += (entry(name, getattr(crosswright, name)) for name in section.split())
    return "\n".join(parts)


def anchors() -> dict[str, str]:
    """Return where each name is on the page: of `Layout` and `layout`, the second gets a number."""
    found: dict[str, str] = {}
    for name in " ".join(SECTIONS.values()).split():
        anchor = name.lower()
        found[name] = f"{anchor}-1" if anchor in found.values() else anchor
    return found


def contents() -> str:
    """Return a line of links for each section."""
    lines, places = [], anchors()
    for title, section in SECTIONS.items():
        links = ", ".join(f"[{name}](#{places[name]})" for name in section.split())
        lines.append(f"- **{title}**: {links}")
    return "\n".join(lines) + "\n"


def entry(name: str, value: Any) -> str:
    """Return the description of one public name."""
    if inspect.isclass(value) and issubclass(value, Exception | Warning):
        return f"### {name}\n\n{prose(value)}\n"
    parts = [f"### {name}", code(signature(name, value)), prose(value)]
    if inspect.isclass(value):
        parts += members(value)
    return "\n\n".join(filter(None, parts)) + "\n"


def members(cls: type) -> Iterator[str]:
    """Yield the public fields, methods and properties of a class, a line each."""
    lines = [f"- `.{name}`: {text}" for name, text in documented_fields(cls)]
    for name, member in vars(cls).items():
        if name.startswith("_") or name in vars(cls).get("__annotations__", {}):
            continue
        described = described_member(cls, name, member)
        if described:
            lines.append(described)
    if lines:
        yield "\n".join(lines)


def documented_fields(cls: type) -> Iterator[tuple[str, str]]:
    """Yield the public fields of a class with the text below each, where there is one."""
    [body] = ast.parse(textwrap.dedent(inspect.getsource(cls))).body
    assert isinstance(body, ast.ClassDef)
    for field, below in pairwise(body.body):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
            name, text = field.target.id, below.value if isinstance(below, ast.Expr) else None
            if isinstance(text, ast.Constant) and not name.startswith("_"):
                yield name, first_paragraph(str(text.value))


def described_member(cls: type, name: str, member: Any) -> str:
    """Return a line on a method, a property or an alternative constructor; "" if it has none."""
    if isinstance(member, Enum):
        return f"- `{name}`"
    if isinstance(member, property) or hasattr(member, "func"):
        return f"- `.{name}`: {first_line(getattr(member, 'fget', None) or member.func)}"
    function = inspect.unwrap(getattr(cls, name))
    if not callable(function) or not inspect.getdoc(function):
        return ""
    called = f"{cls.__name__}.{name}" if isinstance(member, classmethod) else f".{name}"
    return f"- `{signature(called, function, short=True)}`: {first_line(function)}"


def signature(name: str, value: Any, short: bool = False) -> str:
    """Return how something is called, without `self`; in short, by the names alone."""
    if inspect.isclass(value) and (issubclass(value, Enum) or is_made_here(value)):
        return name
    try:
        found = inspect.signature(value)
    except (TypeError, ValueError):
        return name
    parameters = [p for p in found.parameters.values() if p.name not in ("self", "cls")]
    if short:
        return f"{name}({', '.join(short_names(parameters))})"
    result = "" if inspect.isclass(value) else f" -> {annotation(found.return_annotation)}"
    text = str(found.replace(parameters=parameters, return_annotation=inspect.Signature.empty))
    line = f"{name}{clean(text)}{result}"
    if len(line) <= WIDTH:
        return line
    return f"{name}(\n{textwrap.indent(one_per_line(parameters), '    ')}\n){result}"


def is_made_here(cls: type) -> bool:
    """Return whether only the package makes objects of a class: handles, or of what is private."""
    return issubclass(cls, crosswright.Run) or any(
        name.startswith("_") for name in inspect.signature(cls).parameters
    )


def short_names(parameters: list[inspect.Parameter]) -> Iterator[str]:
    """Yield the names of parameters; those with a default carry an equals sign."""
    for parameter in parameters:
        if parameter.kind is parameter.VAR_KEYWORD:
            yield "…"
        elif parameter.default is parameter.empty:
            yield parameter.name
        else:
            yield f"{parameter.name}=…"


def one_per_line(parameters: list[inspect.Parameter]) -> str:
    """Return parameters one per line, with the star before those by keyword alone."""
    lines = []
    starred = False
    for parameter in parameters:
        if parameter.kind is parameter.KEYWORD_ONLY and not starred:
            lines.append("*,")
            starred = True
        lines.append(f"{clean(str(parameter))},")
    return "\n".join(lines)


def annotation(value: Any) -> str:
    return clean(value if isinstance(value, str) else getattr(value, "__name__", str(value)))


def clean(text: str) -> str:
    """Take out what the reader need not see: quotes around annotations, factories' addresses."""
    text = re.sub(r"'([^'\n]*?)'(?=[,)\s=]|$)", unquoted, text)
    text = re.sub(r"ForwardRef\(([^()]*)\)", r"\1", text)
    text = re.sub(r"<function (\w+) at 0x[0-9a-f]+>", r"\1", text)
    return re.sub(r"<factory>|<[^<>]* object at 0x[0-9a-f]+>", "…", text)


def unquoted(found: re.Match[str]) -> str:
    """Return an annotation without its quotes; a default value keeps them."""
    before = found.string[: found.start()].rstrip()
    return found[0] if before.endswith("=") else found[1]


def prose(value: Any) -> str:
    """Return a docstring as Markdown; its examples, which run where they are written, in blocks."""
    text = inspect.getdoc(value) or ""
    paragraphs = []
    for paragraph in text.split("\n\n"):
        is_example = paragraph.lstrip().startswith(">>> ")
        paragraphs.append(f"```pycon\n{paragraph}\n```" if is_example else paragraph)
    return "\n\n".join(paragraphs)


def first_line(value: Any) -> str:
    return first_paragraph(inspect.getdoc(value) or "")


def first_paragraph(text: str) -> str:
    return inspect.cleandoc(text).split("\n\n")[0].replace("\n", " ").rstrip(".")


def code(text: str) -> str:
    return f"```\n{text}\n```"


def main(arguments: list[str]) -> int:
    """Write or check the page; return the exit status."""
    text = page()
    if arguments == ["--check"]:
        return int(not PAGE.exists() or text != PAGE.read_text(encoding="utf-8"))
    PAGE.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    import environment

    environment.show_help(__doc__)
    sys.exit(main(sys.argv[1:]))
