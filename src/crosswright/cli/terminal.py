"""What people see: text without control characters, and lines that are short enough to read.

Names and texts come from files that others wrote. An escape sequence in one could change the title
of a terminal, hide a line or pretend to be one; so all text for people is printed here.
"""

from __future__ import annotations

import os
import re
import sys
from contextlib import suppress
from typing import TextIO

from crosswright.support.log import is_logged
from crosswright.support.wording import shorten

MAX_LINE = 400
"""Characters of a line on stderr."""

# Control characters, separators of lines, what turns the direction of text, and half characters.
INVISIBLE = "\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff"
_IN_TEXT = rf"(?!\r\n)[{INVISIBLE}]"
_IN_LINE = rf"[\t\n{INVISIBLE}]"


def is_terminal(stream: TextIO) -> bool:
    """Return whether a person is looking at a stream."""
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def can_redraw(stream: TextIO) -> bool:
    """Return whether lines of a stream can be overwritten: by escapes, which old consoles print."""
    is_old = sys.platform == "win32" and not {"WT_SESSION", "TERM"} & {*os.environ}
    return is_terminal(stream) and not is_old


def visible(text: str) -> str:
    r"""Return text with its control characters, but tabs and line ends, written as \x1b."""
    return _escaped(_IN_TEXT, text)


def one_line(text: str) -> str:
    r"""Return text on one line of bearable length, with all control characters written as \x1b."""
    return shorten(_escaped(_IN_LINE, text), MAX_LINE)


def _escaped(invisible: str, text: str) -> str:
    """Escape the invisible characters of a text; most have none, and no need for the expression."""
    if text.isprintable():
        return text
    return re.sub(invisible, lambda match: repr(match[0])[1:-1], text)


def print_text(text: object = "", end: str = "\n") -> None:
    """Print a result on stdout: as it is in a pipe or a file, visible on a terminal."""
    string = f"{text}{end}"
    if sys.stdout.isatty():
        string = visible(string)
    try:
        sys.stdout.write(string)
    except UnicodeEncodeError:  # the name of a file that is not text
        sys.stdout.write(visible(string))
    sys.stdout.flush()


def print_message(text: str) -> None:
    """Print a line on stderr, and keep it in the log if there is one."""
    print_line(text)
    if is_logged():
        from crosswright.cli.logs import keep_message

        keep_message(one_line(text))


def print_line(text: str) -> None:
    """Print a line on stderr, and nowhere else."""
    write_stderr(f"{one_line(text)}\n")


def write_stderr(text: str) -> None:
    """Write to stderr at once, or nothing any more: a log on a full disk must not cost the work."""
    try:
        sys.stderr.write(text)
        sys.stderr.flush()
    except OSError:
        with suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())
