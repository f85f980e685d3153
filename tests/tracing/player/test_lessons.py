"""What the player teaches: code, domains, the queue, choices, causes, the tree and the log."""

from __future__ import annotations

import pytest
from helpers.player import Open
from helpers.searches import go, lit, path_after, positions, removals, sentence, state

from crosswright.grids.grid import Grid
from crosswright.tracing.events import DEAD_ENDS
from crosswright.tracing.replay import Replay
from crosswright.tracing.textbook import Variant
from crosswright.tracing.trace import Trace, trace
from crosswright.words.wordlist import WordList

PLAIN = Variant(False, "fixed", "alphabetical")


def test_the_line_of_each_event_is_lit(play: Open, lesson: Trace) -> None:
    player = play(lesson)
    lines = {
        "ac3": "if AC-3(all arcs) fails, fail",
        "select": "X ← slot with fewest words left",
        "assign": "put x into X",
        "inference": "if AC-3(arcs into X) succeeds",
        "wipeout": "if X is empty, fail",
        "exhausted": "fail",
        "backtrack": "take x back, and what followed",
        "solution": "if no slot is open, succeed",
    }
    for kind, line in lines.items():
        go(player, positions(lesson, kind)[0])
        assert lit(player) == line, kind
    go(player, removals(lesson)[0])
    assert lit(player) == "remove x from X"
    callers = player.locator(".code .caller").all_inner_texts()
    assert callers == ["if AC-3(all arcs) fails, fail", "if REVISE(X, Y)"]
    go(player, removals(lesson)[-1])
    assert player.locator(".code .caller").first.inner_text() == "if AC-3(arcs into X) succeeds"


@pytest.mark.parametrize("variant", [None, PLAIN, Variant(True, "degree", "random")])
def test_every_event_of_every_algorithm_has_a_line(
    play: Open, knotty: list[tuple[Grid, WordList]], variant: Variant | None
) -> None:
    grid, words = knotty[-1]
    algorithm = "engine" if variant is None else "textbook"
    run = trace(grid, words, algorithm=algorithm, variant=variant, events=900)
    player = play(run)
    for kind in {event["event"] for event in run}:
        go(player, positions(run, kind)[-1])
        assert lit(player), kind
        box = player.locator(".sentence p").bounding_box()
        assert box["width"] > 1000, kind
        assert "undefined" not in player.locator("main").inner_text()


def test_the_words_of_both_slots_and_the_queue(play: Open, lesson: Trace) -> None:
    player = play(lesson)
    events = list(lesson)
    position = next(n for n in removals(lesson)[::-1] if 1 < events[n]["removed"] <= 5)
    go(player, position)
    event, replay = events[position], Replay(lesson)
    for each in events[: position + 1]:
        replay.apply(each)
    slot, other = event["slot"], event["with"]
    assert player.locator(".column.x li:not([class])").all_inner_texts() == replay.words(slot)[:9]
    assert player.locator(".column.x li.now").all_inner_texts() == event["words"]
    assert set(player.locator(".column.y li:not([class])").all_inner_texts()) <= set(
        replay.words(other)
    )
    assert (
        player.locator(".column.queue .count")
        .inner_text()
        .startswith(f"{len(replay.state.queue)} arc")
    )
    labels = [each["label"] for each in lesson.start["slots"]]
    if replay.state.queue:
        first = " → ".join(labels[index] for index in replay.state.queue[0])
        assert player.locator(".column.queue li.first").inner_text().startswith(first)


def test_what_went_before_is_told_from_what_goes_now(play: Open, lesson: Trace) -> None:
    """Of a slot's words, some are left, some go now, and some went since the last decision."""
    player = play(lesson)
    events, replay = list(lesson), Replay(lesson)
    shown = removals(lesson)[-40:]
    decided: list[list[str]] = []
    slots = range(len(lesson.start["slots"]))
    for position, event in enumerate(events):
        before = replay.words(event["slot"]) if position in shown else []
        replay.apply(event)
        if event["event"] in ("assign", "backtrack"):
            decided = [replay.words(slot) for slot in slots]
        if position not in shown:
            continue
        go(player, position)
        parts = player.evaluate(
            """(slot) => {
                const run = player.runs[0];
                const parts = domain(run, slot, run.event(run.position), 1e9);
                return ["left", "now", "before"].map(
                    (part) => parts[part].map((row) => run.word(slot, row)));
            }""",
            event["slot"],
        )
        left = replay.words(event["slot"])
        now = [word for word in before if word not in left]
        earlier = [word for word in decided[event["slot"]] if word not in before]
        assert parts == [left, now, earlier]


def test_slots_that_are_not_listed_are_counted(play: Open, lesson: Trace) -> None:
    first, *_, last = positions(lesson, "select")
    player = play(lesson, event=first)
    rows = player.locator(".choice.slots th[scope=row]")
    assert rows.count() == 8
    count = len(list(lesson)[first]["open"])
    assert player.inner_text(".choice.slots .more") == f"{count - 8} more"
    go(player, last)
    assert rows.count() == len(list(lesson)[last]["open"]) <= 8
    assert player.locator(".choice.slots .more").count() == 0


def test_why_this_slot_and_why_this_word(play: Open, lesson: Trace) -> None:
    player = play(lesson)
    position = positions(lesson, "select")[2]
    event = list(lesson)[position]
    go(player, position)
    rows = player.locator(".choice.slots tr:not(:first-child)").all()
    figures = [[int(cell) for cell in row.locator("td").all_inner_texts()] for row in rows]
    assert figures == [[left, degree] for _, left, degree in event["open"]]
    assert player.locator(".choice.slots .chosen").count() == 1
    table = lesson.start["tables"][lesson.start["slots"][event["slot"]]["table"]]
    words = player.locator(".choice.words th[scope=row]").all_inner_texts()
    assert words == [table[row] for row, _ in event["values"]][: len(words)]
    numbers = player.locator(".choice.words tr td:nth-child(2)").all_inner_texts()
    assert [int(text) for text in numbers if text][:5] == [n for _, n in event["values"]][:5]
    player.keyboard.press("d")
    assert player.locator(".choice.words .chosen").inner_text().split()[0] == words[0]
    go(player, positions(lesson, "exhausted")[0])
    assert player.locator(".choice.words s").all_inner_texts() == ["AGED"]


def test_dead_ends_say_why(play: Open, lesson: Trace) -> None:
    player = play(lesson)
    for _ in range(6):
        player.keyboard.press("x")
        event = list(lesson)[player.evaluate("player.position")]
        text = sentence(player).removeprefix("Dead end: ").removesuffix(".")
        assert text.replace("-Across", "A").replace("-Down", "D") == event["cause"]


def test_singletons_are_in_pencil(play: Open, lesson: Trace) -> None:
    player = play(lesson)
    go(player, positions(lesson, "exhausted")[0])
    pencil = "".join(player.locator(".cell.pencil .letter").all_inner_texts())
    assert pencil == "AGRE"  # AGED and RED, whose other letters cross words in the grid
    assert player.locator(".chip.single").count() == 3


def test_the_tree_grows_and_can_be_clicked(play: Open, lesson: Trace) -> None:
    player = play(lesson, height=1200)
    assigned = positions(lesson, "assign")
    events = list(lesson)
    go(player, assigned[0] - 1)
    made = ".node.path, .node.current, .node.failed"
    assert player.locator(made).count() == 0
    assert player.locator(".node.open").count() > 0
    for count, position in enumerate(assigned[:6], 1):
        go(player, position)
        assert player.locator(made).count() == count
        assert events[position]["word"] in player.locator(".node.current").inner_text()
    path = [word for _, word in path_after(events[: assigned[5] + 1])]
    shown = player.locator(".node.path, .node.current").all_inner_texts()
    assert sorted(text.split()[1] for text in shown) == sorted(path)
    player.locator(".node.failed", has_text="CASES").click()
    assert player.evaluate("player.position") == assigned[4]
    player.locator(".node.current").click()
    assert sentence(player).startswith("Dead end: ")
    player.evaluate(
        """new Promise((changed) => {
            window.addEventListener("hashchange", changed, {once: true});
            window.history.back();
        })"""
    )
    assert player.evaluate("player.position") == assigned[4]


def test_the_log_is_searched(play: Open, lesson: Trace) -> None:
    player = play(lesson)
    player.get_by_role("tab", name="Log").click()
    player.select_option(".log-bar select", "deadEnd")
    dead = positions(lesson, *DEAD_ENDS)
    assert player.locator(".log-bar output").inner_text() == f"{len(dead)} events"
    player.fill(".log-bar input", "already at 2-down")
    player.clock.run_for(100)
    events = list(lesson)
    expected = [n for n in dead if events[n]["cause"].endswith("already at 2D")]
    assert player.locator(".log-bar output").inner_text() == f"{len(expected)} events"
    player.locator(".entry").nth(1).click()
    assert player.evaluate("player.position") == expected[1]
    assert player.locator(".entry[aria-current]").count() == 1
    player.fill(".log-bar input", "no such thing")
    player.clock.run_for(100)
    assert player.locator(".log-bar output").inner_text() == "0 events"
    player.locator("h1").click()
    player.keyboard.press("/")
    assert player.evaluate("document.activeElement.type") == "search"


def test_hover_and_focus_show_the_words_left(play: Open, structure: Grid, words: WordList) -> None:
    player = play(trace(structure, words, algorithm="textbook"))
    player.click("[data-jump=assign]")
    slot = structure.slots[0]
    index = slot.cells[0][0] * structure.width + slot.cells[0][1]
    player.locator(".cell").nth(index).hover()
    text = player.inner_text("#words")
    left = state(player)["state"][0]["left"]
    assert f"{left} word" in text.replace("\n", " ")
    player.hover("h1")
    assert player.is_hidden("#words")
    player.locator(".chip").first.click()
    assert player.is_visible("#words")
    player.keyboard.press("Escape")
    assert player.is_hidden("#words")
