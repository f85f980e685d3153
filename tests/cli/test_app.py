"""The program as a whole: help, version, lazy loading, examples and wrong usage."""

from __future__ import annotations

import inspect
import json
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import click
import pytest
from helpers.cli import Run, all_commands
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from crosswright import __version__, engine
from crosswright.cli.app import app
from crosswright.cli.exits import Exit
from crosswright.cli.groups import LazyGroup, module_of

# What takes long to load, and no help needs.
FAR_FROM_HELP = {
    "crosswright.grids.grid",
    "crosswright.words.wordlist",
    "crosswright.engine",
    "PIL",
}
FAR_FROM_A_FILL = {
    *(
        "crosswright.filling.quality.improve",
        "crosswright.rendering.render",
        "crosswright.words.lexicon",
        "crosswright.clues.wordnet",
    ),
    *("PIL", "concurrent.futures", "importlib.metadata", "logging", "shutil", "statistics"),
}


PATHS = [path for path, _ in all_commands()]


def loaded_by(*arguments: str) -> tuple[str, set[str]]:
    """Run a command in a process of its own; return its output and the modules that it loaded."""
    code = (
        "import sys\n"
        "from crosswright.cli.app import app\n"
        f"try: app.main({[*arguments]})\n"
        "except SystemExit as end: status = end.code\n"
        "print('LOADED', *sys.modules)\n"
        "sys.exit(status)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    text, _, loaded = done.stdout.partition("LOADED")
    return text, set(loaded.split())


@pytest.mark.parametrize("path", [(), *PATHS], ids=" ".join)
def test_help_loads_next_to_nothing(path: tuple[str, ...]) -> None:
    text, loaded = loaded_by(*path, "--help")
    assert text.startswith("Usage: crosswright")
    assert not FAR_FROM_HELP & loaded


def test_a_fill_loads_only_what_it_needs(folder: Path) -> None:
    text, loaded = loaded_by("fill", "grid.txt", "-w", "my.dict", "--objective", "any", "--json")
    assert json.loads(text)["status"] == "FILLED"
    assert not FAR_FROM_A_FILL & loaded


@pytest.mark.parametrize("path", PATHS, ids=" ".join)
def test_a_command_has_a_module_for_its_options_and_one_for_its_work(path: tuple[str, ...]) -> None:
    for package in ("commands", "jobs"):
        assert find_spec(".".join(("crosswright.cli", package, *map(module_of, path)))) is not None


def groups() -> list[LazyGroup]:
    return [app, *(command for _, command in all_commands() if isinstance(command, LazyGroup))]


@pytest.mark.parametrize("group", groups(), ids=lambda group: group.name)
def test_the_summaries_are_the_first_lines_of_the_help(group: LazyGroup) -> None:
    ctx = click.Context(group)
    commands = {name: group.get_command(ctx, name) for name in group.list_commands(ctx)}
    assert group.summaries == {
        name: inspect.cleandoc(command.help or "").splitlines()[0]
        for name, command in commands.items()
        if command is not None
    }


@pytest.mark.parametrize("path", PATHS, ids=" ".join)
def test_every_command_has_help_with_an_example(run: Run, path: tuple[str, ...]) -> None:
    done = run(*path, "--help")
    assert done.exit_code == 0
    assert "Example: crosswright " + " ".join(path) in done.stdout


@pytest.mark.parametrize("path", PATHS, ids=" ".join)
def test_every_command_has_json_and_quiet(path: tuple[str, ...]) -> None:
    command = dict(all_commands())[path]
    flags = {flag for parameter in command.params for flag in parameter.opts}
    assert isinstance(command, click.Group) or {"--json", "--quiet"} <= flags


@pytest.mark.parametrize("path", [(), ("words",), ("series",)], ids=str)
def test_a_group_alone_shows_its_help(run: Run, path: tuple[str, ...]) -> None:
    done = run(*path)
    assert done.exit_code == 0
    assert done.stdout == run(*path, "--help").stdout
    group = app if not path else dict(all_commands())[path]
    assert isinstance(group, LazyGroup)
    assert all(f"  {name} " in done.stdout for name in group.summaries)


def test_version_names_the_engine(run: Run) -> None:
    done = run("--version")
    assert done.exit_code == 0
    assert done.stdout.startswith(f"crosswright {__version__} (engine: {engine.name}, Python 3.")


def test_it_runs_as_a_module() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "crosswright", "--version"], capture_output=True, check=True
    )
    assert done.stdout.startswith(b"crosswright ")


@pytest.mark.parametrize(
    "arguments, part",
    [
        (["frob"], "there is no command 'frob' (see crosswright --help)"),
        (["fil"], "there is no command 'fil'; did you mean fill?"),
        (["words", "anagrams"], "there is no command 'anagrams'; did you mean anagram?"),
        (["fill", "--frob"], "No such option"),
        (["fill", "--time", "nan"], "'--time': 'nan' is not a number of seconds"),
        (["fill", "--time", "-1"], "'--time': '-1' is not a number of seconds"),
        (["fill", "--time", "soon"], "'--time': 'soon' is not a number of seconds"),
        (["fill", "--seed", "-1"], "'--seed': give a whole number"),
        (["fill", "--seed", str(2**70)], "'--seed': give a whole number"),
        (["fill", "--count", "0"], "'--count': 0 is not in the range x>=1 (see crosswright fill"),
        (["fill", "--fix", "1A"], "--fix 1A: write a slot and a value"),
        (["fill", "--fix", "1A=CAT", "--fix", "1a=CUT"], "--fix names 1A twice"),
        (["fill", "--slot-score", "1A=high"], "'high' is not a whole number"),
        (["fill", "--slot-score", f"1A={10**20}"], "is not a whole number up to"),
        (["fill", "--min-score", str(10**20)], "'--min-score': give a whole number"),
        (["fill", "--objective", "none"], "'--objective'"),
        (["fill", "-o", "a.txt", "-o", "a.txt"], "-o a.txt is given twice"),
        (["fill", "-o", "a.frob"], "a.frob: unknown suffix"),
        (["fill", "-o", "-", "--to", "frob"], "unknown format 'frob'"),
        (["fill", "--to", "frob"], "unknown format 'frob'"),
        (["convert", "grid.txt", "a.puz", "--to", "xd"], "--to is the format of standard output"),
        (["fill", "-o", "nowhere/a.txt"], "there is no folder nowhere"),
        (["fill", "-o", "a.txt", "-o", "./a.txt"], "-o ./a.txt is given twice"),
        (["fill", "--log", ""], "'--log': the name of the file is empty (see"),
        (["fill", "--count", "abc"], "'--count': 'abc' is not a whole number (see"),
        (["fill", ""], "'[GRID]': the name of the file is empty"),
        (["fill", "nowhere.txt"], "nowhere.txt: "),
        (["fill", "grid.txt", "-w", "nowhere.txt"], "nowhere.txt: "),
        (["fill", "grid.txt", "--fix", "9A=CAT"], "no slot 9A"),
        (["fill", "grid.txt", "--fix", "1A=CATS"], "1A has 3 cells"),
        (["fill", "grid.txt", "--region", "2,2"], "the grid has no open cell there"),
        (
            ["fill", "grid.txt", "--region", "99999,1"],
            "--region 99999,1: 99999,1 is outside the grid, which has 3 rows and 3 columns",
        ),
        (["fill", "grid.txt", "--region", "1,1-4,3"], "1,1-4,3: 4,3 is outside the grid"),
        (["fill", "grid.txt", "--region", "0,0-2,2"], "0,0-2,2: 0,0 is outside the grid"),
        (["fill", "grid.txt", "--region", "foo"], "--region foo: write a slot (17A), a cell"),
        (["fill", "grid.txt", "--region", "9A"], "no slot 9A"),
        (["fill", "grid.txt", "--region", "1,1-"], "--region 1,1-: write a slot (17A), a cell"),
        (["fill", "grid.txt", "--match", "1A=("], "not a regular expression"),
        (["fill", "grid.txt", "--clues", "nowhere.csv"], "nowhere.csv: "),
        (["fill", "grid.txt", "--language", "xx"], "xx"),
        (["check"], "Missing argument 'PUZZLE'"),
        (["check", "grid.txt", "--profile", "greek"], "'--profile'"),
        (["check", "grid.txt", "--no-words", "-w", "my.dict"], "--no-words excludes -w"),
        (["info", "grid.txt", "--no-words", "-w", "my.dict"], "--no-words excludes -w"),
        (["info", "."], "."),
        (["words", "export", "--length", "5-3"], "'5-3' is not a length"),
        (["render", "puzzle.ipuz", "--cell-size", "1"], "a cell size of 1 pixels"),
        (["render", "puzzle.ipuz", "--font", "grid.txt", "-o", "a.pdf"], ": grid.txt: cannot"),
        (["convert", "puzzle.ipuz", "--from", "puz"], "puzzle.ipuz: "),
    ],
)
def test_wrong_usage_is_one_line_and_status_2(
    run: Run, folder: Path, arguments: list[str], part: str
) -> None:
    done = run(*arguments)
    assert done.exit_code == Exit.BAD_INPUT
    assert done.stdout == ""
    assert done.stderr.startswith("crosswright: ")
    assert done.stderr.count("\n") == 1
    assert part in done.stderr


@pytest.mark.parametrize(
    "arguments, part",
    [
        (["fill", "-o", "-", "--json"], "both need standard output"),
        (["construct", "-o", "-", "--json"], "both need standard output"),
        (["layout", "words.csv", "-o", "-", "--json"], "both need standard output"),
        (["pattern", "-o", "-", "--json"], "both need standard output"),
        (["render", "puzzle.ipuz", "--json"], "both need standard output"),
        (["convert", "puzzle.ipuz", "--json"], "both need standard output"),
        (["info", "nowhere.txt", "--json"], "nowhere.txt: "),
        (["check", "--json"], "Missing argument 'PUZZLE'"),
        (["words", "match", "[", "--json"], "["),
    ],
)
def test_errors_are_objects_too(run: Run, folder: Path, arguments: list[str], part: str) -> None:
    done = run(*arguments)
    assert done.exit_code == Exit.BAD_INPUT
    report = json.loads(done.stdout)
    assert report["exit_status"] == Exit.BAD_INPUT
    assert part in report["error"]
    assert done.stderr == f"crosswright: {report['error']}\n"


@pytest.mark.parametrize("path", PATHS, ids=" ".join)
def test_every_command_reports_wrong_usage_as_an_object(run: Run, path: tuple[str, ...]) -> None:
    done = run(*path, "--json", "--frob")
    report = json.loads(done.stdout)
    assert (done.exit_code, report["exit_status"]) == (Exit.BAD_INPUT, Exit.BAD_INPUT)
    assert "No such option" in report["error"]


def test_broken_files_name_the_line(run: Run, folder: Path) -> None:
    Path("bad.txt").write_text("...\n..\n")
    assert re.search("bad.txt: .*row 2 has 2 cells", run("fill", "bad.txt").stderr)
    Path("bad.dict").write_text("CAT;50\nDOG;much\n")
    assert "bad.dict, line 2: " in run("fill", "grid.txt", "-w", "bad.dict").stderr


@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    data=st.binary(max_size=200), command=st.sampled_from(["info", "check", "convert", "render"])
)
def test_no_input_brings_a_traceback(run: Run, data: bytes, command: str) -> None:
    flags = ["--no-words"] if command in ("info", "check") else []
    done = run(command, "-", *flags, input=data)
    assert done.exit_code in (Exit.DONE, Exit.BAD_INPUT, Exit.IMPOSSIBLE)
    assert "Traceback" not in done.output
