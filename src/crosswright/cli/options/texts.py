"""Texts and names of files: what the command line takes for one.

Python hands over an argument that is not valid UTF-8 with half characters in it. In the name of a
file they stand for its bytes, but no file or terminal can take them as text.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


class FileName(click.ParamType):  # type: ignore[type-arg] # not generic before click 8.5
    """The name of a file, or - for the stream, if there is one."""

    name = "file"

    def __init__(self, stream: str = "") -> None:
        self.stream = stream

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        name = str(value)
        if not name:
            stream = f"; - is {self.stream}" if self.stream else ""
            self.fail(f"the name of the file is empty{stream}", param, ctx)
        if "\0" in name:
            self.fail("the name of the file has a NUL character in it", param, ctx)
        try:
            os.fsencode(name)
        except UnicodeEncodeError:
            self.fail("this cannot be the name of a file on this system", param, ctx)
        return name

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Let the shell complete the name of a file."""
        from click.shell_completion import CompletionItem

        return [CompletionItem(incomplete, type="file")]


INPUT, OUTPUT = FileName("standard input"), FileName("standard output")


def check_text(value: Any, ctx: click.Context, parameter: click.Parameter) -> None:
    """Refuse a text, or one of several, that cannot be written anywhere."""
    for text in value if isinstance(value, tuple) else (value,):
        if isinstance(text, str) and not text.isprintable():
            if "\0" in text:
                raise click.BadParameter("the text has a NUL character in it", ctx, parameter)
            try:
                text.encode()
            except UnicodeEncodeError:
                message = "the text is not valid UTF-8"
                raise click.BadParameter(message, ctx, parameter) from None
