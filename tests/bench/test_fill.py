"""The benchmark of the fill engine runs on a tiny case, and judges figures as it should."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from bench import fill, grids, lists, parts, peers, report, runner, svg
from bench.comparison import ratios
from bench.targets import targets
from bench.text import ms, table, times

TINY = parts.Effort(seeds=2, few=1, limit=30, score=(0.1,))
WORDS = ("ARC", "BAR", "CAB", "EAR", "TAR", "ERA", "ARE", "ACE", "CAR", "ABLE", "BEAN", "LEAN")


@pytest.fixture(autouse=True)
def tiny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put a tiny list and grid in place of the benchmark's own."""
    monkeypatch.setattr(lists, "WORK", tmp_path / "work")
    monkeypatch.setattr(grids, "FOLDER", tmp_path / "grids")
    monkeypatch.setattr(lists, "entries", lambda name: [(word, 50) for word in WORDS])
    lists.words.cache_clear()
    (tmp_path / "grids").mkdir()
    grids.path("ring").write_text("...\n.#.\n...\n", "utf-8")


@pytest.fixture
def ring() -> peers.Case:
    return peers.Case("ring", "tiny")


@pytest.mark.parametrize("engine", ["compiled", "python"])
def test_a_search_is_measured_and_its_fill_checked(ring: peers.Case, engine: str) -> None:
    if engine == "compiled":
        pytest.importorskip("crosswright.engine.compiled")
    figures = parts.searched(ring, TINY, engine=engine)
    assert figures["engine"] == engine
    assert figures["ends"] == {"FILLED": 2}
    assert 0 < figures["median"] <= figures["longest"]


def test_scores_are_measured(ring: peers.Case) -> None:
    figures = parts.searched(ring, TINY, engine="python", seeds=1, objective="score", limit=0.1)
    assert [(run["mean"], run["lowest"]) for run in figures["runs"]] == [(50, 50)]


@pytest.mark.parametrize("peer", peers.available(False)[1:], ids=lambda peer: peer.name)
def test_whole_processes_are_measured(peer: peers.Peer, ring: peers.Case) -> None:
    outcome = peers.fill(peer, ring, 1, 30)
    assert outcome["status"] == "filled"
    assert 0 <= outcome["search"] <= outcome["cpu"]


def test_the_command_line_is_measured(ring: peers.Case) -> None:
    assert peers.fill(peers.command_line(), ring, 1, 30)["status"] == "filled"


def test_a_session_is_measured(ring: peers.Case, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("crosswright.engine.compiled")
    monkeypatch.setattr(parts, "ASKED", ring)
    monkeypatch.setattr(parts, "SETTLED", 0)
    *_, figures = parts.session_part(TINY, False)
    for engine in ("compiled", "python"):
        times_of = figures[engine]["times"]
        assert all(times_of[key] for key in ("build", "propagate", "truth, half"))
        assert figures[engine]["verdicts"]
        assert {row["undecided"] for row in figures[engine]["truth"]} == {0}
    page = report._session(figures)
    assert "0.0% were undecided" in page
    aims = [target.aim for _, target in targets({"session": figures})]
    assert "the truth map of a half-filled grid ≤ 1 s" in aims


def test_a_program_that_does_not_end_is_ended() -> None:
    done = runner.run([sys.executable, "-c", "while True: pass"], limit=0.2)
    assert done.timed_out


@pytest.mark.parametrize(
    ("filled", "wrong"),
    [
        (["CAB", "A#A", "REE"], "REE is not in the list"),
        (["CAR", "A#A", "RAC"], "RAC is not in the list"),
        (["CAR", "A#.", "R.."], "R.. is not in the list"),
        (["CAR", "ATA", "REE"], "T where the grid has #"),
        (["CAR", "A#"], "another shape"),
        (["ARE", "R#A", "CAR"], None),
        (["CAR", "A#A", "RAR"], "RAR is not in the list"),
        (["ACE", "C#R", "ERA"], "ACE twice"),
    ],
)
def test_fills_are_checked(filled: list[str], wrong: str | None) -> None:
    assert grids.fault(grids.load("ring"), filled, lists.words("tiny")) == wrong


def test_qxw_reads_slots_by_the_numbers_of_their_cells() -> None:
    deck = peers.deck(["A.#", "..."], seed=1)
    assert deck == [".UNIQUE 1", ".RANDOM 1", "0 1 =A.", "3 4 5", "0 3 =A.", "1 4"]


def test_targets_are_judged() -> None:
    def run(seconds: float) -> dict:
        return {"compiled": {"median": seconds, "longest": 9.0}, "plain": {"median": 0.1}}

    cases = (parts.DAILY, parts.SUNDAY, parts.THEMELESS)
    judged = targets({"engine": {str(case): run(0.02) for case in cases}})
    verdicts = [(number, target.verdict) for number, target in judged]
    assert verdicts == [(1, "**missed**"), (1, "met"), (3, "met"), (4, "met"), (4, "**missed**")]


def test_ratios_leave_out_what_is_not_filled() -> None:
    def runs(status: str, seconds: float) -> list[dict]:
        return [{"status": status, "search": seconds}]

    cases = {
        "a": {"crosswright": runs("filled", 0.1), "other": runs("filled", 2.0)},
        "b": {"crosswright": runs("filled", 0.1), "other": runs("wrong: X twice", 0.1)},
    }
    assert ratios({"cases": cases}, "other", "search") == [pytest.approx(20)]


def test_a_program_is_behind_where_another_is_quicker_or_alone() -> None:
    def runs(status: str, seconds: float) -> list[dict]:
        return [{"status": status, "search": seconds, "cpu": seconds}]

    ours, level = runs("filled", 0.1), runs("filled", 0.2)
    cases = {
        "square4": {"crosswright": ours, "Qxw": level},
        "square5": {"crosswright": runs("no fill", 0.1), "Qxw": runs("no fill", 0.05)},
        "square6": {"crosswright": ours, "Qxw": runs("no fill in 30 s", 30)},
    }
    figures = {"peers": {"versions": {"Qxw": "1"}, "cases": cases}}
    judged = {target.aim: target for _, target in targets(figures)}
    ahead = judged["ahead of each peer, whole process, on every case"]
    assert (ahead.figure, ahead.verdict) == (
        "on 2 of 3; behind Qxw, square5, 0.50×",
        "**missed**",
    )
    cases["square5"] = {"crosswright": runs("no fill in 30 s", 30), "Qxw": level}
    judged = {target.aim: target for _, target in targets(figures)}
    assert "square5, which it alone fills" in judged[ahead.aim].figure


def test_a_part_that_fails_leaves_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(effort: parts.Effort, with_others: bool) -> Iterator[dict]:
        yield {"half": 1}
        raise RuntimeError("out of paper")

    def whole(effort: parts.Effort, with_others: bool) -> Iterator[dict]:
        yield {"compiled": 30e6}

    monkeypatch.setattr(parts, "PARTS", {"broken": broken, "memory": whole})
    assert fill.main(["--quick", "--only", "broken,memory"]) == 1
    assert "out of paper" in capsys.readouterr().err
    page = (lists.WORK / report.PAGE).read_text("utf-8")
    assert "30 MB" in page


def test_figures_read_well() -> None:
    assert [ms(s) for s in (0.0004, 0.0123, 0.25, 2.34, 61)] == [
        "0.4 ms",
        "12.3 ms",
        "250 ms",
        "2.3 s",
        "61 s",
    ]
    assert [times(r) for r in (1.25, 31.7, 12345)] == ["1.2×", "32×", "12,345×"]
    assert table(["a", "b"], [["1", "2"]]) == "| a | b |\n| --- | --- |\n| 1 | 2 |\n"


def test_plots_show_every_point(tmp_path: Path) -> None:
    target = tmp_path / "plot.svg"
    svg.lines(target, "Growth", "words", "ms", {"one": [(10, 1), (100, 5)], "two": [(10, 2)]})
    root = ET.parse(target).getroot()
    assert sum(1 for part in root.iter() if part.tag.endswith("circle")) == 3
    svg.bars(target, "Side by side", "ms", {"a": {"x": 1.0, "y": 100.0}, "b": {"x": 3.0}})
    drawn = [part for part in ET.parse(target).getroot().iter() if part.tag.endswith("rect")]
    assert len(drawn) == 1 + 3 + 2  # the background, the bars, the legend


def test_every_grid_is_there() -> None:
    folder = Path(peers.__file__).parent / "grids"
    named = {case.grid for case in (*parts.ENGINE, *parts.INFEASIBLE, *parts.COMPARED)}
    named |= {case.grid for case in (*parts.HARD, *parts.SHARED)} | {*parts.GROWTH, "single"}
    assert named <= {path.stem for path in folder.glob("*.txt")}


def test_parts_of_several_commits_are_not_put_on_one_page() -> None:
    def kept(**commits: str) -> dict:
        return {name: {"when": {"commit": commit}} for name, commit in commits.items()}

    assert report.one_commit(kept(engine="abc", start="abc")) == "abc"
    with pytest.raises(report.NoReport, match=r"abc: engine; def: start, hard"):
        report.one_commit(kept(engine="abc", start="def", hard="def"))


def test_the_hard_grids_may_be_of_another_commit_than_all_else(tmp_path: Path) -> None:
    def write(**commits: str) -> None:
        for name, commit in commits.items():
            when = {"commit": commit, "date": "2026-01-01"}
            (tmp_path / f"{name}.json").write_text(json.dumps({"when": when, "figures": {}}))
        report.write(tmp_path, tmp_path)

    with pytest.raises(report.NoReport, match="def: harder"):
        write(hard40="abc", harder="def")
    with pytest.raises(report.NoReport, match=r"abc: engine; def: start"):
        write(hard40="abc", harder="abc", engine="abc", start="def")


def test_no_page_is_written_before_anything_is_measured(tmp_path: Path) -> None:
    with pytest.raises(report.NoReport, match="measure first"):
        report.write(tmp_path, tmp_path / "docs")
    assert not (tmp_path / "docs").exists()


def test_start_up_is_judged_beyond_the_bare_interpreter() -> None:
    def took(**milliseconds: float) -> dict:
        return {name: {"cpu": each / 1000} for name, each in milliseconds.items()}

    now = took(bare=10, help=40, fill=60, script=55) | {"import click": {"cpu": 0.030}}
    figures = {"commit before": "abc", "now": now, "before": took(fill=120)}
    verdicts = [target.verdict for _, target in targets({"start": figures})]
    assert verdicts == ["met", "**missed**", "**missed**"]


def test_the_page_opens_in_the_words_of_the_report() -> None:
    words = re.sub(r"\\{\w+\\}", r"[\\d,]+", re.escape(report.INTRODUCTION))
    assert re.match(words, (report.DOCS / report.PAGE).read_text("utf-8"))


def test_circumstances_are_plain_data() -> None:
    assert json.loads(json.dumps(parts.circumstances()))["noise"] >= 1
