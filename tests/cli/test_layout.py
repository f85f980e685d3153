"""`crosswright layout` from the list to the sheet."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from crosswright.cli.app import app
from crosswright.formats.files import read

TREES = "oak,Acorns\nash,Grey\nmaple,Syrup\npalm,Coconuts\nlarch,It sheds its needles\n"


@pytest.fixture
def trees(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "trees.csv"
    path.write_text(TREES, encoding="utf-8")
    return path


def run(*arguments: object, input: str | None = None) -> Result:
    return CliRunner().invoke(app, ["layout", *map(str, arguments)], input=input)


def test_a_sheet_and_a_puzzle(trees: Path) -> None:
    done = run(trees, "-o", "sheet.pdf", "-o", "sheet.ipuz", "--word-bank", "--title", "Trees")
    assert done.exit_code == 0, done.stderr
    assert Path("sheet.pdf").read_bytes().startswith(b"%PDF")
    puzzle = read("sheet.ipuz")
    assert set(puzzle.answers.values()) == {"OAK", "ASH", "MAPLE", "PALM", "LARCH"}
    assert puzzle.title == "Trees"
    assert {entry.answer: entry.clue.text for entry in puzzle.entries}["OAK"] == "Acorns"
    assert "5 words · " in done.stderr


def test_json_and_standard_input(trees: Path) -> None:
    done = run("-", "--json", "--seed", 3, "--candidates", 2, input=TREES)
    assert done.exit_code == 0, done.stderr
    report = json.loads(done.stdout)
    assert report["status"] == "FILLED"
    assert sorted(report["answers"].values()) == ["ASH", "LARCH", "MAPLE", "OAK", "PALM"]
    assert report["seed"] == 3
    assert len(report["grid"]) == report["height"]
    assert {len(row) for row in report["grid"]} == {report["width"]}
    assert report["candidates"][0]["grid"] == report["grid"]
    assert set(report["clues"].values()) >= {"Acorns", "Grey"}
    assert (report["proved"], report["max_crossings"]) == (True, None)


def test_the_best_layout_of_few_words_is_called_so(trees: Path) -> None:
    assert " · proved best · " in run(trees).stderr
    assert " · best found, at most 5 crossings possible · " in run(trees, "--time", 0).stderr


def test_words_keep_their_spaces_and_hyphens(trees: Path) -> None:
    words = "red blood cell,Carrier\nT-cell,Defender\n"
    done = run("-", "--json", "-o", "words.csv", input=words)
    assert sorted(json.loads(done.stdout)["entered"].values()) == ["T-cell", "red blood cell"]
    assert "red blood cell,Carrier" in Path("words.csv").read_text("utf-8")
    assert "T-CELL" in run("-", "--word-bank", "-o", "-", "--to", "html", input=words).stdout


def test_the_same_command_gives_the_same_text(trees: Path) -> None:
    first, second = run(trees, "--quiet"), run(trees, "--quiet")
    assert first.stdout == second.stdout
    assert "~" in first.stdout
    assert "#" in run(trees, "--quiet", "--blocks").stdout


def test_a_fill_in(trees: Path) -> None:
    done = run(trees, "--kind", "fill-in", "--start-word", "-o", "sheet.html", "--json")
    assert done.exit_code == 0, done.stderr
    report = json.loads(done.stdout)
    assert (report["kind"], report["status"]) == ("fill-in", "FILLED")
    page = Path("sheet.html").read_text("utf-8")
    assert page.count('class="cell given"') >= 3 and "<h2>3 letters</h2>" in page
    done = run(trees, "--kind", "fill-in", "-o", "sheet.ipuz")
    assert "sheet.ipuz: dropped the words of a fill-in, listed by length" in done.stderr
    done = run(trees, "--kind", "fill-in", "--differentiate", "-o", "sheet.pdf", "--quiet")
    assert done.exit_code == 0 and Path("sheet-hard.pdf").exists()


def test_a_word_search(trees: Path) -> None:
    search = ("--kind", "word-search", "--seed", 4)
    done = run(trees, *search, "--directions", "easy", "-o", "sheet.pdf", "--json")
    assert done.exit_code == 0, done.stderr
    report = json.loads(done.stdout)
    assert (report["kind"], report["status"], report["seed"]) == ("word-search", "FILLED", 4)
    for word in report["words"]:
        cells = [tuple(map(int, cell.split(","))) for cell in word["cells"]]
        letters = "".join(report["grid"][row - 1][column - 1] for row, column in cells)
        assert letters == word["word"].upper()
    shown = run(trees, *search, "--width", 9, "--height", 6)
    assert len(shown.stdout.splitlines()[0]) == 17 and "5 words · 6×9 · seed 4" in shown.stderr
    key = run(trees, *search, "--width", 9, "--height", 6, "--solution").stdout.splitlines()[:6]
    pairs = [*zip("".join(key), "".join(shown.stdout.splitlines()[:6]), strict=True)]
    assert "·" in "".join(key) and all(a in (b, "·") for a, b in pairs)
    done = run(trees, *search, "--differentiate", "-o", "sheet.html", "--json")
    assert [*json.loads(done.stdout)["levels"]] == ["easy", "middle", "hard"]
    easy = Path("sheet-easy.html").read_text("utf-8")
    assert "★☆☆" in easy and easy != Path("sheet-hard.html").read_text("utf-8")


@pytest.mark.parametrize("kind", ["criss-cross", "fill-in", "word-search"])
@pytest.mark.parametrize("extra", [(), ("--json",)])
def test_words_of_which_none_can_be_placed(kind: str, extra: tuple[str, ...]) -> None:
    done = run("-", "--kind", kind, *extra, input="a\nb\n")
    assert done.exit_code == 1, done.stderr
    assert [line.split(";")[0] for line in done.stderr.splitlines()] == [
        "crosswright: a is too short",
        "crosswright: b is too short",
    ]
    if extra:
        report = json.loads(done.stdout)
        assert report["status"] == "IMPOSSIBLE"
        assert len(report["left_out"]) == 2


def test_a_word_search_has_no_place_in_crossword_files(trees: Path) -> None:
    done = run(trees, "--kind", "word-search", "-o", "sheet.puz")
    assert done.exit_code == 2
    assert done.stderr.startswith("crosswright: sheet.puz: a word search is not a crossword;")
    done = run(trees, "--kind", "word-search", "--first-letters")
    assert done.exit_code == 2 and "--first-letters is not for word searches" in done.stderr
    done = run(trees, "--kind", "word-search", "--width", 4, "--height", 4)
    assert done.exit_code == 1 and "maple is longer than the grid may be" in done.stderr


def test_candidates_get_numbers(trees: Path) -> None:
    done = run(trees, "--candidates", 2, "-o", "sheet.txt", "--quiet")
    assert done.exit_code == 0
    assert {path.name for path in Path().glob("sheet*")} <= {"sheet-1.txt", "sheet-2.txt"}
    assert Path("sheet-1.txt").exists()


def test_words_left_out_are_named(trees: Path) -> None:
    done = run(trees, "--width", 4, "--height", 4, "--quiet")
    assert done.exit_code == 1
    assert "crosswright: maple is longer than the grid may be" in done.stderr
    few = "oak\nash\npalm\nalms\nlamp\nmask\nhalo\n"
    done = run("-", "--width", 4, "--height", 4, input=few)
    assert done.exit_code == 1
    assert "cannot be in one layout with all the others" in done.stderr
    many = f"{few}lash\nsalt\ntalk\nloam\nmast\n"
    done = run("-", "--width", 4, "--height", 4, input=many)
    assert done.exit_code == 3
    assert "did not fit in; allow a larger grid or more time" in done.stderr


def test_a_list_without_any_word_long_enough(trees: Path) -> None:
    done = run("-", input="a\nb\n")
    assert done.exit_code == 1 and done.stdout == ""
    assert "a is too short" in done.stderr and "layouts" not in done.stderr


def test_a_slip_in_the_list_is_named_and_does_not_count(trees: Path) -> None:
    done = run("-", input=TREES + "I,Myself\nOak,Its wood is hard\n")
    assert done.exit_code == 0
    assert "I is too short; words in a grid have two letters or more" in done.stderr
    assert "Oak is in the list more than once; it is placed once" in done.stderr


def test_a_clue_is_never_cut(trees: Path) -> None:
    for line in ("cat, says meow, is soft", "cat - says meow, is soft", "cat: says meow, is soft"):
        done = run("-", "--json", input=f"{line}\n")
        assert json.loads(done.stdout)["clues"] == {"1A": "says meow, is soft"}


def test_accents_are_folded_in_spanish_and_where_asked_for(trees: Path) -> None:
    words = "canción,Se canta\nniño,Juega\n"

    def answers(*flags: str) -> list[str]:
        done = run("-", "--json", *flags, input=words)
        return sorted(json.loads(done.stdout)["answers"].values())

    assert answers() == ["CANCIÓN", "NIÑO"]
    assert answers("--sheet-language", "es-MX") == ["CANCION", "NIÑO"]
    assert answers("--sheet-language", "es", "--no-fold-accents") == ["CANCIÓN", "NIÑO"]
    assert answers("--fold-accents") == ["CANCION", "NINO"]
    bank = run("-", "--word-bank", "--sheet-language", "es", "--to", "html", input=words).stdout
    assert "CANCIÓN</li>" in bank, "people write it with its accent"


def test_what_excel_writes(trees: Path) -> None:
    Path("arbres.csv").write_bytes("chêne;Gland\nétang;Eau".encode("cp1252"))
    done = run("arbres.csv", "--json")
    assert sorted(json.loads(done.stdout)["answers"].values()) == ["CHÊNE", "ÉTANG"]
    assert "crosswright: arbres.csv: it is not UTF-8, so it was read as cp1252" in done.stderr
    done = run("arbres.csv", "--json", "--encoding", "cp1252")
    assert done.stderr.count("cp1252") == 0
    done = run("arbres.csv", "--encoding", "klingon")
    assert done.exit_code == 2
    assert "'--encoding': unknown encoding 'klingon'; choose from utf-8, " in done.stderr


def test_nothing_to_place(trees: Path) -> None:
    done = run("-", "--json", input="a\n")
    assert done.exit_code == 1
    assert json.loads(done.stdout)["grid"] == []


def test_bad_usage(trees: Path) -> None:
    missing = run("none.csv")
    assert missing.exit_code == 2
    assert missing.stderr == "crosswright: none.csv: cannot be read: No such file or directory\n"
    assert run(trees, "--width", 0).exit_code == 2
    assert run(trees, "--json", "-o", "-").exit_code == 2


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent as Unix does")
@pytest.mark.parametrize(
    ("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)], ids=["INT", "TERM"]
)
def test_a_signal_gives_the_best_so_far(trees: Path, number: int, status: int) -> None:
    command = [sys.executable, "-u", "-c", SLOW, str(trees)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"searching\n"
        process.send_signal(number)
        output, errors = process.communicate(timeout=60)
    assert process.returncode == status, errors
    assert b"~" in output


SLOW = """
import sys
from crosswright.layouts import run as layouts
from crosswright.cli.app import app

advance = layouts.LayoutRun._anneal

def announced(self, search, cycle):
    print("searching", flush=True)
    yield from advance(self, search, cycle)

layouts.LayoutRun._anneal = announced
layouts.proving.is_provable = lambda words: False  # a proof would end it before the signal comes
app.main(["layout", sys.argv[1], "--time", "600"])
"""
