"""Text grids and the structure files of the course."""

from pathlib import Path

from helpers.puzzles import SMALL

from crosswright.formats.files import read, write
from crosswright.grids.grid import Grid


def test_text_grids_and_course_files(tmp_path: Path) -> None:
    (tmp_path / "structure.txt").write_text("#___#\n#_##_\n#_\n")
    assert read(tmp_path / "structure.txt").grid.rows() == ["#...#", "#.##.", "#.###"]
    (tmp_path / "a.txt").write_bytes("\ufeffCA\r\n.#\r\n".encode())
    assert read(tmp_path / "a.txt").filled_grid == Grid.parse("CA\n.#")
    write(SMALL, tmp_path / "a.structure")
    assert (tmp_path / "a.structure").read_text() == "___\n_#_\n___\n"
    (tmp_path / "b.txt").write_bytes("CÄ".encode("utf-16"))
    assert read(tmp_path / "b.txt").solution[0, 1] == "Ä"
