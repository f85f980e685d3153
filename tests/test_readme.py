"""The examples in the README and the course page do what they say."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
SESSIONS = [text for language, text in BLOCKS if language == "console"]
EXAMPLE = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Return a copy of what the examples use, for them to write into."""
    for name in ("crossword.py", "generate.py"):
        shutil.copy(ROOT / name, tmp_path)
    for name in ("data", "scripts"):
        shutil.copytree(ROOT / name, tmp_path / name)
    return tmp_path


def python(command: str, folder: Path) -> list[str]:
    """Return how to run a command of the README, in the environment that is there."""
    program, *arguments = shlex.split(command)
    if program == "crosswright":
        return [sys.executable, "-m", program, *arguments]
    assert program == "python3"
    script, *rest = arguments
    if script != "scripts/run.py":
        return [sys.executable, script, *rest]
    show = "import sys, run; print(*run.command(sys.argv[1:]), sep='\\n')"
    asking = [sys.executable, "-c", show, *rest]
    environment = {**os.environ, "PYTHONPATH": str(folder / "scripts")}
    shown = subprocess.run(asking, cwd=folder, env=environment, capture_output=True, check=True)
    return [sys.executable, *shown.stdout.decode().splitlines()]


def test_without_arguments_a_crossword_is_made(copy: Path) -> None:
    assert python("python3 scripts/run.py", copy)[1:] == ["-m", "crosswright", "fill"]


def test_there_are_examples() -> None:
    assert sum(len(EXAMPLE.findall(session)) for session in SESSIONS) >= 14


@pytest.mark.parametrize("session", SESSIONS)
def test_examples(session: str, copy: Path) -> None:
    """Run the commands of a block one after another; where it shows an output, that is theirs."""
    environment = {
        **os.environ,
        "PYTHONIOENCODING": "utf-8",
        "CROSSWRIGHT_CONFIG": str(copy / "config"),
    }
    for command, output in EXAMPLE.findall(session):
        process = subprocess.run(
            python(command, copy), cwd=copy, env=environment, capture_output=True, check=False
        )
        assert process.returncode == 0, process.stderr
        if output:
            assert process.stdout.decode("utf-8").splitlines() == output.splitlines()
        for name in re.findall(r"-o (\S+)", command):
            numbered = (copy / name).with_stem(f"{Path(name).stem}-1")
            assert (copy / name).is_file() or numbered.is_file()


def test_the_grid_that_goes_in_is_the_one_that_comes_out() -> None:
    (_, grid), (_, example) = BLOCKS[:2]
    assert grid == (ROOT / "data" / "structure1.txt").read_text("utf-8")
    rows = example.splitlines()[1:]
    assert ["".join("#" if mark == "#" else "_" for mark in row) for row in rows] == (
        grid.splitlines()
    )


def test_the_picture_shows_that_grid() -> None:
    rows = (ROOT / "data" / "structure1.txt").read_text("utf-8").splitlines()
    with Image.open(ROOT / "docs" / "images" / "structure1.png") as image:
        assert image.size == (100 * len(rows[0]), 100 * len(rows))
        for i, row in enumerate(rows):
            for j, mark in enumerate(row):
                corner = image.getpixel((100 * j + 4, 100 * i + 4))
                assert corner[:3] == ((255, 255, 255) if mark == "_" else (0, 0, 0))


def test_the_course_page_can_be_followed(copy: Path) -> None:
    page = (ROOT / "docs" / "course.md").read_text("utf-8")
    (program,) = re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    command = [sys.executable, "-c", program]
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    process = subprocess.run(command, cwd=copy, env=environment, capture_output=True, check=True)
    assert process.stdout.decode("utf-8").startswith("█SIX█")


def test_links_lead_somewhere() -> None:
    for page in [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]:
        for link in re.findall(r"\]\(([^)#:]+)\)|src=\"([^\":]+)\"", page.read_text("utf-8")):
            target = "".join(link)
            assert (page.parent / target).exists(), f"{page.name}: {target}"
