"""The player for those who do not see it, or have no mouse: roles, names, focus, announcements."""

from __future__ import annotations

import pytest
from helpers.player import Open, clue, here, tree

from crosswright.puzzles.puzzle import Puzzle

FOCUSED = (
    "document.activeElement.id || document.activeElement.closest('li, .grid, details')?.className"
)


@pytest.mark.parametrize("language", ["en", "he"])
def test_everything_that_can_be_reached_has_a_role_and_a_name(
    play: Open, daily: Puzzle, language: str
) -> None:
    page = play(daily, sheet_language=language)
    for menu in page.locator("summary").all():
        menu.click()
    nodes = [node for node in tree(page) if node.get("focusable")]
    assert len(nodes) > 270
    for node in nodes:
        assert node["name"].strip(), node
        assert node["role"] in (
            *("button", "checkbox", "combobox", "textbox", "link", "DisclosureTriangle"),
            *("RootWebArea", "MenuListPopup", "menuitem", "option"),
        ), node


def test_the_grid_and_the_lists_are_what_they_look_like(play: Open, tiny: Puzzle) -> None:
    nodes = tree(play(tiny))
    roles = [node["role"] for node in nodes]
    assert (roles.count("grid"), roles.count("row"), roles.count("gridcell")) == (1, 3, 9)
    names = {node["name"] for node in nodes if node["role"] == "region"}
    assert {"Grid", "Clues", "Across", "Down"} <= names
    headings = [node["name"] for node in nodes if node["role"] == "heading"]
    assert headings == ["Tiny <Puzzle>", "Across", "Down"]
    assert "black cell" in [node["name"] for node in nodes if node["role"] == "gridcell"]
    buttons = [node["name"] for node in nodes if node["role"] == "button"]
    assert "1 Purring pet" in buttons
    assert {"Undo", "Redo", "Previous clue", "Next clue"} <= {*buttons}


def test_what_changes_is_announced(play: Open, tiny: Puzzle) -> None:
    page = play(tiny)
    live = {node["name"] or node["role"]: node.get("live") for node in tree(page)}
    assert live["status"] == "polite"
    assert page.locator("#clue").get_attribute("aria-live") == "polite"
    page.keyboard.type("cut")
    page.locator("#check summary").click()
    page.locator("[data-do=check][data-scope=word]").click()
    assert page.locator("[role=status]").inner_text() == "Wrong letters: 1."
    invalid = [node["name"] for node in tree(page) if node.get("invalid") == "true"]
    assert invalid == ["row 1, column 2"]
    page.locator(".cell input").nth(1).click()
    page.locator("#reveal summary").click()
    page.locator("[data-do=reveal][data-scope=letter]").click()
    assert here(page) == "row 1, column 2, revealed"
    assert "1 Purring pet , filled in" in [node["name"] for node in tree(page)]


def test_the_clue_is_described_to_those_who_enter_the_grid(play: Open, tiny: Puzzle) -> None:
    page = play(tiny)
    field = page.locator(".cell.here input")
    assert field.get_attribute("aria-describedby") == "clue"
    page.keyboard.press("ArrowRight")  # from here on, only changes are read out
    assert page.locator("[aria-describedby]").count() == 0
    page.locator("#pause").focus()
    field.focus()
    assert field.get_attribute("aria-describedby") == "clue"


def test_tab_reaches_everything_in_the_order_of_the_page(play: Open, tiny: Puzzle) -> None:
    page = play(tiny)
    page.locator("h1").click()
    stops = []
    for _ in range(60):
        page.keyboard.press("Tab")
        stop = page.evaluate(FOCUSED)
        if stop is None or (stops and stop == stops[0]):
            break
        stops.append(stop)
    without_repeats = [stop for n, stop in enumerate(stops) if stops[n - 1 : n] != [stop]]
    # Undo and redo have nothing to do yet; in the grid, Tab goes from clue to clue.
    assert without_repeats == [
        *("pause", "menu", "rebus", "clear", "print", "menu", "previous", "next", "grid"),
        *("number-3", "number-2"),  # the last clue of each list that was visited
    ]


def test_menus_by_keyboard(play: Open, tiny: Puzzle) -> None:
    page = play(tiny)
    page.keyboard.type("cux")
    page.locator("#check summary").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert page.locator("#status").inner_text() == "Wrong letters: 2."
    assert page.evaluate("document.activeElement.closest('.grid') !== null")
    page.locator("#settings summary").focus()
    page.keyboard.press("Space")
    assert page.locator("#settings").get_attribute("open") is not None
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    assert not page.locator("[data-setting=skip_filled]").is_checked()
    page.keyboard.press("Escape")
    assert page.locator("#settings").get_attribute("open") is None
    assert page.evaluate("document.activeElement.parentElement.id") == "settings"


def test_the_lists_of_clues_by_keyboard(play: Open, tiny: Puzzle) -> None:
    page = play(tiny)
    assert page.locator(".clues .go[tabindex='0']").count() == 2  # one for each list
    page.locator(".clues .go").first.focus()
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.textContent") == "3"
    page.keyboard.press("ArrowDown")  # there are no more
    page.keyboard.press("Enter")
    assert clue(page).startswith("3 Across")
    assert here(page) == "3, row 3, column 1"
    assert page.locator(".go[aria-current=true]").inner_text() == "3"
    page.locator(".clues .go").last.focus()
    page.keyboard.press("Home")
    page.keyboard.press("Space")
    assert clue(page) == "1 Down Milk giver"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_texts_have_enough_contrast(play: Open, tiny: Puzzle, scheme: str) -> None:
    page = play(tiny)
    page.emulate_media(color_scheme=scheme)
    page.keyboard.type("cut")
    page.locator("#check summary").click()
    page.locator("[data-do=check][data-scope=word]").click()
    ratios = page.evaluate(CONTRASTS)
    assert len(ratios) > 20
    assert [text for text, ratio in ratios if ratio < 4.5] == []


# The contrast of every visible text with what is behind it, as in WCAG 2.2, 1.4.3.
CONTRASTS = """() => {
    const parse = (colour) => colour.match(/[\\d.]+/g).map(Number);
    const light = (colour) => {
        const [red, green, blue] = parse(colour).map((part) => part / 255).map(
            (part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const behind = (element) => {
        for (let at = element; at; at = at.parentElement) {
            const colour = getComputedStyle(at).backgroundColor;
            if ((parse(colour)[3] ?? 1) > 0) return colour;
        }
        return "rgb(255, 255, 255)";
    };
    const texts = [...document.querySelectorAll("body *")].filter((element) =>
        element.checkVisibility() && !element.disabled
        && !["SCRIPT", "INPUT"].includes(element.tagName)
        && [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim()));
    return texts.map((element) => {
        const [a, b] = [light(getComputedStyle(element).color), light(behind(element))];
        return [element.textContent, (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)];
    });
}"""
