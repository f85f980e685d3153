"""The player on phones, in the dark, and for those who hear it."""

from __future__ import annotations

import pytest
from helpers.player import Open
from helpers.searches import go, positions

from crosswright.tracing.textbook import Variant
from crosswright.tracing.trace import Trace

PLAIN = Variant(False, "fixed", "alphabetical")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("runs", [1, 2])
def test_a_phone_needs_no_sideways_scrolling(
    play: Open, lesson: Trace, runs: int, scheme: str
) -> None:
    player = play(*[lesson] * runs, width=390, event=470, scheme=scheme)
    assert player.evaluate("document.documentElement.scrollWidth") <= 390
    small = player.evaluate(
        """[...document.querySelectorAll("body *")].filter((node) => node.checkVisibility()
            && [...node.childNodes].some((child) => child.nodeType === 3 && child.data.trim())
            && !node.matches(".cell *, script, style")
            && parseFloat(getComputedStyle(node).fontSize) < 15).map((node) => node.className)"""
    )
    assert small == []
    player.get_by_role("tab", name="Code").first.click()
    assert player.locator(".code .lit").first.is_visible()


def test_why_this_word_fits_into_half_a_page(play: Open, lesson: Trace) -> None:
    player = play(lesson, lesson, width=1280, event=positions(lesson, "exhausted")[0])
    cut = player.evaluate(
        """[...document.querySelectorAll(".choice table")].filter((node) => node.checkVisibility()
            && node.getBoundingClientRect().right
                > node.closest(".panel").getBoundingClientRect().right).length"""
    )
    assert cut == 0


def test_counts_and_arcs_fit_into_half_of_a_small_page(play: Open, lesson: Trace) -> None:
    page = play(lesson, lesson, width=1024, height=768, event=20)
    texts = page.locator(".count, .queue li, .queue h3, .counters")
    assert "390 words" in page.locator(".count").first.text_content()
    widths = texts.evaluate_all("all => all.map((it) => it.scrollWidth - it.clientWidth)")
    assert max(widths) <= 1


@pytest.mark.parametrize("width", [1024, 1280, 1400, 1600])
def test_the_speed_is_not_cut_off(play: Open, lesson: Trace, width: int) -> None:
    shown, needed = play(lesson, width=width).evaluate(
        """() => {
          const speed = document.getElementById("speed");
          const shown = speed.offsetWidth;
          Object.assign(speed.style, { flex: "none", width: "max-content", maxWidth: "none" });
          return [shown, speed.offsetWidth];
        }"""
    )
    assert shown >= needed


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_has_enough_contrast(play: Open, lesson: Trace, scheme: str) -> None:
    player = play(lesson, scheme=scheme)
    for position in (470, positions(lesson, "exhausted")[0], positions(lesson, "assign")[9]):
        go(player, position)
        assert player.evaluate(CONTRAST) == []


def test_controls_have_names(play: Open, lesson: Trace) -> None:
    player = play(lesson, event=470)
    names = player.locator("button, input, select").evaluate_all(
        "nodes => nodes.map((node) => node.getAttribute('aria-label') || node.innerText.trim())"
    )
    assert all(names)
    assert player.locator(".sentence p").get_attribute("aria-live") == "polite"
    player.click("#play")
    assert player.locator(".sentence p").get_attribute("aria-live") == "off"
    player.click("#play")
    tab = player.get_by_role("tab", name="Tree")
    tab.focus()
    player.keyboard.press("ArrowRight")
    assert player.get_by_role("tab", name="Log").get_attribute("aria-selected") == "true"
    assert player.evaluate("player.position") == 470


CONTRAST = """
(() => {
  const channel = (value) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  const parse = (text) => text.match(/[\\d.]+/g).map(Number);
  const luminance = ([r, g, b]) => 0.2126 * channel(r / 255) + 0.7152 * channel(g / 255)
    + 0.0722 * channel(b / 255);
  const ground = (node) => {
    for (let each = node; each; each = each.parentElement) {
      const colour = parse(getComputedStyle(each).backgroundColor);
      if (colour.length === 3 || colour[3] === 1) return colour;
    }
    return [255, 255, 255];
  };
  const hasText = (node) =>
    [...node.childNodes].some((child) => child.nodeType === 3 && child.data.trim());
  const isShown = (node) => node.checkVisibility() && !node.closest(":disabled")
    && !node.matches("script, style, option");
  return [...document.querySelectorAll("body *")].filter(hasText).filter(isShown)
    .map((node) => {
      const text = luminance(parse(getComputedStyle(node).color));
      const behind = luminance(ground(node));
      const ratio = (Math.max(text, behind) + 0.05) / (Math.min(text, behind) + 0.05);
      return [ratio, `${node.parentElement.className} ${node.className} ${ratio.toFixed(2)}`];
    })
    .filter(([ratio]) => ratio < 4.5).map(([, name]) => name);
})()
"""
