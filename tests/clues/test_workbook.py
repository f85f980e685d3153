"""Words and clues from Excel workbooks: as it writes them, as others do, and hostile ones."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from xml.sax.saxutils import escape

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crosswright.clues.tables import parse_table
from crosswright.clues.workbook import MAX_COLUMNS, sheet_rows
from crosswright.errors import TableError

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
LINKS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"


def zipped(parts: dict[str, str | bytes]) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return data.getvalue()


def relations(*targets: tuple[str, str]) -> str:
    items = "".join(
        f'<Relationship Id="rId{number}" Type="{LINKS}/{kind}" Target="{target}"/>'
        for number, (kind, target) in enumerate(targets, 1)
    )
    return f'<Relationships xmlns="{RELATIONS}">{items}</Relationships>'


def parts(sheet: str, strings: str = "", *, state: str = "visible") -> dict[str, str | bytes]:
    """Return the files of a workbook as Excel arranges them; `sheet` is the content of the rows."""
    sheets = (
        f'<sheet name="Old" sheetId="1" state="{state}" r:id="rId1"/>'
        '<sheet name="New" sheetId="2" r:id="rId2"/>'
    )
    book = f'<workbook xmlns="{MAIN}" xmlns:r="{LINKS}"><sheets>{sheets}</sheets></workbook>'
    rows = f'<worksheet xmlns="{MAIN}"><sheetData>{sheet}</sheetData></worksheet>'
    other = '<row r="1"><c r="A1" t="str"><v>elsewhere</v></c></row>'
    return {
        "[Content_Types].xml": "<Types/>",
        "_rels/.rels": relations(("officeDocument", "xl/workbook.xml")),
        "xl/workbook.xml": book,
        "xl/_rels/workbook.xml.rels": relations(
            ("worksheet", "worksheets/sheet1.xml"),
            ("worksheet", "/xl/worksheets/sheet2.xml"),
            ("sharedStrings", "sharedStrings.xml"),
        ),
        "xl/worksheets/sheet1.xml": rows,
        "xl/worksheets/sheet2.xml": rows.replace(sheet, other) if sheet else rows,
        "xl/sharedStrings.xml": f'<sst xmlns="{MAIN}">{strings}</sst>',
    }


def table(*rows: tuple[str, ...], shared: bool = True) -> bytes:
    """Return a workbook with these cells, their texts shared or in place."""
    texts = [text for row in rows for text in row]
    numbers = iter(range(len(texts)))
    lines = []
    for number, row in enumerate(rows, 1):
        cells = ""
        for letter, text in zip("ABCDEF", row, strict=False):
            index = next(numbers)
            cells += (
                f'<c r="{letter}{number}" t="s"><v>{index}</v></c>'
                if shared
                else f'<c r="{letter}{number}" t="inlineStr"><is><t>{escape(text)}</t></is></c>'
            )
        lines.append(f'<row r="{number}">{cells}</row>')
    strings = "".join(f"<si><t>{escape(text)}</t></si>" for text in texts)
    return zipped(parts("".join(lines), strings if shared else ""))


def pairs(data: bytes) -> list[tuple[str, str | None]]:
    return [(row.word, row.clue) for row in parse_table(data, "list")]


@pytest.mark.parametrize("shared", [True, False])
def test_a_sheet_is_a_table(shared: bool) -> None:
    data = table(
        ("Clue", "No.", "Word"),
        ("Acorns, of course; it's hard", "1", "oak"),
        ("# a comment", "", ""),
        ("", "", ""),
        ("Größe <b>", "2", "ash"),
        shared=shared,
    )
    assert pairs(data) == [("oak", "Acorns, of course; it's hard"), ("ash", "Größe <b>")]
    assert [row.line for row in parse_table(data)] == [2, 5]


def test_without_a_heading_the_word_comes_first_in_the_first_columns_that_are_used() -> None:
    assert pairs(table(("oak", "Acorns"), ("ash",))) == [("oak", "Acorns"), ("ash", None)]
    assert pairs(table(("", "oak", "Acorns"), ("", "ash", ""))) == [("oak", "Acorns"), ("ash", "")]


@pytest.mark.parametrize("numbers", ["123", ("1.", "2.", "3."), ("2", "5", "14")])
def test_a_column_of_numbers_without_a_heading_does_not_count(numbers: Sequence[str]) -> None:
    one, two, three = numbers
    data = table(
        (one, "oak", "Acorns"), ("# trees", ""), (two, "ash", "Grey, or not"), (three, "elm")
    )
    assert pairs(data) == [("oak", "Acorns"), ("ash", "Grey, or not"), ("elm", None)]
    assert [row.line for row in parse_table(data)] == [1, 3, 4]


def test_a_column_of_numbers_beside_a_list() -> None:
    assert pairs(table(("1", "oak"), ("2", "ash"))) == [("oak", None), ("ash", None)]
    numbers_as_words = [("7", "Days of a week"), ("12", "Months of a year")]
    assert pairs(table(*numbers_as_words)) == numbers_as_words
    descending = [("3", "oak", "Acorns"), ("2", "ash", "Grey")]
    assert pairs(table(*descending)) == [("3", "oak"), ("2", "ash")]
    assert pairs(table(("1", "oak", "Acorns"))) == [("1", "oak")]


def test_a_number_without_a_word_is_named() -> None:
    message = "list, row 2: no word in ''; write WORD,CLUE"
    with pytest.raises(TableError, match=message):
        pairs(table(("1", "oak", "Acorns"), ("2",), ("3", "ash", "Grey")))


def test_one_column_is_a_list() -> None:
    data = table(("oak - Acorns, of course",), ("",), ("ash - Grey",))
    assert pairs(data) == [("oak", "Acorns, of course"), ("ash", "Grey")]
    assert [row.line for row in parse_table(data)] == [1, 3]
    assert pairs(table(("oak",), ("ash",))) == [("oak", None), ("ash", None)]


def test_kinds_of_cells() -> None:
    strings = "<si><r><t>Ac</t></r><r><t>orns</t></r><rPh><t>no</t></rPh></si>"
    cells = [
        '<c t="s"><v>0</v></c>',
        '<c t="str"><f>UPPER(A1)</f><v>OAK</v></c>',
        "<c><v>42</v></c>",
        "<c><v>0.10000000000000001</v></c>",
        '<c t="b"><v>1</v></c>',
        '<c t="s"/>',
        '<c r="H1" t="str"><v>far</v></c>',
        '<c r="XFD1" t="str"><v>too far</v></c>',
        '<c r="?" t="str"><v>next</v></c>',
    ]
    ((texts, number),) = sheet_rows(zipped(parts(f"<row>{''.join(cells)}</row>", strings)))
    assert texts == ["Acorns", "OAK", "42", "0.1", "TRUE", "", "", "far", "next"]
    assert (number, len(texts) <= MAX_COLUMNS) == (1, True)


def test_a_hidden_sheet_is_passed_over() -> None:
    data = zipped(parts('<row r="1"><c t="str"><v>oak</v></c></row>', state="hidden"))
    assert pairs(data) == [("elsewhere", None)]


def test_an_error_in_a_cell_is_named() -> None:
    data = zipped(parts('<row r="7"><c r="B7" t="e"><v>#NAME?</v></c></row>'))
    assert refusal(data) == "list: row 7 has a cell with an error: #NAME?"


@pytest.mark.parametrize("index", ["1", "-1", "x", "99999999"])
def test_a_text_that_is_missing_is_named(index: str) -> None:
    row = f'<row r="3"><c t="s"><v>0</v></c><c t="s"><v>{index}</v></c></row>'
    assert refusal(zipped(parts(row, "<si><t>oak</t></si>"))) == (
        "list: row 3 has a cell whose text is missing; save it again as .xlsx or CSV"
    )


def test_shared_strings_are_found_where_they_usually_are() -> None:
    contents = parts('<row r="1"><c t="s"><v>0</v></c></row>', "<si><t>oak</t></si>")
    path = "xl/_rels/workbook.xml.rels"
    contents[path] = str(contents[path]).replace("/sharedStrings", "/other")
    assert pairs(zipped(contents)) == [("oak", None)]


def test_a_row_without_a_word_is_named() -> None:
    assert refusal(table(("oak", "Acorns"), ("", "Grey"))) == (
        "list, row 2: no word in ',Grey'; write WORD,CLUE"
    )


# -- what is not a workbook, or a hostile one -----------------------------------------------------


def refusal(data: bytes) -> str:
    with pytest.raises(TableError) as error:
        parse_table(data, "list")
    assert "\n" not in str(error.value)
    return str(error.value)


def test_other_files_are_refused() -> None:
    assert refusal(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1") == (
        "list: an old Excel workbook; save it as .xlsx or CSV"
    )
    for content in ({}, {"content.xml": "<office/>"}, {"word/document.xml": "<document/>"}):
        assert refusal(zipped(dict(content))) == (
            "list: not an Excel workbook; save it as .xlsx or CSV"
        )


def test_damaged_files_are_refused() -> None:
    whole = table(("oak", "Acorns"))
    for data in (whole[:40], whole[:-30], b"PK\3\4" + bytes(100)):
        assert refusal(data).startswith("list: its zip cannot be read: ")
    assert "is not XML" in refusal(zipped(parts("<row>") | {"xl/workbook.xml": "<workbook>"}))
    assert refusal(zipped(parts("") | {"xl/workbook.xml": "<workbook/>"})) == (
        "list: the workbook has no visible sheet"
    )


def test_hostile_files_are_refused() -> None:
    bomb = zipped(parts("") | {"xl/sharedStrings.xml": b"<sst>" + b" " * (33 << 20)})
    assert refusal(bomb) == "list: unpacks to more than 32 MiB"
    laugh = '<!DOCTYPE a [<!ENTITY b "bbbbbbbb">]><sst>&b;</sst>'
    assert "document type" in refusal(zipped(parts("") | {"xl/sharedStrings.xml": laugh}))
    rows = "<row><c/></row>" * 200_000
    assert "too many elements" in refusal(zipped(parts(rows)))
    far = zipped(parts('<row r="9999999"><c t="str"><v>oak</v></c></row>'))
    assert refusal(far) == "list: its sheet has more than 1,048,576 rows"
    many = zipped({str(number): b"" for number in range(1001)})
    assert refusal(many) == "list: its zip has more than 1000 files"


@pytest.mark.parametrize("numbers", ["5 2", "0", "-1 1", "1 1", "x", "٣", "99999999999"])
def test_rows_in_any_order(numbers: str) -> None:
    cell = '<c t="str"><v>oak</v></c>'
    rows = "".join(f'<row r="{number}">{cell}</row>' for number in numbers.split())
    assert {*pairs(zipped(parts(rows)))} == {("oak", None)}


CELL = st.builds(
    "<c r={!r} t={!r}>{}{}</c>".format,
    st.sampled_from(["A1", "B2", "ZZZ9999999", "", "1A", "a1"]),
    st.sampled_from(["s", "str", "inlineStr", "n", "b", "x", ""]),
    st.sampled_from(["", "<v>0</v>", "<v>-1</v>", "<v>1e999</v>", "<v>1.2.3</v>", "<v> oak </v>"]),
    st.sampled_from(["", "<is><t>ash</t></is>", "<is/>", "<f>A1</f>"]),
)


@settings(max_examples=50, deadline=None)
@given(st.lists(st.lists(CELL, max_size=3).map("".join), max_size=4))
def test_any_cells_are_read_or_refused_in_a_line(rows: list[str]) -> None:
    sheet = "".join(f"<row>{cells}</row>" for cells in rows)
    try:
        parse_table(zipped(parts(sheet, "<si><t>elm</t></si>")), "list")
    except TableError as error:
        assert str(error).startswith("list") and "\n" not in str(error)


def test_relations_that_lead_nowhere_or_in_circles() -> None:
    circle = relations(("officeDocument", "_rels/.rels"))
    assert "not an Excel workbook" in refusal(zipped(parts("") | {"_rels/.rels": circle}))
    away = relations(("worksheet", "../../../etc/passwd"), ("worksheet", "http://example.org/a"))
    assert refusal(zipped(parts("") | {"xl/_rels/workbook.xml.rels": away})) == (
        "list: the workbook has no visible sheet"
    )
