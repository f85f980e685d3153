"""Every example in every page and every docstring runs, by one mechanism.

In a page, a block of `python` is run (as a doctest where it has prompts), and a block of `text`
right after it is what it prints. A block of `console` holds commands after `$` and what they print;
a block of `sh` holds commands alone, and `# exit status 1` after one says how it ends. The examples
of a page run in order, in a folder with the files of docs/examples, data/ and the course edition;
commands that would look for a better fill as long as they may take the first one. A block that
names an extra, as in `crosswright[languages]`, runs where that is installed. Blocks in any other
language are not run.
"""

from __future__ import annotations

import contextlib
import doctest
import importlib
import io
import os
import re
import runpy
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from pathlib import Path

import pytest
from helpers.forks import ForkServer

from crosswright import engine

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
INDEX = DOCS / "README.md"
PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")),
    *sorted(DOCS.rglob("*.md")),
]
SOURCE = ROOT / "src"
MODULES = [
    ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__")
    for path in sorted(SOURCE.rglob("*.py"))
    if ">>> " in path.read_text("utf-8")
]

FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
SHELL = re.compile(r"[|&;<>()$`*?\[~\n]")
"""What takes a shell to understand it."""
STATUS = re.compile(r"\s+# exit status (\d+)$")
EXTRAS = {"clues": "wn", "languages": "wordfreq", "cluster": "distributed"}

NOT_RUN = (
    "pip install",  # changes the environment
    "crosswright config edit",  # opens an editor
    "crosswright doctor",  # is about this very machine
    "pipx ",
    "uvx ",
    "eval ",  # sets up a shell
    "_CROSSWRIGHT_COMPLETE=",
    "CROSSWRIGHT_",  # builds and rebuilds, which take minutes
    "LD_PRELOAD=",
    "python -m pytest",
    "python3 scripts/test.py",
    "python3 scripts/bench.py",
    "python scripts/build_lexicon.py",
)
"""Commands in a block of `sh` that only people run, by how they begin."""

PROGRAMS = {
    "crosswright": """
import os, sys

os.urandom = bytes  # the seed is 0 unless one is given
command = (*sys.argv[1:], "fill")[0]
if command == "fill":  # the first fill is good enough, however long it takes
    from crosswright.cli.jobs import fill
    from crosswright.support.records import replace

    run, fill.FIRST_FILL_SECONDS, fill.IMPROVING_SECONDS = fill.run, None, 0.0
    fill.run = lambda given: run(replace(given, search=replace(given.search, time=None)))
elif command == "construct":  # and so is the first candidate
    from crosswright.cli.jobs import construct
    from crosswright.limits import Limit

    start, first = construct.start, {"candidates": 1, "objective": "any"}
    construct.start = lambda *theme, **given: start(*theme, **given | first)
    construct.Limit = lambda seconds: Limit(failures=100_000)
elif command == "studio":  # nobody is there to look: visit its page once, then press Ctrl-C
    import _thread, threading, webbrowser
    from urllib.request import HTTPCookieProcessor, build_opener
    from crosswright.cli.jobs import studio

    def visit(url):
        with build_opener(HTTPCookieProcessor()).open(url) as page:
            assert b"<title>" in page.read()
        _thread.interrupt_main()

    def serve(server, run=studio.StudioServer.run):
        threading.Thread(target=visit, args=(server.url(),)).start()
        run(server)

    webbrowser.open, studio.StudioServer.run = bool, serve
    studio.socket_for = lambda request: studio.listen(request.host, 0)

elif command == "series" and "new" in sys.argv:  # two puzzles are enough
    from crosswright.cli.jobs.series import new

    text = new.template().replace("puzzles = 28", "puzzles = 2")
    new.template = lambda: text
elif command == "series":  # and threads, which start at once
    from concurrent.futures import ThreadPoolExecutor
    from crosswright.series import run

    run.Pool = ThreadPoolExecutor

from crosswright.__main__ import main
main()
""",
    "python": "import os, sys\nos.execv(sys.executable, [sys.executable, *sys.argv[1:]])\n",
    "python3": "import os, sys\nos.execv(sys.executable, [sys.executable, *sys.argv[1:]])\n",
}
"""What the commands of a page run: this environment's Python, and the command line in a hurry."""

needs_speed = pytest.mark.skipif(
    engine.name != "compiled",
    reason="the examples fill real grids, which takes the plain engine minutes",
)


@dataclass(frozen=True)
class Block:
    """A block of a page: its language, its text, and the line it begins on."""

    language: str
    text: str
    line: int


def blocks(page: Path) -> list[Block]:
    text = page.read_text("utf-8")
    return [
        Block(found[1], found[2], text.count("\n", 0, found.start()) + 2)
        for found in FENCE.finditer(text)
    ]


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


@pytest.fixture
def workshop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Change to a folder with what the examples use, and settings of its own."""
    for name in ("crossword.py", "generate.py"):
        shutil.copy(ROOT / name, tmp_path)
    for name in ("data", "scripts", "docs/examples", "docs/course"):
        shutil.copytree(ROOT / name, tmp_path / name)
    shutil.copytree(DOCS / "examples", tmp_path, dirs_exist_ok=True)
    (tmp_path / "puzzles").mkdir()
    shutil.copy(DOCS / "examples" / "monday.puz", tmp_path / "puzzles")
    programs = tmp_path / "bin"
    programs.mkdir()
    for name, program in PROGRAMS.items():
        (programs / name).write_text(f"#!{sys.executable}\n{program}")
        (programs / name).chmod(0o755)
    shutil.copy(programs / "crosswright", tmp_path / "scripts" / "run.py")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("CROSSWRIGHT_CONFIG", str(tmp_path / "config"))
    monkeypatch.setenv("PYTHONIOENCODING", "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


@pytest.fixture(scope="module")
def forks() -> Iterator[ForkServer]:
    """Start a process that commands are forked from."""
    server = ForkServer()
    yield server
    server.stop()


@needs_speed
@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_the_examples_of_a_page_run(page: Path, workshop: Path, forks: ForkServer) -> None:
    run_command = partial(run, workshop=workshop, forks=forks)
    names: dict[str, object] = {"__name__": "__main__"}
    followed_by = [*blocks(page)[1:], None]
    for block, after in zip(blocks(page), followed_by, strict=False):
        where = f"{name_of(page)}, line {block.line}"
        if not has_extras(block):
            continue
        if block.language == "python" and ">>> " in block.text:
            run_prompts(block, names, where)
        elif block.language == "python":
            printed = run_python(block, names, where)
            if after is not None and after.language == "text":
                assert printed.split() == after.text.split(), where
        elif block.language == "console":
            for command, output in COMMAND.findall(block.text):
                printed, noted = run_command(command, where)
                assert output in ("", printed, printed + noted), where
        elif block.language == "sh":
            for command in block.text.replace("\\\n", " ").splitlines():
                if not command.startswith((*NOT_RUN, "#")) and command.strip():
                    run_command(command, where)


def has_extras(block: Block) -> bool:
    """Return whether the extras that a block names are installed."""
    named = re.findall(r"crosswright\[(\w+)\]", block.text)
    return all(find_spec(EXTRAS[extra]) is not None for extra in named)


def run_prompts(block: Block, names: dict[str, object], where: str) -> None:
    """Run a block with prompts; its names stay for the blocks after it."""
    test = doctest.DocTestParser().get_doctest(block.text, names, where, where, block.line)
    report = io.StringIO()
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(test, out=report.write, clear_globs=False)
    names.update(test.globs)
    assert not runner.failures, report.getvalue()


def run_python(block: Block, names: dict[str, object], where: str) -> str:
    """Run a block without prompts and return what it prints."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile("\n" * (block.line - 1) + block.text, where, "exec"), names)
    return printed.getvalue()


def run(command: str, where: str, *, workshop: Path, forks: ForkServer) -> tuple[str, str]:
    """Run a command, check its exit status and its files; return what it prints, notes apart."""
    expected = STATUS.search(command)
    if command.startswith("crosswright ") and not SHELL.search(command):
        _, *arguments = shlex.split(command, comments=True)
        done = forks.run([str(workshop / "bin" / "crosswright"), *arguments], workshop)
    else:
        shell = ["bash", "-c", command]
        done = subprocess.run(shell, cwd=workshop, capture_output=True, check=False)
    assert done.returncode == (int(expected[1]) if expected else 0), (
        f"{where}: {command}\n{done.stderr.decode()}"
    )
    for name in re.findall(r"-o ([^-\s]\S*)", command):
        numbered = workshop.glob(f"{Path(name).stem}-*{Path(name).suffix}")
        assert (workshop / name).exists() or any(numbered), f"{where}: {command}"
    return done.stdout.decode("utf-8"), done.stderr.decode("utf-8")


@needs_speed
@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_run(name: str, workshop: Path) -> None:
    results = doctest.testmod(importlib.import_module(name), optionflags=doctest.ELLIPSIS)
    assert results.attempted
    assert not results.failed


def test_there_are_examples_of_every_kind() -> None:
    languages = [block.language for page in PAGES for block in blocks(page)]
    assert {"python", "console", "sh", "text"} <= set(languages)
    assert len(MODULES) > 15


def test_every_page_is_linked_from_the_index() -> None:
    links = set(re.findall(r"\]\(([^)#:]+)", INDEX.read_text("utf-8")))
    pages = {path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")} - {"README.md"}
    assert not pages - links


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_lead_somewhere(page: Path) -> None:
    text = page.read_text("utf-8")
    for link in re.findall(r"\]\(([^)#:]+)[^):]*\)|src=\"([^\":]+)\"", text):
        target = "".join(link)
        assert (page.parent / target).exists(), target


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_files_that_a_page_names_exist(page: Path) -> None:
    """A path is below the root or below the package; `name.py` stands for any module."""
    text = FENCE.sub("", page.read_text("utf-8"))
    named = re.findall(r"`((?:[\w.-]+/)+(?:[\w.-]+\.(?:pyx?|md|txt|xz))?)`", text)
    folders = (ROOT, SOURCE / "crosswright")
    gone = [path for path in named if not any((folder / path).exists() for folder in folders)]
    assert not [path for path in gone if not path.endswith("/name.py")]


def test_no_command_hides_in_a_block_that_is_not_run() -> None:
    for page in PAGES:
        for block in blocks(page):
            if block.language == "":
                hidden = [line for line in block.text.splitlines() if line.startswith("$ ")]
                assert not hidden, f"{name_of(page)}, line {block.line}"


def test_the_reference_of_the_interface_is_up_to_date() -> None:
    builder = runpy.run_path(str(ROOT / "scripts" / "build_api_docs.py"))
    page = (DOCS / "api.md").read_text("utf-8")
    assert builder["page"]() == page, "run python scripts/build_api_docs.py in the environment"
