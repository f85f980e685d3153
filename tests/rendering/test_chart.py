"""The chart of a comparison."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

from crosswright.limits import Status
from crosswright.rendering.chart import BARS, COLOURS, LABELS, chart
from crosswright.tracing.compare import Outcome
from crosswright.tracing.textbook import Counters, Variant

SVG = "{http://www.w3.org/2000/svg}"
BEST, WORST = Variant(), Variant(inference=False, variable="fixed", value="random")


def test_a_bar_for_each_variant_on_a_logarithmic_scale() -> None:
    outcomes = [
        Outcome(BEST, Status.FILLED, Counters(9, 1), 0.5),
        Outcome(WORST, Status.LIMIT, Counters(9_999, 8), 2.0),
    ]
    root = ET.fromstring(chart(outcomes))
    background, *bars = root.findall(f"{SVG}rect")
    assert background.attrib["fill"] == "white"
    assert [bar.attrib["fill"] for bar in bars] == [
        COLOURS[Status.FILLED],
        COLOURS[Status.LIMIT],
    ]
    lengths = [float(bar.attrib["width"]) for bar in bars]
    assert lengths == [pytest.approx(BARS / 4, abs=0.1), BARS]
    assert {bar.attrib["x"] for bar in bars} == {str(LABELS)}
    texts = [text.text for text in root.findall(f"{SVG}text")]
    assert texts == [
        "words assigned (logarithmic); backtracks; time",
        "inference, mrv, lcv",
        "9; 1; 500.0 ms",
        "no inference, fixed, random",
        ">9,999; >8; >2.00 s",
        "grey: the time ran out before a fill was found",
    ]


def test_no_note_where_every_variant_was_done() -> None:
    root = ET.fromstring(chart([Outcome(BEST, Status.IMPOSSIBLE, Counters(), 0.1)]))
    assert len(root.findall(f"{SVG}text")) == 3
    assert ET.fromstring(chart([])).findall(f"{SVG}text")
