"""Write the reference part of docs/cli.md from the commands themselves.

With --check nothing is written: exit status 1 says that the page is out of date.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator
from pathlib import Path

import click

from crosswright.cli.app import app

PAGE = Path(__file__).resolve().parent.parent / "docs/cli.md"
BEGIN = "<!-- reference: made by scripts/build_cli_docs.py, do not edit below -->\n"
EXAMPLE = "Example: "


def commands(
    group: click.Group, path: str, parent: click.Context
) -> Iterator[tuple[str, click.Command, click.Context]]:
    """Yield all commands below a group, each with how it is called."""
    for name in group.list_commands(parent):
        command = group.get_command(parent, name)
        assert command is not None
        called = f"{path} {name}"
        ctx = click.Context(command, info_name=name, parent=parent)
        yield called, command, ctx
        if isinstance(command, click.Group):
            yield from commands(command, called, ctx)


def section(called: str, command: click.Command, ctx: click.Context) -> str:
    """Return the description of one command."""
    usage = " ".join([called, *command.collect_usage_pieces(ctx)])
    parts = [f"### {called}", f"```\n{usage}\n```", *paragraphs(command.help or "")]
    table = [row for parameter in command.get_params(ctx) for row in option_rows(parameter)]
    if table:
        parts.append("\n".join(["| option | |", "|---|---|", *table]))
    return "\n\n".join(parts) + "\n"


def paragraphs(text: str) -> Iterator[str]:
    """Turn a help text into Markdown: what must keep its lines goes into a block."""
    for paragraph in inspect.cleandoc(text).split("\n\n"):
        if not paragraph.startswith("\b\n"):
            yield " ".join(paragraph.split())
            continue
        lines = paragraph.removeprefix("\b\n").splitlines()
        if all(line.startswith(EXAMPLE) for line in lines):
            block = "\n".join(line.removeprefix(EXAMPLE) for line in lines)
            yield f"```sh\n{block}\n```"
        else:
            yield "\n".join(["```", *lines, "```"])


def option_rows(parameter: click.Parameter) -> Iterator[str]:
    """Return the table row of an option; arguments are told by the text."""
    if not isinstance(parameter, click.Option) or parameter.hidden or "--help" in parameter.opts:
        return
    names = ", ".join([*parameter.opts, *parameter.secondary_opts])
    default = parameter.default
    shown = f" Default: {default}." if parameter.show_default else ""
    yield f"| `{names}{value_name(parameter)}` | {escape(parameter.help or '')}{shown} |"


def value_name(option: click.Option) -> str:
    """Name what an option takes: FILE, or its choices."""
    if option.is_flag:
        return ""
    if option.metavar:
        return f" {option.metavar}"
    if isinstance(option.type, click.Choice):
        return f" [{', '.join(option.type.choices)}]"
    return f" {option.type.name.upper().split()[0]}"


def escape(text: str) -> str:
    """Keep a table's cells apart."""
    return text.replace("|", "\\|")


def reference() -> str:
    """Return the whole reference."""
    root = click.Context(app, info_name="crosswright")
    return "\n".join(section(*found) for found in commands(app, "crosswright", root))


def page() -> str:
    """Return the page with an up-to-date reference."""
    written = PAGE.read_text(encoding="utf-8").partition(BEGIN)[0]
    return f"{written}{BEGIN}\n{reference()}"


def main(arguments: list[str]) -> int:
    """Write or check the page; return the exit status."""
    made = page()
    if arguments == ["--check"]:
        return int(made != PAGE.read_text(encoding="utf-8"))
    PAGE.write_text(made, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
