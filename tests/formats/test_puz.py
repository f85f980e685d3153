"""Across Lite's .puz: what real files do, each quirk in a small file made here."""

from collections.abc import Callable
from dataclasses import replace

import puz
import pytest
from helpers.puzzles import CLUES, SMALL, texts
from hypothesis import given, settings
from hypothesis import strategies as st

from crosswright.errors import FormatError, FormatWarning
from crosswright.formats.files import from_bytes, to_bytes
from crosswright.formats.puz import write
from crosswright.formats.puzsections import PuzSection
from crosswright.grids.grid import Grid
from crosswright.puzzles.clue import Clue
from crosswright.puzzles.parts import UnplacedClue
from crosswright.puzzles.puzzle import Puzzle


def puz_file(change: Callable[[puz.Puzzle], None] = lambda file: None) -> bytes:
    file = puz.Puzzle()
    file.width = file.height = 3
    file.solution, file.fill = "CATA.ORUN", "----.----"
    file.title, file.author, file.copyright = "Small", "Setter", "2024"
    file.clues = list(CLUES.values())
    change(file)
    return bytes(file.tobytes())


def test_puz_as_puzpy_writes_it() -> None:
    data = puz_file()
    assert from_bytes(data) == SMALL
    assert to_bytes(SMALL, "puz") == (data, [])


def test_puz_untouched_is_the_same_to_the_byte() -> None:
    def change(file: puz.Puzzle) -> None:
        file.preamble = b"mail header\r\n"
        file.postscript = b"\r\n"
        file.unk1, file.unk2 = b"ab", b"0123456789ab"
        file.fill = "CA--.----"
        file.extensions = {b"LTIM": b"12,1", b"RUSR": b"\0" * 9, b"ZZZZ": b"what?"}

    data = puz_file(change)
    puzzle = from_bytes(data)
    assert puzzle == replace(SMALL, progress={(0, 0): "C", (0, 1): "A"})
    assert to_bytes(puzzle, "puz") == (data, [])
    # A changed title leaves everything else in place.
    changed, losses = to_bytes(replace(puzzle, title="Other"), "puz")
    assert losses == []
    file = puz.load(changed)
    assert (file.title, file.fill, file.preamble) == ("Other", "CA--.----", b"mail header\r\n")
    assert file.extensions[b"ZZZZ"] == b"what?"
    assert list(file.extensions) == [b"LTIM", b"RUSR", b"ZZZZ"]
    # Another format says what it leaves behind.
    _, losses = to_bytes(puzzle, "ipuz")
    details = "details that only puz holds: timer, section ZZZZ, text before the puzzle"
    assert details in [str(loss) for loss in losses]


def test_puz_sections_of_one_code_all_stay() -> None:
    first, second = (bytes(PuzSection.of(b"MOOD", text)) for text in (b"sunny", b"rainy"))
    data = puz_file() + first + bytes(PuzSection.of(b"LTIM", b"")) + second
    puzzle = from_bytes(data)
    changed, losses = to_bytes(replace(puzzle, title="Other"), "puz")
    assert losses == []
    assert changed.endswith(data[len(puz_file()) :])
    assert "repeated section MOOD" in str(to_bytes(puzzle, "ipuz")[1])


@pytest.mark.parametrize(
    "rest", [b"Thanks to all who solved it.\r\n", b"MOOD\xff\xff--", b"\0" * 12]
)
def test_puz_bytes_after_the_puzzle_that_look_like_a_section_stay(rest: bytes) -> None:
    puzzle = from_bytes(puz_file() + rest)
    changed, losses = to_bytes(replace(puzzle, title="Other"), "puz")
    assert losses == []
    assert changed.endswith(b"\0" + rest)
    named = "text after the puzzle" in str(to_bytes(puzzle, "ipuz")[1])
    assert named == bool(rest.strip(b"\0"))


def test_puz_circles_of_blocks_stay() -> None:
    def change(file: puz.Puzzle) -> None:
        file.extensions[b"GEXT"] = bytes([0x80, 0, 0, 0, 0x80, 0, 0, 0, 0])

    puzzle = from_bytes(puz_file(change))
    assert puzzle.grid.circles == {(0, 0)}
    for other in (
        replace(puzzle, title="Other"),
        replace(puzzle, grid=puzzle.grid.with_circles([(2, 2)])),
    ):
        data, losses = to_bytes(other, "puz")
        assert losses == []
        assert puz.load(data).extensions[b"GEXT"][4] == 0x80
        assert from_bytes(data) == other
    assert "circles of blocks" in str(to_bytes(puzzle, "ipuz")[1])


@settings(max_examples=60)
@given(
    st.binary(min_size=0, max_size=12),
    st.dictionaries(st.sampled_from([b"LTIM", b"MOOD", b"RUSR"]), st.binary(max_size=9)),
    st.binary(min_size=14, max_size=14),
    st.binary(max_size=20),
)
@pytest.mark.filterwarnings("ignore::crosswright.errors.FormatWarning")
def test_puz_written_again_is_the_same_to_the_byte(
    marks: bytes, sections: dict[bytes, bytes], reserved: bytes, rest: bytes
) -> None:
    def change(file: puz.Puzzle) -> None:
        file.unk1, file.unk2 = reserved[:2], reserved[2:]

    data = puz_file(change)
    data += b"".join(bytes(PuzSection.of(*each)) for each in [(b"GEXT", marks), *sections.items()])
    assert write(from_bytes(data + rest, "puz"), []) == data + rest


def test_puz_reserved_bytes_stay_in_another_grid() -> None:
    def change(file: puz.Puzzle) -> None:
        file.unk1, file.unk2 = b"ab", b"0123456789ab"

    puzzle = from_bytes(puz_file(change))
    other = replace(SMALL, grid=Grid.parse("..#\n...\n#.."), solution={}, clues={})
    file = puz.load(to_bytes(replace(other, extras=puzzle.extras), "puz")[0])
    assert (file.unk1, file.unk2) == (b"ab", b"0123456789ab")


def test_puz_flags_that_nobody_knows_are_named() -> None:
    def change(file: puz.Puzzle) -> None:
        file.puzzletype = 0x0801

    puzzle = from_bytes(puz_file(change))
    assert "unknown flags of the header" in str(to_bytes(puzzle, "ipuz")[1])
    assert puz.load(to_bytes(replace(puzzle, title="Other"), "puz")[0]).puzzletype == 0x0801


def test_puz_with_a_wrong_checksum_is_read_with_a_warning() -> None:
    data = bytearray(puz_file())
    data[0] ^= 0xFF
    with pytest.warns(FormatWarning, match="global checksum does not match"):
        puzzle = from_bytes(bytes(data))
    assert puzzle == SMALL
    assert to_bytes(puzzle, "puz") == (bytes(data), [])


def test_puz_rebus_and_circles() -> None:
    def change(file: puz.Puzzle) -> None:
        file.rebus().add_rebus_squares([0], "HEART")
        file.markup().set_markup_squares([2], puz.GridMarkup.Circled)

    puzzle = from_bytes(puz_file(change))
    assert puzzle.answers["1A"] == "HEARTAT"
    assert puzzle.grid.circles == {(0, 2)}
    again = puz.load(to_bytes(replace(puzzle, extras={}), "puz")[0])
    assert again.rebus().get_rebus_solution(0) == "HEART"
    assert again.markup().get_markup_squares(puz.GridMarkup.Circled) == [2]


def test_puz_rebus_table_with_gaps() -> None:
    def change(file: puz.Puzzle) -> None:
        file.extensions = {b"GRBS": bytes([18, 3, 0, 0, 0, 0, 0, 0, 0]), b"RTBL": b"17:CLUB;x:y;"}

    assert from_bytes(puz_file(change)).answers["1A"] == "CLUBAT"


def test_puz_windows_quotes_stay_in_version_1() -> None:
    data = puz_file(lambda file: setattr(file, "title", "Don\x92t \x93go\x94"))
    puzzle = from_bytes(data)
    assert puzzle.title == "Don’t “go”"
    changed = replace(puzzle, author="“Œ”").with_clues({"1A": "50€…"})
    written, losses = to_bytes(changed, "puz")
    assert (puz.load(written).version, losses) == (b"1.3", [])
    assert b"\x9350" not in written
    assert b"50\x80\x85\0" in written
    assert from_bytes(written) == changed
    # A letter of the grid may be one of Windows too.
    grid = Puzzle.from_filled("ŒŽ", title="“One”")
    assert puz.load(to_bytes(grid, "puz")[0]).solution == "\x8c\x8e"
    assert from_bytes(to_bytes(grid, "puz")[0]) == grid


def test_puz_windows_quotes_go_along_to_version_2() -> None:
    data = puz_file(lambda file: setattr(file, "title", "Don\x92t"))
    changed = replace(from_bytes(data), author="Ж")
    written, _ = to_bytes(changed, "puz")
    assert puz.load(written).title == "Don’t"
    assert from_bytes(written) == changed


def test_puz_texts_that_are_not_changed_stay_as_they_are() -> None:
    def change(file: puz.Puzzle) -> None:
        file.notes = " One  two\r\n\r\nthree \r\n"
        file.clues = ["Two  spaces ", "Vehicle", "Weight", "Hurry"]

    puzzle = from_bytes(puz_file(change))
    assert puzzle.notes == "One  two\n\nthree"
    file = puz.load(to_bytes(replace(puzzle, title="Other  one"), "puz")[0])
    assert (file.title, file.notes) == ("Other  one", " One  two\r\n\r\nthree \r\n")
    assert file.clues[0] == "Two  spaces "
    # New notes have the line ends of the old ones.
    file = puz.load(to_bytes(replace(puzzle, notes="A\nB"), "puz")[0])
    assert file.notes == "A\r\nB"


def test_puz_without_a_version() -> None:
    for version in ("1.3", "1.2"):  # in 1.2, notes do not count for the checksum
        file = puz.load(puz_file(lambda file: setattr(file, "notes", "A note")))
        file.set_version(version)
        file.fileversion = b"\0\0\0\0"
        data = bytes(file.tobytes())
        puzzle = from_bytes(data)  # without a warning
        assert puzzle == replace(SMALL, notes="A note")
        changed, losses = to_bytes(replace(puzzle, title="Other"), "puz")
        assert (changed[24:28], losses) == (b"\0\0\0\0", [])
        assert from_bytes(changed) == replace(puzzle, title="Other")


def test_puz_whose_first_bytes_are_missing() -> None:
    with pytest.raises(FormatError, match="its first bytes are missing"):
        from_bytes(puz_file()[1:], "puz")


def test_puz_blocks_of_two_kinds_stay() -> None:
    def change(file: puz.Puzzle) -> None:
        file.solution, file.fill = "CA:A.ORUN", "--:-.----"

    puzzle = from_bytes(puz_file(change))
    assert puzzle.grid.blocks == {(0, 2), (1, 1)}
    changed = puz.load(to_bytes(replace(puzzle, title="Other"), "puz")[0])
    assert (changed.solution, changed.fill) == ("CA:A.ORUN", "--:-.----")


def test_puz_marks_of_a_solver_stay_and_are_losses_elsewhere() -> None:
    markup = bytes([0x80, 0x40, 0x20, 0x10, 0, 0xF0, 0, 0, 0])
    puzzle = from_bytes(puz_file(lambda file: file.extensions.update({b"GEXT": markup})))
    assert puzzle.grid.circles == {(0, 0), (1, 2)}
    moved = replace(puzzle, grid=puzzle.grid.with_circles([(0, 1)]))
    changed = puz.load(to_bytes(moved, "puz")[0])
    assert changed.extensions[b"GEXT"] == bytes([0, 0xC0, 0x20, 0x10, 0, 0x70, 0, 0, 0])
    _, losses = to_bytes(puzzle, "ipuz")
    assert [str(loss) for loss in losses] == [
        "details that only puz holds: marks of revealed letters, marks of wrong letters, "
        "marks of letters that were wrong"
    ]


def test_puz_details_that_do_not_fit_another_grid_are_losses() -> None:
    puzzle = from_bytes(puz_file(lambda file: file.extensions.update({b"LTIM": b"1,1"})))
    other = replace(puzzle, grid=Grid.parse("...\n...\n..#"), solution={}, clues={})
    _, losses = to_bytes(other, "puz")
    assert [str(loss) for loss in losses] == ["details of the original file: timer"]


def test_puz_with_a_solution_for_a_locked_one() -> None:
    data = puz_file(lambda file: file.lock_solution(1234))
    with pytest.warns(FormatWarning, match="solution is locked"):
        puzzle = from_bytes(data)
    solved, losses = to_bytes(replace(puzzle, solution=SMALL.solution), "puz")
    assert losses == []
    file = puz.load(solved)
    assert (file.solution, file.is_solution_locked()) == ("CATA.ORUN", False)


def test_puz_letters_beyond_latin_need_version_2() -> None:
    puzzle = Puzzle.from_filled(Grid.parse("ЖÉ"), {"1A": "Clue"}, title="Ж")
    data, losses = to_bytes(puzzle, "puz")
    assert losses == []
    assert puz.load(data).version == b"2.0"
    assert from_bytes(data) == puzzle
    latin = Puzzle.from_filled(Grid.parse("ÉA"), title="Été")
    data, _ = to_bytes(latin, "puz")
    assert puz.load(data).version == b"1.3"
    assert puz.load(data).solution == "ÉA"


def test_puz_diagramless() -> None:
    def change(file: puz.Puzzle) -> None:
        file.solution, file.fill = "CATA:ORUN", "--.-:----"
        file.puzzletype = puz.PuzzleType.Diagramless

    puzzle = from_bytes(puz_file(change))
    assert puzzle == replace(SMALL, kind="diagramless")
    changed = puz.load(to_bytes(replace(puzzle, title="Other"), "puz")[0])
    assert (changed.solution, changed.fill) == ("CATA:ORUN", "--.-:----")
    assert changed.puzzletype == puz.PuzzleType.Diagramless
    # What the solver has taken for a block is no letter, and only .puz holds it.
    assert "blocks of the solver" in str(to_bytes(puzzle, "ipuz")[1])


def test_puz_becomes_diagramless_and_back() -> None:
    puzzle = from_bytes(puz_file())
    for made in (puzzle, SMALL):
        diagramless = replace(made, kind="diagramless")
        data, losses = to_bytes(diagramless, "puz")
        file = puz.load(data)
        assert (file.solution, file.fill, losses) == ("CATA:ORUN", "----:----", [])
        assert file.puzzletype == puz.PuzzleType.Diagramless
        again = from_bytes(data)
        assert again == diagramless
        assert to_bytes(replace(again, kind="crossword"), "puz")[0] == puz_file()


def test_puz_progress_of_a_solver() -> None:
    def change(file: puz.Puzzle) -> None:
        file.fill = "Ha-\xe9.----"
        file.extensions = {b"RUSR": b"HEART" + b"\0" * 9}

    puzzle = from_bytes(puz_file(change))
    assert puzzle.progress == {(0, 0): "HEART", (0, 1): "A", (1, 0): "É"}
    progress = {**puzzle.progress, (0, 2): "QU", (1, 2): "O"}
    del progress[1, 0]
    changed = replace(puzzle, progress=progress)
    file = puz.load(to_bytes(changed, "puz")[0])
    # Letters in pencil stay what they are; what is gone is gone.
    assert (file.fill, file.extensions[b"RUSR"]) == ("HaQ-.O---", b"HEART\0\0QU\0\0\0\0\0\0\0")
    assert from_bytes(to_bytes(changed, "puz")[0]) == changed
    empty = puz.load(to_bytes(replace(puzzle, progress={}), "puz")[0])
    assert (empty.fill, b"RUSR" in empty.extensions) == ("----.----", False)
    # In UTF-8, a letter that takes two bytes moves to the section for long entries.
    wide = replace(puzzle, title="Ж")
    file = puz.load(to_bytes(wide, "puz")[0])
    assert (file.fill, file.extensions[b"RUSR"]) == (
        "Ha-X.----",
        "HEART\0\0\0É\0\0\0\0\0\0".encode(),
    )
    assert from_bytes(to_bytes(wide, "puz")[0]) == wide


def test_puz_with_more_clues_than_slots() -> None:
    def change(file: puz.Puzzle) -> None:
        file.clues = [*CLUES.values(), "One  more", "", "Two"]

    with pytest.warns(FormatWarning, match="7 clues for 4 slots"):
        puzzle = from_bytes(puz_file(change))
    assert texts(puzzle) == CLUES
    assert [unplaced.clue.text for unplaced in puzzle.unplaced] == ["One  more", "Two"]
    data, losses = to_bytes(replace(puzzle, title="Other"), "puz")
    assert (puz.load(data).clues[4:], losses) == (["One  more", "Two"], [])
    with pytest.raises(FormatError, match="belong to no slot"):
        to_bytes(puzzle, "puz", strict=True)
    # Clues of another file, which are named there, would not be found here.
    unplaced = (UnplacedClue("Across", "9", Clue("Nine")),)
    data, losses = to_bytes(replace(SMALL, unplaced=unplaced), "puz")
    assert len(puz.load(data).clues) == 4
    assert [str(loss) for loss in losses] == ["clues that belong to no slot: Across 9"]


def test_puz_locked() -> None:
    data = puz_file(lambda file: file.lock_solution(1234))
    with pytest.warns(FormatWarning, match="solution is locked"):
        puzzle = from_bytes(data)
    assert puzzle.solution == {}
    assert texts(puzzle) == CLUES
    assert to_bytes(puzzle, "puz") == (data, [])
    changed = puz.load(to_bytes(replace(puzzle, title="Other"), "puz")[0])
    assert changed.unlock_solution(1234)
    assert changed.solution == "CATA.ORUN"


def test_puz_locked_goes_to_utf_8_with_letters_of_the_solver() -> None:
    def change(file: puz.Puzzle) -> None:
        file.lock_solution(1234)
        file.fill = "É---.----"

    with pytest.warns(FormatWarning, match="solution is locked"):
        puzzle = from_bytes(puz_file(change))
    data, losses = to_bytes(replace(puzzle, title="Ж"), "puz")
    assert losses == []
    with pytest.warns(FormatWarning, match="solution is locked"):
        assert from_bytes(data) == replace(puzzle, title="Ж")
    file = puz.load(data)
    assert file.unlock_solution(1234)


def test_puz_with_clues_missing() -> None:
    data = puz_file(lambda file: setattr(file, "clues", ["Feline"]))
    with pytest.warns(FormatWarning, match="1 clue for 4 slots"):
        assert texts(from_bytes(data)) == {"1A": "Feline"}


def test_puz_with_too_many_rebus_tokens() -> None:
    tokens = [f"A{number}" for number in range(110)]
    grid = Grid(1, 110, letters={(0, x): token for x, token in enumerate(tokens)})
    data, losses = to_bytes(Puzzle.from_filled(grid), "puz")
    assert str(losses[0]).startswith("rebus cells (cut to their first letter): row 1, column 100;")
    assert from_bytes(data).solution[0, 98] == "A98"
    assert from_bytes(data).solution[0, 99] == "A"
