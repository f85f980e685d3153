"""The one rule about files that exist, and dry runs: the same for every command that writes."""

from __future__ import annotations

import json
from pathlib import Path

import click
import pytest
from helpers.cli import Run, all_commands

from crosswright.cli.exits import Exit

FILL = "fill grid.txt -w my.dict --objective any --seed 7"
WRITING = [
    (f"{FILL} -o out.ipuz", "out.ipuz"),
    (f"{FILL} -o out.svg", "out.svg"),
    ("pattern grid.txt -w my.dict --seed 7 -o out.txt --style free --no-verify", "out.txt"),
    ("layout words.csv --seed 7 -o out.ipuz", "out.ipuz"),
    ("render puzzle.ipuz -o out.svg", "out.svg"),
    ("convert puzzle.ipuz out.puz", "out.puz"),
    ("convert puzzle.ipuz -o out.xd", "out.xd"),
    ("explain grid.txt -w my.dict --preview -o out.svg", "out.svg"),
    ("trace grid.txt my.dict -o out.jsonl", "out.jsonl"),
    ("explain grid.txt -w my.dict --repairs 1 -o out.txt", "out.txt"),
    ("words export -w my.dict -o out.txt", "out.txt"),
    ("words merge mine.txt big.txt -o out.txt", "out.txt"),
    ("series new out.toml", "out.toml"),
]


def test_every_command_that_writes_files_has_the_same_options() -> None:
    writing = {
        path
        for path, command in all_commands()
        if any("--output" in each.opts for each in command.params)
    } | {("convert",), ("series", "new")}
    with_rule = {
        path
        for path, command in all_commands()
        if {"--force", "--dry-run"} <= {name for each in command.params for name in each.opts}
    }
    # A season has a folder of its own and never replaces one; series check is its dry run.
    assert with_rule == writing - {("series", "run")}
    for path, command in all_commands():
        for option in command.params:
            if isinstance(option, click.Option) and "--force" in option.opts:
                assert option.secondary_opts == ["--no-clobber"]
                assert option.default is (path != ("series", "new"))


@pytest.mark.parametrize("line, name", WRITING, ids=lambda value: str(value).replace("/", "-"))
def test_the_rule(run: Run, folder: Path, line: str, name: str) -> None:
    target = folder / name
    before = {path.name for path in folder.iterdir()}

    dry = run(*line.split(), "--dry-run", "--json")
    assert dry.exit_code == Exit.DONE, dry.stderr
    [file] = json.loads(dry.stdout)["files"]
    assert (file["file"], file["would"]) == (name, "create")
    assert {path.name for path in folder.iterdir()} == before

    assert run(*line.split(), "--no-clobber").exit_code == Exit.DONE
    made = target.read_bytes()
    assert file["bytes"] == len(made)

    target.write_text("mine")
    refused = run(*line.split(), "--no-clobber")
    assert refused.exit_code == Exit.BAD_INPUT
    message = f"{name}: exists already; choose another name, or replace it with --force\n"
    assert refused.stderr == f"crosswright: {message}"
    dry = run(*line.split(), "--dry-run", "--force")
    assert f"would replace {name}: " in dry.stderr
    assert target.read_text() == "mine"

    assert run(*line.split(), "--force").exit_code == Exit.DONE
    assert target.read_bytes() == made


def test_numbered_files_are_not_replaced_either(run: Run, folder: Path) -> None:
    (folder / "out-2.txt").write_text("mine")
    done = run(*FILL.split(), "--count", "2", "-o", "out.txt", "--no-clobber")
    assert done.exit_code == Exit.BAD_INPUT
    assert "out-2.txt: exists already" in done.stderr
    assert (folder / "out-2.txt").read_text() == "mine"


def test_devices_are_not_replaced_and_streams_not_files(run: Run, folder: Path) -> None:
    done = run("convert", "puzzle.ipuz", "-", "--no-clobber", "--dry-run")
    assert done.stdout.startswith("#BET#")
    if Path("/dev/null").exists():
        Path("null.svg").symlink_to("/dev/null")
        assert run("render", "puzzle.ipuz", "-o", "null.svg", "--no-clobber").exit_code == 0


def test_the_configuration_may_ask_for_the_careful_way(run: Run, folder: Path) -> None:
    (folder / "config").mkdir()
    (folder / "config" / "config.toml").write_text("force = false\n")
    line = ["convert", "puzzle.ipuz", "grid.txt"]
    assert "exists already" in run(*line).stderr
    assert run(*line, "--force").exit_code == Exit.DONE


def test_a_dry_run_refuses_what_a_real_one_would(run: Run, folder: Path) -> None:
    assert "there is no folder" in run(*FILL.split(), "-o", "no/a.puz", "--dry-run").stderr
    (folder / "a.puz").write_bytes(b"")
    (folder / "a.puz").chmod(0o444)
    assert "read-only" in run(*FILL.split(), "-o", "a.puz", "--dry-run").stderr


def test_a_dry_merge_keeps_no_history(run: Run, folder: Path) -> None:
    (folder / "out.txt").write_text("CAT;1\n")
    run("words", "merge", "mine.txt", "-o", "out.txt", "--dry-run")
    assert not (folder / "config").exists()
