"""The library: documents made, found, saved and thrown away; nothing outside the root."""

from __future__ import annotations

import errno
import json
import os
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from helpers.studio import letters, op

from crosswright import Puzzle, read, write
from crosswright.studio import library as libraries
from crosswright.studio import opened as opening
from crosswright.studio.library import Library
from crosswright.studio.opened import OpenDocument
from crosswright.studio.refusals import Refusal
from crosswright.studio.savefile import EXTENSION
from crosswright.studio.state import empty_state

PUZZLE = Puzzle.from_filled("CAT\n#.#\nDOG", {"1A": "Pet"}, title="Animals")


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    library = Library(tmp_path)
    yield library
    library.close()


def new(library: Library, **options: Any) -> OpenDocument:
    return library.create(empty_state(3, 3), **options)


def edit(document: OpenDocument, *operations: dict[str, Any]) -> Any:
    return document.edit(document.document.revision, operations)


def code(action: Any, *arguments: Any, **options: Any) -> str:
    """Return the code with which something is refused."""
    with pytest.raises(Refusal) as refusal:
        action(*arguments, **options)
    return refusal.value.code


# -- documents ------------------------------------------------------------------------------------


def test_several_documents_are_there_again(tmp_path: Path) -> None:
    library = Library(tmp_path)
    identities = []
    for word in ("CAT", "DOG"):
        document = new(library)
        edit(document, letters(word))
        identities.append(document.identity)
    library.close()
    library = Library(tmp_path)
    rows = {card["id"]: card["rows"][0] for card in library.cards()}
    assert rows == dict(zip(identities, ("CAT", "DOG"), strict=True))
    assert library.open(identities[0]).document.revision == 1
    library.close()


def test_cards_are_right_after_a_kill(tmp_path: Path) -> None:
    library = Library(tmp_path)
    document = new(library)
    library.close()
    library = Library(tmp_path)
    document = library.open(document.identity)
    edit(document, letters("CAT"))
    document.journal.close()  # as if the process were killed: no card is written
    other = Library(tmp_path)
    assert other.cards()[0]["rows"][0] == "CAT"
    other.close()
    document.is_closed = True
    library.close()


def test_few_documents_are_kept_open(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(libraries, "MAX_OPEN", 3)
    documents = [new(library) for _ in range(6)]
    edit(documents[5], letters("CAT"))
    assert len(library.opened()) == 3
    assert documents[0].is_closed
    assert code(edit, documents[0], letters("X")) == "not_found"
    assert edit(library.open(documents[0].identity), letters("X"))["revision"] == 1


@pytest.mark.parametrize(
    "identity", ["", "x", "../../etc", "0" * 16, "0" * 15 + "G", "0" * 17, "..%2f", "\0"]
)
def test_forged_identities_are_not_found(library: Library, identity: str) -> None:
    assert code(library.open, identity) == "not_found"
    assert code(library.remove, identity) == "not_found"
    assert code(library.recover, identity) == "not_found"


def test_a_document_in_use_stays_open(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(libraries, "MAX_OPEN", 2)
    held = library.hold(new(library).identity)
    others = [new(library) for _ in range(4)]
    assert not held.is_closed
    library.release(held)
    new(library)
    assert held.is_closed
    assert others[0].is_closed


def test_the_trash_can_be_emptied_out_again(library: Library) -> None:
    document = new(library)
    edit(document, letters("CAT"))
    library.remove(document.identity)
    assert library.cards() == []
    assert code(library.open, document.identity) == "not_found"
    assert library.recover(document.identity).document.revision == 1
    assert len(library.cards()) == 1


def test_a_document_that_is_open_elsewhere_is_not_thrown_away(tmp_path: Path) -> None:
    first = Library(tmp_path)
    identity = new(first).identity
    first.close()
    first, second = Library(tmp_path), Library(tmp_path)
    document = first.open(identity)
    assert code(second.remove, identity) == "in_use"
    edit(document, letters("CAT"))
    first.close()
    second.remove(identity)
    assert code(second.open, identity) == "not_found"
    second.close()


def test_documents_are_found_by_title_answer_and_clue(library: Library) -> None:
    document = library.import_puzzle(PUZZLE, "animals")
    new(library)
    for text in ("animal", "cat", "pet"):
        assert [card["id"] for card in library.cards(text)] == [document.identity]
    assert library.cards("zebra") == []


def test_a_copy_has_a_life_of_its_own(library: Library) -> None:
    document = library.import_puzzle(PUZZLE, "animals")
    other = library.copy(document.identity)
    edit(other, letters("COT"))
    assert document.document.state["cells"]["0,1"]["letter"] == "A"
    assert other.about.path is None


# -- files ----------------------------------------------------------------------------------------


def test_a_document_is_saved_and_opened_again(library: Library, tmp_path: Path) -> None:
    document = library.import_puzzle(PUZZLE, "animals")
    edit(
        document,
        op("mark", cells=[[0, 0]], shade="blue", note="hm"),
        op("set_cells", cells=[[1, 1, "X"]], pencil=True),
        op("set_rules", min_score=40),
        op("set_theme", slot="1A", on=True),
        op("set_settings", symmetry="none", seed=7, lively=30),
        op("set_lists", own=False, taste="family"),
    )
    edit(document, op("set_clue", slot="2D", text="Resting"))
    edit(document, op("toggle_block", cells=[[1, 1]], to="block"))
    edit(document, op("toggle_block", cells=[[1, 1]], to="open"))
    answer = library.save(document)
    assert answer["path"] == "animals.ipuz"
    assert document.about.saved == document.document.revision
    assert read(tmp_path / "animals.ipuz").title == "Animals"
    state = document.document.state
    library.remove(document.identity)
    again, notes, is_new = library.open_file("animals.ipuz")
    assert (again.document.state, notes, is_new) == (state, [], True)


def test_a_clue_that_rests_is_saved(library: Library) -> None:
    document = library.import_puzzle(PUZZLE, "animals")
    edit(document, op("toggle_block", cells=[[0, 0]], to="block", symmetry="none"))
    library.save(document)
    state = document.document.state
    library.remove(document.identity)
    assert library.open_file("animals.ipuz")[0].document.state["clues"] == state["clues"]


def test_documents_saved_at_once_get_files_of_their_own(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    documents = [new(library) for _ in range(4)]
    ready = threading.Barrier(len(documents))
    exists = Path.exists

    def slow(path: Path) -> bool:
        found = exists(path)
        time.sleep(0)  # let others look for a name too
        return found

    monkeypatch.setattr(Path, "exists", slow)

    def save(document: OpenDocument) -> str:
        ready.wait()
        return str(library.save(document)["path"])

    with ThreadPoolExecutor(len(documents)) as pool:
        names = [*pool.map(save, documents)]
    assert len({*names}) == len(documents)


def test_a_file_is_one_document(library: Library) -> None:
    document = library.import_puzzle(PUZZLE, "animals")
    library.save(document)
    again, _, is_new = library.open_file("animals.ipuz")
    assert (again, is_new) == (document, False)


def test_what_other_programs_wrote_stays_in_the_file(library: Library, tmp_path: Path) -> None:
    path = tmp_path / "a.ipuz"
    write(PUZZLE, path)
    path.write_text(path.read_text().replace('"version"', '"com.example:mood": "good", "version"'))
    document = library.open_file("a.ipuz")[0]
    edit(document, letters("COT"))
    library.save(document)
    text = path.read_text()
    assert "com.example:mood" in text
    assert EXTENSION in text
    assert read(path).answers["1A"] == "COT"


@pytest.mark.parametrize("suffix", [".puz", ".jpz", ".xd", ".ipuz", ".exolve", ".txt", ".across"])
def test_every_format_is_imported(library: Library, tmp_path: Path, suffix: str) -> None:
    write(PUZZLE, tmp_path / f"a{suffix}")
    document, _ = library.import_data((tmp_path / f"a{suffix}").read_bytes(), f"a{suffix}")
    assert document.card()["rows"] == ["CAT", "#.#", "DOG"]


def test_a_file_of_another_format_is_not_written_over(library: Library, tmp_path: Path) -> None:
    write(PUZZLE, tmp_path / "a.puz")
    before = (tmp_path / "a.puz").read_bytes()
    document = library.open_file("a.puz")[0]
    edit(document, letters("COT"))
    assert library.save(document)["path"] == "animals.ipuz"
    assert code(library.save, document, "a.puz") == "invalid"
    assert (tmp_path / "a.puz").read_bytes() == before


def test_a_file_changed_meanwhile_is_not_written_over(library: Library, tmp_path: Path) -> None:
    document = library.import_puzzle(PUZZLE, "animals")
    library.save(document)
    path = tmp_path / "animals.ipuz"
    write(Puzzle.from_filled("COW\n#.#\nDOG", title="Theirs"), path)
    theirs = path.read_bytes()
    edit(document, letters("COT"))
    with pytest.raises(Refusal) as refusal:
        library.save(document)
    assert refusal.value.code == "changed_on_disk"
    assert refusal.value.details["choices"] == ["overwrite", "reload"]
    assert path.read_bytes() == theirs
    library.save(document, choice="reload")
    assert document.card()["rows"][0] == "COW"
    document.undo(document.document.revision)
    assert document.card()["rows"][0] == "COT"
    library.save(document)
    assert read(path).answers["1A"] == "COT"


def test_overwriting_is_a_choice(library: Library, tmp_path: Path) -> None:
    document = library.import_puzzle(PUZZLE, "animals")
    library.save(document)
    (tmp_path / "animals.ipuz").write_text("mine now")
    library.save(document, choice="overwrite")
    assert read(tmp_path / "animals.ipuz").title == "Animals"


def test_a_file_that_is_gone_is_written_again(library: Library, tmp_path: Path) -> None:
    document = library.import_puzzle(PUZZLE, "animals")
    library.save(document)
    (tmp_path / "animals.ipuz").unlink()
    library.save(document)
    assert (tmp_path / "animals.ipuz").exists()


def test_a_foreign_file_is_not_written_over(library: Library, tmp_path: Path) -> None:
    (tmp_path / "animals.ipuz").write_text("not ours")
    document = library.import_puzzle(PUZZLE, "animals")
    assert library.save(document)["path"] == "animals-2.ipuz"
    assert code(library.save, document, "animals.ipuz") == "exists"
    assert (tmp_path / "animals.ipuz").read_text() == "not ours"
    assert library.save(document, "sub/other.ipuz")["path"] == "sub/other.ipuz"


def test_what_is_not_text_in_a_file_does_no_harm_to_saving(
    library: Library, tmp_path: Path
) -> None:
    write(PUZZLE, tmp_path / "a.ipuz")
    document = json.loads((tmp_path / "a.ipuz").read_text())
    (tmp_path / "a.ipuz").write_text(json.dumps({**document, "odd": "\ud800"}))
    opened = library.open_file("a.ipuz")[0]
    edit(opened, letters("COT"))
    library.save(opened)
    assert json.loads((tmp_path / "a.ipuz").read_text())["odd"] == "\ud800"


def test_what_is_odd_about_a_file_is_told_once(
    library: Library, tmp_path: Path, recwarn: pytest.WarningsRecorder
) -> None:
    write(PUZZLE, tmp_path / "a.puz")
    data = bytearray((tmp_path / "a.puz").read_bytes())
    data[-2] ^= 1
    data[14] ^= 1  # the checksum of the header
    document, notes = library.import_data(bytes(data), "a.puz")
    assert notes
    assert document.extras()
    assert not recwarn


def test_a_broken_file_is_refused(library: Library, tmp_path: Path) -> None:
    (tmp_path / "a.ipuz").write_text("{")
    with pytest.raises(ValueError, match=r"a\.ipuz"):
        library.open_file("a.ipuz")
    assert code(library.open_file, "b.ipuz") == "not_found"
    assert library.cards() == []


@pytest.mark.parametrize("key", ["cells", "rules", "lists", "settings", "theme", "clues"])
@pytest.mark.parametrize("value", [None, 7, [7], {"x": 7}, {"0,0": {"pencil": 7, "note": 7}}, "x"])
def test_an_extension_that_was_tampered_with_is_ignored(
    library: Library, key: str, value: object
) -> None:
    import json

    data = json.dumps(
        {
            "version": "http://ipuz.org/v2",
            "kind": ["http://ipuz.org/crossword#1"],
            "dimensions": {"width": 2, "height": 2},
            "puzzle": [[1, 2], [3, 0]],
            "solution": [["A", 0], ["C", "D"]],
            EXTENSION: {"version": 1, key: value},
        }
    ).encode()
    document, _ = library.import_data(data, "a.ipuz")
    assert document.card()["rows"] == ["A.", "CD"]
    edit(document, letters("B", 0, 1))


# -- faults ---------------------------------------------------------------------------------------


def test_no_document_is_a_device_on_windows(tmp_path: Path) -> None:
    library = Library(tmp_path)
    document = library.import_puzzle(PUZZLE, "animals")
    assert code(library.save, document, "nul.ipuz", "overwrite") == "invalid"
    library.close()


@pytest.mark.parametrize(
    "path",
    [
        "../a.ipuz",
        "/etc/passwd",
        "sub/../../a.ipuz",
        "..\\a.ipuz",
        "C:\\a.ipuz",
        ".crosswright/documents/x.ipuz",
        ".hidden.ipuz",
        "link/a.ipuz",
        "linked.ipuz",
        "loop/a.ipuz",
    ],
)
def test_nothing_outside_the_root_is_read_or_written(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, path: str
) -> None:
    outside = tmp_path_factory.mktemp("outside")
    write(PUZZLE, outside / "a.ipuz")
    (tmp_path / "link").symlink_to(outside)
    (tmp_path / "linked.ipuz").symlink_to(outside / "a.ipuz")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    before = (outside / "a.ipuz").read_bytes()
    library = Library(tmp_path)
    document = library.import_puzzle(PUZZLE, "animals")
    assert code(library.open_file, path) == "outside_root"
    assert code(library.save, document, path, "overwrite") == "outside_root"
    assert (outside / "a.ipuz").read_bytes() == before
    assert library.files() == []
    library.close()


@pytest.mark.parametrize("name", ["about.json", "card.json", "lock", "snapshot.json", "origin"])
def test_a_document_with_links_is_not_opened(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, name: str
) -> None:
    outside = tmp_path_factory.mktemp("outside") / "precious"
    outside.write_text("precious")
    library = Library(tmp_path)
    identity = new(library).identity
    library.close()
    path = tmp_path / libraries.HIDDEN / "documents" / identity / name
    path.unlink(missing_ok=True)
    path.symlink_to(outside)
    library = Library(tmp_path)
    assert code(library.open, identity) == "outside_root"
    assert library.cards() == []
    library.close()
    assert outside.read_text() == "precious"


@pytest.mark.parametrize("name", ["", "documents", "trash"])
def test_the_hidden_folder_is_inside_the_root(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, name: str
) -> None:
    outside = tmp_path_factory.mktemp("outside")
    link = tmp_path / libraries.HIDDEN / name
    link.parent.mkdir(exist_ok=True)
    link.symlink_to(outside)
    library = Library(tmp_path)
    if name == "trash":
        assert code(library.remove, new(library).identity) == "outside_root"
    else:
        assert code(new, library) == "outside_root"
    library.close()
    assert not any(outside.iterdir())


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
@pytest.mark.parametrize("name", ["about.json", "card.json", "snapshot.json"])
def test_a_pipe_in_a_document_keeps_nobody_waiting(tmp_path: Path, name: str) -> None:
    library = Library(tmp_path)
    identity = new(library).identity
    library.close()
    path = tmp_path / libraries.HIDDEN / "documents" / identity / name
    path.unlink(missing_ok=True)
    os.mkfifo(path)
    library = Library(tmp_path)
    assert library.cards() == []
    assert code(library.open, identity) == "outside_root"
    library.close()


def test_a_link_inside_the_root_is_followed(library: Library, tmp_path: Path) -> None:
    write(PUZZLE, tmp_path / "a.ipuz")
    (tmp_path / "b.ipuz").symlink_to("a.ipuz")
    document = library.open_file("b.ipuz")[0]
    assert document.about.path == "a.ipuz"


def test_strange_paths_are_refused(library: Library) -> None:
    for path in ("", "a\0b.ipuz", "x" * 2000):
        assert code(library.open_file, path) == "invalid"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
@pytest.mark.parametrize("make", [os.mkdir, getattr(os, "mkfifo", None)])
def test_what_takes_the_place_of_a_file_is_left_alone(
    library: Library, tmp_path: Path, make: Any
) -> None:
    document = library.import_puzzle(PUZZLE, "animals")
    library.save(document)
    (tmp_path / "animals.ipuz").unlink()
    make(tmp_path / "animals.ipuz")
    assert code(library.save, document) == "impossible"
    assert code(library.save, document, choice="overwrite") == "impossible"
    assert code(library.save, document, choice="reload") == "not_found"
    assert library.save(document, "other.ipuz")["path"] == "other.ipuz"


@pytest.mark.skipif(sys.platform != "linux", reason="names are bytes there")
def test_a_name_that_is_not_text_is_refused(library: Library, tmp_path: Path) -> None:
    write(PUZZLE, tmp_path / "a.ipuz")
    odd = os.fsdecode(b"a\xff.ipuz")
    (tmp_path / "a.ipuz").rename(tmp_path / odd)
    assert library.files() == []
    assert code(library.open_file, odd) == "invalid"


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="needs permissions that count")
def test_a_read_only_folder_is_said_to_be_one(tmp_path: Path) -> None:
    library = Library(tmp_path)
    tmp_path.chmod(0o500)
    try:
        assert code(new, library) == "read_only"
        assert library.cards() == []
    finally:
        tmp_path.chmod(0o700)
        library.close()


@pytest.mark.parametrize("number", [errno.EACCES, errno.EROFS, errno.ENOSPC])
def test_a_library_that_cannot_be_written_says_why(
    library: Library, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(Path, "mkdir", fail)
    assert code(new, library) == ("disk_full" if number == errno.ENOSPC else "read_only")
    assert library.cards() == []


@pytest.mark.parametrize(
    ("number", "expected"), [(errno.EROFS, "read_only"), (errno.ENOSPC, "disk_full")]
)
def test_a_save_that_fails_says_why_and_changes_nothing(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, expected: str
) -> None:
    document = library.import_puzzle(PUZZLE, "animals")
    library.save(document)
    edit(document, letters("COT"))
    before = (tmp_path / "animals.ipuz").read_bytes()

    def fail(*_: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(libraries, "write_atomically", fail)
    assert code(library.save, document) == expected
    monkeypatch.undo()
    assert (tmp_path / "animals.ipuz").read_bytes() == before
    assert document.about.saved == 0
    library.save(document)


def test_of_a_document_that_cannot_be_made_nothing_stays(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    for module, name in ((opening, "write_atomically"), (os, "write")):
        with monkeypatch.context() as patch:
            patch.setattr(module, name, full)
            assert code(new, library) == "disk_full"
    assert library.identities() == []
    assert [*(tmp_path / libraries.HIDDEN / "documents").iterdir()] == []


@pytest.mark.parametrize("damage", [
    {"card.json": "{}"},
    {"card.json": "[1]"},
    {"journal.jsonl": ""},
    {"journal.jsonl": "\0" * 5000},
    {"journal.jsonl": '{"state": 1}\n', "card.json": "["},
    {"about.json": "[]", "card.json": ""},
])  # fmt: skip
def test_a_damaged_document_does_not_hide_the_others(
    tmp_path: Path, damage: dict[str, str]
) -> None:
    library = Library(tmp_path)
    damaged, whole = new(library).identity, new(library).identity
    library.close()
    for name, content in damage.items():
        (tmp_path / libraries.HIDDEN / "documents" / damaged / name).write_text(content)
    (tmp_path / libraries.HIDDEN / "documents" / ("0" * 16)).write_text("no folder")
    library = Library(tmp_path)
    assert whole in [card["id"] for card in library.cards()]
    assert library.files() == []
    library.close()
