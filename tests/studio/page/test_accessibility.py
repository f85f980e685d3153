"""The accessibility tree, the order of Tab, what is said, and the keyboard alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from helpers.studio_page import Desk, watch

FILLED = ["SAP", "ORE", "NET"]  # no word twice, so that nothing is a problem


@pytest.fixture(scope="module")
def wide(enter: Callable[..., Any], server: Any) -> Iterator[Desk]:
    """A page of its own: once asked for, its tree is kept up to date at every change."""
    page = enter()
    yield Desk(page, server, watch(page, server.origin))
    page.context.close()


@pytest.fixture
def emulate(desk: Desk) -> Iterator[Callable[..., None]]:
    """A function that has the browser prefer other colours until the test ends."""
    yield desk.page.emulate_media
    desk.page.emulate_media(color_scheme="light", forced_colors="none")


def nodes(desk: Desk) -> list[dict[str, Any]]:
    """Return the accessibility tree as the browser gives it to screen readers, as a list."""
    session = desk.page.context.new_cdp_session(desk.page)
    tree: list[dict[str, Any]] = session.send("Accessibility.getFullAXTree")["nodes"]
    session.detach()
    return [node for node in tree if not node.get("ignored")]


def role(node: dict[str, Any]) -> str:
    return str(node.get("role", {}).get("value"))


def name(node: dict[str, Any]) -> str:
    return str(node.get("name", {}).get("value", ""))


def test_the_grid_is_a_grid_of_rows_and_cells(desk: Desk) -> None:
    desk.start()
    tree = nodes(desk)
    roles = [role(node) for node in tree]
    grid = next(node for node in tree if role(node) == "grid")
    assert name(grid) == "Crossword grid, 5 rows, 5 columns"
    assert roles.count("gridcell") == 25
    assert sum(role(node) == "row" for node in tree) >= 5
    assert {"main", "banner", "contentinfo", "navigation", "complementary"} <= set(roles)


def test_labels_are_full_where_words_start(desk: Desk) -> None:
    desk.start(FILLED)
    labels = desk.page.locator(".square input").evaluate_all(
        "all => all.map((one) => one.getAttribute('aria-label'))"
    )
    assert labels[0] == (
        "S, 1 Across, 3 letters, no clue yet, 1 Down, 3 letters, no clue yet, row 1, column 1"
    )
    assert labels[1] == "A, 2 of 3 in 1 Across, 2 Down, 3 letters, no clue yet, row 1, column 2"
    assert labels[4] == "R, 2 of 3 in 4 Across, row 2, column 2"


def test_blocks_and_marks_are_named(desk: Desk) -> None:
    desk.start()
    desk.press("`", "~")
    label = desk.square(0, 0).locator("input").get_attribute("aria-label")
    assert label.endswith("circled, shaded")
    assert desk.square(0, 3).locator("input").get_attribute("aria-label") == (
        "Block, row 1, column 4"
    )


def test_one_square_is_in_the_tab_order(desk: Desk) -> None:
    desk.start()
    stops = desk.page.locator(".board [tabindex='0']")
    assert stops.count() == 1
    desk.press("ArrowRight", "ArrowRight")
    assert stops.count() == 1
    assert desk.page.evaluate("document.activeElement.tabIndex") == 0


def test_tab_goes_through_all_slots_and_out_of_the_grid(desk: Desk) -> None:
    desk.start(FILLED)
    seen = [desk.slot()]
    for _ in range(5):
        desk.press("Tab")
        seen.append(desk.slot())
    assert seen == ["1 Across", "4 Across", "5 Across", "1 Down", "2 Down", "3 Down"]
    inside = "document.querySelector('.board').contains(document.activeElement)"
    assert desk.page.evaluate(inside)
    desk.press("Tab")
    assert not desk.page.evaluate(inside)
    assert desk.page.evaluate("document.activeElement !== document.body")


def test_shift_tab_goes_back_and_out_of_the_grid(desk: Desk) -> None:
    desk.start(FILLED)
    desk.press("Tab", "Shift+Tab")
    assert desk.slot() == "1 Across"
    desk.press("Shift+Tab")
    assert not desk.page.evaluate(
        "document.querySelector('.board').contains(document.activeElement)"
    )


def test_what_happens_is_said(desk: Desk) -> None:
    desk.start()
    desk.press(".")
    desk.page.locator("#live", has_text="Block.").wait_for()
    desk.press("Control+z")
    desk.page.locator("#live", has_text="Undone").wait_for()
    assert desk.page.locator("#live").get_attribute("aria-live") == "polite"


def test_every_control_has_a_name(desk: Desk) -> None:
    document = desk.start(FILLED)
    for view in ("", "clues", "words", "export"):
        desk.open(document, view)
        nameless = [
            node
            for node in nodes(desk)
            if role(node)
            in ("button", "textbox", "searchbox", "combobox", "slider", "checkbox", "link", "tab")
            and not name(node)
        ]
        assert nameless == []


def test_fields_are_left_alone_by_password_managers(desk: Desk) -> None:
    desk.start()
    for attribute, value in (
        ("autocomplete", "off"),
        ("data-1p-ignore", ""),
        ("data-lpignore", "true"),
    ):
        fields = desk.page.locator(".board input, .clue-input, .filter input")
        assert set(
            fields.evaluate_all(f"all => all.map((one) => one.getAttribute('{attribute}'))")
        ) == {value}


def test_panels_are_tabs_by_the_pattern(desk: Desk) -> None:
    desk.start()
    fill = desk.page.get_by_role("tab", name="Fill")
    fill.focus()
    desk.press("ArrowRight")
    clues = desk.page.get_by_role("tab", name="Clues")
    assert clues.get_attribute("aria-selected") == "true"
    assert desk.page.get_by_role("tabpanel").get_attribute("aria-labelledby") == "tab-clues"
    desk.press("Escape")
    assert desk.page.evaluate("document.querySelector('.board').contains(document.activeElement)")


def test_text_has_contrast(desk: Desk, emulate: Callable[..., None]) -> None:
    desk.start(FILLED)
    for scheme in ("light", "dark"):
        emulate(color_scheme=scheme)
        for text, ground in (
            ("--ink", "--page"),
            ("--quiet", "--panel"),
            ("--good", "--panel"),
            ("--dead", "--panel"),
            ("--warn", "--panel"),
            ("--pencil", "--square"),
            ("--pencil-on-word", "--word"),
            ("--bar-quiet", "--bar"),
            ("--on-accent", "--accent"),
        ):
            ratio = desk.page.evaluate(CONTRAST, [text, ground])
            assert ratio >= 4.5, f"{text} on {ground} when {scheme}: {ratio:.2f}"


CONTRAST = """([text, ground]) => {
    const light = (name) => {
        const probe = document.createElement("i");
        probe.style.color = `var(${name})`;
        document.body.append(probe);
        const parts = getComputedStyle(probe).color.match(/[\\d.]+/g).slice(0, 3).map(Number);
        probe.remove();
        const linear = (part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
        const [r, g, b] = parts.map((part) => linear(part / 255));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const [a, b] = [light(text), light(ground)];
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}"""


def test_forced_colours_keep_blocks_and_cursor(desk: Desk, emulate: Callable[..., None]) -> None:
    desk.start()
    emulate(forced_colors="active")
    style = "(node) => getComputedStyle(node).backgroundColor"
    block = desk.square(0, 3).evaluate(style)
    here = desk.square(0, 0).evaluate(style)
    plain = desk.square(2, 2).evaluate(style)
    assert len({block, here, plain}) == 3


def test_a_puzzle_by_keyboard_alone(desk: Desk) -> None:
    """From the library to a clued word without a pointer."""
    desk.library()
    desk.page.get_by_role("button", name="Empty grid").focus()
    desk.press("Enter")
    form = desk.page.locator(".drawer form")
    form.locator("[name=height]").focus()
    desk.press("Control+a")
    desk.page.keyboard.type("5")
    desk.press("Enter")
    desk.page.locator("body[data-view=editor]").wait_for()
    desk.ready()
    assert len(desk.rows()) == 5
    desk.until("document.activeElement.closest('.board')")
    desk.page.keyboard.type("crate")
    desk.press("F2")
    desk.page.keyboard.type("Box")
    desk.press("Enter")
    assert desk.rows()[0] == "CRATE"
    desk.settled()
    desk.press("Alt+2")
    desk.page.locator("body[data-view=clues]").wait_for()
    assert desk.page.get_by_role("textbox", name="Clue of 1A").input_value() == "Box"


def test_a_region_is_selected_in_the_accessibility_tree(desk: Desk) -> None:
    desk.start(FILLED)
    desk.press("Shift+ArrowRight", "Shift+ArrowDown")
    cells = [node for node in nodes(desk) if role(node) == "gridcell"]
    selected = [
        each["value"]["value"]
        for node in cells
        for each in node["properties"]
        if each["name"] == "selected"
    ]
    assert selected == [True, True, False, True, True, False, False, False, False]


def test_the_library_and_its_forms_are_named(desk: Desk) -> None:
    desk.create(title="Named")
    desk.library()
    desk.page.get_by_role("button", name="Named,").wait_for()
    for kind in ("Empty grid", "Pattern", "Theme", "Criss-cross"):
        desk.page.get_by_role("button", name=kind).click()
        tree = nodes(desk)
        wanted = {"button", "textbox", "searchbox", "combobox", "spinbutton", "link"}
        assert [node for node in tree if role(node) in wanted and not name(node)] == []
        assert any(name(node) == f"New: {kind}" for node in tree if role(node) == "complementary")
