"""The player in a real browser: forth and back, side by side, long traces, no trouble."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from crosswright.errors import CrosswrightError
from crosswright.grids.grid import Grid
from crosswright.tracing.events import EVENTS
from crosswright.tracing.player.page import CHUNK, page
from crosswright.tracing.replay import Replay
from crosswright.tracing.textbook import Variant
from crosswright.tracing.trace import Trace, trace
from crosswright.words.wordlist import WordList

Open = Callable[..., Any]
PLAIN = Variant(False, "fixed", "alphabetical")


@pytest.fixture
def play(browser: Any, tmp_path: Path) -> Iterator[Open]:
    """Open players; at the end nothing may have been asked for or gone wrong."""
    contexts: list[Any] = []
    trouble: list[str] = []

    def open_page(*traces: Trace, width: int = 1280) -> Any:
        path = tmp_path / "player.html"
        path.write_text(page(traces), "utf-8")
        context = browser.new_context(viewport={"width": width, "height": 800})
        contexts.append(context)
        opened = context.new_page()
        opened.set_default_timeout(10_000)
        opened.on("console", lambda message: trouble.append(f"{message.type}: {message.text}"))
        opened.on("pageerror", lambda error: trouble.append(str(error)))
        opened.on("request", lambda request: trouble.append(request.url))
        opened.goto(path.as_uri())
        trouble[:] = [line for line in trouble if line not in (path.as_uri(), "data:,")]
        return opened

    yield open_page
    for context in contexts:
        context.close()
    assert trouble == []


@pytest.fixture(scope="module")
def searched(knotty: list[tuple[Grid, WordList]]) -> Trace:
    """A run of some chunks, with backtracks and restarts."""
    return trace(*knotty[-1])


def state(opened: Any, run: int = 0) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(opened.evaluate(f"player.runs[{run}].snapshot()"))
    return found


def wait_for(opened: Any, position: int) -> None:
    """Let it play on until it is past a position."""
    for _ in range(500):
        if opened.evaluate("player.position") > position:
            return
        opened.wait_for_timeout(20)
    raise AssertionError(f"not past event {position}")


def shown(opened: Any) -> str:
    """Return all that the page shows of its runs."""
    return str(opened.locator("main").inner_html())


def test_every_state_is_that_of_the_replay(play: Open, searched: Trace) -> None:
    opened = play(searched)
    replay = Replay(searched)
    wanted = [0, 1, 2, 77, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK + 5, len(searched) - 1]
    for number, (_, known) in enumerate(replay.steps()):
        if number not in wanted:
            continue
        opened.evaluate(f"player.go({number})")
        found = state(opened)
        assert found["position"] == number
        assert [slot["left"] for slot in found["state"]] == [slot.left for slot in known.slots]
        assert [slot["row"] for slot in found["state"]] == [slot.row for slot in known.slots]
        excluded = [slot["excluded"] for slot in found["state"]]
        assert excluded == [list(slot.excluded) for slot in known.slots]
        masks = [[int(mask, 16) for mask in slot["masks"]] for slot in found["state"]]
        assert masks == [list(slot.masks) for slot in known.slots]
        assert found["stack"] == [list(entry) for entry in known.stack]
        assert found["queue"] == known.queue
        counts = dict(zip(EVENTS, found["counts"], strict=True))
        assert {kind: counts[kind] for kind in known.counts} == known.counts
        for slot in (0, 5):
            words = opened.evaluate(f"player.runs[0].remaining({slot}, 1e9)")
            assert words == replay.words(slot)


def test_forth_and_back_is_where_it_was(play: Open, searched: Trace) -> None:
    opened = play(searched)
    for start in (0, 40, CHUNK - 1, 2 * CHUNK):
        opened.evaluate(f"player.go({start})")
        before, seen = state(opened), shown(opened)
        for _ in range(3):
            opened.click("#step")
        assert state(opened) != before
        for _ in range(3):
            opened.click("#back")
        assert state(opened) == before
        assert shown(opened) == seen


def test_play_pause_and_jumps(play: Open, searched: Trace) -> None:
    opened = play(searched)
    assert opened.is_disabled("#back")
    opened.fill("#speed", "60")
    opened.click("#play")
    wait_for(opened, 20)
    opened.keyboard.press("Space")
    assert opened.inner_text("#play") == "Play"
    place = opened.evaluate("player.position")
    assert opened.inner_text("#event").startswith(f"event {place:,} of ")
    opened.keyboard.press("Home")
    backtracks = [n for n, event in enumerate(searched) if event["event"] == "backtrack"]
    assert len(backtracks) > 2
    for wanted in backtracks[:3]:
        opened.click("#next-backtrack")
        assert opened.evaluate("player.position") == wanted
        assert opened.inner_text(".sentence").startswith("Backtrack: ")
    opened.keyboard.press("End")
    assert opened.is_disabled("#step")
    assert opened.is_disabled("#next-backtrack")
    assert opened.inner_text(".status") == str(searched.status)
    opened.keyboard.press("ArrowLeft")
    assert opened.evaluate("player.position") == len(searched) - 2


def test_side_by_side_stays_in_step(play: Open, structure: Grid, words: WordList) -> None:
    runs = [
        trace(structure, words, algorithm="textbook"),
        trace(structure, words, algorithm="textbook", variant=PLAIN),
    ]
    assert len(runs[0]) != len(runs[1])
    opened = play(*runs)
    assert opened.locator(".run").count() == 2
    for _ in range(5):
        opened.click("#step")
        positions = [state(opened, run)["position"] for run in (0, 1)]
        assert positions[0] == positions[1] == opened.evaluate("player.position")
    opened.click("#next-decision")
    first = min(n for run in runs for n, event in enumerate(run) if event["event"] == "assign")
    assert [state(opened, run)["position"] for run in (0, 1)] == [first, first]
    opened.click("#last")
    ends = [state(opened, run)["position"] for run in (0, 1)]
    assert ends == [len(run) - 1 for run in runs]
    assert opened.locator(".status").all_inner_texts() == ["FILLED", "FILLED"]
    letters = [
        "".join(opened.locator(f".run >> nth={n} >> .letter").all_inner_texts()) for n in (0, 1)
    ]
    assert letters[0] == letters[1] != ""


def test_hover_shows_the_words_left(play: Open, structure: Grid, words: WordList) -> None:
    opened = play(trace(structure, words, algorithm="textbook"))
    opened.click("#next-decision")
    slot = structure.slots[0]
    place = slot.cells[0][0] * structure.width + slot.cells[0][1]
    opened.locator(".cell").nth(place).hover()
    text = opened.inner_text("#words")
    left = state(opened)["state"][0]["left"]
    assert f"{slot.label} {left} word" in text.replace("\n", " ")
    opened.hover("h1")
    assert opened.is_hidden("#words")


def test_a_long_trace_of_a_large_grid(play: Open, open15: Grid, english: WordList) -> None:
    """100,000 events: jumps anywhere, few chunks in memory, only what is shown in the page."""
    run = trace(open15, english, min_score=70)
    body = run.lines[1:-1]
    while len(body) < 100_000:  # the same search over and over, each begun by a restart
        body = (*body, '{"event":"restart"}', *run.lines[1:-1])
    opened = play(Trace((run.lines[0], *body, run.lines[-1])))
    for place in (99_000, 5, 50_000, 50_001, 49_999, 75_000, 100_000):
        opened.evaluate(f"player.go({place})")
        assert state(opened)["position"] == place
    assert opened.evaluate("player.runs[0].chunks.size") <= 4
    assert opened.locator("main *").count() < 2000
    opened.fill("#speed", "100")
    opened.evaluate("player.go(0)")
    opened.click("#play")
    wait_for(opened, 3000)


def test_a_narrow_window_needs_no_sideways_scrolling(
    play: Open, structure: Grid, words: WordList
) -> None:
    opened = play(trace(structure, words, algorithm="textbook"), width=400)
    assert opened.evaluate("document.documentElement.scrollWidth") <= 400


def test_bars_and_rebus_are_shown(play: Open) -> None:
    grid = Grid.parse("....\n.#..\nbars right: 1,2\nbars below: 1,3\nrebus: 1,1=EA")
    opened = play(trace(grid, WordList.from_words(["EAR", "NET", "EAT", "TE"])))
    cells = opened.locator(".cell")
    assert "bar-right" in str(cells.nth(1).get_attribute("class"))
    assert "bar-below" in str(cells.nth(2).get_attribute("class"))
    assert cells.nth(0).locator(".letter").inner_text() == "EA"
    opened.click("#last")
    assert "bar-right" in str(cells.nth(1).get_attribute("class"))


def test_words_with_markup_stay_words(play: Open) -> None:
    run = trace(Grid.parse("...\n.#.\n..."), WordList.from_words(["CAT", "COT", "TOT", "TAT"]))
    text = page([run], ["<b>bold</b> & </script>"])
    assert "<b>bold" not in text
    assert play(run).locator("h1").inner_text() == "The engine, seed 0"


def test_the_number_of_runs() -> None:
    with pytest.raises(CrosswrightError, match="one run or 2"):
        page([])
