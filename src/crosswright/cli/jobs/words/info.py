"""The work of `crosswright words info`."""

from __future__ import annotations

import math
from dataclasses import asdict
from typing import Any

from crosswright.cli.commands.words.info import WordsInfoRequest
from crosswright.cli.exits import Exit
from crosswright.cli.results import print_json
from crosswright.cli.terminal import print_text
from crosswright.words.tools.info import BAND_NAMES, ListInfo, chart, describe


def run(request: WordsInfoRequest) -> Exit:
    """Print the figures of the list."""
    words = request.lists.load(request.mode.console)
    info = describe(words)
    if request.mode.json:
        print_json({**info_object(info), "skipped": words.skipped_count})
    else:
        print_text(chart(info))
    return Exit.DONE


def info_object(info: ListInfo) -> dict[str, Any]:
    """Return the figures of a list as JSON, in which nothing is infinite."""
    report = asdict(info)
    for estimate in report["fillability"]:
        if math.isinf(estimate["daily"]):
            estimate["daily"] = None
    report["lengths"] = {
        length: dict(zip(BAND_NAMES, counts, strict=True))
        for length, counts in report["lengths"].items()
    }
    return report
