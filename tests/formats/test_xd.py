"""xd: sections with and without names, headers, markup, metadata of clues; what is kept."""

from dataclasses import replace

import pytest
from helpers.puzzles import CLUES, GRID, SMALL, texts

from crosswright.errors import FormatError, FormatWarning
from crosswright.formats.files import from_bytes, to_bytes
from crosswright.grids.grid import Grid
from crosswright.puzzles.clue import Clue
from crosswright.puzzles.markup import Span
from crosswright.puzzles.parts import ClueGroup, UnplacedClue
from crosswright.puzzles.puzzle import Puzzle

XD = """\
Title: Small
Author: Setter
Editor: Ed
Copyright: 2024
Date: 1955-01-01


CAT
A#O
RUN


A1. Feline ~ CAT
A3. Hurry ~ RUN

D1. Vehicle ~ CAR
D1 ^Refs: A3
D2. Weight ~ TON
"""
WHOLE = replace(
    SMALL,
    editor="Ed",
    date="1955-01-01",
    clues={**SMALL.clues, "1D": Clue("Vehicle", references=("3A",))},
)


def changed(puzzle: Puzzle, **changes: str) -> str:
    """Write a puzzle with another title, and lose nothing."""
    data, losses = to_bytes(replace(puzzle, **(changes or {"title": "Other"})), "xd")
    assert losses == []
    return data.decode()


# -- sections -----------------------------------------------------------------------------------


def test_xd_with_and_without_section_names() -> None:
    assert from_bytes(XD.encode()) == WHOLE
    head, grid, below = XD.split("\n\n\n")
    named = f"## Grid\n{grid}\n## Clues\n{below}\n## metadata\n{head}\n## Mood\n<x>"
    puzzle = from_bytes(named.encode(), "xd")
    assert puzzle == WHOLE
    text = changed(puzzle)
    assert "Date: 1955-01-01\n" in text
    assert "D1 ^Refs: A3\n" in text
    assert text.endswith("## Mood\n<x>\n")
    assert from_bytes(XD.replace("\n", "\r\n").encode()) == WHOLE


def test_xd_without_metadata_and_with_notes() -> None:
    text = XD.partition("\n\n\n")[2] + "\n\nA note.\n\nMore.\n\n\nEnd.\n"
    puzzle = from_bytes(text.encode(), "xd")
    assert texts(puzzle) == CLUES
    assert puzzle.notes == "A note.\n\nMore.\n\n\nEnd."


def test_implicit_sections_before_a_design() -> None:
    design = "## Design\n\n<style>\nO { background: circle }\n</style>\n\nO..\n.#.\n..O\n"
    puzzle = from_bytes(f"{XD}\n\n{design}".encode())
    assert puzzle.grid.circles == {(0, 0), (2, 2)}
    assert puzzle.author == "Setter"
    assert changed(puzzle).endswith(design)


def test_across_and_down_may_be_far_apart() -> None:
    puzzle = from_bytes(XD.replace("~ RUN\n", "~ RUN\n\n\n").encode())
    assert puzzle == WHOLE


def test_meta_is_a_name_of_the_metadata() -> None:
    head, grid, below = XD.split("\n\n\n")
    text = f"## Meta\n\n{head}\n\n## Grid\n\n{grid}\n\n## Clues\n\n{below}"
    assert from_bytes(text.encode(), "xd") == WHOLE
    assert changed(WHOLE).startswith("## Metadata\n")


def test_lines_of_meta_stay_there_beside_the_metadata() -> None:
    _, grid, below = XD.split("\n\n\n")
    parts = "Title: Small", grid, "Author: Setter\nMood: sunny", below
    headings = "## Metadata", "## Grid", "## Meta", "## Clues"
    text = "\n\n".join(part for pair in zip(headings, parts, strict=True) for part in pair)
    puzzle = from_bytes(text.encode(), "xd")
    assert (puzzle.title, puzzle.author) == ("Small", "Setter")
    assert "## Meta\n\nAuthor: Other\nMood: sunny\n\n## Clues" in changed(puzzle, author="Other")
    assert changed(puzzle, date="1955").startswith(
        "## Metadata\n\nTitle: Small\nDate: 1955\n\n## G"
    )


def test_lines_of_meta_stay_there_below_sections_without_headings() -> None:
    puzzle = from_bytes(f"{XD}\n\n## Meta\n\nMood: sunny\n".encode())
    assert changed(puzzle).endswith("## Meta\n\nMood: sunny\n")


def test_metadata_without_any_header_stay() -> None:
    _, grid, below = XD.split("\n\n\n")
    text = f"## Metadata\n\nfrom an archive\n\n## Grid\n\n{grid}\n\n## Clues\n\n{below}"
    assert changed(from_bytes(text.encode(), "xd")).startswith("## Metadata\n\nfrom an archive\n")


def test_text_before_the_first_section_stays_there() -> None:
    head, grid, below = XD.split("\n\n\n")
    text = f"From an archive.\n\n## Metadata\n{head}\n## Grid\n{grid}\n## Clues\n{below}"
    puzzle = from_bytes(text.encode(), "xd")
    assert changed(puzzle).startswith("From an archive.\n\n## Metadata\n")
    _, losses = to_bytes(puzzle, "puz")
    assert "details that only xd holds: text before the first section" in map(str, losses)


def test_xd_without_a_grid_is_refused() -> None:
    with pytest.raises(FormatError, match="it has no grid"):
        from_bytes(b"## Metadata\n\nTitle: T\n", "xd")


# -- the grid -----------------------------------------------------------------------------------


def test_xd_with_dots_for_blocks() -> None:
    assert from_bytes(XD.replace("A#O", "A.O").encode()) == WHOLE
    partial = XD.replace("CAT\n", "C.T\n").replace("~ CAT", "~ C.T")
    assert from_bytes(partial.encode()).filled_grid == Grid.parse("C.T\nA#O\nRUN")


def test_xd_rebus_special_and_markup() -> None:
    text = """\
Title: T
Rebus: 1=HEART,x=QU
Special: shaded


1aT
_#x
B?N


A1. {/Sad/} {*news*} ~ HEARTAT
D2. Two\\lines ~ TQUN
A9. Nowhere ~ X
"""
    with pytest.warns(FormatWarning, match="1 clue without a slot"):
        puzzle = from_bytes(text.encode())
    assert puzzle.answers["1A"] == "HEARTAT"
    assert puzzle.grid.circles == {(0, 1), (1, 2)}
    assert puzzle.grid.voids == {(1, 0)}
    assert puzzle.solution[1, 2] == "QU"
    assert (2, 1) not in puzzle.solution
    assert texts(puzzle) == {"1A": "Sad news", "2D": "Two\nlines"}
    assert puzzle.clue("1A").markup == (Span("italic", "Sad"), " ", Span("bold", "news"))
    assert puzzle.unplaced == (UnplacedClue("Across", "9", Clue("Nowhere")),)
    again = changed(puzzle)
    for line in text.split("\n")[1:]:
        assert f"{line}\n" in again


def test_a_rebus_key_with_two_values_takes_the_first() -> None:
    text = XD.replace("Editor", "Rebus: 1=C 1=K\nEditor").replace("CAT\nA#", "1AT\nA#")
    puzzle = from_bytes(text.encode())
    assert puzzle.answers["1A"] == "CAT"
    assert "Rebus: 1=C 1=K\n" in changed(puzzle)
    _, losses = to_bytes(puzzle, "ipuz")
    assert "details that only xd holds: alternative letters" in map(str, losses)


def test_letters_at_the_start_are_given() -> None:
    puzzle = from_bytes(f"{XD}\n\n## Start\n\nC..\n.#.\n..N\n".encode())
    assert puzzle.grid.letters == {(0, 0): "C", (2, 2): "N"}
    assert changed(puzzle).endswith("## Start\n\nC..\n.#.\n..N\n")
    fewer = Puzzle(puzzle.grid.without_letters([(2, 2)]), puzzle.solution, extras=puzzle.extras)
    assert to_bytes(fewer, "xd")[0].decode().endswith("## Start\n\nC..\n.#.\n...\n")


def test_bars_and_circles_around_nothing_are_in_the_design() -> None:
    grid = Grid.parse("ABC\nDE.\n\ncircles: 1,1 2,3\nbars right: 1,2\nbars below: 1,1")
    puzzle = Puzzle.from_filled(grid)
    data, losses = to_bytes(puzzle, "xd")
    assert losses == []
    assert "L { bar-left: true }" in data.decode()
    assert from_bytes(data) == puzzle


def test_a_new_grid_keeps_the_rest() -> None:
    puzzle = from_bytes(XD.replace("Title", "Mood: sunny\nTitle").encode(), "xd")
    other = replace(puzzle, grid=GRID.with_letters({(0, 0): "B"}).without_letters(), solution={})
    data, losses = to_bytes(replace(other, solution={(0, 0): "B"}), "xd")
    assert losses == []
    text = data.decode()
    assert text.startswith("## Metadata\n\nMood: sunny\nTitle: Small\n")
    assert "\nB..\n.#.\n...\n" in text
    assert "A1. Feline ~ B..\n" in text
    assert "D1 ^Refs: A3\n" in text


# -- clues --------------------------------------------------------------------------------------


def test_nested_markup_and_links() -> None:
    line = "A1. {/The {*fat*} cat/}, {_under_} {-out-} H{~2~}O {@here | href: https://a.org/@}"
    puzzle = from_bytes(XD.replace("A1. Feline", line).encode())
    assert puzzle.clue("1A").tree == (
        Span("italic", ("The ", Span("bold", "fat"), " cat")),
        ", ",
        Span("underline", "under"),
        " ",
        Span("strike", "out"),
        " H",
        Span("sub", "2"),
        "O ",
        Span("link", "here", "https://a.org/"),
    )
    data, losses = to_bytes(replace(puzzle, extras={}), "xd")
    assert losses == []
    assert f"{line} ~ CAT\n" in data.decode()


def test_what_looks_like_markup_survives() -> None:
    for text in ("{/it/}", "back\\slash", "{", "a {\\~\\} b", "x ~ y", "{-", "a\nb"):
        puzzle = SMALL.with_clues({"1A": text})
        data, losses = to_bytes(puzzle, "xd")
        assert losses == []
        assert from_bytes(data) == puzzle


def test_hints_references_enumerations_and_links() -> None:
    clue = Clue("Feline", hint="It purrs", references=("2D",), enumeration="2-1")
    puzzle = replace(SMALL.with_clues({"1A": clue}), links=(("1D", "3A"),))
    data, losses = to_bytes(puzzle, "xd")
    assert losses == []
    assert (
        "A1. Feline ~ CAT\nA1 ^Refs: D2\nA1 ^Hint: It purrs\nA1 ^Enumeration: 2-1\n"
        in data.decode()
    )
    assert "D1 ^Continued: A3\n" in data.decode()
    again = from_bytes(data)
    assert again == puzzle
    other = again.with_clues({"1A": replace(clue, hint="It meows", references=())})
    assert "A1. Feline ~ CAT\nA1 ^Hint: It meows\nA1 ^Enum" in to_bytes(other, "xd")[0].decode()


def test_answers_are_kept_as_they_are_entered() -> None:
    for written, entered in {"ca t": "ca t", "CA-T": "CA-T", "CAT // C|AT": "C AT"}.items():
        puzzle = from_bytes(XD.replace("~ CAT", f"~ {written}").encode())
        assert puzzle.entered == {"1A": entered}
        assert f"~ {written}\n" in changed(puzzle)
    with_separator = XD.replace("Title", "SplitCharacter: +\nTitle").replace("~ CAT", "~ C+AT")
    assert from_bytes(with_separator.encode(), "xd").entered == {"1A": "C AT"}


def test_an_answer_beside_the_grid_is_named() -> None:
    puzzle = from_bytes(XD.replace("~ CAT", "~ DOG").encode())
    assert puzzle.answers["1A"] == "CAT"
    assert "A1. Feline ~ DOG\n" in changed(puzzle)
    _, losses = to_bytes(puzzle, "ipuz")
    assert "answers that differ from the grid" in str(losses)


def test_clues_without_a_letter_are_found_by_their_answers() -> None:
    text = (
        XD.replace("A1.", "1.")
        .replace("D2.", "2.")
        .replace("D1. Vehicle ~ CAR\nD1 ^Refs: A3\n", "")
    )
    puzzle = from_bytes(text.encode())
    assert texts(puzzle) == {"1A": "Feline", "2D": "Weight", "3A": "Hurry"}
    assert "\n1. Feline ~ CAT\n" in changed(puzzle)
    assert "\n2. Heavy ~ TON\n" in to_bytes(puzzle.with_clues({"2D": "Heavy"}), "xd")[0].decode()


@pytest.mark.filterwarnings("ignore::crosswright.errors.FormatWarning")
def test_groups_beyond_across_and_down() -> None:
    text = XD.replace("Title", "Cluegroup: Z=Zigzag, L=Loops\nTitle") + "Z1. There\nL2. Round ~ O\n"
    puzzle = from_bytes(text.encode(), "xd")
    assert puzzle.unplaced == (
        UnplacedClue("Zigzag", "1", Clue("There")),
        UnplacedClue("Loops", "2", Clue("Round")),
    )
    assert changed(puzzle).endswith("Z1. There\nL2. Round ~ O\n")
    data, losses = to_bytes(replace(puzzle, extras={}), "xd")
    assert losses == []
    assert from_bytes(data, "xd") == puzzle
    odd = replace(SMALL, unplaced=(UnplacedClue("Odd", "A", Clue("No number")),))
    _, losses = to_bytes(odd, "xd")
    assert [str(loss) for loss in losses] == ["clues that belong to no slot: Odd A"]


def test_clues_without_a_number_go_to_slots_in_order() -> None:
    text = XD.replace("A1.", "A.").replace("A3.", "A.").replace("D2.", "D.")
    puzzle = from_bytes(text.encode())
    assert puzzle == WHOLE
    assert "\nA. Feline ~ CAT\nA. Hurry ~ RUN\n" in changed(puzzle)
    other = puzzle.with_clues({"1A": Clue("Pet", hint="It purrs"), "2D": "Heavy"})
    data, losses = to_bytes(other, "xd", strict=True)
    assert losses == []
    assert b"\nA1. Pet ~ CAT\nA1 ^Hint: It purrs\nA. Hurry ~ RUN\n" in data
    assert from_bytes(data) == other


def test_clues_without_a_letter_or_number_go_to_slots_in_order() -> None:
    head, grid, _ = XD.split("\n\n\n")
    below = "Feline ~ CAT\nHurry ~ RUN\n\nVehicle ~ CAR\nWeight ~ TON\n"
    puzzle = from_bytes("\n\n\n".join([head, grid, below]).encode(), "xd")
    assert texts(puzzle) == texts(SMALL)


@pytest.mark.filterwarnings("ignore::crosswright.errors.FormatWarning")
@pytest.mark.parametrize("line", ["A. Too many", "D. Too many", "Too many ~ CAT"])
def test_clues_without_a_number_that_are_too_many_are_refused_when_strict(line: str) -> None:
    puzzle = from_bytes(f"{XD}{line}\n".encode())
    assert texts(puzzle) == texts(SMALL)
    assert [unplaced.clue.text for unplaced in puzzle.unplaced] == ["Too many"]
    for form in ("xd", "ipuz", "puz"):
        with pytest.raises(FormatError, match=r"no slot|without a slot"):
            to_bytes(puzzle, form, strict=True)
    assert changed(puzzle).endswith(f"\n{line}\n")


@pytest.mark.filterwarnings("ignore::crosswright.errors.FormatWarning")
def test_clues_without_a_number_never_take_the_slot_of_another() -> None:
    text = XD.replace("A1. Feline ~ CAT\nA3. Hurry ~ RUN\n", "A. Which of the two?\n")
    puzzle = from_bytes(text.encode())
    assert puzzle.unplaced == (UnplacedClue("Across", "", Clue("Which of the two?")),)
    one = puzzle.with_clues({"1A": "Feline"})
    assert from_bytes(to_bytes(one, "xd")[0]) == one
    new = replace(one, extras={})
    data, losses = to_bytes(new, "xd")
    assert (from_bytes(data, "xd"), losses) == (new, [])


@pytest.mark.filterwarnings("ignore::crosswright.errors.FormatWarning")
def test_a_clue_without_a_slot_that_would_be_read_with_an_answer_is_a_loss() -> None:
    puzzle = replace(SMALL, unplaced=(UnplacedClue("Across", "9", Clue("This ~ that")),))
    assert [*map(str, to_bytes(puzzle, "xd")[1])] == ["clues that belong to no slot: Across 9"]


def test_lists_of_clues_are_a_loss() -> None:
    puzzle = replace(SMALL, groups=(ClueGroup("All", ("1A", "1D", "2D", "3A")),))
    _, losses = to_bytes(puzzle, "xd")
    assert [str(loss) for loss in losses] == ["clue groups: All"]


def test_what_is_between_the_clues_stays_there() -> None:
    text = XD.replace("A3.", "<!-- quick -->\nA1 ^Mood: sunny\nA3.")
    puzzle = from_bytes(text.encode())
    again = changed(puzzle)
    assert "A1. Feline ~ CAT\nA1 ^Mood: sunny\n<!-- quick -->\nA3. Hurry ~ RUN\n" in again
    _, losses = to_bytes(puzzle, "ipuz")
    named = "details that only xd holds: lines between the clues, clue metadata ^mood"
    assert named in map(str, losses)


def test_enumerations_of_clues_without_a_slot_are_a_loss() -> None:
    stray = UnplacedClue("Across", "9", Clue("Nowhere", enumeration="2,3"))
    _, losses = to_bytes(replace(SMALL, unplaced=(stray,)), "xd")
    (loss,) = losses
    assert loss.what == "enumerations, hints and references of clues that belong to no slot"


def test_empty_cells_beside_signs_stay_empty() -> None:
    puzzle = Puzzle.from_filled(Grid.parse("...").with_letters({(0, 0): "-", (0, 1): "A"}), {})
    data, losses = to_bytes(puzzle, "xd")
    assert (from_bytes(data, "xd").filled_grid, losses) == (puzzle.filled_grid, [])
