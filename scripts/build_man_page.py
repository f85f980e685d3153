"""Write man/crosswright.1, the man page, from the help of all commands.

With --check, nothing is written, and the exit status is 1 if the page is out of date.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import click
from build_cli_docs import EXAMPLE, commands, value_name

from crosswright import __version__
from crosswright.cli.app import app

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "man/crosswright.1"
STATUS_ROW = re.compile(r"^\| (\d+) \| (.+) \|$", re.M)

FILES = {
    "~/.config/crosswright/config.toml": "the configuration: see crosswright config",
    "~/.config/crosswright/personal.txt": "the personal word list: see crosswright words",
    "~/.config/crosswright/clues.sqlite": "the clue bank: see crosswright clues",
    "~/.cache/crosswright/": "what is quicker to read than to make again: see crosswright cache",
}
"""On Linux, unless XDG_CONFIG_HOME or XDG_CACHE_HOME says otherwise."""

ENVIRONMENT = {
    "CROSSWRIGHT_CONFIG": "the folder of the configuration, the personal list and the clue bank",
    "CROSSWRIGHT_CACHE": "the folder of the cache, or off",
    "CROSSWRIGHT_ENGINE": "python or compiled, to choose the engine",
    "CROSSWRIGHT_DEBUG": "if set, show where a bug is",
}


def page() -> str:
    """Return the man page."""
    root = click.Context(app, info_name="crosswright", **app.context_settings)
    parts = [
        '.\\" Made by scripts/build_man_page.py from the help of the commands; do not edit.',
        f'.TH CROSSWRIGHT 1 "" "crosswright {__version__}" "User Commands"',
        ".SH NAME",
        "crosswright \\- make crosswords: fill, explain, lay out, print, play and exchange them",
        ".SH SYNOPSIS",
        ".B crosswright",
        "[\\fB\\-\\-no\\-config\\fR] \\fICOMMAND\\fR [\\fIOPTIONS\\fR] [\\fIARGUMENTS\\fR]",
        ".SH DESCRIPTION",
        *paragraphs(app.help or ""),
        ".SH COMMANDS",
        *[line for name, text in app.summaries.items() for line in entry(name, text)],  # type: ignore[attr-defined]
        ".SH OPTIONS",
        *options(app, root),
        ".SH THE COMMANDS IN DETAIL",
        *[line for each in commands(app, "crosswright", root) for line in section(*each)],
        ".SH EXIT STATUS",
        *[line for row in statuses() for line in entry(*row)],
        ".SH FILES",
        *[line for row in FILES.items() for line in entry(*row)],
        ".SH ENVIRONMENT",
        *[line for row in ENVIRONMENT.items() for line in entry(*row)],
        ".SH SEE ALSO",
        "The documentation is in the folder docs of the source.",
    ]
    return "\n".join(parts) + "\n"


def section(full_name: str, command: click.Command, ctx: click.Context) -> Iterator[str]:
    """Yield the description of one command."""
    usage = " ".join([full_name, *command.collect_usage_pieces(ctx)])
    yield f'.SS "{escape(usage)}"'
    yield from paragraphs(command.help or "")
    yield from options(command, ctx)


def paragraphs(text: str) -> Iterator[str]:
    """Yield a help text as paragraphs; examples keep their lines."""
    for paragraph in inspect.cleandoc(text).split("\n\n"):
        yield ".PP"
        if not paragraph.startswith("\b\n"):
            yield escape(" ".join(paragraph.split()))
            continue
        lines = paragraph.removeprefix("\b\n").splitlines()
        yield from (".nf", ".RS 4")
        yield from (escape(line.removeprefix(EXAMPLE)) for line in lines)
        yield from (".RE", ".fi")


def options(command: click.Command, ctx: click.Context) -> Iterator[str]:
    """Yield the options of a command with their help."""
    for parameter in command.get_params(ctx):
        if not isinstance(parameter, click.Option) or parameter.hidden:
            continue
        names = ", ".join([*parameter.opts, *parameter.secondary_opts])
        text = parameter.help or ""
        if default := parameter.get_help_extra(ctx).get("default"):
            text += f" Default: {str(default).removeprefix('(').removesuffix(')')}."
        yield from entry(names, text, value_name(parameter))


def entry(name: str, text: str, value: str = "") -> Iterator[str]:
    """Yield an item of a list: what it is in bold, its value, and what it is for."""
    yield ".TP"
    yield f"\\fB{escape(name, inside=True)}\\fR" + (f"\\fI{escape(value)}\\fR" if value else "")
    yield escape(text)


def statuses() -> list[tuple[str, str]]:
    """Return the exit statuses as the page of the command line describes them."""
    text = (ROOT / "docs/cli.md").read_text(encoding="utf-8")
    return [(number, meaning.replace("`", "")) for number, meaning in STATUS_ROW.findall(text)]


def escape(text: str, *, inside: bool = False) -> str:
    """Return text as roff shows it: no requests, no escapes, and hyphens that can be copied."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-").replace('"', "\\(dq")
    return f"\\&{escaped}" if not inside and escaped.startswith((".", "'")) else escaped


def main(arguments: list[str]) -> int:
    """Write or check the page; return the exit status."""
    text = page()
    if arguments == ["--check"]:
        return int(not PAGE.is_file() or text != PAGE.read_text(encoding="utf-8"))
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    import environment

    environment.show_help(__doc__)
    sys.exit(main(sys.argv[1:]))
