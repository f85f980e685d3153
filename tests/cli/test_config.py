"""The configuration: defaults for options, and the commands that show and change them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import Result
from helpers.cli import PUZZLE, Run
from helpers.processes import COMMAND

from crosswright.cli.exits import Exit
from crosswright.formats.files import read, write


@pytest.fixture
def file(folder: Path) -> Path:
    """The configuration file, in a folder that exists."""
    path = folder / "config" / "config.toml"
    path.parent.mkdir()
    return path


def line(done: Result) -> str:
    """Return the one line of an error."""
    assert (done.exit_code, done.stdout) == (Exit.BAD_INPUT, "")
    assert done.stderr.startswith("crosswright: ") and done.stderr.count("\n") == 1
    return done.stderr.removeprefix("crosswright: ").rstrip()


# -- what it does ---------------------------------------------------------------------------------


def test_the_order_of_precedence(run: Run, file: Path) -> None:
    def objective(*options: str) -> str:
        done = run("fill", "grid.txt", "-w", "my.dict", "--json", *options)
        value: str = json.loads(done.stdout)["manifest"]["options"]["objective"]
        return value

    def author(*options: str) -> str:
        run("fill", "grid.txt", "-w", "my.dict", "--objective", "any", "-o", "a.ipuz", *options)
        return read("a.ipuz").author

    assert author() == ""
    file.write_text('author = "Top"\n')
    assert author() == "Top"
    file.write_text('author = "Top"\n[fill]\nauthor = "Table"\nobjective = "any"\n')
    assert author() == "Table"
    assert author("--author", "Line") == "Line"
    assert objective() == "any"
    assert objective("--objective", "score", "--time", "0.1") == "score"
    file.write_text('[words-match]\nlimit = 1\n[fill]\nauthor = ""\n')
    assert len(run("words", "match", "C.T", "-w", "my.dict").stdout.splitlines()) == 1


def test_no_config_ignores_it(run: Run, file: Path) -> None:
    file.write_text("what = is this\n")
    assert run("words", "match", "C.T", "-w", "my.dict").exit_code == Exit.BAD_INPUT
    assert run("--no-config", "words", "match", "C.T", "-w", "my.dict").exit_code == Exit.DONE


def test_lists_start_from_the_folder_of_the_file(run: Run, file: Path) -> None:
    (file.parent / "own.txt").write_text("CAT;90\n")
    file.write_text('words = ["own.txt"]\n')
    assert run("words", "match", "C.T").stdout.split() == ["CAT;90"]
    assert "COT" in run("words", "match", "C.T", "-w", "my.dict").stdout


def test_a_configured_author_is_for_puzzles_without_one(run: Run, file: Path) -> None:
    file.write_text('author = "Me"\ncopyright = "Mine"\n')
    run("convert", "puzzle.ipuz", "copy.ipuz")
    assert (read("copy.ipuz").author, read("copy.ipuz").copyright) == ("A. Setter", "Mine")
    run("convert", "puzzle.ipuz", "copy.ipuz", "--author", "Line")
    assert read("copy.ipuz").author == "Line"


def test_a_puzzle_in_another_language_is_not_looked_up_in_the_usual_lists(
    run: Run, file: Path
) -> None:
    file.write_text('words = ["../my.dict"]\n')
    from crosswright.support.records import replace

    write(replace(PUZZLE, language="tlh"), "klingon.ipuz")
    assert "answers are not looked up" in run("check", "klingon.ipuz").stderr
    write(replace(PUZZLE, language="en-GB"), "english.ipuz")
    assert "BOARD" in run("check", "english.ipuz").stdout


@pytest.mark.parametrize(
    "text, command",
    [
        ('style = "british"\n', "fill grid.txt -w my.dict --objective any"),
        ("[fill]\nsize = 13\n", "fill grid.txt -w my.dict --objective any"),
        ('words = ["nowhere.txt"]\n', "compare grid.txt my.dict --run mrv"),
        ('words = ["nowhere.txt"]\n', "info puzzle.ipuz --no-words"),
        ("quiet = true\n", "info puzzle.ipuz --no-words --verbose"),
    ],
)
def test_what_is_usual_gives_way_to_what_is_given(
    run: Run, file: Path, text: str, command: str
) -> None:
    file.write_text(text)
    done = run(*command.split())
    assert done.exit_code == Exit.DONE, done.stderr


def test_help_works_whatever_is_in_the_file(run: Run, file: Path) -> None:
    file.write_text("[[")
    assert run("fill", "--help").exit_code == Exit.DONE
    assert run("--version").exit_code == Exit.DONE
    assert run("config", "path").stdout == f"{file}\n"


# -- what is wrong with it ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text, message",
    [
        ("\ntast = 1\n", ", line 2: tast: unknown key; did you mean taste?"),
        ("x = 1\n", ", line 1: x: unknown key; choose from words, language"),
        ('\n\ntaste = "famly"', ", line 3: taste: 'famly' is not one of 'family', 'newspaper'"),
        ('[fill]\ntaste = "x"', ", line 2: fill.taste: 'x' is not one of"),
        ("taste = true", ", line 1: taste: true is not a text or a number"),
        ("taste = [1]", ", line 1: taste: a list is not a text or a number"),
        ("own = 1", ", line 1: own: 1 is not true or false"),
        ("author = 1979-05-27", ", line 1: author: 1979-05-27 is not a text or a number"),
        ('words = ["a", true]', ", line 1: words: true is not a list of texts or numbers"),
        ('words = "-"', ", line 1: words: - is for the command line"),
        ('words = ""', ", line 1: words: the name of the file is empty"),
        ('language = "xx"', ", line 1: language: no word list for the language 'xx'"),
        ('author = "a\\u0000"', ", line 1: author: the text has a NUL character in it"),
        ("[fil]\n", ", line 1: fil: there is no such command; did you mean fill?"),
        ("[doctor]\n", ", line 1: doctor: there is no such command"),
        ("[taste]\n", ", line 1: taste: a table, but it is a key"),
        ("fill = 1\n", ", line 1: fill: not a table; write [fill]"),
        ("[fill]\ntme = 1\n", ", line 2: fill.tme: crosswright fill has no such option; did you"),
        ("[fill]\njson = true\n", ", line 2: fill.json: only the command line can say this"),
        (
            "[words.match]\n",
            ", line 1: words: a table, but it is a key of all commands; for crosswrig",
        ),
        ("[words.x]\n", ", line 1: words: a table, but it is a key of all commands; write a value"),
        ("[fill]\ntime = 'soon'\n", ", line 2: fill.time: 'soon' is not a number of seconds"),
        ("[fill]\ntime = inf\n", ", line 2: fill.time: 'inf' is not a number of seconds"),
        ("[fill]\nthreads = 0\n", ", line 2: fill.threads: 0 is not in the range"),
        ("a = 1\na = 2\n", ", line 2: not valid TOML: Cannot overwrite a value"),
        ("a = \n", ", line 1: not valid TOML: "),
        ("a = '", ": not valid TOML: "),
        ("a = " + "[" * 5000, ": not valid TOML: "),
        ("a = " + "9" * 5000, ": not valid TOML: "),
        (f"[{'fill' * 500}]\n", f", line 1: '{'fill' * 10}…': there is no such command"),
        (f"[{'a' * 2000}]\n" * 2, ", line 2: not valid TOML: Cannot declare ('aaa"),
        ("format = 2\nwhat = 1\n", ": made by a newer Crosswright (format 2; this one knows 1)"),
        ("format = 0\n", ", line 1: format: not the number of a format; write 1"),
        ("format = true\n", ", line 1: format: not the number of a format; write 1"),
    ],
)
def test_mistakes_are_one_line_with_file_line_and_key(
    run: Run, file: Path, text: str, message: str
) -> None:
    file.write_text(text, encoding="utf-8")
    error = line(run("fill", "grid.txt"))
    assert error.startswith(f"{file}{message}")
    assert len(error) < 600 + len(str(file))
    assert run("config", "show").exit_code == Exit.BAD_INPUT
    assert json.loads(run("fill", "--json").stdout)["exit_status"] == Exit.BAD_INPUT


def test_a_file_that_is_none(run: Run, file: Path) -> None:
    file.mkdir()
    assert line(run("info", "puzzle.ipuz")).endswith("config.toml: a folder, not a file; "
                                                     "move it elsewhere")  # fmt: skip
    file.rmdir()
    file.write_bytes(b"a = 1\n\xff\xfe\x00")
    assert line(run("info", "puzzle.ipuz")).endswith(", line 2: not UTF-8; save it as UTF-8 text")
    with file.open("wb") as huge:
        huge.truncate(100 << 20)
    assert line(run("info", "puzzle.ipuz")).endswith(
        "larger than 64 KiB, which no configuration is"
    )
    file.unlink()
    file.symlink_to(file)
    assert "config.toml: cannot be read: " in line(run("info", "puzzle.ipuz"))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_in_its_place_keeps_nobody_waiting(run: Run, file: Path) -> None:
    os.mkfifo(file)
    assert line(run("info", "puzzle.ipuz")).endswith("cannot be read: not a regular file")


@pytest.mark.parametrize("home", ["/dev/null", "/nowhere", ""])
def test_a_user_without_a_home(home: str, folder: Path) -> None:
    environment = {**os.environ, "HOME": home}
    for name in ("CROSSWRIGHT_CONFIG", "XDG_CONFIG_HOME"):
        environment.pop(name, None)
    info = subprocess.run(
        [*COMMAND, "info", "puzzle.ipuz", "--no-words"],
        env=environment,
        capture_output=True,
        check=False,
    )
    assert (info.returncode, info.stderr) == (0, b"")
    if home == "/dev/null":
        change = subprocess.run(
            [*COMMAND, "config", "set", "taste", "any"],
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert change.returncode == Exit.BAD_INPUT
        assert "config.toml: cannot be written: Not a directory" in change.stderr


# -- the commands ---------------------------------------------------------------------------------


def test_set_get_show_unset(run: Run, folder: Path) -> None:
    file = folder / "config" / "config.toml"
    assert "not there yet" in run("config", "show").stdout
    assert run("config", "get", "taste").exit_code == Exit.IMPOSSIBLE
    assert run("config", "unset", "taste").exit_code == Exit.IMPOSSIBLE
    assert not file.exists()
    assert run("config", "set", "taste", "family", "--dry-run").exit_code == Exit.DONE
    assert not file.exists()
    assert run("config", "set", "taste", "family").stderr == f'{file}: taste = "family"\n'
    run("config", "set", "own", "no")
    run("config", "set", "words", "my.dict", "mine.txt")
    run("config", "set", "fill.threads", "2")
    assert file.read_text() == (
        "# Defaults for the options of crosswright; see: crosswright config --help\n"
        'format = 1\ntaste = "family"\nown = false\n'
        f'words = ["{folder}/my.dict", "{folder}/mine.txt"]\n\n[fill]\nthreads = 2\n'
    )
    assert run("config", "get", "words").stdout == f"{folder}/my.dict\n{folder}/mine.txt\n"
    assert run("config", "get", "own").stdout == "false\n"
    shown = json.loads(run("config", "show", "--json").stdout)
    assert [(row["key"], row["line"]) for row in shown["settings"]] == [
        ("taste", 3),
        ("own", 4),
        ("words", 5),
        ("fill.threads", 8),
    ]
    assert shown["environment"]["CROSSWRIGHT_CONFIG"] == str(file.parent)
    assert run("config", "unset", "words").exit_code == Exit.DONE
    assert "words" not in file.read_text()
    assert json.loads(run("config", "get", "own", "--json").stdout) == {
        "key": "own",
        "is_set": True,
        "value": False,
        "file": str(file),
        "line": 4,
    }


def test_show_what_is_in_force_for_a_command(run: Run, file: Path) -> None:
    file.write_text('taste = "any"\n[words-match]\ntaste = "family"\n')
    rows = json.loads(run("config", "show", "words", "match", "--json").stdout)["settings"]
    by_key = {row["key"]: row for row in rows}
    assert (by_key["taste"]["value"], by_key["taste"]["line"]) == ("family", 3)
    assert (by_key["own"]["value"], by_key["quiet"]["value"]) == (True, False)
    assert by_key["limit"] == {"key": "limit", "value": "all", "source": "built-in", "line": None}
    assert "did you mean words match?" in run("config", "show", "words", "mtch").stderr
    assert "any  (line 1)" in run("config", "show", "fill").stdout
    assert "paper" in run("config", "show", "--all").stdout


@pytest.mark.parametrize(
    "arguments, message",
    [
        (["taste", "famly"], "taste: 'famly' is not one of 'family', 'newspaper', 'any'"),
        (["taste", "any", "family"], "taste: it takes one value, not 2"),
        (["own", "perhaps"], "own: 'perhaps' is not true or false"),
        (["tast", "any"], "unknown key 'tast'; did you mean taste?"),
        (["limit", "3"], "unknown key 'limit'; for one command, it is words-match.limit"),
        (["fill.tme", "3"], "crosswright fill has no option for 'tme'; did you mean time?"),
        (["fil.time", "3"], "there is no command 'fil'; did you mean fill?"),
        (["fill.time", "never"], "fill.time: 'never' is not a number of seconds"),
        (["fill.json", "true"], "--json is for the command line alone; it cannot be configured"),
        (["grade.dry-run", "true"], "crosswright grade has no option for 'dry-run'"),
        (["words", "nowhere.txt"], "nowhere.txt: there is no such file"),
        (["words", "-"], "words: - is for the command line; name a file"),
        (["language", "xx"], "language: no word list for the language 'xx'"),
        (["", "x"], "unknown key ''"),
        (["..", "x"], "there is no command"),
    ],
)
def test_set_refuses_what_the_option_refuses(
    run: Run, folder: Path, arguments: list[str], message: str
) -> None:
    assert message in line(run("config", "set", *arguments))
    assert not (folder / "config").exists()


def test_line_ends_stay_as_they_are(run: Run, file: Path) -> None:
    file.write_bytes(b'taste = "any"\r\n[fill]\r\ntime = 3\r\n')
    run("config", "set", "page", "letter")
    assert file.read_bytes() == (b'taste = "any"\r\npage = "letter"\r\n[fill]\r\ntime = 3\r\n')


def test_names_of_files_that_no_system_has_are_shortened(run: Run, file: Path) -> None:
    file.write_text(f'words = ["{"w" * 2000}"]\n', encoding="utf-8")
    (error,) = run("config", "show").stderr.splitlines()
    assert ": there is no such file" in error
    assert len(error) < 400 + len(str(file))


def test_thousands_of_mistakes_take_no_time_and_few_lines(run: Run, file: Path) -> None:
    file.write_text("[fill]\n" + "".join(f"key{number} = 1\n" for number in range(2000)))
    done = run("config", "show")
    assert done.exit_code == Exit.BAD_INPUT
    lines = done.stderr.splitlines()
    assert "line 2: fill.key0: crosswright fill has no option for 'key0'" in lines[0]
    assert (len(lines), lines[-1]) == (21, "crosswright: and 1,980 more mistakes")


def test_a_broken_file_is_not_changed(run: Run, file: Path) -> None:
    file.write_text("what = is this\n")
    assert "not valid TOML" in line(run("config", "set", "taste", "any"))
    file.write_text("format = 7\n")
    assert "made by a newer Crosswright" in line(run("config", "set", "taste", "any"))
    assert file.read_text() == "format = 7\n"


def test_a_file_without_a_format_is_of_the_first_one(run: Run, file: Path) -> None:
    """There was no format before the first; nothing needs to be moved."""
    file.write_text('taste = "any"\n')
    assert run("config", "set", "page", "letter").exit_code == Exit.DONE
    assert file.read_text() == 'taste = "any"\npage = "letter"\n'


@pytest.mark.skipif(sys.platform == "win32", reason="a script is the editor")
def test_edit(run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, editor = folder / "config" / "config.toml", folder / "editor"
    monkeypatch.delenv("VISUAL", raising=False)
    editor.write_text('#!/bin/sh\necho \'page = "letter"\' >> "$1"\n')
    editor.chmod(0o755)
    monkeypatch.setenv("EDITOR", str(editor))
    done = run("config", "edit")
    assert (done.exit_code, done.stderr) == (Exit.DONE, f"{file}: no problems found\n")
    assert run("config", "get", "page").stdout == "letter\n"
    editor.write_text("#!/bin/sh\necho 'tast = 1' > \"$1\"\n")
    assert "line 1: tast: unknown key; did you mean taste?" in line(run("config", "edit"))
    monkeypatch.setenv("EDITOR", str(folder / "no-editor"))
    assert "set EDITOR, or open" in line(run("config", "edit"))
    monkeypatch.setenv("EDITOR", 'vim "')
    assert line(run("config", "edit")) == (
        f"EDITOR: no closing quotation; correct it, or open {file} yourself"
    )


def test_a_file_in_place_of_the_folder(run: Run, folder: Path) -> None:
    (folder / "config").touch()
    for arguments in (["set", "taste", "any"], ["edit"]):
        assert "config: a file, not a folder; move it elsewhere" in line(run("config", *arguments))
    assert "! configuration" in run("doctor").stdout


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="modes bind others alone")
def test_a_folder_that_is_read_only(run: Run, file: Path) -> None:
    file.parent.chmod(0o500)
    try:
        assert "config.toml: cannot be written: " in line(run("config", "set", "taste", "any"))
    finally:
        file.parent.chmod(0o700)


def test_many_processes_lose_no_change(folder: Path) -> None:
    keys = ["taste=any", "page=letter", "author=A", "strict=true", "quiet=true", "copyright=C"]
    running = [
        subprocess.Popen([*COMMAND, "config", "set", *key.split("=")], stderr=subprocess.DEVNULL)
        for key in keys
    ]
    assert [process.wait() for process in running] == [0] * len(keys)
    text = (folder / "config" / "config.toml").read_text()
    assert all(f"\n{key.split('=')[0]} = " in text for key in keys)
