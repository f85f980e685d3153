"""Completion: what the program offers, and what the shells make of it."""

from __future__ import annotations

import json
import os
import re
import select
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from helpers.cli import Run
from helpers.processes import COMMAND, PATIENCE

from crosswright.cli.commands.completion import SHELLS
from crosswright.cli.exits import Exit

pty = pytest.importorskip("pty", reason="no terminals to type into here")


def offered(line: str) -> list[str]:
    """Ask the program, as the script for bash does; a trailing space begins a new word."""
    words = line.split() + [""] * line.endswith(" ")
    environment = {
        **os.environ,
        "_CROSSWRIGHT_COMPLETE": "bash_complete",
        "COMP_WORDS": " ".join(["crosswright", *words]),
        "COMP_CWORD": str(len(words)),
    }
    done = subprocess.run(COMMAND, env=environment, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    return [item.partition(",")[2] for item in done.stdout.split()]


@pytest.mark.parametrize(
    "line, names",
    [
        ("fil", {"fill"}),
        ("conf", {"config"}),
        ("words mat", {"match"}),
        ("fill --objec", {"--objective"}),
        ("fill --style b", {"british", "barred"}),
        ("fill --taste ", {"family", "newspaper", "any"}),
        ("fill --language en", {"en", "en-GB"}),
        ("render a.puz --sheet-language de", {"de"}),
        ("render a.puz --page ", {"a4", "letter"}),
        ("convert a.puz - --to p", {"puz", "png", "pdf"}),
        ("info a --from x", {"xd", "xml"}),
        ("completion ", {*SHELLS}),
        ("config get ta", {"taste"}),
        ("config set fill.tim", {"fill.time"}),
        ("config set taste f", {"family"}),
        ("config set own ", {"true", "false"}),
        ("config show words an", {"anagram"}),
        ("config set nothing ", set()),
        ("fill gri", {"gri"}),
    ],
)
def test_the_program_offers(line: str, names: set[str]) -> None:
    assert set(offered(line)) == names


def test_every_kind_of_file_is_left_to_the_shell() -> None:
    for line in ("fill -w li", "fill -o ou", "convert pu", "fill --log lo", "words check li"):
        environment = {
            **os.environ,
            "_CROSSWRIGHT_COMPLETE": "bash_complete",
            "COMP_WORDS": f"crosswright {line}",
            "COMP_CWORD": str(len(line.split())),
        }
        done = subprocess.run(COMMAND, env=environment, capture_output=True, text=True, check=True)
        assert done.stdout == f"file,{line.split()[-1]}\n"


def test_a_broken_configuration_does_not_keep_it_from_completing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "config.toml").write_text("[[")
    monkeypatch.setenv("CROSSWRIGHT_CONFIG", str(tmp_path))
    assert offered("fill --style f") == ["free"]


@pytest.mark.parametrize("shell", SHELLS)
def test_the_script_says_how_to_install_it(run: Run, shell: str) -> None:
    done = run("completion", shell)
    assert done.exit_code == Exit.DONE
    assert f"crosswright completion {shell} > ~/" in done.stdout
    assert done.stderr == ""
    shown = json.loads(run("completion", shell, "--json").stdout)
    assert shown["shell"] == shell
    assert "_CROSSWRIGHT_COMPLETE" in shown["script"]
    assert shown["install"] in done.stdout


def test_another_shell_is_refused(run: Run) -> None:
    assert "'tcsh' is not one of 'bash', 'zsh', 'fish'" in run("completion", "tcsh").stderr


# -- the shells themselves ------------------------------------------------------------------------

WRAPPER = """\
#!/bin/sh
if [ -n "$_CROSSWRIGHT_COMPLETE" ]; then exec {python} -m crosswright; fi
if [ "$1" = completion ]; then exec {python} -m crosswright "$@"; fi
echo "$*" >> {called}
"""
"""A command that completes as the real one does, and otherwise takes down how it is called."""


@pytest.fixture
def called(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a grid and the wrapper on the path; the file with how it was called."""
    (tmp_path / "bin").mkdir()
    wrapper = tmp_path / "bin" / "crosswright"
    wrapper.write_text(WRAPPER.format(python=sys.executable, called=tmp_path / "called"))
    wrapper.chmod(0o755)
    (tmp_path / "here").mkdir()
    (tmp_path / "here" / "grid of mine.txt").touch()
    monkeypatch.chdir(tmp_path / "here")
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("INPUTRC", "ZDOTDIR", "PROMPT_COMMAND"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path / "called"


PROMPT = re.compile(rb"READY> (\x1b\[\?2004h)?\Z")
"""The prompt at the end of what a shell shows; zsh asks for marks around what is pasted."""


ON_ITS_TERMINAL = """
import fcntl, os, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execvp(sys.argv[1], sys.argv[1:])
"""
"""Begins a shell that the terminal controls; `pty.fork` is not for a process with threads."""


def type_into(arguments: list[str], setup: str, lines: dict[str, str]) -> str:
    """Start a shell on a terminal, set it up and type lines; return what it shows.

    After what is typed of a line comes Tab, and Return once what is to be completed has appeared.
    """
    terminal, inner = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", ON_ITS_TERMINAL, *arguments],
        stdin=inner,
        stdout=inner,
        stderr=inner,
        start_new_session=True,
        env={**os.environ, "TERM": "dumb", "PS1": "READY> "},
    )
    os.close(inner)
    waiting = [(PROMPT, f"{setup}\r")]
    for line, rest in lines.items():
        waiting += [(PROMPT, f"{line}\t"), (re.compile(re.escape(rest).encode()), "\r")]
    waiting.append((PROMPT, "exit\r"))
    shown, new = b"", b""
    try:
        while select.select([terminal], [], [], PATIENCE)[0]:
            if not (data := os.read(terminal, 4096)):
                break
            shown, new = shown + data, new + data
            if waiting and waiting[0][0].search(new):
                os.write(terminal, waiting.pop(0)[1].encode())
                new = b""
    except OSError:  # how Linux says that the shell has ended
        pass
    finally:
        os.close(terminal)
        process.kill()
        process.wait()
    return shown.decode(errors="replace")


TYPED = {
    "crosswright words mat": "ch",
    "crosswright fill --style bri": "tish",
    "crosswright fill gri": "mine.txt",
}
COMPLETED = ["words match", "fill --style british", "fill grid of mine.txt"]


@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash here")
def test_bash(called: Path) -> None:
    shown = type_into(
        ["bash", "--norc", "--noprofile", "-i"], 'eval "$(crosswright completion bash)"', TYPED
    )
    assert called.exists(), shown
    assert called.read_text().splitlines() == COMPLETED


@pytest.mark.skipif(shutil.which("zsh") is None, reason="no zsh here (Debian: apt install zsh)")
def test_zsh(called: Path) -> None:
    functions = called.parent / ".zfunc"
    functions.mkdir()
    with (functions / "_crosswright").open("w") as file:
        subprocess.run(["crosswright", "completion", "zsh"], stdout=file, check=True)
    setup = "fpath=(~/.zfunc $fpath); autoload -Uz compinit; compinit -u"
    shown = type_into(["zsh", "-f", "-i"], setup, TYPED)
    assert called.exists(), shown
    assert called.read_text().splitlines() == COMPLETED


@pytest.mark.skipif(shutil.which("fish") is None, reason="no fish here (Debian: apt install fish)")
def test_fish(called: Path) -> None:
    folder = called.parent / ".config" / "fish" / "completions"
    folder.mkdir(parents=True)
    with (folder / "crosswright.fish").open("w") as file:
        subprocess.run(["crosswright", "completion", "fish"], stdout=file, check=True)
    asked = ["crosswright words mat", "crosswright fill --style bri", "crosswright fill gri"]
    script = "; ".join(f"complete --do-complete '{line}'" for line in asked)
    done = subprocess.run(
        ["fish", "--command", script], capture_output=True, text=True, check=True, timeout=PATIENCE
    )
    names = [line.split("\t")[0] for line in done.stdout.splitlines()]
    assert names == ["match", "british", "grid of mine.txt"], done.stderr


def test_a_shell_that_is_not_named(run: Run) -> None:
    done = run("completion")
    assert done.exit_code == Exit.BAD_INPUT
    assert "Choose from: bash, zsh, fish (see crosswright completion --help)" in done.stderr
