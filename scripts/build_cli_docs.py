"""Write the reference part of docs/cli.md from the commands themselves.

With --check, nothing is written, and the exit status is 1 if the page is out of date.
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
    """Yield all commands below a group, each with its full name and context."""
    for name in group.list_commands(parent):
        command = group.get_command(parent, name)
        assert command is not None
        full_name = f"{path} {name}"
        ctx = click.Context(command, info_name=name, parent=parent)
        yield full_name, command, ctx
        if isinstance(command, click.Group):
            yield from commands(command, full_name, ctx)


def section(full_name: str, command: click.Command, ctx: click.Context) -> str:
    """Return the description of one command."""
    usage = " ".join([full_name, *command.collect_usage_pieces(ctx)])
    parts = [f"### {full_name}", f"```\n{usage}\n```", *paragraphs(command.help or "")]
    table = [row for parameter in command.get_params(ctx) for row in option_rows(parameter, ctx)]
    if table:
        parts.append("\n".join(["| option | |", "|---|---|", *table]))
    return "\n\n".join(parts) + "\n"


def paragraphs(text: str) -> Iterator[str]:
    """Turn a help text into Markdown, in which a block keeps the lines that must stay apart."""
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


def option_rows(parameter: click.Parameter, ctx: click.Context) -> Iterator[str]:
    """Yield the table row of an option; the text describes arguments."""
    if not isinstance(parameter, click.Option) or parameter.hidden or "--help" in parameter.opts:
        return
    names = ", ".join([*parameter.opts, *parameter.secondary_opts])
    help_text = parameter.help or ""
    if default := parameter.get_help_extra(ctx).get("default"):
        help_text += f" Default: {default.removeprefix('(').removesuffix(')')}."
    yield f"| `{escape(names + value_name(parameter))}` | {escape(help_text)} |"


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
    root = click.Context(app, info_name="crosswright", **app.context_settings)
    return "\n".join(section(*command) for command in commands(app, "crosswright", root))


def page() -> str:
    """Return the page with an up-to-date reference."""
    introduction = PAGE.read_text(encoding="utf-8").partition(BEGIN)[0]
    return f"{introduction}{BEGIN}\n{reference()}"


def main(arguments: list[str]) -> int:
    """Write or check the page; return the exit status."""
    text = page()
    if arguments == ["--check"]:
        return int(text != PAGE.read_text(encoding="utf-8"))
    PAGE.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    import environment

    environment.show_help(__doc__)
    sys.exit(main(sys.argv[1:]))
