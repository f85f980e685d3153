"""The scripts that set up the project's environment and run things in it."""

from __future__ import annotations

import importlib.util
import runpy
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

SCRIPTS = Path(__file__).resolve().parents[1] / "scripts"


@pytest.fixture
def environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Return the module `environment` for a separate project, with nothing installed."""
    folder = tmp_path / "project"
    (folder / "scripts").mkdir(parents=True)
    (folder / "pyproject.toml").touch()
    source = folder / "scripts" / "environment.py"
    source.write_bytes((SCRIPTS / "environment.py").read_bytes())
    spec = importlib.util.spec_from_file_location("environment", source)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setitem(sys.modules, "environment", module)
    return module


@pytest.fixture
def installed(environment: ModuleType, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Record what would be created and installed from now on, and return that list."""
    targets: list[str] = []

    def create() -> None:
        targets.append("a new environment")
        environment.PYTHON.parent.mkdir(parents=True, exist_ok=True)
        environment.PYTHON.touch()

    def run(command: list[str], **options: object) -> subprocess.CompletedProcess[str]:
        targets.append(command[-1])
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr(environment, "create", create)
    monkeypatch.setattr(environment, "pip", lambda: ["pip"])
    monkeypatch.setattr(environment.subprocess, "run", run)
    return targets


def test_what_is_installed_is_not_installed_again(
    environment: ModuleType, installed: list[str]
) -> None:
    for extra in ("", "", "dev", "dev", ""):
        assert environment.ensure(extra) == environment.PYTHON
    assert installed == ["a new environment", ".", ".[dev]"]


def test_an_extra_brings_the_base_but_no_other_extra(
    environment: ModuleType, installed: list[str]
) -> None:
    for extra in ("dev", "", "bench"):
        environment.ensure(extra)
    assert installed == ["a new environment", ".[dev]", ".[bench]"]


def test_a_change_of_the_build_calls_for_an_install(
    environment: ModuleType, installed: list[str]
) -> None:
    environment.ensure("dev")
    (environment.ROOT / "pyproject.toml").write_text("[project]")
    for extra in ("", "dev"):
        environment.ensure(extra)
    assert installed == ["a new environment", ".[dev]", ".", ".[dev]"]


def test_another_python_may_run_the_script(
    environment: ModuleType, installed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    environment.ensure()
    monkeypatch.setattr(sys, "version", "3.99.0 (another one)")
    environment.ensure()
    assert installed == ["a new environment", "."]


@pytest.mark.skipif(sys.platform == "win32", reason="environments hold a copy of Python there")
def test_an_environment_whose_python_changed_is_installed_again(
    environment: ModuleType, installed: list[str], tmp_path: Path
) -> None:
    environment.PYTHON.parent.mkdir(parents=True)
    for name in ("python3.11", "python3.12"):
        (tmp_path / name).touch()
        environment.PYTHON.unlink(missing_ok=True)
        environment.PYTHON.symlink_to(tmp_path / name)
        environment.ensure()
        environment.ensure()
    assert installed == [".", "."]


def test_an_environment_whose_python_is_gone_is_created_again(
    environment: ModuleType, installed: list[str]
) -> None:
    environment.ensure()
    environment.PYTHON.unlink()
    environment.ensure()
    assert installed == ["a new environment", "."] * 2


def test_a_project_that_was_moved_is_installed_again(
    environment: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = environment.fingerprint()
    moved = environment.ROOT.rename(environment.ROOT.with_name("moved"))
    monkeypatch.setattr(environment, "ROOT", moved)
    assert environment.fingerprint() != before


def test_an_install_that_is_interrupted_is_quiet_and_starts_over(
    environment: ModuleType, installed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted() -> list[str]:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch, pytest.raises(SystemExit) as ending:
        patch.setattr(environment, "pip", interrupted)
        environment.ensure()
    assert ending.value.code == 130
    environment.ensure()
    assert installed == ["a new environment", "."]


LOCK = "one==1 --hash=sha256:00\n"


def locking(
    environment: ModuleType, monkeypatch: pytest.MonkeyPatch, status: int = 0, message: str = ""
) -> list[list[str]]:
    """Lock the versions for development; return the commands that pip is given from now on."""
    environment.LOCKS.mkdir()
    (environment.LOCKS / "dev.txt").write_text(LOCK)
    commands: list[list[str]] = []

    def run(command: list[str], **options: object) -> subprocess.CompletedProcess[str]:
        commands.append(command)
        failed = "--require-hashes" in command and status
        return subprocess.CompletedProcess(command, int(failed), None, message)

    monkeypatch.setattr(environment.subprocess, "run", run)
    return commands


def test_exact_versions_are_installed_and_nothing_else(
    environment: ModuleType, installed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    commands = locking(environment, monkeypatch)
    environment.ensure("dev")
    lock = str(environment.LOCKS / "dev.txt")
    assert [command[-2:] for command in commands] == [
        ["--requirement", lock],
        ["--editable", ".[dev]"],
    ]
    assert "--require-hashes" in commands[0]
    assert {"--no-deps", "--no-build-isolation"} <= {*commands[1]}


def test_other_extras_have_no_exact_versions(
    environment: ModuleType, installed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    commands = locking(environment, monkeypatch)
    for extra in ("", "bench"):
        environment.ensure(extra)
    assert [command[-1] for command in commands] == [".", ".[bench]"]
    assert not any("--no-deps" in command for command in commands)


def test_new_exact_versions_call_for_an_install(
    environment: ModuleType, installed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    commands = locking(environment, monkeypatch)
    environment.ensure("dev")
    (environment.LOCKS / "dev.txt").write_text("one==2 --hash=sha256:11\n")
    environment.ensure("dev")
    assert len(commands) == 4


def test_where_exact_versions_cannot_be_had_others_are_taken(
    environment: ModuleType,
    installed: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    message = "ERROR: No matching distribution found for one==1"
    commands = locking(environment, monkeypatch, 1, message)
    environment.ensure("dev")
    assert commands[1] == ["pip", *environment.QUIETLY, "--editable", ".[dev]"]
    printed = capsys.readouterr().err
    assert message in printed
    assert "Not all versions in dev.txt can be had; taking what fits." in printed


def test_a_file_with_another_hash_ends_everything(
    environment: ModuleType, installed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    message = "ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE."
    commands = locking(environment, monkeypatch, 1, message)
    with pytest.raises(SystemExit, match=r"not the one in dev\.txt"):
        environment.ensure("dev")
    assert len(commands) == 1
    assert not environment.is_installed("dev")


def test_tools_are_installed_once_and_apart(
    environment: ModuleType, installed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def create(folder: Path, **options: object) -> None:
        python = folder / environment.PYTHON.relative_to(environment.ENVIRONMENT)
        python.parent.mkdir(parents=True)
        python.touch()

    monkeypatch.setattr(environment.venv, "create", create)
    monkeypatch.setattr(environment, "pip", lambda python: [str(python)])
    project = '[dependency-groups]\nrelease = ["twine"]\n'
    (environment.ROOT / "pyproject.toml").write_text(project)
    for _ in range(2):
        assert environment.tools().is_relative_to(environment.ENVIRONMENT / "tools")
    assert installed == ["twine"]


def answers(environment: ModuleType, *working: str) -> Callable[..., object]:
    """Return a stand-in for subprocess.run, under which only the `working` modules run."""

    def run(command: list[str], **options: object) -> subprocess.CompletedProcess[str]:
        owner = "environment" if command[0] == str(environment.PYTHON) else "system"
        works = f"{owner} {command[2]}" in working
        return subprocess.CompletedProcess(command, 0 if works else 1)

    return run


@pytest.mark.parametrize(
    "working, used",
    [
        (("environment pip", "system pip"), "environment"),
        (("environment ensurepip", "system pip"), "environment"),
        (("system pip",), "system"),
    ],
)
def test_which_pip_installs(
    environment: ModuleType, monkeypatch: pytest.MonkeyPatch, working: tuple[str, ...], used: str
) -> None:
    monkeypatch.setattr(environment.subprocess, "run", answers(environment, *working))
    own, python = str(environment.PYTHON), sys.executable
    commands = {"environment": [own, "-m", "pip"], "system": [python, "-m", "pip", "--python", own]}
    assert environment.pip() == commands[used]


def test_no_pip_at_all_says_what_to_install(
    environment: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(environment.subprocess, "run", answers(environment))
    with pytest.raises(SystemExit, match="apt install python3-venv"):
        environment.pip()


@pytest.mark.parametrize("arguments", [(), ("-k", "one"), ("tests/test_one.py",)])
def test_tests_run_from_any_directory(
    environment: ModuleType,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    arguments: tuple[str, ...],
) -> None:
    (environment.ROOT / "pyproject.toml").write_text(
        '[tool.pytest.ini_options]\ntestpaths = "tests"'
    )
    (environment.ROOT / "tests").mkdir()
    (environment.ROOT / "tests" / "test_one.py").write_text("def test_one(): pass\n")
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "test_two.py").write_text("raise SystemError\n")
    monkeypatch.chdir(tmp_path / "elsewhere")
    monkeypatch.setattr(environment, "PYTHON", Path(sys.executable))
    monkeypatch.setattr(environment, "ensure", lambda extra: None)
    monkeypatch.setattr(sys, "argv", ["test.py", *arguments])
    with pytest.raises(SystemExit) as ending:
        runpy.run_path(str(SCRIPTS / "test.py"), run_name="__main__")
    assert ending.value.code == 0
    assert "1 passed" in capfd.readouterr().out


@pytest.mark.parametrize("script", ["bench", "lint", "run", "test"])
@pytest.mark.parametrize("option", ["-h", "--help"])
def test_help_sets_nothing_up(
    script: str,
    option: str,
    environment: ModuleType,
    installed: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys, "argv", [f"{script}.py", option])
    with pytest.raises(SystemExit) as ending:
        runpy.run_path(str(SCRIPTS / f"{script}.py"), run_name="__main__")
    assert ending.value.code == 0
    assert capsys.readouterr().out.startswith("Set up the project's environment if necessary")
    assert installed == []


@pytest.mark.parametrize("script", ["build_api_docs", "build_cli_docs", "sample_lexicon"])
def test_help_of_a_script_that_is_run_by_hand(script: str) -> None:
    command = [sys.executable, str(SCRIPTS / f"{script}.py"), "--help"]
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert len(output.splitlines()) < 5


@pytest.mark.parametrize("has_needed", [False, True])
def test_the_site_is_built_where_its_libraries_are(
    environment: ModuleType,
    installed: list[str],
    monkeypatch: pytest.MonkeyPatch,
    has_needed: bool,
) -> None:
    if has_needed:
        environment.ensure("dev")
        installed.clear()
    ran: list[list[str]] = []
    monkeypatch.setattr(environment, "succeeds", lambda command: has_needed)
    monkeypatch.setattr(environment, "run", lambda arguments: ran.append(arguments) or 3)
    script = runpy.run_path(str(SCRIPTS / "build_site.py"))
    assert script["run_in_environment"](["folder"]) == 3
    assert ran == [[str(SCRIPTS / "build_site.py"), "folder"]]
    assert installed == ([] if has_needed else ["a new environment", ".[docs]"])


def test_without_arguments_a_crossword_is_made(environment: ModuleType) -> None:
    run = runpy.run_path(str(SCRIPTS / "run.py"))
    assert run["command"]([]) == ["-m", "crosswright", "fill"]
    assert run["command"](["info", "a.ipuz"]) == ["-m", "crosswright", "info", "a.ipuz"]


def test_endurance_tests_run_by_themselves(environment: ModuleType) -> None:
    chosen = runpy.run_path(str(SCRIPTS / "test.py"))["chosen"]
    assert chosen([])[-2:] == ["-m", "not endurance"]
    assert chosen(["--endurance", "-x"])[-3:] == ["-m", "endurance", "-x"]
    assert chosen(["-k", "grid"]) == ["-k", "grid"]
    assert "scripts/test.py --endurance" in (SCRIPTS.parent / ".ci" / "run").read_text("utf-8")
