"""The tree of a search: its decisions, and where each of them begins and ends."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from crosswright.grids.grid import Grid
from crosswright.tracing.compare import all_variants
from crosswright.tracing.player.tree import NONE, Tree
from crosswright.tracing.replay import Replay
from crosswright.tracing.textbook import Variant
from crosswright.tracing.trace import trace
from crosswright.words.wordlist import WordList
from tests.helpers.traces import problems


@given(problems(), st.sampled_from([None, *all_variants()]))
@settings(max_examples=60)
def test_the_path_is_the_stack_of_the_search(
    problem: tuple[Grid, WordList], variant: Variant | None
) -> None:
    algorithm = "engine" if variant is None else "textbook"
    run = trace(*problem, algorithm=algorithm, variant=variant)
    events, tree = list(run), Tree()
    columns = tree.columns
    for position, (event, state) in enumerate(Replay(run).steps()):
        tree.add(position, event)
        decisions = [(columns["slot"][node], columns["row"][node]) for node in tree.path]
        assert decisions == state.stack
        assert [columns["parent"][node] for node in tree.path] == [NONE, *tree.path][:-1]
        assert len(tree.path) <= len(tree.levels) or not tree.path
    for node, (first, last) in enumerate(zip(columns["at"], columns["end"], strict=True)):
        assert events[first]["event"] == "assign"
        choice = events[columns["choice"][node]]
        assert (choice["event"], choice["slot"]) == ("select", columns["slot"][node])
        if last != NONE:
            assert events[last]["event"] in ("backtrack", "restart")
            assert first < last


def test_a_restart_ends_all_decisions(knotty: list[tuple[Grid, WordList]]) -> None:
    run = trace(*knotty[-1])
    tree = Tree()
    for position, event in enumerate(run):
        tree.add(position, event)
        if event["event"] == "restart":
            assert NONE not in tree.columns["end"]
            assert tree.path == tree.levels == []
