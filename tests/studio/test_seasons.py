"""The seasons of a folder: read only, while they run, whatever is wrong with them."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from helpers.seasons import EXPLANATION, season_on_disk
from helpers.studio import StudioClient

from crosswright.series.ledger import LEDGER, Ledger
from crosswright.series.verify import VerifyRun


@pytest.fixture
def season(root: Path) -> Path:
    """A season of six, of which five are committed, the fourth as a hole."""
    (root / "weekly").mkdir()
    return season_on_disk(root / "weekly")


def change(folder: Path, query: str, *values: Any) -> None:
    """Change a ledger as no program should."""
    with sqlite3.connect(folder / LEDGER) as database:
        database.execute(query, values)
    database.close()


def content(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_season_is_listed_and_shown(studio: StudioClient, season: Path) -> None:
    before = content(season)
    [listed] = studio.get("/api/seasons")["seasons"]
    assert (listed["path"], listed["name"], listed["planned"]) == ("weekly/season", "Small", 6)
    assert (listed["done"], listed["holes"], listed["running"]) == (4, 1, False)
    shown = studio.get("/api/season?path=weekly/season")
    assert [day["state"] for day in shown["days"]] == [*["done"] * 3, "hole", "done", "planned"]
    assert shown["days"][0]["date"] == "2027-02-26"
    assert shown["days"][3]["explanation"] == EXPLANATION
    assert shown["days"][0]["lowest"] <= shown["days"][0]["mean"]
    assert shown["days"][0]["level"] in ("easy", "medium", "hard")
    assert len(shown["weekdays"]) == 7
    assert studio.get("/api/season?path=weekly/season&number=1")["rows"] == ["CAT", "U#I", "TEE"]
    assert shown["charts"]["scores"].startswith("<svg")
    same = studio.get(f"/api/season?path=weekly/season&stamp={shown['stamp']}")
    assert same == {"stamp": shown["stamp"], "running": False}
    assert content(season) == before


def test_the_puzzle_files_of_a_season_are_not_in_the_library(
    studio: StudioClient, season: Path
) -> None:
    assert studio.get("/api/library")["files"] == []


def test_a_puzzle_opens_as_a_copy_and_saving_leaves_the_season_alone(
    studio: StudioClient, season: Path
) -> None:
    body = {"kind": "season", "path": "weekly/season", "number": 2}
    made = studio.post("/api/documents", body)
    assert made["rows"] == ["COT", "A#O", "BEE"]
    assert "A copy" in made["warnings"][0]
    assert studio.post("/api/documents", body)["id"] == made["id"]  # there is one copy of each
    days = studio.get("/api/season?path=weekly/season")["days"]
    assert [day.get("document") for day in days] == [None, made["id"], *[None] * 4]
    before = content(season)
    studio.edit(made["id"], {"op": "set_cells", "cells": [[0, 0, "D"]]})
    saved = studio.post(f"/api/documents/{made['id']}/save", {})
    assert "/" not in saved["path"]
    assert content(season) == before
    with VerifyRun(season) as run:
        assert run.result().is_faultless


def test_a_file_of_a_season_that_was_opened_itself_is_not_saved_over_unasked(
    studio: StudioClient, season: Path
) -> None:
    [path, *_] = sorted(season.rglob("*.ipuz"))
    name = f"weekly/{path.relative_to(season.parent).as_posix()}"
    made = studio.post("/api/documents", {"kind": "file", "path": name})
    studio.edit(made["id"], {"op": "set_cells", "cells": [[0, 0, "D"]]})
    before = path.read_bytes()
    refused = studio.refused("POST", f"/api/documents/{made['id']}/save", {})
    assert (refused["code"], refused["choices"]) == ("in_season", ["copy", "overwrite"])
    assert "ledger" in refused["message"]
    saved = studio.post(f"/api/documents/{made['id']}/save", {"choice": "copy"})
    assert saved["path"] == f"{path.stem}.ipuz"
    assert path.read_bytes() == before


def test_a_puzzle_without_its_file_comes_from_the_ledger(
    studio: StudioClient, season: Path
) -> None:
    for path in season.rglob("*.ipuz"):
        path.unlink()
    made = studio.post("/api/documents", {"kind": "season", "path": "weekly/season", "number": 1})
    assert made["rows"] == ["CAT", "U#I", "TEE"]
    assert made["title"] == "Small, Friday, 26 February 2027"


def test_a_file_that_was_changed_afterwards_is_named(studio: StudioClient, season: Path) -> None:
    path = sorted(season.rglob("*.ipuz"))[0]
    path.write_bytes(path.read_bytes() + b"\n")
    made = studio.post("/api/documents", {"kind": "season", "path": "weekly/season", "number": 1})
    assert any("not what the ledger knows" in note for note in made["warnings"])
    path.write_bytes(b"{")
    made = studio.post("/api/documents", {"kind": "season", "path": "weekly/season", "number": 1})
    assert made["rows"] == ["CAT", "U#I", "TEE"]


@pytest.mark.parametrize("number", [4, 6, 7])
def test_holes_and_puzzles_to_come_cannot_be_opened(
    studio: StudioClient, season: Path, number: int
) -> None:
    body = {"kind": "season", "path": "weekly/season", "number": number}
    assert studio.refused("POST", "/api/documents", body)["status"] == 404


def plan_with(season: Path, **calendar: Any) -> None:
    with Ledger.open(season) as ledger:
        plan = {**ledger.plan.as_object()}
    plan["calendar"] = {**plan["calendar"], **calendar}
    change(season, "UPDATE meta SET value = ? WHERE key = 'plan'", json.dumps(plan))


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (lambda season: (season / LEDGER).write_bytes(b"not a database" * 100), "cannot be read"),
        (lambda season: (season / LEDGER).write_bytes(b""), "nothing was committed"),
        (lambda season: change(season, "PRAGMA user_version = 9"), "a newer Crosswright"),
        (lambda season: change(season, "UPDATE puzzles SET grid = 'AB\nC'"), "damaged"),
        (
            lambda season: change(season, "UPDATE puzzles SET date = number"),
            "damaged",
        ),
        (lambda season: change(season, "DROP TABLE puzzles"), "cannot be read"),
        (lambda season: change(season, "UPDATE meta SET value = '{}'"), "damaged"),
        (lambda season: plan_with(season, weekdays=[]), "calendar makes no sense"),
        (lambda season: plan_with(season, puzzles=10**9), "calendar makes no sense"),
        (lambda season: plan_with(season, start="9999-12-30"), "damaged"),
    ],
)
def test_a_ledger_that_cannot_be_read_is_one_line(
    studio: StudioClient, season: Path, damage: Any, words: str
) -> None:
    damage(season)
    [listed] = studio.get("/api/seasons")["seasons"]
    assert listed["path"] == "weekly/season"
    assert words in listed["error"]
    assert "\n" not in listed["error"]
    refused = studio.refused("GET", "/api/season?path=weekly/season")
    assert (refused["status"], refused["message"]) == (422, listed["error"])


WRITER = """
import sqlite3, sys, os
database = sqlite3.connect(sys.argv[1], isolation_level=None)
database.execute("PRAGMA cache_size = 1")
database.execute("BEGIN IMMEDIATE")
database.execute("UPDATE puzzles SET explanation = hex(zeroblob(200000))")
print("written", flush=True)
sys.stdin.readline()
os._exit(1)
"""


def test_a_season_is_shown_while_it_is_written_and_one_that_was_killed_is_left_as_it_is(
    studio: StudioClient, season: Path
) -> None:
    with Ledger.open(season, write=True):
        assert studio.get("/api/seasons")["seasons"][0]["running"] is True
    path = season / LEDGER
    command = [sys.executable, "-c", WRITER, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as writer:
        assert writer.stdout is not None
        assert writer.stdout.readline() == b"written\n"
        writer.communicate(b"\n")
    journal = Path(f"{path}-journal")
    before = path.read_bytes(), journal.read_bytes()
    [listed] = studio.get("/api/seasons")["seasons"]
    assert "a run was killed while it wrote" in listed["error"]
    assert (path.read_bytes(), journal.read_bytes()) == before
    with Ledger.open(season) as ledger:  # as `series status` does
        assert ledger.committed == 5
    assert "error" not in studio.get("/api/seasons")["seasons"][0]


def test_no_season_outside_the_root(studio: StudioClient, season: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    elsewhere = season_on_disk(outside)
    (season.parent / "linked").symlink_to(elsewhere)
    (season.parent / "file").mkdir()
    (season.parent / "file" / LEDGER).symlink_to(elsewhere / LEDGER)
    assert [each["path"] for each in studio.get("/api/seasons")["seasons"]] == ["weekly/season"]
    inside = ("weekly", "weekly/linked", "weekly/file")
    for path in (*inside, "../outside/season", "/etc", ".crosswright"):
        assert studio.refused("GET", f"/api/season?path={path}")["status"] in (403, 404)
    query = "UPDATE files SET path = '../../../words.ipuz' WHERE path LIKE '%ipuz' AND number = 1"
    change(season, query)
    made = studio.post("/api/documents", {"kind": "season", "path": "weekly/season", "number": 1})
    assert made["rows"] == ["CAT", "U#I", "TEE"]
