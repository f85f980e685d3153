"""`crosswright words`: what it prints, what it writes, how it ends."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from crosswright.cli.app import app
from crosswright.words.tools import homophones
from crosswright.words.wordlist import WordList

MINE = "OBOE;90\nODOR;40\nETUDE;70\nOGRE;60\nR2D2;50\n"


@pytest.fixture(autouse=True)
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CROSSWRIGHT_CONFIG", str(tmp_path / "config"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "config"


@pytest.fixture(autouse=True)
def mine(tmp_path: Path, config: Path) -> Path:
    path = tmp_path / "mine.txt"
    path.write_text(MINE)
    return path


def run(*arguments: str, status: int = 0) -> Result:
    result = CliRunner().invoke(app, ["words", *arguments])
    assert result.exit_code == status, result.output
    return result


def run_json(*arguments: str) -> Any:
    return json.loads(run(*arguments, "--json").stdout)


def test_export_prints_lines_that_load_again(tmp_path: Path, mine: Path) -> None:
    shown = run("export", "-w", "mine.txt").stdout
    assert WordList.parse(shown).digest == WordList.load(mine).digest
    run("export", "-w", "mine.txt", "--min-score", "60", "--length", "4", "-o", "out.txt")
    assert (tmp_path / "out.txt").read_text() == "OBOE;90\nOGRE;60\n"
    assert run("export", "-w", "mine.txt", "--length", "5-9").stdout == "ETUDE;70\n"
    assert run_json("export", "-w", "mine.txt", "--length", "5") == {
        "words": [{"word": "ETUDE", "score": 70}],
        "files": [],
    }
    assert "say, 5 or 3-7" in run("export", "-w", "mine.txt", "--length", "x", status=2).output
    assert "absent" in run("export", "-w", "mine.txt", "-o", "absent/out.txt", status=2).output


def test_export_reports_what_it_wrote() -> None:
    assert run_json("export", "-w", "mine.txt", "--length", "5", "-o", "out.txt") == {
        "words": [{"word": "ETUDE", "score": 70}],
        "files": [{"file": "out.txt"}],
    }
    assert Path("out.txt").read_text() == "ETUDE;70\n"


@pytest.mark.parametrize("command", ["match", "anagram", "info", "export"])
def test_an_unknown_language_is_refused_beside_a_list_too(command: str) -> None:
    pattern = ["OBOE"] if command in ("match", "anagram") else []
    for flags in ([], ["-w", "mine.txt"]):
        result = run(command, *pattern, *flags, "--language", "klingon", "--quiet", status=2)
        assert "klingon" in result.stderr


def test_a_language_adds_its_list_to_that_of_the_user() -> None:
    assert run("match", "XYZZY", "-w", "mine.txt").stdout == ""
    Path("odd.txt").write_text("XYZZY;10\n")
    shown = run("match", "[XE].[ZE]..", "-w", "odd.txt", "--language", "en").stdout
    assert "XYZZY;10\n" in shown
    assert "ENEMY;" in shown


def test_match_prints_the_best_first() -> None:
    assert run("match", "O...", "-w", "mine.txt").stdout == "OBOE;90\nOGRE;60\nODOR;40\n"
    assert run("match", "O...", "-w", "mine.txt", "--min-score", "50", "--limit", "1").stdout == (
        "OBOE;90\n"
    )
    assert run_json("match", "O..[R]", "-w", "mine.txt") == {
        "pattern": "O..[R]",
        "found": 1,
        "words": [{"word": "ODOR", "score": 40}],
    }
    assert run("match", "Q*", "-w", "mine.txt").stdout == ""


def test_anagram() -> None:
    assert run("anagram", "ergo", "-w", "mine.txt").stdout == "OGRE;60\n"
    assert run_json("anagram", "erg?", "-w", "mine.txt")["words"] == [{"word": "OGRE", "score": 60}]


def test_one_of_a_kind_is_not_in_the_plural() -> None:
    Path("one.txt").write_text("CAT;90\n")
    Path("other.txt").write_text("CAT;10\n")
    shown = run("info", "-w", "one.txt", "--no-own").stdout
    assert "one: 1 word\n" in shown and "70 or more: 1 word, " in shown
    notes = run("merge", "one.txt", "other.txt").stderr
    assert notes.startswith("1 word from one, other\n1 conflict:\n  CAT: one 90, other 10")


def test_a_score_is_quoted_as_it_is_written() -> None:
    Path("huge.txt").write_text("CAT;9999999999999\n")
    result = run("info", "-w", "huge.txt", status=2)
    assert "line 1: the score '9999999999999' is not within -1,000,000 to" in result.stderr


def test_info_shows_a_chart_and_what_was_left_out() -> None:
    result = run("info", "-w", "mine.txt")
    assert "mine: 4 words" in result.stdout
    assert "mine.txt: left out 1 entry, the first in line 5: 'R2D2' has a digit" in result.stderr
    shown = run_json("info", "-w", "mine.txt")
    assert (shown["words"], shown["skipped"]) == (4, 1)
    assert shown["lengths"]["4"]["90+"] == 1
    assert shown["fillability"][0]["daily"] is None


def test_check_names_lines_and_fails_on_errors_only(mine: Path) -> None:
    result = run("check", "mine.txt")
    assert result.stdout == "mine.txt:5: skipped: 'R2D2' has a digit; it is left out\n"
    run("check", "mine.txt", "--strict", status=2)
    mine.write_text("OBOE;x")
    assert "mine.txt:1: error: the score 'x'" in run("check", "mine.txt", status=2).stdout
    findings = json.loads(run("check", "mine.txt", "--json", status=2).stdout)["findings"]
    assert [(finding["line"], finding["kind"]) for finding in findings] == [(1, "error")]
    mine.write_text("ÉTÉ;50\nETE;50", encoding="utf-8")
    assert run("check", "mine.txt", "--keep-accents").stdout == ""


@pytest.mark.parametrize("text", ["", "# nothing yet\n\n", "R2D2;50\n"])
def test_a_list_without_words_is_an_error(mine: Path, text: str) -> None:
    mine.write_text(text)
    assert "mine.txt:1: error: no word" in run("check", "mine.txt", status=2).stdout
    Path("out.txt").write_text("OBOE;50\n")
    assert "no word" in run("merge", "mine.txt", "-o", "out.txt", "--force", status=2).stderr
    assert Path("out.txt").read_text() == "OBOE;50\n"


def test_check_finds_what_only_loading_shows(mine: Path) -> None:
    words = (f"{chr(0x4E00 + 2 * n)}{chr(0x4E01 + 2 * n)};50\n" for n in range(300))
    mine.write_text("".join(["OBOE;50\nOBOE;50\n", *words]), encoding="utf-8")
    findings = json.loads(run("check", "mine.txt", "--json", status=2).stdout)["findings"]
    assert {"duplicate", "error"} <= {finding["kind"] for finding in findings}


def test_merge_writes_no_list_without_words() -> None:
    Path("out.txt").write_text("OBOE;50\n")
    result = run("merge", "mine.txt", "--min-score", "95", "-o", "out.txt", "--force", status=2)
    assert "no words are left to write" in result.stderr
    assert Path("out.txt").read_text() == "OBOE;50\n"


def test_merge_reads_other_encodings_where_told() -> None:
    Path("old.txt").write_bytes("CAFÉ;60\n".encode("cp1252"))
    Path("new.txt").write_text("ÉTUDE;70\n", encoding="utf-8")
    result = run("merge", "old.txt", "new.txt", status=2)
    assert "old.txt, line 1: byte 0xC9 is not UTF-8" in result.stderr
    assert "words merge --encoding can do" in result.stderr
    merged = run("merge", "old.txt", "new.txt", "--encoding", "old.txt=cp1252")
    assert merged.stdout == "CAFE;60\nETUDE;70\n"
    assert "2 words from old, new" in merged.stderr
    Path("wide.txt").write_text("OBOE;90\n", encoding="utf-16-le")
    Path("block.txt").write_bytes("CAFÉ\n".encode("cp1252"))
    options = ["--encoding", "cp1252", "--encoding", "wide=utf-16-le", "--block", "block.txt"]
    assert run("merge", "old.txt", "wide.txt", *options).stdout == "OBOE;90\n"
    unknown = run("merge", "new.txt", "--encoding", "old=cp1252", status=2)
    assert "--encoding old=cp1252: 'old' is not one of the lists" in unknown.stderr
    unread = ("merge", "new.txt", "--encoding", "new=utf-8", "--encoding", "hex")
    assert "unknown encoding 'hex'; choose from utf-8" in run(*unread, status=2).stderr


def test_merge_writes_a_list_and_reports(tmp_path: Path) -> None:
    (tmp_path / "big.txt").write_text("OBOE;5\nEMU;60\nTAPIR;30\n")
    (tmp_path / "block.txt").write_text("odor\nEMU\n")
    (tmp_path / "allow.txt").write_text("Emu\nIce cream;75\n")
    result = run(
        "merge", "mine.txt", "big.txt", "--scale", "big.txt=5-60", "--block", "block.txt",
        "--allow", "allow.txt", "--min-score", "50", "-o", "out.txt", "--provenance",
    )  # fmt: skip
    assert (tmp_path / "out.txt").read_text() == (
        "EMU;100;big=60\nOBOE;90;mine=90,big=5\nOGRE;60;mine=60\nETUDE;70;mine=70\n"
        "ICECREAM;75;allowed\n"
    )
    assert result.stdout == ""
    assert "5 words from mine, big" in result.stderr
    assert "big: scores 5-60 onto 0-100" in result.stderr
    assert "OBOE: mine 90, big 0; chose 90" in result.stderr
    assert dict(WordList.load(tmp_path / "out.txt"))["OBOE"] == 90


def test_merge_as_json_and_its_rules() -> None:
    Path("big.txt").write_text("OBOE;5\nEMU;60\n")
    shown = run_json("merge", "mine.txt", "big.txt", "--scale", "auto", "--rule", "lowest")
    scores = {each["word"]: each["score"] for each in shown["words"]}
    assert (scores["OBOE"], scores["EMU"]) == (0, 100)
    assert shown["scales"] == {"mine": None, "big": "5-60 onto 0-100"}
    assert shown["conflicts"][0]["word"] == "OBOE"
    assert "is not one of the lists" in run(
        "merge", "mine.txt", "--scale", "other.txt=5-60", status=2
    ).output  # fmt: skip
    assert "is not a scale" in run("merge", "mine.txt", "--scale", "x", status=2).output


def test_your_own_scores_and_bans_count_everywhere(config: Path) -> None:
    assert run("score", "odor", "95").stdout == "ODOR now scores 95\n"
    assert run("ban", "Ogre").stdout == "OGRE is now banned\n"
    assert run("match", "O...", "-w", "mine.txt").stdout == "ODOR;95\nOBOE;90\n"
    assert run("match", "O..R", "-w", "mine.txt", "--no-own").stdout == "ODOR;40\n"
    assert run("personal").stdout == "ODOR;95\nOGRE;ban\n"
    assert run_json("personal") == {
        "file": str(config / "personal.txt"),
        "scores": {"ODOR": 95},
        "banned": ["OGRE"],
    }
    assert run("forget", "ogre").stdout == "OGRE is no longer in your personal list\n"
    assert run("forget", "ogre").stdout == "OGRE was not in your personal list\n"
    assert run_json("forget", "ogre") == {"word": "OGRE", "forgotten": False}
    assert run_json("score", "ogre", "5") == {"word": "OGRE", "score": 5}
    assert run_json("ban", "ogre") == {"word": "OGRE", "banned": True}


def test_undo_goes_back_step_by_step_and_says_what_it_undid(config: Path) -> None:
    run("score", "odor", "95")
    run("ban", "odor")
    run("forget", "odor")
    run("forget", "odor")  # changes nothing
    assert run("undo").stdout == "undid forget ODOR: it is banned again\n"
    assert run("undo").stdout == "undid ban ODOR: it scores 95 again\n"
    assert run("undo").stdout == "undid score ODOR: it is no longer in your personal list\n"
    assert run("undo").stdout == "there is nothing to undo\n"
    run("ban", "odor")
    run("score", "odor", "5")
    assert run_json("undo") == {
        "undone": {"command": "score", "word": "ODOR", "score": None, "banned": True},
        "left": 1,
    }
    assert run_json("undo")["left"] == 0
    assert run_json("undo") == {"undone": None, "left": 0}


def test_undo_leaves_what_was_edited_by_hand(config: Path) -> None:
    run("ban", "odor")
    (config / "personal.txt").write_text("ODOR;3\n")
    result = run("undo", status=2)
    assert result.stderr == "crosswright: ODOR has been edited since `words ban`, and stays\n"
    assert run("personal").stdout == "ODOR;3\n"


def test_undo_puts_back_a_list_that_a_merge_replaced(mine: Path) -> None:
    Path("big.txt").write_text("OHIO;60\n")
    run("merge", "mine.txt", "big.txt", "-o", "mine.txt")
    run("merge", "big.txt", "-o", "mine.txt")
    assert mine.read_text() == "OHIO;60\n"
    assert run("undo").stdout == f"undid merge: {mine} is what it was before\n"
    assert "OHIO;60\n" in mine.read_text()
    assert run_json("undo") == {"undone": {"command": "merge", "file": str(mine)}, "left": 0}
    assert mine.read_text() == MINE


def test_a_merge_that_cannot_be_undone_is_made_with_a_warning(config: Path, mine: Path) -> None:
    config.write_text("not a directory")
    Path("big.txt").write_text("OHIO;60\n")
    result = run("merge", "big.txt", "-o", "mine.txt", "--quiet")
    assert "mine.txt: words undo cannot put the old list back: " in result.stderr
    assert result.stderr.count("\n") == 1
    assert mine.read_text() == "OHIO;60\n"
    assert run("merge", "big.txt", "-o", "mine.txt", "--quiet").stderr == ""  # nothing is replaced


def test_the_first_of_several_lists_takes_precedence() -> None:
    Path("big.txt").write_text("OBOE;5\nOHIO;60\n")
    shown = run("match", "O*O*", "-w", "big.txt", "-w", "mine.txt").stdout
    assert shown == "OHIO;60\nODOR;40\nOBOE;5\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ["export", "-w", "absent.txt"],
        ["match", "A[", "-w", "mine.txt"],
        ["anagram", "R2D2", "-w", "mine.txt"],
        ["check", "absent.txt"],
        ["info", "-w", "absent.txt"],
        ["merge", "absent.txt"],
        ["score", "R2D2", "5"],
        ["ban", "R2D2"],
        ["score", "OBOE", "99999999"],
    ],
)
def test_bad_input_is_one_line_and_status_2(arguments: list[str]) -> None:
    result = run(*arguments, "--quiet", status=2)
    assert result.stdout == ""
    assert result.stderr.startswith("crosswright: ")
    assert result.stderr.count("\n") == 1


def test_without_a_list_the_built_in_one_is_used() -> None:
    assert "ELEPHANT;" in run("match", "E.E..ANT", "--min-score", "50").stdout
    run("ban", "elephant")
    assert "ELEPHANT;" not in run("match", "E.E..ANT").stdout
    assert "klingon" in run("match", "E", "--language", "klingon", status=2).stderr


def test_wordplay_shows_ways_by_kind(tmp_path: Path) -> None:
    Path("parts.txt").write_text("DRAWER;92\nRED;99\nWAR;99\nWARD;40\n")
    flags = ("wordplay", "reward", "-w", "parts.txt", "--no-own")
    shown = run(*flags, "--kind", "container", "--kind", "reversal", "--kind", "charade").stdout
    assert shown.splitlines()[:4] == [
        "Container:",
        "   99.0  RE(WAR)D: WAR in RED",
        "Reversal:",
        "   92.0  DRAWER backwards",
    ]
    assert "(RE: about, engineers; D: daughter" in shown
    report = run_json(*flags, "--kind", "reversal")
    assert (report["answer"], report["wordplay"]) == (
        "REWARD",
        [
            {
                "kind": "reversal",
                "score": 92.0,
                "notation": "DRAWER backwards",
                "parts": [{"letters": "DRAWER", "score": 92, "role": "word", "meanings": []}],
            }
        ],
    )
    assert "cannot be taken apart" in run("wordplay", "R2D2", status=2).output


@pytest.mark.parametrize("has_sounds", [False, True])
def test_homophones_are_offered_in_english_only(
    has_sounds: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("sounds").write_text("solo S OW L OW\nsoleau S OW L OW\n")
    found = Path("sounds") if has_sounds else None
    monkeypatch.setattr(homophones, "data_file", lambda: found)
    Path("parts.txt").write_text("SOLO;90\nSOLEAU;90\nSOL;90\n")
    english = ("wordplay", "solo", "-w", "parts.txt", "--no-own")
    foreign = (*english, "--language", "es", "--min-score", "90")
    assert homophones.MISSING not in run(*foreign).stderr
    assert (homophones.MISSING in run(*english).stderr) is not has_sounds
    assert [run_json(*flags)["homophones"] for flags in (english, foreign)] == [has_sounds, False]
    assert "homophone" not in {way["kind"] for way in run_json(*foreign)["wordplay"]}
    asked = run(*foreign, "--kind", "homophone")
    assert asked.stderr.splitlines()[-1] == "homophones are found in English only"
