"""The picture that save() draws."""

from pathlib import Path

import pytest
from helpers.course_problems import DATA, Numbers
from PIL import Image, ImageFont, ImageOps

import generate

BLACK, WHITE = (0, 0, 0), (255, 255, 255)


def picture(numbers: Numbers, path: Path) -> Image.Image:
    numbers.creator.save({numbers.top: "SIX", numbers.left: "SEVEN"}, str(path))
    with Image.open(path) as image:
        return image.convert("RGB")


def cell(image: Image.Image, i: int, j: int) -> Image.Image:
    return image.crop((100 * j, 100 * i, 100 * j + 100, 100 * i + 100))


def test_size_blocks_and_borders(numbers: Numbers, tmp_path: Path) -> None:
    image = picture(numbers, tmp_path / "out.png")
    assert image.size == (500, 500)
    assert cell(image, 0, 0).getcolors() == [(10_000, BLACK)]
    empty = cell(image, 4, 3)
    assert sorted(empty.getcolors()) == [(10_000 - 96 * 96, BLACK), (96 * 96, WHITE)]
    corners = [(1, 1), (2, 2), (97, 97), (98, 98), (1, 50), (50, 98)]
    assert [empty.getpixel(at) for at in corners] == [BLACK, WHITE, WHITE, BLACK, BLACK, BLACK]


@pytest.mark.parametrize("i, j", [(0, 1), (0, 2), (0, 3), (2, 1), (4, 1)])
def test_letters_are_in_the_middle(numbers: Numbers, tmp_path: Path, i: int, j: int) -> None:
    inside = cell(picture(numbers, tmp_path / "out.png"), i, j).crop((2, 2, 98, 98))
    left, top, right, bottom = ImageOps.invert(inside).getbbox()
    assert bottom - top > 50
    assert abs((left + right) / 2 - 48) <= 1.5
    assert abs((top + bottom) / 2 - 48) <= 1.5


@pytest.mark.parametrize("name", ["out.jpg", "out.GIF", "out.bmp", "out.webp", "out.tiff"])
def test_other_formats(numbers: Numbers, tmp_path: Path, name: str) -> None:
    image = picture(numbers, tmp_path / name)
    assert image.size == (500, 500)
    assert max(image.getpixel((50, 50))) < 10
    assert min(image.getpixel((350, 450))) > 245


def test_an_unknown_suffix_is_named(numbers: Numbers, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"out\.xyz: unknown image suffix '\.xyz'; try \.png"):
        picture(numbers, tmp_path / "out.xyz")
    assert list(tmp_path.iterdir()) == []


def test_a_format_that_cannot_hold_the_picture_is_named(numbers: Numbers, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"out\.xbm: cannot write mode RGB as XBM"):
        picture(numbers, tmp_path / "out.xbm")
    assert list(tmp_path.iterdir()) == []


def test_a_picture_too_large_for_memory_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def exhausted(*arguments: object) -> None:
        raise MemoryError

    monkeypatch.setattr(Image, "new", exhausted)
    files = [str(DATA / name) for name in ("structure0.txt", "words0.txt")]
    assert generate.run([*files, "out.png"]) == 2
    printed = capsys.readouterr()
    assert printed.out.startswith("█SIX█")
    assert printed.err == "generate.py: out.png: the grid is too large for a picture\n"


def test_a_write_that_fails_leaves_the_old_picture(
    numbers: Numbers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "out.png"
    path.write_bytes(b"the old picture")

    def full(self: Path, data: bytes) -> int:
        with self.open("wb") as file:
            file.write(data[:100])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(OSError, match="No space left"):
        picture(numbers, path)
    assert [(file.name, file.read_bytes()) for file in tmp_path.iterdir()] == [
        ("out.png", b"the old picture")
    ]


def test_a_font_in_assets_is_used(
    numbers: Numbers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert generate.FONT.relative_to(Path(generate.__file__).parent).as_posix() == (
        "assets/fonts/OpenSans-Regular.ttf"
    )
    font = tmp_path / "font.ttf"
    font.write_bytes(ImageFont.load_default(80).path.getvalue())
    monkeypatch.setattr(generate, "FONT", font)
    monkeypatch.setattr(ImageFont, "load_default", None)
    assert len(cell(picture(numbers, tmp_path / "out.png"), 0, 1).getcolors()) > 2


def test_letters_beyond_english_are_drawn_in_a_system_font(
    numbers: Numbers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ordinary, asked = ImageFont.truetype, []
    system = ImageFont.load_default(80)

    def truetype(font: object, *options: object) -> ImageFont.FreeTypeFont:
        asked.append(font)
        return system if font == generate.SYSTEM_FONTS[1] else ordinary(tmp_path / "none.ttf")

    monkeypatch.setattr(ImageFont, "truetype", truetype)
    monkeypatch.setattr(ImageFont, "load_default", lambda size: system)
    numbers.creator.save({numbers.top: "SIX"}, str(tmp_path / "out.png"))
    assert asked == [generate.FONT]
    numbers.creator.save({numbers.top: "ÉTÉ"}, str(tmp_path / "out.png"))
    assert asked[1:] == [generate.FONT, *generate.SYSTEM_FONTS[:2]]


def test_a_broken_font_in_assets_is_skipped(
    numbers: Numbers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    font = tmp_path / "font.ttf"
    font.write_text("not a font")
    monkeypatch.setattr(generate, "FONT", font)
    assert len(cell(picture(numbers, tmp_path / "out.png"), 0, 1).getcolors()) > 2
