"""The player in a real browser: forward and back, side by side, long traces, no trouble."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from helpers.player import PATIENCE, Open, stop_clock, watch

from crosswright.errors import CrosswrightError
from crosswright.grids.grid import Grid
from crosswright.tracing.events import EVENTS
from crosswright.tracing.player.page import CHUNK, page
from crosswright.tracing.replay import Replay
from crosswright.tracing.textbook import Variant
from crosswright.tracing.trace import Trace, trace
from crosswright.words.wordlist import WordList

PLAIN = Variant(False, "fixed", "alphabetical")


@pytest.fixture
def play(browser: Any, tmp_path: Path) -> Iterator[Open]:
    """Open players; at the end nothing may have been requested or gone wrong."""
    contexts: list[Any] = []
    watches: list[list[str]] = []

    def open_page(*traces: Trace, width: int = 1280) -> Any:
        path = tmp_path / "player.html"
        path.write_text(page(traces), "utf-8")
        context = browser.new_context(viewport={"width": width, "height": 800})
        contexts.append(context)
        player = context.new_page()
        player.set_default_timeout(PATIENCE)
        stop_clock(player)
        watches.append(watch(player))
        player.goto(path.as_uri())
        return player

    yield open_page
    for context in contexts:
        context.close()
    assert [problem for problems in watches for problem in problems] == []


@pytest.fixture(scope="module")
def searched(knotty: list[tuple[Grid, WordList]]) -> Trace:
    """A run of some chunks, with backtracks and restarts."""
    return trace(*knotty[-1])


def state(player: Any, run: int = 0) -> dict[str, Any]:
    snapshot: dict[str, Any] = json.loads(player.evaluate(f"player.runs[{run}].snapshot()"))
    return snapshot


def content(player: Any) -> str:
    """Return all that the page shows of its runs."""
    return str(player.locator("main").inner_html())


def test_every_state_is_that_of_the_replay(play: Open, searched: Trace) -> None:
    player = play(searched)
    replay = Replay(searched)
    positions = [0, 1, 2, 77, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK + 5, len(searched) - 1]
    for position, (_, expected) in enumerate(replay.steps()):
        if position not in positions:
            continue
        player.evaluate(f"player.go({position})")
        shown = state(player)
        assert shown["position"] == position
        assert [slot["left"] for slot in shown["state"]] == [slot.left for slot in expected.slots]
        assert [slot["row"] for slot in shown["state"]] == [slot.row for slot in expected.slots]
        excluded = [slot["excluded"] for slot in shown["state"]]
        assert excluded == [list(slot.excluded) for slot in expected.slots]
        masks = [[int(mask, 16) for mask in slot["masks"]] for slot in shown["state"]]
        assert masks == [list(slot.masks) for slot in expected.slots]
        assert shown["stack"] == [list(entry) for entry in expected.stack]
        assert shown["queue"] == expected.queue
        counts = dict(zip(EVENTS, shown["counts"], strict=True))
        assert {kind: count for kind, count in counts.items() if count} == expected.tally.kinds
        for slot in (0, 5):
            words = player.evaluate(f"player.runs[0].remaining({slot}, 1e9)")
            assert words == replay.words(slot)


def test_forward_and_back_is_where_it_was(play: Open, searched: Trace) -> None:
    player = play(searched)
    for start in (0, 40, CHUNK - 1, 2 * CHUNK):
        player.evaluate(f"player.go({start})")
        before, content_before = state(player), content(player)
        for _ in range(3):
            player.click("#step")
        assert state(player) != before
        for _ in range(3):
            player.click("#back")
        assert state(player) == before
        assert content(player) == content_before


def test_play_pause_and_jumps(play: Open, searched: Trace) -> None:
    player = play(searched)
    assert player.is_disabled("#back")
    player.fill("#speed", "60")
    player.click("#play")
    player.clock.run_for(500)
    assert player.inner_text("#play") == "Pause"
    player.keyboard.press("Space")
    assert player.inner_text("#play") == "Play"
    position = player.evaluate("player.position")
    assert position == pytest.approx(player.evaluate("player.rate()") / 2, rel=0.1)
    player.clock.run_for(500)
    assert player.evaluate("player.position") == position
    assert player.inner_text("#event").startswith(f"event {position:,} of ")
    player.keyboard.press("Home")
    backtracks = [n for n, event in enumerate(searched) if event["event"] == "backtrack"]
    assert len(backtracks) > 2
    for backtrack in backtracks[:3]:
        player.click("#next-backtrack")
        assert player.evaluate("player.position") == backtrack
        assert player.inner_text(".sentence").startswith("Backtrack: ")
    player.keyboard.press("End")
    assert player.is_disabled("#step")
    assert player.is_disabled("#next-backtrack")
    assert player.inner_text(".status") == str(searched.status)
    player.keyboard.press("ArrowLeft")
    assert player.evaluate("player.position") == len(searched) - 2


def test_side_by_side_stays_in_step(play: Open, structure: Grid, words: WordList) -> None:
    runs = [
        trace(structure, words, algorithm="textbook"),
        trace(structure, words, algorithm="textbook", variant=PLAIN),
    ]
    assert len(runs[0]) != len(runs[1])
    player = play(*runs)
    assert player.locator(".run").count() == 2
    for _ in range(5):
        player.click("#step")
        positions = [state(player, run)["position"] for run in (0, 1)]
        assert positions[0] == positions[1] == player.evaluate("player.position")
    player.click("#next-decision")
    first = min(n for run in runs for n, event in enumerate(run) if event["event"] == "assign")
    assert [state(player, run)["position"] for run in (0, 1)] == [first, first]
    player.click("#last")
    ends = [state(player, run)["position"] for run in (0, 1)]
    assert ends == [len(run) - 1 for run in runs]
    assert player.locator(".status").all_inner_texts() == ["FILLED", "FILLED"]
    letters = [
        "".join(player.locator(f".run >> nth={n} >> .letter").all_inner_texts()) for n in (0, 1)
    ]
    assert letters[0] == letters[1] != ""


def test_hover_shows_the_words_left(play: Open, structure: Grid, words: WordList) -> None:
    player = play(trace(structure, words, algorithm="textbook"))
    player.click("#next-decision")
    slot = structure.slots[0]
    index = slot.cells[0][0] * structure.width + slot.cells[0][1]
    player.locator(".cell").nth(index).hover()
    text = player.inner_text("#words")
    left = state(player)["state"][0]["left"]
    assert f"{slot.label} {left} word" in text.replace("\n", " ")
    player.hover("h1")
    assert player.is_hidden("#words")


def test_a_long_trace_of_a_large_grid(play: Open, open15: Grid, english: WordList) -> None:
    """100,000 events: jumps anywhere, few chunks in memory, only what is shown in the page."""
    run = trace(open15, english, min_score=70)
    body = run.lines[1:-1]
    while len(body) < 100_000:  # the same search over and over, each begun by a restart
        body = (*body, '{"event":"restart"}', *run.lines[1:-1])
    player = play(Trace((run.lines[0], *body, run.lines[-1])))
    for position in (99_000, 5, 50_000, 50_001, 49_999, 75_000, 100_000):
        player.evaluate(f"player.go({position})")
        assert state(player)["position"] == position
    assert player.evaluate("player.runs[0].chunks.size") <= 4
    assert player.locator("main *").count() < 2000
    player.fill("#speed", "100")
    player.evaluate("player.go(0)")
    player.click("#play")
    player.clock.run_for(500)
    assert player.evaluate("player.position") > 3000


def test_a_narrow_window_needs_no_sideways_scrolling(
    play: Open, structure: Grid, words: WordList
) -> None:
    player = play(trace(structure, words, algorithm="textbook"), width=400)
    assert player.evaluate("document.documentElement.scrollWidth") <= 400


def test_bars_and_rebus_are_shown(play: Open) -> None:
    grid = Grid.parse("....\n.#..\nbars right: 1,2\nbars below: 1,3\nrebus: 1,1=EA")
    player = play(trace(grid, WordList.from_words(["EAR", "NET", "EAT", "TE"])))
    cells = player.locator(".cell")
    assert "bar-right" in str(cells.nth(1).get_attribute("class"))
    assert "bar-below" in str(cells.nth(2).get_attribute("class"))
    assert cells.nth(0).locator(".letter").inner_text() == "EA"
    player.click("#last")
    assert "bar-right" in str(cells.nth(1).get_attribute("class"))


def test_words_with_markup_stay_words(play: Open) -> None:
    run = trace(Grid.parse("...\n.#.\n..."), WordList.from_words(["CAT", "COT", "TOT", "TAT"]))
    text = page([run], ["<b>bold</b> & </script>"])
    assert "<b>bold" not in text
    assert play(run).locator("h1").inner_text() == "The engine, seed 0"


def test_the_number_of_runs() -> None:
    with pytest.raises(CrosswrightError, match="one run or 2"):
        page([])
