"""The strings of sheets and players: all of them, in every language, and nowhere else."""

from __future__ import annotations

import re
import string
import tomllib
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from pypdf import PdfReader

import crosswright.rendering
from crosswright.errors import RenderError
from crosswright.puzzles.puzzle import Clue, Puzzle
from crosswright.rendering import catalogue as module
from crosswright.rendering.captions import byline, imprint_of
from crosswright.rendering.catalogue import LANGUAGES, Catalogue, catalogue, guess
from crosswright.rendering.render import render

ROOM = Path(crosswright.rendering.__file__).parent
ENGLISH = Catalogue.of("en").strings


def fields(text: str) -> set[str | None]:
    return {field for _, field, _, _ in string.Formatter().parse(text)} - {None}


def test_every_file_is_a_language() -> None:
    assert [path.stem for path in sorted((ROOM / "languages").iterdir())] == sorted(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_string_with_its_values(language: str) -> None:
    text = (ROOM / "languages" / f"{language}.toml").read_text("utf-8")
    strings = tomllib.loads(text)
    assert [*strings] == [*ENGLISH]
    for key, value in strings.items():
        assert value.strip() == value != "", key
        assert fields(value) == fields(ENGLISH[key]), key


@pytest.mark.parametrize("language", sorted({*LANGUAGES} - {"en"}))
def test_every_language_is_translated(language: str) -> None:
    strings = Catalogue.of(language).strings
    same = [key for key, value in ENGLISH.items() if strings[key] == value]
    # A few words are the same in several languages: "Solution", "Pause", "Name".
    assert len(same) <= 8, same


@pytest.mark.parametrize(
    ("tag", "across"),
    [
        ("de", "Waagerecht"),
        ("de-AT", "Waagerecht"),
        ("PT_br", "Horizontais"),
        ("no", "Vannrett"),
        ("iw", "מאוזן"),
        ("xx", "Across"),
        ("", "Across"),
    ],
)
def test_tags(tag: str, across: str) -> None:
    assert Catalogue.of(tag)["across"] == across


@pytest.mark.parametrize(
    ("answers", "clue", "language"),
    [
        ("CAT", "Pet", "en"),
        ("CAFÉ", "", "en"),
        ("שלום", "", "he"),
        ("سلام", "", "ar"),
        ("ΝΑΙ", "", "el"),
        ("КОТ", "Мяукает", "ru"),
        ("КІТ", "Нявчить", "uk"),
        ("CAT", "Домашнее животное, мяукает", "ru"),
        ("日本", "", "en"),
    ],
)
def test_the_language_is_guessed_by_the_script(answers: str, clue: str, language: str) -> None:
    assert guess(Puzzle.from_filled(answers, {"1A": clue})) == language


def test_what_is_not_a_tag_does_not_become_one() -> None:
    assert Catalogue.of("pt_BR").tag == "pt-BR"
    assert Catalogue.of('de-"><script>').tag == "de"
    assert Catalogue.of("xx").tag == "en"


def test_the_option_takes_precedence() -> None:
    hebrew = Puzzle.from_filled("שלום")
    assert catalogue(hebrew, "").is_right_to_left
    assert catalogue(hebrew, "fr")["down"] == "Verticalement"
    assert not catalogue(hebrew, "fr").is_right_to_left


def test_an_unknown_sheet_language_is_refused(tiny: Puzzle) -> None:
    with pytest.raises(RenderError, match="unknown sheet language 'tlh'; choose from ar, cs"):
        render(tiny, "text", sheet_language="tlh")


@pytest.mark.parametrize(
    ("author", "line"),
    [
        ("Ada", "By Ada"),
        ("By Ada", "By Ada"),
        ("by Ada\n and Bob", "by Ada and Bob"),
        ("Byron", "By Byron"),
        (" ", ""),
    ],
)
def test_bylines(author: str, line: str) -> None:
    assert byline(Puzzle.from_filled("NO", author=author), Catalogue.of("en")) == line


def test_an_english_byline_is_translated() -> None:
    puzzle = Puzzle.from_filled("NO", author="By Ada")
    assert byline(puzzle, Catalogue.of("de")) == "Von Ada"
    assert byline(puzzle, Catalogue.of("pl")) == "Autor: Ada"


@pytest.mark.parametrize(
    ("notice", "publisher", "line"),
    [
        ("© Ada", "The Paper", "© Ada · The Paper"),
        ("© 2026 The Paper", "The Paper", "© 2026 The Paper"),
        ("", "The Paper", "The Paper"),
        ("© Ada", "", "© Ada"),
    ],
)
def test_a_publisher_is_named_once(notice: str, publisher: str, line: str) -> None:
    puzzle = Puzzle.from_filled("NO", copyright=notice, publisher=publisher)
    assert imprint_of(puzzle) == line


# -- nothing is said in other words -------------------------------------------------------------


@pytest.fixture
def masked(monkeypatch: pytest.MonkeyPatch) -> Puzzle:
    """Mask all strings of the catalogue; return a puzzle without a Latin letter or a number."""
    masks = {
        key: "·" + "".join(f"{{{field}}}" for field in sorted(map(str, fields(value))))
        for key, value in ENGLISH.items()
    }
    monkeypatch.setattr(module, "_strings", lambda language: masks)
    clues = {"1A": Clue("ברכה", draft=True), "1D": "מקום"}
    return Puzzle.from_filled("שלום\nל#ב#\nוהיד", clues, given=[(0, 0)], author="דנה", notes="הערה")


class Visible(HTMLParser):
    """Collects what a page shows or says."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = ("aria-label", "title", "placeholder", "alt", "aria-roledescription")
        self.texts += [value or "" for name, value in attrs if name in said]

    def handle_data(self, data: str) -> None:
        if self.cdata_elem is None:
            self.texts.append(data)


def words(text: str) -> list[str]:
    return re.findall(r"[A-Za-z]{2,}", text)


def test_text_sheets_say_nothing_else(masked: Puzzle) -> None:
    assert words(render(masked, "text", word_bank=True, worksheet=True).decode()) == []
    assert words(render(masked, "text", boxed=False, solution=True).decode()) == []


def test_pages_say_nothing_else(masked: Puzzle) -> None:
    for solution in (False, True):
        page = render(masked, "html", word_bank=True, worksheet=True, solution=solution).decode()
        assert words(" ".join(Visible(page).texts)) == []


def test_pictures_say_nothing_else(masked: Puzzle) -> None:
    parts = re.findall(r"<(?:title|desc)[^>]*>([^<]*)", render(masked, "svg").decode())
    assert parts and words(" ".join(parts)) == []


@pytest.mark.parametrize("kind", ["sheet", "submission"])
@pytest.mark.parametrize("large_print", [False, True])
def test_printed_sheets_say_nothing_else(
    masked: Puzzle, kind: str, large_print: bool, tmp_path: Path
) -> None:
    path = tmp_path / "sheet.pdf"
    options = {"kind": kind, "large_print": large_print, "word_bank": True, "worksheet": True}
    path.write_bytes(render(masked, "pdf", **options))  # type: ignore[arg-type]
    reader = PdfReader(path)
    assert words(" ".join(page.extract_text() for page in reader.pages)) == []
    assert reader.metadata is not None and words(reader.metadata.title or "") == []


def script_strings() -> Iterator[str]:
    for path in sorted((ROOM / "player").glob("*.js")):
        code = re.sub(r"^\s*//.*$", "", path.read_text("utf-8"), flags=re.MULTILINE)
        yield from (match[2] for match in re.finditer(r"""(["'`])((?:(?!\1).)*)\1""", code))


def test_scripts_say_nothing_else() -> None:
    sentences = [text for text in script_strings() if re.search(r"[A-Z][a-z]+[ .?!]", text)]
    assert sentences == []


def test_every_string_is_used() -> None:
    sources = "\n".join(
        path.read_text("utf-8")
        for path in sorted(ROOM.rglob("*"))
        if path.suffix in (".py", ".html", ".js") and path.name != "catalogue.py"
    )
    composed = {"across_clue", "down_clue", "across_short", "down_short"}
    composed |= {"student_name", "student_class", "student_date"}
    used = {*re.findall(r"[\"'{](\w+)[\"'}]", sources), *composed}
    assert {*ENGLISH} - used == set()


@pytest.mark.parametrize(
    "language, verb",
    [
        *(("cs", "Táhni "), ("de", "Ziehe "), ("el", "Σύρε "), ("es", "Traza "), ("fr", "Trace ")),
        *(("hu", "Húzz "), ("it", "Traccia "), ("pt", "Traça "), ("ro", "Trage ")),
        *(("ru", "Проведи "), ("tr", " çek "), ("uk", "Проведи ")),
    ],
)
def test_a_word_search_addresses_the_solver_in_one_way(language: str, verb: str) -> None:
    """The instructions above the letters and the help below them are on one page."""
    assert verb in Catalogue.of(language).strings["search_help"]
