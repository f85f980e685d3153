"""Notes, warnings and the live line."""

from __future__ import annotations

import io
import sys

import pytest

from crosswright.cli.console import Console


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def open_terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Make stderr a terminal of 20 columns."""
    terminal = Terminal()
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "20")
    monkeypatch.setattr(sys, "stderr", terminal)
    return terminal


def test_the_live_line_overwrites_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = open_terminal(monkeypatch)
    with Console().live() as line:
        assert line.due
        line.show("a state that is much longer than the terminal is wide")
        assert not line.due
    assert terminal.getvalue() == "\r\x1b[Ka state that is muc\r\x1b[K"


def test_several_live_lines_overwrite_themselves(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = open_terminal(monkeypatch)
    with Console().live() as line:
        line.show("first", "a line that is longer than the terminal")
        line.show("second", "short")
    assert terminal.getvalue() == (
        "\r\x1b[Kfirst\n\x1b[Ka line that is long\r\x1b[1A\x1b[Ksecond\n\x1b[Kshort\r\x1b[1A\x1b[J"
    )


def test_a_quiet_console_has_no_live_line(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = open_terminal(monkeypatch)
    with Console(quiet=True).live() as line:
        assert not line.due
    assert terminal.getvalue() == ""


def test_a_run_is_watched_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = open_terminal(monkeypatch)
    states = iter(["first", "second"])
    Console().watch(states, str.upper)
    assert next(states, None) is None
    assert "FIRST" in terminal.getvalue()


def test_warnings_appear_even_if_it_is_quiet(capsys: pytest.CaptureFixture[str]) -> None:
    console = Console(quiet=True)
    console.note("by the way")
    console.warn("careful")
    assert capsys.readouterr().err == "crosswright: careful\n"


@pytest.mark.parametrize("variable, is_drawn", [("WT_SESSION", True), ("TERM", True), ("", False)])
def test_an_old_console_of_windows_gets_no_escapes(
    monkeypatch: pytest.MonkeyPatch, variable: str, is_drawn: bool
) -> None:
    terminal = open_terminal(monkeypatch)
    monkeypatch.setattr(sys, "platform", "win32")
    for name in ("WT_SESSION", "TERM"):
        monkeypatch.delenv(name, raising=False)
    if variable:
        monkeypatch.setenv(variable, "1")
    with Console().live() as line:
        if line.on:
            line.show("one of two")
    assert ("\x1b" in terminal.getvalue()) is is_drawn
