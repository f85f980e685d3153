"""Plan files: what they say, and every mistake in one line."""

from __future__ import annotations

import datetime
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crosswright.errors import PlanError
from crosswright.series.plan import (
    Day,
    PatternSource,
    Plan,
    SearchSettings,
    SheetFile,
    Windows,
    WordSources,
)
from crosswright.series.planfile import parse, parse_draft, read_plan, template, wrong_names
from crosswright.support.records import replace

START = "version = 1\n[calendar]\nstart = 2027-01-04\npuzzles = 14\n"


def mistakes(text: str) -> list[str]:
    return [mistake.removeprefix("plan: ") for mistake in parse_draft(START + text).mistakes]


# -- what a plan says -----------------------------------------------------------------------------


def test_the_template_is_a_plan() -> None:
    plan = parse(template())
    assert plan.calendar.start == datetime.date(2027, 1, 4) and plan.calendar.puzzles == 28
    assert plan.days == (Day(min_score=60), *(Day(),) * 6)
    assert plan.windows == Windows() and plan.words == WordSources()
    assert plan.search == SearchSettings() and plan.patterns == PatternSource()


def test_every_line_of_the_template_that_is_commented_out_is_right_too() -> None:
    text = re.sub(r"^# (?=[\w-]+ = )", "", template(), flags=re.M)
    draft = parse_draft(text)
    assert [*draft.mistakes] == [
        'plan: patterns.folder: only with from = "folder"; write that, or drop the key'
    ]
    assert draft.plan.themes and draft.plan.words.own and draft.plan.outputs.site
    assert draft.plan.words.language == "en-GB" and draft.plan.patterns.window == 10
    assert draft.plan.texts.copyright == "© {year} The Gazette"


def test_the_page_shows_a_plan_and_names_every_key() -> None:
    page = (Path(__file__).parents[2] / "docs/series.md").read_text("utf-8")
    example = page.partition("```toml\n")[2].partition("```")[0]
    assert parse(example).days[6].height == 21
    table = page.partition("| table | key |")[2].partition("\n\n")[0]
    named = {*re.findall(r"`([\w-]+)`", table)}
    keys = {*re.findall(r"^(?:# )?([a-z_]+) += ", template(), re.M)}
    assert keys - {"suffix", "page"} <= named


def test_the_shortest_plan() -> None:
    plan = parse(START)
    assert plan == Plan(calendar=plan.calendar)
    assert plan.calendar.weekdays == (0, 1, 2, 3, 4, 5, 6)


def test_a_day_overrides_the_default() -> None:
    plan = parse(
        START + "[days.default]\nsize = 13\nmin_score = 40\ngoal = 0\n"
        "[days.sunday]\nsize = [21, 19]\ndifficulty = 'hard'\nwords = [100, 130]\n"
    )
    assert plan.days[:6] == (Day(height=13, width=13, min_score=40, goal=None),) * 6
    assert plan.days[6] == Day(
        height=21, width=19, min_score=40, goal=None, difficulty="hard", words=(100, 130)
    )


def test_the_end_says_how_many_puzzles_there_are() -> None:
    text = START.replace("puzzles = 14", "end = 2027-01-31\nweekdays = ['sunday', 'MONDAY']")
    assert parse(text).calendar.puzzles == 8
    assert parse(text).calendar.weekdays == (0, 6)


def test_themes_sheets_windows_and_limits() -> None:
    plan = parse(
        START + "[themes]\n2027-01-10 = ['Snow man', 'ICE']\n"
        "[windows]\n3 = 0\n10 = 5\nlonger = 9\n"
        "[search]\nnodes = 500\n"
        "[[output.sheets]]\nsuffix = '-big.pdf'\nlarge_print = true\nstudent_lines = ['name']\n"
    )
    assert plan.themes == ((datetime.date(2027, 1, 10), ("Snow man", "ICE")),)
    assert plan.windows == Windows(((3, 0), (10, 5)), longer=9)
    assert plan.search.nodes == 500 and plan.search.failures is None
    options = (("large_print", True), ("student_lines", ("name",)))
    assert plan.outputs.sheets == (SheetFile("-big.pdf", options),)


def test_every_placeholder_may_be_in_names() -> None:
    names = "{year}-{month}/{n:03} {n} {date} {weekday}"
    assert parse(f'{START}[output]\nnames = "{names}"\n').outputs.names == names


def test_paths_are_relative_to_the_file(tmp_path: Path) -> None:
    (tmp_path / "plan.toml").write_text("\ufeff" + START, "utf-8")
    assert read_plan(tmp_path / "plan.toml").base == str(tmp_path)


# -- mistakes -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "mistake"),
    [
        ("[word]\n", "word: unknown key; did you mean words?"),
        ("[words]\nlist = []\n", "words.list: unknown key; did you mean lists?"),
        (
            "[words]\nzzz = 1\n",
            "words.zzz: unknown key; choose from lists, language, ban, own, taste, lively, variety "
            "and shared_stems",
        ),
        (
            "[words]\nlively = 101\n",
            "words.lively: 101 is not a whole number from 0 to 100; write, say, lively = 70",
        ),
        (
            "[words]\nvariety = 'much'\n",
            "words.variety: 'much' is not a whole number from 0 to 100; write, say, variety = 10",
        ),
        ("[words]\nlists = 'a'\n", "words.lists: 'a' is not a list of texts; write, say, lists"),
        ("[words]\nown = 'yes'\n", "words.own: 'yes' is not true or false"),
        ("[words]\nlanguage = 3\n", "words.language: 3 is not a text; write it in quotation marks"),
        ("[days]\nsunday = 3\n", "days.sunday: 3 is not a table; write [days.sunday]"),
        ("[days.sundae]\n", "days.sundae: unknown key; did you mean sunday?"),
        ("[days.default]\nsize = 2\n", "days.default.size: a pattern has 3 to 31 rows, not 2"),
        ("[days.friday]\nsize = '15'\n", "days.friday.size: '15' is not a size; write 15, or rows"),
        ("[days.friday]\nsize = [15, true]\n", "days.friday.size: [15, True] is not a size"),
        ("[days.friday]\nstyle = 'x'\n", "days.friday.style: unknown style 'x'; choose from"),
        ("[days.friday]\nwords = [9, 1]\n", "days.friday.words: [9, 1] is not a range; write, say"),
        ("[days.friday]\nmin_score = 50.5\n", "days.friday.min_score: 50.5 is not a whole number"),
        ("[days.friday]\nmin_score = true\n", "days.friday.min_score: True is not a whole number"),
        (
            "[days.friday]\ndifficulty = 'hrd'\n",
            "days.friday.difficulty: unknown value 'hrd'; did you mean hard?",
        ),
        ("[patterns]\nfrom = 'folder'\n", "patterns.folder: missing; write, say, folder ="),
        ("[patterns]\nfolder = 'x'\n", 'patterns.folder: only with from = "folder"'),
        ("[patterns]\nfrom = 'made'\nwindow = 3\n", "patterns.window: made patterns are all new"),
        ("[windows]\n3 = 7\n", "windows.longer: missing; write, say, longer = 365"),
        ("[windows]\nlonger = 9\nfour = 7\n", "windows.four: not a length; write 1 to 64, or"),
        ("[windows]\nlonger = 9\n65 = 7\n", "windows.65: not a length"),
        ("[windows]\nlonger = 9\n3 = -1\n", "windows.3: -1 is not a whole number from 0"),
        ("[themes]\nChristmas = ['X']\n", "themes.Christmas: not a date; write, say, 2027-02-14"),
        ("[themes]\n2027-01-05 = []\n", "themes.2027-01-05: a theme without entries"),
        ("[themes]\n2027-01-05 = ['…']\n", "themes.2027-01-05: a theme without entries"),
        ("[themes]\n2027-01-03 = ['X']\n", "the calendar starts on 2027-01-04; move the theme"),
        ("[themes]\n2027-01-18 = ['X']\n", "the calendar has ended by then"),
        ("[output]\nformats = ['pdf']\n", "output.formats: 'pdf' is a drawing; write [[output.sh"),
        ("[output]\nformats = ['pzu']\n", "output.formats: .pzu: unknown suffix; choose from"),
        ("[output]\nformats = ['cfp']\n", "output.formats: "),
        ("[output]\nformats = []\n", "output.formats: no files at all"),
        ("[output]\nfolder = '.'\n", "output.folder: give the season a folder of its own"),
        ("[output]\nnames = '{day}'\n", "output.names: '{day}': unknown placeholder {day}"),
        ("[output]\nnames = '{year}'\n", "output.names: two files would be called 2027.puz; add"),
        ("[output]\nnames = '../{n}'\n", "output.names: '../1.puz' is not a name in the folder"),
        ("[output]\nnames = 'con'\n", "output.names: 'con.puz' is a device on Windows"),
        ("[output]\nnames = 'a./{n}'\n", "output.names: 'a./1.puz' ends with a dot or a space"),
        ("[output]\nnames = '/{n}'\n", "output.names: '/1.puz' is not a name in the folder"),
        ("[output]\nnames = '{n}:'\n", "output.names: '1:.puz' has a character that not every"),
        ("[output]\nnames = './{n}'\n", "output.names: './1.puz' is not a name in the folder"),
        ("[output]\nnames = 'a//{n}'\n", "output.names: 'a//1.puz' is not a name in the folder"),
        (f"[output]\nnames = '{'x' * 200}{{n}}'\n", "is too long; a name has up to 200 bytes"),
        ("[output]\nformats = ['a/b.puz']\n", "output.formats: 'a/b.puz' is not a suffix; write"),
        (
            "[[output.sheets]]\nsuffix = '/../../x.pdf'\n",
            "output.sheets[1].suffix: '/../../x.pdf' is not the end of a name; write, say, -large",
        ),
        ("[days.friday]\nsize = 65\nstyle = 'free'\n", "days.friday.size: a pattern has 3 to 31"),
        (
            "[days.friday]\nsize = 5\nstyle = 'free'\nwords = [100, 200]\n",
            "days.friday.words: a grid of 5×5 has at most 25 words, not 100",
        ),
        ("[output]\nnames = 'site/{n}'\n", "site/1.puz has a name that the season needs"),
        ("[output]\nformats = ['puz', '.PUZ']\n", "two files would be called"),
        ("[[output.sheets]]\npage = 'a4'\n", "output.sheets[1].suffix: missing; write, say"),
        ("[[output.sheets]]\nsuffix = '.doc'\n", "output.sheets[1].suffix: '.doc' does not end in"),
        (
            "[[output.sheets]]\nsuffix = '.pdf'\npage = 'a0'\n",
            "output.sheets[1].suffix: unknown pa",
        ),
        (
            "[[output.sheets]]\nsuffix = '.pdf'\nfonts = ['x']\n",
            "output.sheets[1].fonts: unknown k",
        ),
        ("[output.sheets]\nsuffix = '.pdf'\n", "output.sheets: {'suffix': '.pdf'} is not an array"),
        ("[metadata]\ntitle = '{n'\n", "metadata.title: '{n': a brace without its other half"),
        ("[search]\nlag = 0\n", "search.lag: 0 is not a whole number from 1 to 1,000"),
        ("[search]\nseconds = 3\n", "search.seconds: unknown key; "),
        ("[search]\nat_hole = 'cry'\n", "search.at_hole: unknown value 'cry'; choose from stop"),
        ('[search]\n"a\\nb" = 3\n', "search.'a\\nb': unknown key"),
    ],
)
def test_each_mistake_is_a_line_with_the_key_and_what_to_do(text: str, mistake: str) -> None:
    (line,) = mistakes(text)
    assert mistake in line
    assert line.isprintable()


@pytest.mark.parametrize(
    ("calendar", "mistake"),
    [
        ("puzzles = 3", "calendar.start: missing; write, say, start = 2027-01-04"),
        ("start = 2027-01-04", "calendar.puzzles: missing; write, say, puzzles = 28 or end ="),
        ("start = 2027-02-30T00:00:00\npuzzles = 1", "not valid TOML"),
        (
            "start = 2027-01-04T00:00:00\npuzzles = 1",
            "2027-01-04 00:00:00 is not a date; write, say",
        ),
        ("start = '4 May'\npuzzles = 1", "calendar.start: '4 May' is not a date"),
        ("start = 9999-12-31\npuzzles = 2", "calendar.start: 9999-12-31 is too far away"),
        ("start = 2027-01-04\nend = 2027-01-03", "calendar.end: 2027-01-03 is before the start"),
        ("start = 2027-01-04\nend = 9000-01-01", "is more than 10,000 puzzles away"),
        ("start = 2027-01-04\nend = 2027-01-05\npuzzles = 2", "calendar.end: puzzles says alrea"),
        ("start = 2027-01-04\nend = 2027-01-05\nweekdays = ['sunday']", "no weekday with a puzz"),
        ("start = 2027-01-04\npuzzles = 2\nweekdays = []", "calendar.weekdays: no weekday at all"),
        ("start = 2027-01-04\npuzzles = 2\nweekdays = ['Mon', 'Sunday']", "unknown 'Mon'; "),
        ("start = 2027-01-04\npuzzles = 10_001", "calendar.puzzles: 10001 is not a whole number"),
    ],
)
def test_mistakes_of_dates(calendar: str, mistake: str) -> None:
    with pytest.raises(PlanError) as caught:
        parse(f"version = 1\n[calendar]\n{calendar}\n")
    (line,) = caught.value.mistakes
    assert mistake in line and line.isprintable()


def test_all_mistakes_are_found_at_once() -> None:
    with pytest.raises(PlanError) as caught:
        parse("sed = 1\n[calendar]\nstart = 1\n[search]\nlag = 0\n", "p.toml")
    assert [line.split(": ")[:2] for line in caught.value.mistakes] == [
        ["p.toml", "version"],
        ["p.toml", "calendar.start"],
        ["p.toml", "calendar.puzzles"],
        ["p.toml", "search.lag"],
        ["p.toml", "sed"],
    ]
    assert str(caught.value).endswith(" at the top (and 4 more; see series check)")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("version = 2\nx = 1", "version 2: a newer Crosswright made this plan, and this one reads"),
        ("version = 0" + START[11:], "version: 0 is not a whole number from 1 to 1"),
        ("version = '1'" + START[11:], "version: '1' is not a whole number"),
        ("version = ", "not valid TOML: Invalid value"),
        ("x = " + "[" * 9000, "not valid TOML: "),
        ("x = " + "9" * 9000, "not valid TOML: "),
    ],
)
def test_versions_and_files_that_are_not_plans(text: str, message: str) -> None:
    with pytest.raises(PlanError) as caught:
        parse(text)
    assert message in str(caught.value) and str(caught.value).isprintable()


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "bytes.toml").write_bytes(b"name = '\xff'")
    (tmp_path / "large.toml").write_bytes(b"#" * ((1 << 20) + 1))
    (tmp_path / "folder").mkdir()
    for name in ("none.toml", "folder", "bytes.toml", "large.toml", "a\0b"):
        with pytest.raises(PlanError, match=re.escape(name)):
            read_plan(tmp_path / name)


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=2), inner),
    max_leaves=4,
)
"""What TOML can hold, and a little more."""


@settings(max_examples=40)
@given(st.data())
def test_no_value_of_any_key_is_more_than_a_mistake(data: st.DataObject) -> None:
    from crosswright.series.planfile import _plan
    from crosswright.series.sections import PlanSection

    section = data.draw(
        st.sampled_from(["calendar", "days", "patterns", "themes", "words", "windows", "history"])
        | st.sampled_from(["output", "clues", "metadata", "search", "name", "seed", "version"])
    )
    keys = st.sampled_from(
        [
            *("start", "end", "puzzles", "weekdays", "default", "from", "folder", "window", "3"),
            *("lag", "longer", "2027-01-04", "lists", "ban", "names", "formats", "sheets", "title"),
        ]
    )
    table = data.draw(st.dictionaries(keys, values, max_size=3) | values)
    found: list[str] = []
    _plan(PlanSection("", {section: table}, found), "")
    assert found


def test_no_path_is_a_file_and_a_folder() -> None:
    plan = parse(START)
    odd = replace(plan, outputs=replace(plan.outputs, sheets=(SheetFile(".puz/x.pdf"),)))
    assert wrong_names(odd) == "2027/01/2027-01-04.puz would be a file and a folder"


@pytest.mark.parametrize(
    ("source", "folder", "refused"),
    [
        ("season", "season", True),
        ("season/2026/*.puz", "season", True),
        (".", "season", True),
        ("**/*.puz", "season", True),
        ("s*/*.puz", "season", True),
        ("old", "old/2027", True),
        ("old/[0-9]*/*.puz", "old/2027", True),
        ("old", "season", False),
        ("old/*.puz", "old/2027", False),
        ("*.puz", "season", False),
        ("old-*/*.puz", "season", False),
        ("seasons", "season", False),
    ],
)
def test_a_season_is_not_made_of_itself(source: str, folder: str, refused: bool) -> None:
    text = f"{START}[history]\npuzzles = ['{source}']\n[output]\nfolder = '{folder}'\n"
    mistake = f"p: output.folder: the season is made of {source!r}; choose a folder elsewhere"
    assert parse_draft(text, "p").mistakes == ((mistake,) if refused else ())
