"""The progress of a season: bars on a terminal, JSON for machines, notes in a log, or nothing."""

from __future__ import annotations

import datetime
import io
import json
import sys
from collections.abc import Iterator

import pytest

from crosswright.cli.jobs.series.progress import bars, event, rate_of, seconds_left, watch
from crosswright.cli.options.mode import OutputMode
from crosswright.series.progress import SeriesProgress

START = datetime.date(2027, 1, 1)


def state(committed: int, **changes: object) -> SeriesProgress:
    values: dict[str, object] = {
        "total": 40,
        "drafted": committed,
        "decided": committed,
        "files": committed,
        "committed": committed,
        "holes": committed // 20,
        "collisions": 5,
        "in_flight": 4,
        "seconds": float(committed),
        "event": "committed" if committed else "",
        "number": committed or None,
        "date": START + datetime.timedelta(days=committed - 1) if committed else None,
    }
    return SeriesProgress(**{**values, **changes})


def season() -> Iterator[SeriesProgress]:
    return map(state, range(41))


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_bar_for_each_stage() -> None:
    assert bars(state(20, drafted=36, decided=23, files=21), 60) == [
        "drafted   ██████████████████████████████████░░░░ 36 of 40",
        "decided   █████████████████████░░░░░░░░░░░░░░░░░ 23 of 40",
        "files     ███████████████████░░░░░░░░░░░░░░░░░░░ 21 of 40",
        "committed ███████████████████░░░░░░░░░░░░░░░░░░░ 20 of 40",
        "1 hole · 1.0 per second · 9 s left · Ctrl-C stops",
    ]


@pytest.mark.parametrize("columns", [30, 40, 80, 200])
def test_bars_fit_the_terminal(columns: int) -> None:
    assert all(len(line) < columns for line in bars(state(20, total=365), columns)[:4])
    full = bars(state(40), columns)
    assert all("░" not in line for line in full)


def test_the_rate_is_that_of_this_run() -> None:
    resumed = state(30, resumed=20, seconds=5.0)
    assert (rate_of(resumed), seconds_left(resumed)) == (2.0, 5.0)
    ahead = state(30, resumed=20, seconds=6.0, drafted=40)
    assert (rate_of(ahead), seconds_left(ahead)) == (10 / 6, 2.0)
    begun = state(20, resumed=20, seconds=1.0)
    assert rate_of(begun) is None and seconds_left(begun) is None
    assert bars(begun, 80)[-1] == "1 hole · Ctrl-C stops"


def test_bars_are_redrawn_and_erased(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr("crosswright.cli.console.REDRAW_SECONDS", 0)
    watch(season(), OutputMode(json=False, quiet=False))
    text = terminal.getvalue()
    assert text.startswith("\r\x1b[Kdrafted ")
    assert text.count("\r\x1b[4A") == 41  # 40 redrawn, and then erased
    assert text.endswith("\r\x1b[4A\x1b[J")


def test_a_log_gets_a_note_at_every_tenth(capsys: pytest.CaptureFixture[str]) -> None:
    watch(season(), OutputMode(json=False, quiet=False))
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 9
    assert lines[0] == "4 of 40 puzzles · 0 holes · 1.0 per second · 36 s left"


def test_a_resumed_season_notes_only_what_is_new(capsys: pytest.CaptureFixture[str]) -> None:
    watch((state(n, resumed=20) for n in range(20, 41)), OutputMode(json=False, quiet=False))
    lines = capsys.readouterr().err.splitlines()
    assert [line.split()[0] for line in lines] == ["23", "27", "31", "35"]  # and a hole


def test_machines_get_a_line_of_json_for_each_event(capsys: pytest.CaptureFixture[str]) -> None:
    watch(season(), OutputMode(json=True, quiet=False))
    out, err = capsys.readouterr()
    lines = [json.loads(line) for line in out.splitlines()]
    assert err == ""
    assert len(lines) == 40
    assert lines[-1] == event(state(40))
    assert lines[19] == {
        "event": "committed",
        "number": 20,
        "date": "2027-01-20",
        "total": 40,
        "drafted": 20,
        "decided": 20,
        "files": 20,
        "committed": 20,
        "holes": 1,
        "collisions": 5,
        "in_flight": 4,
        "resumed": 0,
        "seconds": 20.0,
        "per_second": 1.0,
        "seconds_left": 20.0,
    }


@pytest.mark.parametrize("as_json", [False, True])
def test_quiet_is_quiet_and_still_goes_to_the_end(
    capsys: pytest.CaptureFixture[str], as_json: bool
) -> None:
    states = season()
    watch(states, OutputMode(json=as_json, quiet=True))
    assert next(states, None) is None
    assert capsys.readouterr() == ("", "")
