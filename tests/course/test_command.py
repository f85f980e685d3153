"""The command line of generate.py, run as people run it."""

import os
import shutil
import signal
import string
import subprocess
import sys
from pathlib import Path

import pytest
from helpers.course_problems import DATA
from PIL import Image

ROOT = DATA.parent
GENERATE = ROOT / "generate.py"
USAGE = "Usage: python generate.py structure words [output]"
NUMBERS = [str(DATA / "structure0.txt"), str(DATA / "words0.txt")]
GRID = "█SIX█\n█E██F\n█V██I\n█E██V\n█NINE\n"


def run(*arguments: object, python: tuple[str, ...] = (), program: Path = GENERATE, **options):
    """Run generate.py and return the finished process, with its output as text."""
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8", **options.pop("env", {})}
    command = [sys.executable, *python, str(program), *map(str, arguments)]
    options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | options
    return subprocess.run(command, env=environment, encoding="utf-8", check=False, **options)


def failure(process: subprocess.CompletedProcess[str], status: int = 2) -> str:
    """Return the one line that a failing run left on stderr."""
    assert process.returncode == status
    assert process.stderr.count("\n") == 1
    assert "Traceback" not in process.stderr
    return process.stderr.strip()


def test_prints_the_grid_from_any_directory(tmp_path: Path) -> None:
    process = run(*NUMBERS, cwd=tmp_path)
    assert (process.returncode, process.stdout, process.stderr) == (0, GRID, "")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("number", [0, 1, 2])
@pytest.mark.parametrize("flag", [(), ("True",), ("False",)])
def test_published_data_with_only_the_standard_library(number: int, flag: tuple[str]) -> None:
    structure = DATA / f"structure{number}.txt"
    process = run(structure, DATA / f"words{number}.txt", *flag, python=("-S",))
    assert (process.returncode, process.stderr) == (0, "")
    rows = structure.read_text().splitlines()
    assert [len(row) for row in process.stdout.splitlines()] == [len(row) for row in rows]
    for row, printed in zip(rows, process.stdout.splitlines(), strict=True):
        assert "".join("#" if mark == "█" else "_" for mark in printed) == row
        assert printed.replace("█", "A").isalpha()


def test_a_grid_of_hundreds_of_variables(tmp_path: Path) -> None:
    # Steps downwards: every word crosses the next, and the search goes as deep as there are words.
    structure, words = tmp_path / "structure.txt", tmp_path / "words.txt"
    structure.write_text("\n".join("#" * k + "__" for k in range(180)))
    letters = string.ascii_lowercase
    words.write_text("\n".join(one + other for one in letters for other in letters))
    process = run(structure, words, python=("-S",))
    assert (process.returncode, process.stderr) == (0, "")
    assert " " not in process.stdout


def test_the_hash_seed_does_not_matter() -> None:
    files = (DATA / "structure2.txt", DATA / "words2.txt")
    prints = {run(*files, env={"PYTHONHASHSEED": seed}).stdout for seed in "123"}
    assert len(prints) == 1


@pytest.mark.parametrize("flag", [(), ("True",), ("False",)])
def test_no_solution(tmp_path: Path, flag: tuple[str]) -> None:
    (tmp_path / "words.txt").write_text("one\ntwo\n")
    process = run(NUMBERS[0], tmp_path / "words.txt", *flag, tmp_path / "out.png")
    assert (process.returncode, process.stdout, process.stderr) == (1, "No solution.\n", "")
    assert not (tmp_path / "out.png").exists()


@pytest.mark.parametrize(
    "arguments", [(), ("structure",), ("s", "w", "maybe", "out.png"), ("s", "w", "True", "o", "p")]
)
def test_wrong_usage(arguments: tuple[str, ...]) -> None:
    line = failure(run(*arguments))
    assert line.startswith(USAGE)
    assert "True or False" in line


@pytest.mark.parametrize("flag", [(), ("True",), ("False",), ("false",)])
def test_writes_the_image(tmp_path: Path, flag: tuple[str]) -> None:
    process = run(*NUMBERS, *flag, "out.png", cwd=tmp_path)
    assert (process.returncode, process.stdout, process.stderr) == (0, GRID, "")
    assert [path.name for path in tmp_path.iterdir()] == ["out.png"]
    with Image.open(tmp_path / "out.png") as image:
        assert image.size == (500, 500)


def test_missing_files(tmp_path: Path) -> None:
    gone = tmp_path / "gone.txt"
    for arguments in ((gone, NUMBERS[1]), (NUMBERS[0], gone)):
        process = run(*arguments)
        assert failure(process) == f"generate.py: {gone}: No such file or directory"
        assert process.stdout == ""


def test_unreadable_files(tmp_path: Path) -> None:
    (tmp_path / "latin1.txt").write_bytes(b"one\n\xe9t\xe9\n")
    (tmp_path / "empty.txt").touch()
    assert "Is a directory" in failure(run(tmp_path, NUMBERS[1]))
    assert "latin1.txt, line 2" in failure(run(NUMBERS[0], tmp_path / "latin1.txt"))
    assert "empty.txt: the structure is empty" in failure(run(tmp_path / "empty.txt", NUMBERS[1]))


@pytest.mark.parametrize("output", ["out.xyz", "out", "out.txt", "missing/out.png", "."])
def test_an_image_that_cannot_be_written_comes_after_the_grid(tmp_path: Path, output: str) -> None:
    process = run(*NUMBERS, output, cwd=tmp_path)
    assert failure(process).startswith(f"generate.py: {output}: ")
    assert process.stdout == GRID
    assert list(tmp_path.iterdir()) == []


def test_an_image_without_pillow(tmp_path: Path) -> None:
    process = run(*NUMBERS, "out.png", python=("-S",), cwd=tmp_path)
    assert "images need Pillow" in failure(process)
    assert process.stdout == GRID


@pytest.mark.parametrize(
    "settings",
    [
        {"PYTHONIOENCODING": "ascii"},
        {"PYTHONIOENCODING": "cp1252"},
        {"PYTHONIOENCODING": "", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    ],
)
def test_terminals_without_the_block_get_a_hash(settings: dict[str, str]) -> None:
    process = run(*NUMBERS, env=settings)
    assert (process.returncode, process.stderr) == (0, "")
    assert process.stdout == GRID.replace("█", "#")


def test_letters_the_terminal_lacks_become_question_marks(tmp_path: Path) -> None:
    (tmp_path / "structure.txt").write_text("#___")
    (tmp_path / "words.txt").write_text("été", encoding="utf-8")
    files = (tmp_path / "structure.txt", tmp_path / "words.txt")
    assert run(*files).stdout == "█ÉTÉ\n"
    process = run(*files, env={"PYTHONIOENCODING": "ascii"})
    assert (process.returncode, process.stdout, process.stderr) == (0, "#?T?\n", "")


def test_a_terminal_that_has_the_block_gets_it() -> None:
    command = [sys.executable, str(GENERATE), *NUMBERS]
    environment = {**os.environ, "PYTHONIOENCODING": "cp437"}
    printed = subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True).stdout
    assert printed.decode("cp437").splitlines() == GRID.splitlines()


def test_a_reader_who_leaves_is_not_an_error(tmp_path: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    process = run(*NUMBERS, tmp_path / "out.png", stdout=writer)
    os.close(writer)
    assert (process.returncode, process.stderr) == (0, "")
    assert (tmp_path / "out.png").exists()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_is_one_line() -> None:
    with Path("/dev/full").open("w") as full:
        assert "No space left" in failure(run(*NUMBERS, stdout=full))


@pytest.mark.skipif(os.name == "nt", reason="needs signals and named pipes")
def test_an_interrupt_is_quiet(tmp_path: Path) -> None:
    words = tmp_path / "words.txt"
    os.mkfifo(words)
    command = [sys.executable, str(GENERATE), NUMBERS[0], str(words)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        with words.open("wb"):  # opens as soon as the program reads, which then waits for words
            process.send_signal(signal.SIGINT)
            output = process.communicate()
        assert (process.returncode, *output) == (130, b"", b"")


def test_works_beside_another_crossword_module(tmp_path: Path) -> None:
    shutil.copy(GENERATE, tmp_path)
    shutil.copy(Path(__file__).parent / "substitute" / "crossword.py", tmp_path)
    program = tmp_path / "generate.py"
    for number in range(3):
        files = (DATA / f"structure{number}.txt", DATA / f"words{number}.txt")
        for flag in ("True", "False"):
            process = run(*files, flag, program=program, python=("-S",))
            assert (process.returncode, process.stderr) == (0, "")
            assert process.stdout == run(*files, flag).stdout
    process = run(*NUMBERS, tmp_path / "out.png", program=program)
    assert (process.returncode, process.stdout, process.stderr) == (0, GRID, "")
    assert (tmp_path / "out.png").exists()
    assert "gone.txt" in failure(run(tmp_path / "gone.txt", NUMBERS[1], program=program))
    (tmp_path / "empty.txt").touch()
    failure(run(tmp_path / "empty.txt", NUMBERS[1], program=program))
