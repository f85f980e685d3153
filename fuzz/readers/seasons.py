"""Plans of series, ledgers, and the studio's journals and files."""

from __future__ import annotations

import datetime
import sqlite3
from functools import cache, partial
from pathlib import Path

from crosswright.series.ledger import LEDGER, Ledger, LedgerEntry, LedgerFile
from crosswright.series.plan import Calendar, Plan
from crosswright.series.planfile import draft_of, template
from crosswright.studio.conversion import puzzle_of
from crosswright.studio.journal import JOURNAL, SNAPSHOT, Journal
from crosswright.studio.savefile import read_document, to_ipuz
from crosswright.studio.state import PARTS, State, empty_state
from fuzz.draw import Draw
from fuzz.readers import puzzles
from fuzz.readers.words import folder
from fuzz.target import FindingError, Target, answer, check_same

# -- plans ----------------------------------------------------------------------------------------

SHORT_PLAN = b"""version = 1
[calendar]
start = 2027-01-04
puzzles = 7
weekdays = ["mon", "wed"]
[days.mon]
size = 15
style = "american"
[[outputs.sheets]]
path = "sheets/{date}.pdf"
"""
PLAN_WORDS = (
    b"[calendar] [days.mon] [days.default] [patterns] [words] lists= [windows] [history] [clues] "
    b"[metadata] [search] [outputs] [[outputs.sheets]] [themes] 2027-01-04 [] {} = true inf nan "
    b"formats= path= {date} {number:03} size= min_score= goal= lag= source= folder= until= skip="
)


def run_plan(data: bytes) -> str:
    """Read a plan; one without mistakes survives as an object, each mistake is one line."""
    return answer(lambda: _read_plan(data))


def _read_plan(data: bytes) -> str:
    draft = draft_of(data, "plan.toml")
    for mistake in draft.mistakes:
        if "\n" in mistake or not mistake.startswith("plan.toml: "):
            raise FindingError(f"not a mistake in one line: {mistake!r}")
    if draft.mistakes:
        return f"mistakes: {[m.split(':')[1:3] for m in draft.mistakes[:2]]}"
    plan = draft.plan
    again = Plan.from_object(plan.as_object(), plan.base)
    check_same(plan.digest, again.digest, "the digest of a plan")
    return "plan"


# -- ledgers --------------------------------------------------------------------------------------


def run_ledger(data: bytes) -> str:
    """Read a ledger whose bytes are damaged."""
    place = _season()
    (place / LEDGER).write_bytes(data)
    return answer(lambda: _read_ledger(place))


def run_ledger_values(data: bytes) -> str:
    """Read a ledger whose file is sound and whose values are not."""
    place, draw = _season(), Draw(data)
    (place / LEDGER).write_bytes(ledger_seed())
    database = sqlite3.connect(place / LEDGER, isolation_level=None)
    try:
        database.execute("PRAGMA synchronous = OFF")
        for _ in range(draw.whole(1, 3)):
            _spoil(database, draw)
    finally:
        database.close()
    return answer(lambda: _read_ledger(place))


VALUES = (
    *(None, "", 0, -1, 2**62, 0.5, 1e308, b"\xff", "x" * 300, "2027-13-40", "[]", "{}", "null"),
    *('["A"]', '{"a": 1}', "[" * 50_000, "NaN", "\0", "DONE", "hole", "1", '[["A"]]', "1e999"),
)


def _spoil(database: sqlite3.Connection, draw: Draw) -> None:
    """Put an odd value somewhere, remove a row, or drop a table."""
    tables = [
        row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type='table'")
    ]
    if not tables:
        return
    table = draw.pick(sorted(tables))
    columns = [row[1] for row in database.execute(f"PRAGMA table_info({table})")]
    try:
        action = draw.whole(0, 19)
        if action == 0:
            database.execute(f"DROP TABLE {table}")
        elif action == 1:
            database.execute(f"DELETE FROM {table} WHERE rowid = 1")
        elif action == 2:
            database.execute(f"ALTER TABLE {table} DROP COLUMN {draw.pick(columns)}")
        elif action == 3:
            database.execute(f"PRAGMA user_version = {draw.odd_whole(0, 2) % 2**31}")
        else:
            rows = database.execute(f"SELECT rowid FROM {table}").fetchall() or [(1,)]
            query = f"UPDATE {table} SET {draw.pick(columns)} = ? WHERE rowid = ?"
            database.execute(query, (draw.pick(VALUES), draw.pick(rows)[0]))
    except sqlite3.Error:  # what the schema rules out
        return


def _read_ledger(place: Path) -> str:
    with Ledger.open(place) as ledger:
        parts = (
            lambda: f"{len(ledger.entries())} entries",
            lambda: f"{ledger.plan.calendar.puzzles} planned",
            lambda: f"{len(ledger.timings())} timings",
            lambda: f"{len(ledger.problems())} problems",
            lambda: f"{len(ledger.dump()) > 0} {ledger.committed} {ledger.plan_digest != ''}",
        )
        return " | ".join(map(answer, parts))


def _season() -> Path:
    place = folder() / "season"
    place.mkdir(exist_ok=True)
    for leftover in place.glob(f"{LEDGER}*"):
        leftover.unlink()
    return place


@cache
def ledger_seed() -> bytes:
    """Return a ledger with a puzzle and a hole."""
    place = _season()
    start = datetime.date(2027, 1, 1)
    plan = Plan(calendar=Calendar(start, 9), name="Daily", base="/nowhere")
    done = LedgerEntry(
        1, start, "done", "..\n..", "AT\nTO", ("AT", "TO"), 5, files=(LedgerFile("a.puz", "ab", 3),)
    )
    with Ledger.create(place, plan, "digest", "version = 1\n") as ledger:
        ledger.commit(done)
        ledger.commit(
            LedgerEntry(2, start + datetime.timedelta(1), "hole", "..\n..", explanation="No")
        )
    return (place / LEDGER).read_bytes()


# -- the studio's own files -----------------------------------------------------------------------


def run_journal(data: bytes) -> str:
    """Open a document from its journal and its snapshot, edit it, and open it again."""
    place = folder() / "document"
    place.mkdir(exist_ok=True)
    for leftover in place.iterdir():
        leftover.unlink()
    journal, _, snapshot = data.partition(b"\n=====\n")
    (place / JOURNAL).write_bytes(journal)
    if snapshot:
        (place / SNAPSHOT).write_bytes(snapshot)
    return answer(lambda: _open_journal(place))


def _open_journal(place: Path) -> str:
    journal, document = Journal.open(place)
    try:
        edit = {"op": "set_cells", "cells": [[0, 0, "A"]]}
        kind = answer(lambda: str(document.edit(document.revision, [edit]) is None))
        revision, state = document.revision, document.state
        _ = journal.last_time, journal.size
    finally:
        journal.close()
    journal, document = Journal.open(place)
    try:
        check_same((revision, state), (document.revision, document.state), "a document reopened")
        journal.snapshot(document)
    finally:
        journal.close()
    journal, document = Journal.open(place)
    journal.close()
    check_same((revision, state), (document.revision, document.state), "a document with a snapshot")
    return f"journal: {min(revision, 3)} {kind}"


@cache
def journal_seeds() -> list[bytes]:
    """Return journals with and without a snapshot, made by edits."""
    place = folder() / "made"
    journal, document = Journal.create(place, empty_state(3, 3))
    for letter in "CAT":
        edit = {"op": "set_cells", "cells": [[0, "CAT".index(letter), letter]]}
        document.edit(document.revision, [edit])
    document.edit(document.revision, [{"op": "toggle_block", "cells": [[1, 1]], "to": "block"}])
    document.edit(document.revision, [{"op": "set_clue", "slot": "1A", "text": "Pet"}])
    document.undo(document.revision)
    journal.snapshot(document)
    journal.close()
    written = (place / JOURNAL).read_bytes()
    return [written, written + b"\n=====\n" + (place / SNAPSHOT).read_bytes()]


def run_savefile(data: bytes) -> str:
    """Open a puzzle file in the studio, save it, and open what was saved."""
    names = ("a.ipuz", "a.puz", "a")
    return " | ".join(answer(partial(_open_file, data, name)) for name in names)


def _open_file(data: bytes, name: str) -> str:
    state, puzzle, format = read_document(data, name)
    if {*state} != {*PARTS}:
        raise FindingError(f"not a state: {[*state]}")
    saved, losses = to_ipuz(state, puzzle.extras)
    again, _, _ = read_document(saved, "b.ipuz")
    if not losses:
        check_same(_lasting(state), _lasting(again), "a document saved and opened")
    puzzle_of(again, pencil=True)
    return f"document: {format} {len(losses)}"


def _lasting(state: State) -> State:
    """Return what of a state a file keeps for certain."""
    return {part: state[part] for part in ("size", "cells", "bars", "rules", "lists", "theme")}


def savefile_seeds() -> list[bytes]:
    """Return saved documents."""
    state, puzzle, _ = read_document(puzzles.seeds("ipuz")[1], "a.ipuz")
    state["cells"]["0,0"] = {**state["cells"]["0,0"], "shade": "red", "note": "N"}
    state["cells"]["0,1"] = {"letter": "A", "pencil": True}
    return [to_ipuz(state, puzzle.extras)[0], *puzzles.seeds("puz")[:1]]


KEYS = b'"revision" "at" "kind" "edit" "undo" "redo" "changes" "cells" "bars" "clues" "theme" "0,0"'
KEYS += b' "across 0,0 3" "settings" "rules" "lists" "size" "state" "timeline" crosswright:studio'

TARGETS = (
    Target(
        "plan",
        "plans of series",
        run_plan,
        lambda: [SHORT_PLAN, template().encode()],
        (*PLAN_WORDS.split(b" "), b"\n"),
        60,
    ),
    Target("ledger", "ledgers, their bytes damaged", run_ledger, lambda: [ledger_seed()], (), 6),
    Target(
        "ledger-values",
        "ledgers, their values wrong",
        run_ledger_values,
        lambda: [bytes([n]) * n for n in range(9)],
        (),
        6,
    ),
    Target(
        "journal", "the studio's journals", run_journal, journal_seeds, tuple(KEYS.split(b" ")), 12
    ),
    Target(
        "savefile",
        "documents of the studio in files",
        run_savefile,
        savefile_seeds,
        tuple(KEYS.split(b" ")),
        4,
    ),
)
