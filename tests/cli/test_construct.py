"""`crosswright construct`: output, JSON, refusals, and what Ctrl-C leaves."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from helpers.cli import interrupt_when
from helpers.clocks import a_slow_machine

from crosswright import engine
from crosswright.cli.app import app
from crosswright.cli.jobs import construct as job
from crosswright.cli.options.lists import ListOptions
from crosswright.constructing import construct
from crosswright.formats.files import read
from crosswright.grids.grid import Grid
from crosswright.limits import Limit
from crosswright.words.lexicon import english
from crosswright.words.wordlist import WordList

needs_compiled_engine = pytest.mark.skipif(
    engine.name != "compiled", reason="fills real grids; takes minutes with the plain engine"
)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["construct", *arguments])


@pytest.fixture
def small(tmp_path: Path) -> tuple[str, ...]:
    """A pattern and a list that are filled at once by either engine."""
    (tmp_path / "grid.txt").write_text("...\n.#.\n...\n")
    (tmp_path / "words.txt").write_text("CAT;90\nCUT;80\nTIE;70\nTEE;60\nTOE;55\nCOT;50\n")
    options = ["--grid", tmp_path / "grid.txt", "-w", tmp_path / "words.txt", "--no-own"]
    return (*map(str, options), "--time", "60", "--seed", "1")


def test_a_puzzle_goes_to_standard_output(small: tuple[str, ...]) -> None:
    done = run("cut", *small)
    assert done.exit_code == 0, done.stderr
    grid = Grid.parse(done.stdout)
    assert "CUT" in [grid.word(slot) for slot in grid.slots]
    assert "seed 1" in done.stderr


def test_json_and_clues(small: tuple[str, ...], tmp_path: Path) -> None:
    theme = tmp_path / "theme.txt"
    theme.write_text("Cat, It purrs\n")
    done = run("--theme-file", str(theme), *small, "--json", "--no-draft-clues")
    report = json.loads(done.stdout)
    assert (report["status"], report["seed"]) == ("FILLED", 1)
    label = next(label for label, answer in report["answers"].items() if answer == "CAT")
    assert report["theme"] == {label: "CAT"}
    assert report["clues"] == {label: {"text": "It purrs", "draft": False}}
    assert report["candidates"][0]["grid"] == report["grid"]
    options = report["manifest"]["options"]
    assert (options["lively"], options["variety"], options["taste"]) == (0, 0, "newspaper")


def test_what_is_preferred_is_passed_on(
    small: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def start(*arguments: Any, **options: Any) -> Any:
        asked.append((options["lively"], options["variety"]))
        return construct.start(*arguments, **options)

    monkeypatch.setattr(job, "start", start)
    usual = run("cut", *small, "--language", "en", "--json")
    chosen = run("cut", *small, "--lively", "0", "--variety", "30", "--json")
    assert asked == [(70, 10), (0, 30)]
    manifests = [json.loads(done.stdout)["manifest"]["options"] for done in (usual, chosen)]
    assert [(each["lively"], each["variety"]) for each in manifests] == asked


def test_a_theme_file_is_a_table_like_any_other(small: tuple[str, ...], tmp_path: Path) -> None:
    theme = tmp_path / "theme.csv"
    theme.write_text('\nword,clue\n# animals\n"c,a,t","It purrs, often"\n')
    shown = json.loads(run("--theme-file", str(theme), *small, "--json", "--no-draft-clues").stdout)
    assert [*shown["theme"].values()] == ["CAT"]
    assert [clue["text"] for clue in shown["clues"].values()] == ["It purrs, often"]


def test_pages_are_for_solvers_and_pictures_show_the_letters(
    small: tuple[str, ...], tmp_path: Path
) -> None:
    page, picture = tmp_path / "play.html", tmp_path / "grid.svg"
    assert run("cut", *small, "-o", str(page), "-o", str(picture)).exit_code == 0
    assert 'id="puzzle"' in page.read_text(encoding="utf-8")
    assert ">C</text>" in picture.read_text(encoding="utf-8")


def test_all_candidates_are_written(small: tuple[str, ...], tmp_path: Path) -> None:
    out = tmp_path / "out.ipuz"
    done = run("cat", *small, "--all", "--candidates", "2", "-o", str(out), "--title", "Small")
    assert done.exit_code == 0
    assert read(tmp_path / "out-1.ipuz").title == "Small"
    assert (tmp_path / "out-2.ipuz").exists()


@needs_compiled_engine
@pytest.mark.parametrize("entry, spelling", [("cafés", "CAFES"), ("Zoë's", "ZOES")])
def test_an_accented_theme_is_in_the_puzzle(
    entry: str, spelling: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(job, "Limit", lambda seconds: Limit(failures=5_000))
    done = run(entry, "--size", "7x7", "--symmetry", "none", "--json", "--seed", "1")
    result = json.loads(done.stdout)
    assert (done.exit_code, result["status"]) == (0, "FILLED")
    assert [*result["theme"].values()] == [spelling]
    assert spelling in result["answers"].values()


def test_a_refusal_says_why_and_what_works(small: tuple[str, ...]) -> None:
    done = run("cat", "xyz", *small)
    assert (done.exit_code, done.stdout) == (1, "")
    assert "proved" in done.stderr and "found to work: the theme without XYZ" in done.stderr
    report = json.loads(run("cat", "xyz", *small, "--json").stdout)
    assert (report["status"], report["grid"], report["subset"]) == ("IMPOSSIBLE", None, ["CAT"])
    [way] = report["alternatives"]
    assert (way["kind"], way["theme"], way["left_out"]) == ("subset", ["CAT"], ["XYZ"])


@pytest.mark.parametrize(
    "arguments, status, message",
    [
        (["cat", "cat"], 2, "given twice"),
        (["--grid", "nowhere.txt"], 2, "nowhere.txt"),
        (["--theme-file", "nowhere.txt"], 2, "nowhere.txt"),
        (["QQQQQQQQQ", "XXXXXXXXX", "--time", "0.3"], 3, "crosswright: not done in time ("),
        (["--candidates", "0"], 2, "--candidates"),
        (["a", "--time", "0.1"], 1, "nothing much like it was found to work either"),
        ([""], 2, "an ENTRY is blank; leave it out for a puzzle without a theme"),
        (["cat", " "], 2, "an ENTRY is blank"),
        (["--theme-file", os.devnull], 2, f"{os.devnull}: no theme entries in it; write one"),
        (["(heart"], 2, "a rebus is written (HEART)BREAK"),
    ],
)
def test_what_goes_wrong(arguments: list[str], status: int, message: str) -> None:
    done = run(*arguments)
    assert (done.exit_code, done.stdout) == (status, "")
    assert message in done.stderr


def test_it_says_which_letters_share_a_cell(small: tuple[str, ...]) -> None:
    done = run("c(at)", "--time", "0", *small)
    assert "letters in brackets share a cell: AT in CAT\n" in done.stderr
    assert "share a cell" not in run("cat", *small).stderr


@needs_compiled_engine
def test_ctrl_c_gives_the_best_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    interrupt_when(monkeypatch, lambda progress: progress.candidates)
    done = run("--size", "5", "--candidates", "50", "--time", "300", "--seed", "1")
    assert done.exit_code == 130
    assert Grid.parse(done.stdout).is_filled


@needs_compiled_engine
def test_ctrl_c_says_how_many_puzzles_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    interrupt_when(monkeypatch, lambda progress: progress.candidates)
    done = run("--size", "5", "--count", "3", "--time", "300", "--seed", "1", "--candidates", "50")
    assert done.exit_code == 130
    assert done.stderr.endswith("crosswright: 1 of 3 puzzles: interrupted\n")


def test_several_puzzles_are_numbered_and_repeat_no_word(tmp_path: Path) -> None:
    words = tmp_path / "words.txt"
    words.write_text("CAT\nCUT\nTIE\nTEE\nDOG\nDIG\nGUM\nGEM\n")
    (tmp_path / "grid.txt").write_text("...\n.##\n.##\n")
    flags = ["--grid", str(tmp_path / "grid.txt"), "-w", str(words), "--no-own", "--seed", "1"]
    out = tmp_path / "out.txt"
    done = run(*flags, "--time", "1", "--count", "2", "--no-repeats", "-o", str(out), "--json")
    report = json.loads(done.stdout)
    assert done.exit_code == 0, done.stderr
    answers = [word for puzzle in report["puzzles"] for word in puzzle["answers"].values()]
    assert len(answers) == len(set(answers)) == 4
    assert [Path(file["file"]).name for file in report["files"]] == ["out-1.txt", "out-2.txt"]
    done = run(*flags, "--time", "1", "--count", "9", "--no-repeats", "--quiet")
    assert done.exit_code != 0 and "of 9 puzzles: " in done.stderr


def test_a_required_word_may_be_in_all_puzzles(tmp_path: Path) -> None:
    words = tmp_path / "words.txt"
    words.write_text("CAT\nCUT\nTIE\nTEE\nDOG\nDIG\nGUM\nGEM\n")
    (tmp_path / "grid.txt").write_text("...\n###\n...\n")
    flags = ["--grid", str(tmp_path / "grid.txt"), "-w", str(words), "--no-own", "--seed", "1"]
    flags += ["--require", "dog", "--time", "1", "--count", "2", "--no-repeats", "--json"]
    done = run(*flags)
    assert done.exit_code == 0, done.stderr
    first, second = ({*puzzle["answers"].values()} for puzzle in json.loads(done.stdout)["puzzles"])
    assert first & second == {"DOG"}


def test_a_required_word_without_letters_is_refused() -> None:
    done = run("--require", " - ", "--size", "7", "--time", "1")
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr == "crosswright: ' - ' cannot be an answer: it has no letters\n"


def test_words_of_other_puzzles_are_not_used_again(small: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "used.txt").write_text("CUT\n")
    done = run(*small, "--used-in", str(tmp_path / "used.txt"), "--ban", "tee", "--require", "toe")
    assert done.exit_code == 0, done.stderr
    grid = Grid.parse(done.stdout)
    answers = {grid.word(slot) for slot in grid.slots}
    assert "TOE" in answers and not answers & {"CUT", "TEE"}


def test_a_lower_floor_is_announced(small: tuple[str, ...], tmp_path: Path) -> None:
    """Only the built-in list has a known scale: its place is taken by one that needs 30."""
    words = WordList.from_words([("CAT", 35), ("CUT", 35), ("TIE", 35), ("TEE", 35)])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ListOptions, "load", lambda self, console: words)
        done = run("--grid", str(tmp_path / "grid.txt"), "--time", "1", "--seed", "1")
    assert done.exit_code == 0, done.stderr
    assert "scores of 50 or more: no fill of the grid so far; stepping down to 40" in done.stderr
    assert "stepped down from 50 to 30" in done.stderr


def test_the_figures_leave_out_the_theme(tmp_path: Path) -> None:
    (tmp_path / "grid.txt").write_text("...\n.#.\n...\n")
    (tmp_path / "words.txt").write_text("CAT;9\nCUT;80\nTIE;70\nTEE;60\n")
    options = ["--grid", str(tmp_path / "grid.txt"), "-w", str(tmp_path / "words.txt"), "--no-own"]
    done = run("cat", *options, "--time", "1", "--seed", "1")
    assert "lowest 60" in done.stderr and "mean score 70.0" in done.stderr


@pytest.mark.parametrize(
    "words, text",
    [
        ("CAT;50\nDOG;50\nAT;3\n", "; there are only words of 2 and 3 letters"),
        ("CAT;50\nDOG;50\n", "; there are only words of 3 letters"),
    ],
)
def test_a_list_of_few_lengths_is_blamed_not_the_shape(
    words: str, text: str, tmp_path: Path
) -> None:
    (tmp_path / "words.txt").write_text(words)
    options = ["--size", "9", "-w", str(tmp_path / "words.txt"), "--no-own", "--seed", "1"]
    with a_slow_machine(0.001):
        done = run(*options, "--time", "0.3")
    assert done.exit_code == 3
    assert "keeps all rules of the american style" + text in done.stderr
    assert "; try" not in done.stderr


@pytest.mark.parametrize(
    "options, advice",
    [
        ((), "a longer --time or more words"),
        (("--min-score", "60"), "a longer --time, a lower --min-score or more words"),
    ],
)
def test_advice_about_a_grid_is_none_about_patterns(
    small: tuple[str, ...], options: tuple[str, ...], advice: str
) -> None:
    done = run(*small, *options, "--time", "0")
    assert done.exit_code == 3
    assert done.stderr.endswith(f"; try {advice}\n")


@needs_compiled_engine
def test_a_number_of_words_that_no_pattern_has() -> None:
    done = run("--size", "9", "--word-count", "10", "--time", "1", "--seed", "1")
    assert done.exit_code == 3
    assert "keeps all rules of the american style; try another size" in done.stderr
    assert "--min-score" not in done.stderr


@needs_compiled_engine
def test_a_floor_that_works_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(job, "Limit", lambda seconds: Limit(failures=60_000))
    words = tmp_path / "words.txt"
    words.write_text("".join(f"{word};75\n" for word, _ in english(min_score=50) if len(word) < 8))
    done = run("--size", "7", "-w", str(words), "--min-score", "90", "--seed", "1")
    assert (done.exit_code, done.stdout) == (1, "")
    assert (
        "no word of the list scores 90 or more; constructed and found to work: --min-score"
        in done.stderr
    )


@pytest.mark.parametrize(
    "options, advice",
    [
        (("--word-count", "40"), "a higher --word-count, a longer --time"),
        (("--word-count", "78"), "another --word-count, a longer --time"),
        (("--block-count", "20"), "another --block-count, a longer --time"),
        ((), "a longer --time"),
    ],
)
def test_numbers_that_were_asked_for_are_named(options: tuple[str, ...], advice: str) -> None:
    done = run("--size", "15", *options, "--time", "0")
    assert done.exit_code == 3
    assert f"; try {advice}" in done.stderr


@needs_compiled_engine
def test_a_theme_entry_with_a_digit() -> None:
    options = ("--style", "free", "--size", "9", "--time", "9", "--seed", "1", "--json")
    done = run("R2D2", *options, "--no-draft-clues")
    assert done.exit_code == 0
    assert "R2D2" in json.loads(done.stdout)["answers"].values()
