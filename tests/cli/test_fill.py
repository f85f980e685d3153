"""`crosswright fill`: what it fills, writes, prints and reports."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path
from typing import Any

import pytest
from helpers.cli import PUZZLE, Run
from pypdf import PdfReader

from crosswright.cli.exits import Exit
from crosswright.cli.jobs import fill as job
from crosswright.cli.options.lists import ListOptions
from crosswright.clues.drafts import DraftClue
from crosswright.errors import ClueError
from crosswright.filling import attempt
from crosswright.filling.fill import start
from crosswright.filling.quality.improve import Improvement
from crosswright.formats.files import read, write
from crosswright.grids.grid import Grid
from crosswright.limits import Limit
from crosswright.patterns import builtin
from crosswright.patterns.trial import Trial
from crosswright.puzzles.clue import Clue
from crosswright.puzzles.puzzle import Puzzle
from crosswright.words import lexicon
from crosswright.words.wordlist import WordList

OWN = ("-w", "my.dict")


def fill_json(run: Run, *arguments: str, status: int = 0) -> dict[str, Any]:
    done = run("fill", *arguments, "--json")
    assert done.exit_code == status, done.stderr
    assert done.stdout.count("\n") == 1
    loaded: dict[str, Any] = json.loads(done.stdout)
    return loaded


# -- the result -----------------------------------------------------------------------------------


def test_no_arguments_make_a_good_puzzle(run: Run, folder: Path) -> None:
    report = fill_json(run, "--seed", "1", "--objective", "any")
    grid = Grid.from_rows(report["grid"])
    assert (grid.height, grid.width, grid.is_filled, grid.is_symmetric()) == (15, 15, True, True)
    assert report["status"] == "FILLED"
    assert report["min_score"] == 50
    assert min(report["scores"].values()) >= 50
    english = lexicon.english()
    assert {word: english.score(word) for word in report["answers"].values()} == {
        report["answers"][label]: score for label, score in report["scores"].items()
    }


def test_the_seed_is_random_and_reported(run: Run, folder: Path) -> None:
    first, second = (fill_json(run, "--objective", "any") for _ in range(2))
    assert first["seed"] != second["seed"]
    assert first["manifest"]["seed"] == first["seed"]
    again = fill_json(run, "--objective", "any", "--seed", str(first["seed"]))
    assert again["grid"] == first["grid"]
    assert f"seed {first['seed']}" in run(
        "fill", "--objective", "any", "--seed", first["seed"]
    ).stderr  # fmt: skip


def test_a_pipe_gets_the_grid_and_nothing_else(run: Run, folder: Path) -> None:
    done = run("fill", "grid.txt", *OWN)
    assert Grid.parse(done.stdout).is_filled
    assert "4 words · mean score" in done.stderr


def test_the_figures_say_what_is_proved(run: Run, folder: Path) -> None:
    (folder / "scored.txt").write_text("CAT;80\nCUT;70\nTIE;60\nTEE;90\nCOT;20\n")
    (folder / "ring.txt").write_text("C.T\n.#.\nT.E\n")
    options = ("ring.txt", "-w", "scored.txt")
    best = run("fill", *options, "--objective", "score")
    assert "mean score 75.0 (at most 75.0 possible) · lowest 60 (" in best.stderr
    assert "TIE, the best possible)" in best.stderr
    (folder / "given.txt").write_text("TEE\n###\nTI.\n")  # the bound counts what is given, too
    given = run("fill", "given.txt", "-w", "scored.txt", "--objective", "score")
    assert "mean score 75.0 (at most 75.0 possible) · lowest 60 (" in given.stderr
    with_required = run("fill", *options, "--objective", "score", "--require", "COT")
    assert "possible)" not in with_required.stderr.split("lowest", 1)[1]
    first = run("fill", *options, "--objective", "any")
    assert "possible" not in first.stderr
    done = run("fill", "-", *OWN, "--quiet", input="...\n.#.\n...")
    assert Grid.parse(done.stdout).is_filled
    assert done.stderr == ""


def test_the_list_may_come_from_standard_input(run: Run, folder: Path) -> None:
    done = run("fill", "grid.txt", "-w", "-", input="CAT\nCUT\nTIE\nTEE\n")
    assert Grid.parse(done.stdout).is_filled


def test_several_outputs_at_once(run: Run, folder: Path) -> None:
    outputs = ["a.puz", "a.ipuz", "a.txt", "a.svg", "a.png", "a.pdf", "a.html"]
    flags = [flag for name in outputs for flag in ("-o", name)]
    done = run("fill", "grid.txt", *OWN, "--clues", "clues.csv", "--title", "Tiny", *flags)
    assert done.exit_code == 0
    assert done.stdout == ""
    assert all(f"wrote {name}\n" in done.stderr for name in outputs)
    puzzle = read("a.ipuz")
    assert puzzle.title == "Tiny"
    assert "It purrs" in [clue.text for clue in map(puzzle.clue, puzzle.answers)]
    assert read("a.puz").answers == read("a.txt").answers == puzzle.answers
    sheet, key = PdfReader("a.pdf").pages
    assert "It purrs" in sheet.extract_text() and "CAT" not in sheet.extract_text()
    assert "Tiny" in key.extract_text()
    assert Path("a.png").read_bytes().startswith(b"\x89PNG")
    assert ">C<" in Path("a.svg").read_text(encoding="utf-8")


def test_output_to_stdout_in_a_format(run: Run, folder: Path) -> None:
    done = run("fill", "grid.txt", *OWN, "-o", "-", "--to", "ipuz", "-q")
    assert json.loads(done.stdout)["kind"] == ["http://ipuz.org/crossword#1"]


def test_what_a_format_cannot_hold_is_named_or_refused(run: Run, folder: Path) -> None:
    Path("bars.txt").write_text("...\n.#.\n...\n\nbars right: 1,1\n")
    flags = ("bars.txt", "-w", "bars.dict", "-o", "out.puz")
    Path("bars.dict").write_text("AT\nCUT\nTEE\nTIE\nTOE\n")
    done = run("fill", *flags)
    assert done.exit_code == 0
    assert "out.puz: dropped bars: row 1, column 1" in done.stderr
    Path("out.puz").unlink()
    done = run("fill", *flags, "--strict")
    assert done.exit_code == Exit.BAD_INPUT
    assert not Path("out.puz").exists()


# -- statuses -------------------------------------------------------------------------------------


def test_proved_impossible(run: Run, folder: Path) -> None:
    done = run("fill", "grid.txt", "-w", "big.txt")
    assert done.exit_code == Exit.IMPOSSIBLE
    assert done.stdout == ""
    assert "proved impossible: this grid has no fill" in done.stderr
    report = fill_json(run, "grid.txt", "-w", "big.txt", status=Exit.IMPOSSIBLE)
    assert report["status"] == "IMPOSSIBLE"
    assert report["grid"] == ["...", ".#.", "..."]


def test_limit_reached(run: Run, folder: Path) -> None:
    Path("open.txt").write_text("\n".join(["." * 9] * 9))
    flags = ("open.txt", "--time", "0.3", "--min-score", "1")
    done = run("fill", *flags)
    assert done.exit_code == Exit.LIMIT
    assert "neither filled nor proved impossible in time" in done.stderr
    assert "try a longer --time, a lower --min-score or more words" in done.stderr
    report = fill_json(run, *flags, status=Exit.LIMIT)
    assert report["status"] == "LIMIT"
    assert 0 < report["stats"]["cpu_seconds"] <= report["stats"]["seconds"]


def test_a_lower_score_is_no_advice_without_a_lowest_one(run: Run, folder: Path) -> None:
    Path("few.dict").write_text("CAT\nCUT\nTIE\nTEE\n")
    done = run("fill", "grid.txt", "-w", "few.dict", "--time", "0")
    assert done.exit_code == Exit.LIMIT
    assert "try a longer --time or more words" in done.stderr


def test_a_limit_reached_with_little_of_the_processor_says_so(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("open.txt").write_text("\n".join(["." * 9] * 9))
    monkeypatch.setattr("time.thread_time", lambda: 0.0)
    done = run("fill", "open.txt", "--time", "0.3", "--min-score", "1")
    assert " s, 0.0 s of processor time, seed " in done.stderr


# -- floors ---------------------------------------------------------------------------------------


@pytest.fixture
def poor_english(monkeypatch: pytest.MonkeyPatch) -> None:
    words = WordList.parse("CAT;90\nCUT;44\nTIE;70\nTEE;60\n")
    monkeypatch.setattr(lexicon, "load", lambda language, taste: words)


def test_the_floor_is_stepped_down_and_said(run: Run, folder: Path, poor_english: None) -> None:
    done = run("fill", "grid.txt")
    assert done.exit_code == 0
    assert "scores of 50 or more: proved impossible; stepping down to 40\n" in done.stderr
    assert "scores of 40" not in done.stderr
    assert " · floor 40 · seed " in done.stderr
    assert fill_json(run, "grid.txt")["min_score"] == 40


def test_short_time_is_no_reason_for_junk_in_a_built_in_pattern(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    limit = Limit(nodes=30)  # as little as a busy machine does in a second
    monkeypatch.setattr(job, "start", lambda *a, **given: start(*a, **{**given, "limit": limit}))
    done = run("fill", "--objective", "any", "--seed", "1", "--time", "20", "--json")
    assert done.exit_code == Exit.LIMIT
    assert json.loads(done.stdout)["min_score"] == 30
    assert "scores of 40 or more: no fill in time; stepping down to 30" in done.stderr
    text = run("fill", "--objective", "any", "--seed", "1", "--time", "20").stderr
    assert "in time with words that score 30 or more" in text
    assert "a longer --time, a lower --min-score" in text


def test_proof_is_a_reason_for_lower_scores_in_a_built_in_pattern(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = WordList.parse("CAT;90\nCUT;14\nTIE;70\nTEE;60\n")
    monkeypatch.setattr(lexicon, "load", lambda language, taste: words)
    grid = Grid.parse("...\n.#.\n...")
    monkeypatch.setattr(builtin, "pattern", lambda *_: grid)
    monkeypatch.setattr(builtin, "in_order", lambda *_: [grid])
    done = run("fill", "--seed", "1", "--json", "--time", "20")
    assert (done.exit_code, json.loads(done.stdout)["min_score"]) == (Exit.DONE, 10)
    assert "scores of 30 or more: proved impossible; stepping down to 20" in done.stderr
    done = run("fill", "--seed", "1", "--json", "--count", "2")
    assert [each["min_score"] for each in json.loads(done.stdout)["fills"]] == [10, 10]


def test_a_built_in_pattern_that_has_no_fill_cannot_be_explained(run: Run) -> None:
    done = run("fill", "--require", "QQQQQ", "--seed", "1", "--min-score", "50")
    assert done.exit_code == Exit.IMPOSSIBLE
    assert "this pattern has no fill" in done.stderr
    assert "try another --seed" in done.stderr
    assert "explain" not in done.stderr


def test_a_required_word_chooses_a_built_in_pattern_with_room_for_it(run: Run) -> None:
    word = "CONTROVERSIALLY"
    assert all(len(slot) < len(word) for slot in builtin.pattern(1).slots)
    options = ("--require", word, "--objective", "any", "--seed", "1", "--time", "20")
    report = fill_json(run, *options)
    assert word in report["answers"].values()
    assert fill_json(run, *options)["grid"] == report["grid"]
    report = fill_json(run, "--require", "WORDS", "--objective", "any", "--seed", "1")
    assert Grid.from_rows(report["grid"]).without_letters() == builtin.pattern(1)
    two = ("--require", "INTERNATIONALLY", "--require", word, "--min-score", "99", "--time", "1")
    report = fill_json(run, *two, "--objective", "any", "--seed", "1", status=Exit.IMPOSSIBLE)
    lengths = [len(slot) for slot in Grid.from_rows(report["grid"]).slots]
    assert lengths.count(len(word)) >= 2


def test_a_required_word_leaves_a_choice_of_patterns_in_other_languages(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    choices: list[int] = []

    def trial(grids: list[Grid], *_: object) -> Trial:
        choices.append(len(grids))
        return Trial(grids, 50)

    words = lexicon.english()
    monkeypatch.setattr(job.FillJob, "_trial", staticmethod(trial))
    monkeypatch.setattr(ListOptions, "load", lambda options, console: words)
    options = ("--language", "de", "--require", "CONTROVERSIALLY", "--objective", "any")
    assert run("fill", *options, "--seed", "1").exit_code == Exit.DONE
    with_room = [grid for grid in builtin.patterns() if max(map(len, grid.slots)) == 15]
    assert choices == [len(with_room)] == [3]


@pytest.mark.parametrize("count", ["1", "2"])
def test_no_other_pattern_is_advised_where_no_word_scores_enough(run: Run, count: str) -> None:
    poor = WordList.from_words((word, min(score, 45)) for word, score in lexicon.english())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ListOptions, "load", lambda options, console: poor)
        done = run("fill", "--min-score", "99", "--seed", "1", "--count", count)
    assert done.exit_code == Exit.IMPOSSIBLE
    assert "with a score of 99 or more, the list has no word of 3, 4, " in done.stderr
    assert "--seed" not in done.stderr


def test_no_time_is_spent_on_scores_that_no_pattern_fills_with(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    poor = WordList.from_words((word, min(score, 45)) for word, score in lexicon.english())
    monkeypatch.setattr(ListOptions, "load", lambda options, console: poor)
    done = run("fill", "--language", "de", "--objective", "any", "--seed", "1", "--json")
    assert json.loads(done.stdout)["min_score"] == 40
    note = "scores of 50 or more: no pattern fills easily; stepping down to 40\n"
    assert done.stderr == note


def test_a_pattern_stays_where_rules_name_its_slots(run: Run) -> None:
    length = len(builtin.pattern(1).slot("1A"))
    word = next(word for word, _ in lexicon.english(min_score=80) if len(word) == length)
    options = ("--require", "CONTROVERSIALLY", "--fix", f"1A={word}", "--seed", "1")
    done = run("fill", *options, "--objective", "any")
    assert done.exit_code == Exit.IMPOSSIBLE
    assert "no slot has 15 letters" in done.stderr


def test_a_required_word_that_the_list_lacks_has_no_score(run: Run, folder: Path) -> None:
    flags = ("grid.txt", "--require", "CXT", "--seed", "1")
    Path("high.dict").write_text("CUT;80\nTIE;70\nTEE;60\n")
    report = fill_json(run, *flags, "-w", "high.dict", "--no-own")
    [label] = [label for label, word in report["answers"].items() if word == "CXT"]
    assert report["scores"][label] is None
    done = run("fill", *flags, "-w", "high.dict", "--no-own")
    assert "mean score 70.0 ·" in done.stderr  # a bound would count a score that it has not
    assert "lowest 60 (" in done.stderr


def test_a_floor_that_was_asked_for_stays(run: Run, folder: Path, poor_english: None) -> None:
    options = ("grid.txt", "--min-score", "50", "--seed", "1")
    done = run("fill", *options)
    assert done.exit_code == Exit.IMPOSSIBLE
    assert "stepping down" not in done.stderr
    reason = fill_json(run, *options, status=Exit.IMPOSSIBLE)["reason"]
    assert reason.startswith("proved impossible") and "crosswright explain" in reason


def test_lists_merged_with_the_built_in_one_have_its_floors(
    run: Run, folder: Path, poor_english: None
) -> None:
    Path("own.dict").write_text("ZZQ;99\n")
    done = run("fill", "grid.txt", "-w", "own.dict", "--language", "en")
    assert "scores of 50 or more: proved impossible; stepping down to 40\n" in done.stderr


def test_lists_of_the_user_have_no_floor(run: Run, folder: Path) -> None:
    Path("low.dict").write_text("CAT;5\nCUT;4\nTIE;3\nTEE;2\n")
    assert fill_json(run, "grid.txt", "-w", "low.dict")["min_score"] is None


# -- rules ----------------------------------------------------------------------------------------


def answers(run: Run, *arguments: str) -> dict[str, str]:
    report = fill_json(run, "grid.txt", *OWN, *arguments)
    answers: dict[str, str] = report["answers"]
    return answers


def test_rules(run: Run, folder: Path) -> None:
    assert answers(run, "--fix", "1a=cat")["1A"] == "CAT"
    assert "TOT" in answers(run, "--require", "TOT").values()
    assert "CAT" not in answers(run, "--ban", "CAT").values()
    assert answers(run, "--allow", "1A=TIE,CUT")["1A"] in ("TIE", "CUT")
    assert answers(run, "--match", "1D=.U.")["1D"] == "CUT"
    assert answers(run, "--slot-score", "1A=90")["1A"] == "CAT"
    assert len(set(answers(run, "--no-shared-letters", "3").values())) == 4


def test_words_of_earlier_puzzles_are_not_used_again(run: Run, folder: Path) -> None:
    write(Puzzle.from_filled(Grid.parse("CAT\n###\n###")), "old.ipuz")
    assert "CAT" not in answers(run, "--used-in", "old.ipuz").values()


def test_earlier_puzzles_by_folder_glob_and_list(run: Run, folder: Path) -> None:
    Path("old").mkdir()
    write(Puzzle.from_filled(Grid.parse("CAT\n###")), "old/1.puz")
    write(Puzzle.from_filled(Grid.parse("COT\n###")), "old/2.puz")
    Path("used.txt").write_text("cut\nheron\n")
    Path("row.txt").write_text("...\n")

    def word(*flags: str) -> str:
        report = fill_json(run, "row.txt", *OWN, "--match", "1A=C.T", *flags)
        return str(report["answers"]["1A"])

    assert word("--used-in", "old") == word("--used-in", "old/*.puz") == "CUT"
    assert word("--used-in", "old/1.puz", "--used-in", "used.txt") == "COT"
    both = ("--used-in", "old", "--used-in", "used.txt")
    assert word(*both, "--repeat-window", "1") == "CAT"
    assert word(*both, "--repeats-below", "4", "--repeat-window", "1") == "CAT"
    assert word(*both, "--repeats-below", "4", "--ban", "CAT") == "COT"
    fill_json(run, "row.txt", *OWN, "--match", "1A=C.T", *both, status=Exit.IMPOSSIBLE)
    below = ("--repeats-below", "3")
    fill_json(run, "row.txt", *OWN, "--match", "1A=C.T", *both, *below, status=Exit.IMPOSSIBLE)


def test_earlier_puzzles_on_standard_input(run: Run, folder: Path) -> None:
    done = run("fill", "grid.txt", *OWN, "--used-in", "-", input="CAT\n###\n")
    assert done.exit_code == 0 and "CAT" not in done.stdout


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("old", "there are no puzzle files in this folder"),
        ("*.jpz", "no file matches this"),
        ("none.puz", "cannot be read: No such file or directory"),
    ],
)
def test_earlier_puzzles_that_are_not_there(
    run: Run, folder: Path, source: str, message: str
) -> None:
    Path("old").mkdir()
    done = run("fill", "grid.txt", *OWN, "--used-in", source)
    assert done.exit_code == Exit.BAD_INPUT
    assert done.stderr == f"crosswright: {source}: {message}\n"


def test_a_region_is_filled_and_the_rest_stays(run: Run, folder: Path) -> None:
    Path("full.txt").write_text("CAT\nU#I\nTEE\n")
    kept = fill_json(run, "full.txt", *OWN, "--region", "1,2", "--objective", "any")
    assert kept["grid"][1:] == ["U#I", "TEE"]
    assert kept["grid"][0] in ("CAT", "COT")
    report = fill_json(run, "full.txt", *OWN, "--region", "1,1-3,3", "--fix", "1A=TOT")
    assert report["answers"]["1A"] == "TOT"


def test_a_theme_entry_that_a_region_cuts_off_stays(run: Run, folder: Path) -> None:
    Path("themed.txt").write_text("ZYZZO\n#E#E#\n#T#N#\n")
    Path("short.dict").write_text("YES;60\nYET;50\nZEN;50\n")
    flags = ("themed.txt", "-w", "short.dict", "--no-own", "--region", "1,1-3,3")
    done = run("fill", *flags, "--seed", "1")
    assert (done.exit_code, done.stdout.split()) == (Exit.DONE, ["ZYZZO", "#E#E#", "#S#N#"])
    assert "1A ZYZZO stays: no word fits the letters outside the region\n" in done.stderr
    assert run("explain", *flags).exit_code == Exit.DONE
    assert run("trace", *flags).exit_code == Exit.DONE
    done = run("fill", *flags[:-1], "1,1-1,2")
    assert done.exit_code == Exit.BAD_INPUT
    assert done.stderr == (
        "crosswright: --region: nothing is left to fill: 1A ZYZZO stays, for no word fits "
        "the letters outside the region; widen it\n"
    )


def test_a_theme_entry_stays_at_the_first_floor_of_the_built_in_list(
    run: Run, folder: Path
) -> None:
    Path("themed.txt").write_text("ZYQXO\n#E#E#\n#T#N#\n")
    report = fill_json(run, "themed.txt", "--region", "1,1-3,2", "--objective", "any")
    assert (report["grid"][0], report["min_score"]) == ("ZYQXO", 50)


def test_a_given_cell_outside_all_slots_may_stay_open(run: Run, folder: Path) -> None:
    write(Puzzle(Grid.parse("...\n.#.\n...\n###\n#X#")), "given.ipuz")
    report = fill_json(run, "given.ipuz", *OWN, "--region", "5,2", "--region", "1,1-3,3")
    assert report["grid"][4] == "#.#"
    assert len(report["answers"]) == 4


def test_clues_stay_with_the_answers_they_were_written_for(run: Run, folder: Path) -> None:
    flags = ("puzzle.ipuz", "--region", "8A", "--fix", "8A=SET", "--no-own")
    assert run("fill", *flags, "-o", "same.ipuz").exit_code == 0
    assert read("same.ipuz").clues == PUZZLE.clues
    Path("pets.dict").write_text("BET\nPET\nPONES\nBONES\nBOARD\n")
    flags = ("puzzle.ipuz", "-w", "pets.dict", "--region", "1,2", "--fix", "1A=PET")
    assert run("fill", *flags, "-o", "other.ipuz").exit_code == 0
    clues = read("other.ipuz").clues
    assert set(PUZZLE.clues) - set(clues) == {"1A", "1D"}


def test_draft_clues_are_marked_and_leave_others_alone(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("crosswright.cli.dictionary.open_dictionary", lambda *_: None)
    monkeypatch.setattr(
        "crosswright.clues.drafts.draft_clues",
        lambda word, limit=3: [DraftClue(f"Draft for {word.lower()}", "test")][: word != "TIE"],
    )
    Path("full.txt").write_text("CAT\nU#I\nTEE\n")
    flags = ("full.txt", "--clues", "clues.csv", "--draft-clues")
    done = run("fill", *flags, "-o", "a.ipuz", "-o", "a.xd")
    assert "1 of 4 clues are drafts" in done.stderr
    assert "no draft for TIE" in done.stderr
    assert read("a.ipuz").clues == read("a.xd").clues
    assert read("a.ipuz").clues == {
        "1A": Clue("It purrs"),
        "1D": Clue("Draft for cut", draft=True),
        "3A": Clue("Golfer's peg"),
    }
    report = json.loads(run("fill", *flags, "--json").stdout)
    assert report["clues"]["1D"] == {"text": "Draft for cut", "draft": True}
    assert report["clues"]["1A"] == {"text": "It purrs", "draft": False}
    assert "clues" not in json.loads(run("fill", "full.txt", "--json").stdout)


def test_clues_and_fixed_words_are_spelled_as_the_list_spells(run: Run, folder: Path) -> None:
    Path("four.txt").write_text("....\n.##.\n")
    Path("cafes.dict").write_text("café\nCO\nEL\n", encoding="utf-8")
    Path("cafes.csv").write_text("\nanswer,clue\ncafé,Place to sit\n", encoding="utf-8")
    flags = ("four.txt", "-w", "cafes.dict", "--clues", "cafes.csv")
    for fixed in ((), ("--fix", "1A=café")):
        report = fill_json(run, *flags, *fixed)
        assert (report["answers"]["1A"], report["grid"][0]) == ("CAFE", "CAFE")
        assert report["clues"]["1A"]["text"] == "Place to sit"


def test_drafts_need_their_extra(run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> None:
        raise ClueError("install crosswright[clues]")

    monkeypatch.setattr("crosswright.clues.wordnet.folder", missing)
    done = run("fill", "grid.txt", "--draft-clues")
    assert done.exit_code == Exit.BAD_INPUT
    assert done.stderr == "crosswright: install crosswright[clues]\n"


def test_drafts_are_for_english_answers(run: Run, folder: Path) -> None:
    done = run("fill", "grid.txt", "--language", "de", "--draft-clues")
    assert done.exit_code == Exit.BAD_INPUT
    assert "only English answers can have draft clues, not those in German\n" in done.stderr


def test_clear_forgets_the_letters(run: Run, folder: Path) -> None:
    Path("full.txt").write_text("XXX\nX#X\nXXX\n")
    done = run("fill", "full.txt", *OWN, "--clear")
    assert "X" not in done.stdout


# -- several --------------------------------------------------------------------------------------


def test_different_fills_until_there_are_no_more(run: Run, folder: Path) -> None:
    report = fill_json(run, "grid.txt", *OWN, "--count", "4", "--objective", "any")
    assert len({tuple(fill["grid"]) for fill in report["fills"]}) == 4
    Path("few.dict").write_text("CAT\nCUT\nTIE\nTEE\n")
    done = run("fill", "grid.txt", "-w", "few.dict", "--count", "9", "-o", "f.txt")
    assert done.exit_code == Exit.IMPOSSIBLE
    assert "4 of 9 fills: proved that there are no more" in done.stderr
    assert len({Path(f"f-{n}.txt").read_text() for n in range(1, 5)}) == 4
    assert not Path("f-5.txt").exists()


def test_fills_that_an_interruption_left_out_are_counted(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(work: job.FillJob, give: Any) -> list[Any]:
        results = whole(work, give)
        os.kill(os.getpid(), signal.SIGINT)
        return results[:1]

    whole = job.FillJob.run
    monkeypatch.setattr(job.FillJob, "run", interrupted)
    done = run("fill", "grid.txt", *OWN, "--count", "3", "--objective", "any")
    assert done.exit_code == Exit.INTERRUPTED
    assert done.stderr.endswith("crosswright: 1 of 3 fills: interrupted\n")


def test_a_series_without_repeats(run: Run, folder: Path) -> None:
    report = fill_json(run, "grid.txt", "--count", "3", "--no-repeats", "--objective", "any")
    words = [word for fill in report["fills"] for word in fill["answers"].values()]
    assert len(words) == len(set(words)) == 12


def test_a_window_holds_among_the_fills_of_a_series(run: Run, folder: Path) -> None:
    flags = ("grid.txt", "--count", "3", "--repeat-window", "1", "--objective", "any")
    fills = [{*fill["answers"].values()} for fill in fill_json(run, *flags)["fills"]]
    assert not fills[0] & fills[1] and not fills[1] & fills[2]


def test_a_series_without_a_grid_has_another_pattern_each_time(run: Run, folder: Path) -> None:
    report = fill_json(run, "--count", "3", "--objective", "any", "--seed", "4")
    grids = [Grid.from_rows(fill["grid"]) for fill in report["fills"]]
    assert all(grid.is_filled for grid in grids)
    assert len({grid.without_letters() for grid in grids}) == 3
    alone = fill_json(run, "--objective", "any", "--seed", "4")
    assert alone["grid"] == report["fills"][0]["grid"]


def test_the_figures_of_a_series_of_patterns_say_how_to_get_it_again(
    run: Run, folder: Path
) -> None:
    done = run("fill", "--count", "2", "--objective", "any", "--seed", "4", "-o", "a.txt")
    assert "· seed 4, number 1 ·" in done.stderr and "· seed 4, number 2 ·" in done.stderr


def test_rules_for_slots_choose_among_the_patterns(run: Run, folder: Path) -> None:
    flags = ("--count", "2", "--objective", "any", "--seed", "4", "--slot-score", "1A=60")
    report = fill_json(run, *flags)
    assert all(fill["scores"]["1A"] >= 60 for fill in report["fills"])


def test_lists_merge_with_the_built_in_one(run: Run, folder: Path) -> None:
    Path("own.dict").write_text("ZZQ;99\n")
    Path("row.txt").write_text("...")
    report = fill_json(run, "row.txt", "-w", "own.dict", "--language", "en", "--require", "ZZQ")
    assert report["scores"] == {"1A": 99}
    assert report["manifest"]["words"]["count"] > 100_000


def test_entries_left_out_of_a_list_are_noted(run: Run, folder: Path) -> None:
    Path("odd.dict").write_text("CAT\nCUT\nTIE\nTEE\nR2D2\n")
    done = run("fill", "grid.txt", "-w", "odd.dict")
    assert "odd.dict: left out 1 entry, the first in line 5" in done.stderr


@pytest.mark.parametrize(
    "text, message",
    [
        ("", "no words in it; write one per line, as in OBOE;50"),
        ("# nothing yet\n\n", "no words in it; write one per line, as in OBOE;50"),
        ("R2D2\n!!\n", "no word in it that a grid can use; line 1: 'R2D2' has a digit"),
    ],
)
@pytest.mark.parametrize("command", ["fill", "explain", "check"])
def test_a_list_without_words_is_refused(
    run: Run, folder: Path, command: str, text: str, message: str
) -> None:
    Path("none.dict").write_text(text)
    grid = "puzzle.ipuz" if command == "check" else "grid.txt"
    done = run(command, grid, *OWN, "-w", "none.dict")
    assert (done.exit_code, done.stdout) == (Exit.BAD_INPUT, "")
    assert done.stderr == f"crosswright: none.dict: {message}\n"
    done = run("trace", "grid.txt", "-", input=text)
    assert done.exit_code == Exit.BAD_INPUT
    assert done.stderr == f"crosswright: standard input: {message}\n"


def test_a_list_without_words_of_a_length_that_the_grid_needs(run: Run, folder: Path) -> None:
    Path("long.dict").write_text("ELEPHANT\n")
    done = run("fill", "grid.txt", "-w", "long.dict", "--no-own")
    assert done.exit_code == Exit.IMPOSSIBLE
    assert done.stderr == (
        "crosswright: proved impossible: the list has no word of 3 letters, "
        "which 1A and 3 other slots need\n"
    )
    Path("line.txt").write_text("..#....")
    done = run("fill", "line.txt", "-w", "long.dict", "--no-own")
    assert "the list has no word of 2 or 4 letters, which 1A and 1 other slot need" in done.stderr
    done = run("fill", "line.txt", "-w", "long.dict", "--no-own", "--fix", "1A=OX")
    assert "the list has no word of 4 letters, which 2A needs" in done.stderr
    Path("given.txt").write_text("OX#....")
    done = run("fill", "given.txt", "-w", "long.dict", "--no-own", "--require", "GNUS")
    assert done.exit_code == Exit.DONE


@pytest.mark.parametrize(
    "arguments, size, style",
    [(["--size", "11"], 11, "american"), (["--style", "british"], 15, "british")],
)
def test_the_built_in_patterns_of_a_size_and_style(
    run: Run, arguments: list[str], size: int, style: str
) -> None:
    report = fill_json(run, *arguments, "--objective", "any", "--seed", "4")
    pattern = Grid.from_rows(report["grid"]).without_letters()
    assert pattern == builtin.pattern(4, size, style)


def test_a_size_is_for_built_in_patterns_alone(run: Run, folder: Path) -> None:
    (folder / "grid.txt").write_text("...\n")
    done = run("fill", "grid.txt", "--size", "13")
    assert (done.exit_code, "leave them out with GRID" in done.stderr) == (2, True)
    done = run("fill", "--size", "12")
    assert (done.exit_code, "crosswright pattern draws one" in done.stderr) == (2, True)


# -- what is said ---------------------------------------------------------------------------------


def test_floors_proved_impossible_in_a_row_need_no_line_each(
    run: Run, folder: Path, poor_english: None
) -> None:
    Path("hopeless.txt").write_text("Q..\n.#.\n...\n")
    done = run("fill", "hopeless.txt", "--seed", "1")
    assert done.exit_code == Exit.IMPOSSIBLE
    assert (
        done.stderr.count("\n") == 1 and "proved impossible: this grid has no fill" in done.stderr
    )


def test_a_required_word_that_no_slot_has_room_for(run: Run, folder: Path) -> None:
    done = run("fill", "grid.txt", "--require", "ELEPHANT")
    assert done.exit_code == Exit.IMPOSSIBLE
    assert done.stderr == (
        "crosswright: proved impossible: ELEPHANT must appear, but no slot has 8 letters\n"
    )


def test_a_region_whose_slots_run_on_into_empty_cells(run: Run, folder: Path) -> None:
    Path("open.txt").write_text("....\n")
    done = run("fill", "open.txt", "--region", "1,1-1,2", "--seed", "1")
    assert (
        "nothing was filled: all slots of the region run on into empty cells outside it"
        in done.stderr
    )


@pytest.mark.parametrize(
    "grid, objective, said",
    [
        ("CAT", "score", "unchanged: it is already the best there (proved)"),
        ("CAT", "any", "unchanged: the first fill found is what was there"),
        ("CUT", "score", ""),
    ],
)
def test_a_region_that_comes_back_unchanged(
    run: Run, folder: Path, grid: str, objective: str, said: str
) -> None:
    Path("word.txt").write_text(f"{grid}\n")
    Path("two.dict").write_text("CAT;50\nCUT;40\n")
    words = "two.dict" if objective == "score" else "one.dict"
    Path("one.dict").write_text("CAT;50\n")
    flags = ("--region", "1A", "--objective", objective, "--seed", "1")
    done = run("fill", "word.txt", "-w", words, "--no-own", *flags)
    assert (said in done.stderr, "unchanged" in done.stderr) == (True, bool(said))


def test_a_region_whose_mean_score_falls_says_so(run: Run, folder: Path) -> None:
    words, length = lexicon.english(), 9
    lively = words.liveliness(length)
    assert lively is not None
    table = words.table(length)
    rows = range(table.size)
    plain = next(table.word(row) for row in rows if table.scores[row] > 95 and not lively[row])
    Path("word.txt").write_text(f"{plain}\n")
    flags = ("word.txt", "--region", "1A", "--seed", "1", "--time", "1")
    done = run("fill", *flags, "--lively", "100")
    assert f"before, the mean score of these words was {words.score(plain)}.0: " in done.stderr
    done = run("fill", *flags, "--lively", "0", "--variety", "0")
    assert "before, the mean score" not in done.stderr


def test_several_fills_of_a_region_are_new_ones(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = "".join(f"{a}{b};{1 + 9 * (a == b)}\n" for a in "ABCDE" for b in "ABCDE")
    Path("pairs.dict").write_text(words)
    Path("best.txt").write_text("AA#BB#CC\n")
    flags = ("best.txt", "-w", "pairs.dict", "--no-own", "--seed", "1", "--region", "1,1-1,8")
    # The search is content with the first fill that it finds, and that one does not look at scores.
    monkeypatch.setattr(Improvement, "_search", lambda improvement: iter(()))
    monkeypatch.setattr(attempt, "SCORE_WEIGHT", 0)
    assert fill_json(run, *flags)["grid"] == ["AA#BB#CC"]
    fills = fill_json(run, *flags, "--count", "2")["fills"]
    assert len(fills) == 2 and all(fill["grid"] != ["AA#BB#CC"] for fill in fills)


def test_a_required_word_may_be_in_all_puzzles(run: Run, folder: Path) -> None:
    Path("slots.txt").write_text("...#...\n")
    Path("some.dict").write_text("CAT\nCUT\nDOG\n")
    flags = ("-w", "some.dict", "--no-own", "--require", "dog", "--no-repeats", "--count", "2")
    report = fill_json(run, "slots.txt", *flags, "--seed", "1")
    answers = [sorted(puzzle["answers"].values()) for puzzle in report["fills"]]
    assert sorted(answers) == [["CAT", "DOG"], ["CUT", "DOG"]]


def test_several_fills_have_words_that_look_alike_last(run: Run, folder: Path) -> None:
    (folder / "two.txt").write_text("....##\n######\n......\n")
    options = ["--allow", "1A=ARAB,OBOE", "--allow", "2A=ARABIA,OTTERS", "--objective", "any"]
    done = run("fill", "two.txt", *options, "--count", "4", "--json")
    fills = [set(each["answers"].values()) for each in json.loads(done.stdout)["fills"]]
    assert len(fills) == 4
    assert fills[-1] == {"ARAB", "ARABIA"}
