"""The player in a real browser: forward and back, side by side, long traces, no trouble."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.player import Open
from helpers.searches import content, go, positions, removals, sentence, state

from crosswright.errors import CrosswrightError
from crosswright.grids.grid import Grid
from crosswright.tracing.events import DEAD_ENDS
from crosswright.tracing.player.page import CHUNK, page
from crosswright.tracing.replay import Replay
from crosswright.tracing.textbook import Variant
from crosswright.tracing.trace import Trace, trace
from crosswright.words.wordlist import WordList

PLAIN = Variant(False, "fixed", "alphabetical")


# -- the state ------------------------------------------------------------------------------------


def test_every_state_is_that_of_the_replay(play: Open, searched: Trace) -> None:
    player = play(searched)
    replay = Replay(searched)
    chosen = [0, 1, 2, 77, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK + 5, len(searched) - 1]
    for position, (_, expected) in enumerate(replay.steps()):
        if position not in chosen:
            continue
        go(player, position)
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
        assert shown["counts"] == expected.tally.counters()
        for slot in (0, 5):
            words = player.evaluate(f"wordsLeft(player.runs[0], {slot}, 1e9)")
            assert words == replay.words(slot)


@pytest.mark.parametrize("name", ["searched", "lesson"])
def test_forward_and_back_is_where_it_was(
    play: Open, name: str, request: pytest.FixtureRequest
) -> None:
    player = play(request.getfixturevalue(name))
    for start in (0, 40, CHUNK - 1, 2 * CHUNK):
        go(player, start)
        before, content_before = state(player), content(player)
        for _ in range(3):
            player.click("#step")
        assert state(player) != before
        for _ in range(3):
            player.click("#back")
        assert state(player) == before
        assert content(player) == content_before


def test_the_counters_end_as_the_summary_says(play: Open, lesson: Trace) -> None:
    player = play(lesson)
    player.click("#last")
    counters = lesson.end["counters"]
    shown = [text.replace(",", "") for text in player.locator(".counters dd").all_inner_texts()]
    names = ("assignments", "backtracks", "revisions", "removed")
    assert shown == [str(counters[name]) for name in names]


# -- playing --------------------------------------------------------------------------------------


def test_play_pause_and_jumps(play: Open, searched: Trace) -> None:
    player = play(searched)
    assert player.is_disabled("#back")
    player.select_option("#speed", "100")
    player.click("#play")
    player.clock.run_for(500)
    assert player.inner_text("#play") == "Pause"
    player.locator("h1").click()
    player.locator("#play").evaluate("button => button.blur()")
    player.keyboard.press("Space")
    assert player.inner_text("#play") == "Play"
    position = player.evaluate("player.position")
    assert position == pytest.approx(50, abs=5)
    player.clock.run_for(500)
    assert player.evaluate("player.position") == position
    assert player.inner_text("#event").startswith(f"event {position:,} of ")
    player.keyboard.press("Home")
    backtracks = positions(searched, "backtrack")
    assert len(backtracks) > 2
    for backtrack in backtracks[:3]:
        player.click("[data-jump=backtrack]")
        assert player.evaluate("player.position") == backtrack
        assert sentence(player).startswith("Back: ")
    player.keyboard.press("End")
    assert player.is_disabled("#step")
    assert player.is_disabled("[data-jump=backtrack]")
    assert player.inner_text(".status") == str(searched.status)
    player.keyboard.press("ArrowLeft")
    assert player.evaluate("player.position") == len(searched) - 2


@pytest.mark.parametrize(
    ("jump", "key", "expected"),
    [
        ("assign", "d", lambda run: positions(run, "assign")),
        ("removal", "r", removals),
        ("deadEnd", "x", lambda run: positions(run, *DEAD_ENDS)),
        ("backtrack", "b", lambda run: positions(run, "backtrack")),
    ],
)
def test_buttons_and_keys_jump_forward_and_back(
    play: Open, lesson: Trace, jump: str, key: str, expected: Any
) -> None:
    player = play(lesson)
    first, second, third = expected(lesson)[:3]
    player.click(f"[data-jump={jump}]")
    assert player.evaluate("player.position") == first
    player.keyboard.press(key)
    assert player.evaluate("player.position") == second
    player.keyboard.press(key)
    assert player.evaluate("player.position") == third
    player.keyboard.press(f"Shift+{key.upper()}")
    assert player.evaluate("player.position") == second


def test_the_speed_starts_slow_and_fits_the_length(play: Open, lesson: Trace) -> None:
    player = play(lesson)
    player.click("#play")
    player.clock.run_for(3_000)
    assert 1 <= player.evaluate("player.position") <= 6
    player.click("#play")
    go(player, len(lesson) - 5)
    player.click("#play")
    player.clock.run_for(6_000)
    assert player.evaluate("player.position") == len(lesson) - 1
    assert player.inner_text("#play") == "Play"


def test_the_rate_makes_runs_of_any_length_end_in_time(play: Open, lesson: Trace) -> None:
    player = play(lesson)
    seconds = player.evaluate(
        """[100, 5000, 100000].map((count) => {
            const rate = growth(count);
            const first = FIRST_RATE;
            return rate ? Math.log1p(count * rate / first) / rate : count / first;
        })"""
    )
    assert seconds[0] < 90
    assert seconds[1:] == pytest.approx([90, 90], rel=0.01)


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
        at = [state(player, run)["position"] for run in (0, 1)]
        assert at[0] == at[1] == player.evaluate("player.position")
    player.click("[data-jump=assign]")
    first = min(n for run in runs for n in positions(run, "assign"))
    assert [state(player, run)["position"] for run in (0, 1)] == [first, first]
    player.click("#last")
    ends = [state(player, run)["position"] for run in (0, 1)]
    assert ends == [len(run) - 1 for run in runs]
    assert player.locator(".status").all_inner_texts() == ["FILLED", "FILLED"]
    letters = [
        "".join(player.locator(f".run >> nth={n} >> .letter").all_inner_texts()) for n in (0, 1)
    ]
    assert letters[0] == letters[1] != ""


def test_links_to_an_event(play: Open, lesson: Trace) -> None:
    player = play(lesson, event=282)
    assert player.evaluate("player.position") == 282
    assert player.get_attribute("#event", "href") == "#event=282"
    player.keyboard.press("ArrowRight")
    player.clock.run_for(1_000)
    assert player.evaluate("location.hash") == "#event=283"
    player.evaluate(
        """new Promise((changed) => {
            window.addEventListener("hashchange", changed, {once: true});
            window.location.hash = "#event=99999999";
        })"""
    )
    assert player.evaluate("player.position") == len(lesson) - 1


def test_a_long_trace_of_a_large_grid(play: Open, open15: Grid, english: WordList) -> None:
    """20,000 events: jumps anywhere, few chunks in memory, only what is shown in the page."""
    run = trace(open15, english, min_score=70)
    body = run.lines[1:-1]
    while len(body) < 20_000:  # the same search over and over, each begun by a restart
        body = (*body, '{"event":"restart"}', *run.lines[1:-1])
    player = play(Trace((run.lines[0], *body, run.lines[-1])))
    for position in (19_000, 5, 10_000, 10_001, 9_999, 15_000, 20_000):
        go(player, position)
        assert state(player)["position"] == position
    assert player.evaluate("player.runs[0].chunks.size") <= 12
    assert player.locator("main *").count() < 3000
    player.get_by_role("tab", name="Log").click()
    player.fill(".log-bar input", "restart")
    player.clock.run_for(200)
    restarts = sum("restart" in line.lower() for line in body)  # RESTARTS may be a word
    assert player.locator(".log-bar output").inner_text() == f"{restarts:,} events"
    assert player.locator("main *").count() < 3000
    player.select_option("#speed", "5000")
    go(player, 0)
    player.click("#play")
    player.clock.run_for(1_000)
    assert player.evaluate("player.position") > 3000


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
