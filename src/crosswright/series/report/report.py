"""The report of a season: one page that needs no network, to be read, printed and kept."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence
from html import escape
from typing import Final
from urllib.parse import quote

from crosswright._version import __version__
from crosswright.puzzles.difficulty import LEVELS, level_of
from crosswright.series.ledger import LedgerEntry
from crosswright.series.pages import (
    document,
    long_date,
    month_table,
    months,
    short_date,
)
from crosswright.series.plan import WEEKDAYS, Plan
from crosswright.series.report import charts
from crosswright.series.report.figures import LONGER, RepeatFigures, SeasonFigures, figures
from crosswright.support.shipped import shipped_text
from crosswright.support.wording import letters_long, plural

MAX_VIOLATIONS: Final = 50
"""Repeats within a window that are listed; the rest are only counted."""

Row = Sequence[str | int]


def report(plan: Plan, entries: Iterable[LedgerEntry]) -> str:
    """Return the report on what is committed of a season, as an HTML page."""
    return page_of(figures(plan, entries))


def page_of(season: SeasonFigures) -> str:
    """Return the report with these figures."""
    sections = (
        _section("Calendar", _calendar(season)),
        _section("Holes", _holes(season)),
        _section("Scores", _scores(season)),
        _section("Repeats", _repeats(season)),
        _section("Lengths and letters", _lengths_and_letters(season)),
        _section("All puzzles", _all_puzzles(season), "screen"),
        _section("How it was made", _origin(season)),
    )
    style = shipped_text(__name__, "report.css")
    body = "\n".join([_header(season), "<main>", *sections, "</main>"])
    return document(f"{season.plan.name}: report", body, style=style)


def _section(title: str, body: str, kind: str = "") -> str:
    return f'<section class="{kind}">\n<h2>{title}</h2>\n{body}\n</section>'


# -- the parts of the page ------------------------------------------------------------------------


def _header(season: SeasonFigures) -> str:
    first, last = season.planned[0].date, season.planned[-1].date
    boxes = {
        "puzzles": f"{len(season.done):,} of {len(season.planned):,}",
        "holes": f"{len(season.holes):,}",
        "mean score": _number(season.mean),
        "lowest score": _number(season.lowest, 0),
        "answers": f"{season.answers:,}",
        "different ones": f"{season.distinct_answers:,}",
    }
    summary = "".join(
        f"<div><dt>{name}</dt><dd>{value}</dd></div>" for name, value in boxes.items()
    )
    is_good = not season.violations
    verdict = (
        "No answer comes again within its window."
        if is_good
        else f"{plural(len(season.violations), 'answer')} came again too soon: see Repeats."
    )
    left = len(season.planned) - len(season.entries)
    rest = f" {plural(left, 'puzzle')} still to be made." if left else ""
    return (
        f"<header>\n<h1>{escape(season.plan.name)}</h1>\n"
        f'<p class="quiet">{long_date(first)} to {long_date(last)}</p>\n'
        f'<dl class="summary">{summary}</dl>\n'
        f'<p class="verdict{"" if is_good else " bad"}">{verdict}{rest}</p>\n</header>'
    )


def _calendar(season: SeasonFigures) -> str:
    entries = {entry.date: entry for entry in season.entries.values()}
    planned = {puzzle.date for puzzle in season.planned}

    def cell(date: datetime.date) -> str | None:
        if date in entries:
            return _day(entries[date])
        if date not in planned:
            return None
        return (
            f'<td><span><span class="date">{date.day}</span>'
            '<span aria-hidden="true">…</span><span class="hidden">not made yet</span></span></td>'
        )

    tables = "\n".join(month_table(month, cell) for month in months(planned))
    key = "".join(
        f'<li><span class="{level}">{level[0].upper()}</span>{level}</li>' for level in LEVELS
    )
    key += '<li><span class="hole">✕</span>hole</li><li><span>…</span>not made yet</li>'
    return (
        "<p>Every day has the mean score of its puzzle and, by a letter and a colour, how hard it "
        f'is by the estimate.</p>\n<ul class="key">{key}</ul>\n'
        f'<div class="months">\n{tables}\n</div>'
    )


def _day(entry: LedgerEntry) -> str:
    date = f'<span class="date">{entry.date.day}</span>'
    if entry.is_hole:
        return (
            f'<td class="hole"><a href="#hole-{entry.number}">{date}'
            '<span aria-hidden="true">✕</span><span class="hidden">hole</span></a></td>'
        )
    level = "" if entry.difficulty is None else level_of(entry.difficulty)
    text = (
        f"{date}{_number(entry.mean, 0)}"
        f' <span aria-hidden="true">{level[:1].upper()}</span><span class="hidden">{level}</span>'
    )
    path = _best_file(entry)
    content = f"<span>{text}</span>" if path is None else f'<a href="{_link(path)}">{text}</a>'
    return f'<td class="{level}">{content}</td>'


def _holes(season: SeasonFigures) -> str:
    if not season.holes:
        is_whole = len(season.entries) == len(season.planned)
        return f"<p>There are none{': every date has its puzzle' if is_whole else ' so far'}.</p>"
    return "\n".join(
        f'<article id="hole-{hole.number}"><h3>Puzzle {hole.number}, {long_date(hole.date)}</h3>'
        f"<pre>{escape(hole.explanation or 'No explanation was recorded.')}</pre></article>"
        for hole in season.holes
    )


def _scores(season: SeasonFigures) -> str:
    key = (
        '<ul class="key"><li><i class="mean"></i>mean</li><li><i class="lowest"></i>lowest</li>'
        '<li><i class="alarm"></i>hole</li></ul>'
    )
    by_puzzle = _figure(
        "Scores of each puzzle",
        key + _scrolling("Chart of scores", charts.scores([*season.entries.values()])),
    )
    rows = []
    for day in season.weekdays:
        ends = day.first_and_last
        change = "" if ends is None else f"{ends[0]:.1f} → {ends[1]:.1f}"
        level = _level(day.difficulty)
        rows.append(
            (
                *(day.name, day.asked, day.puzzles, day.holes),
                *(_number(day.mean), change, _number(day.lowest, 0), level),
            )
        )
    heads = ("Weekday", "Asked for", "Puzzles", "Holes", "Mean", "First → last third")
    table = _table((*heads, "Lowest", "Difficulty"), rows)
    weekdays = _figure("Mean scores by weekday", charts.weekdays(season.weekdays))
    scrolling = _scrolling("Scores by weekday", table)
    return f'{by_puzzle}\n<div class="charts">{weekdays}</div>\n{scrolling}'


def _repeats(season: SeasonFigures) -> str:
    repeated = [part for part in season.repeats if part.distances]
    figures = "\n".join(
        _figure(
            f"{_length_name(part).capitalize()}: after how many puzzles they come again",
            charts.repeats(part, _length_name(part)),
            _details(("After", "Answers"), [*part.distances.items()]),
        )
        for part in repeated
    )
    rows = [
        (
            _length_name(part).capitalize(),
            f"{part.answers:,}",
            f"{part.repeated:,}",
            part.window,
            min(part.distances) if part.distances else "never",
        )
        for part in season.repeats
    ]
    heads = ("Answers", "In all", "Came again", "Window", "Soonest after")
    text = (
        "<p>These are repeats within the season; <code>crosswright series verify</code> also "
        "compares it with what was published before.</p>\n"
        f"{_scrolling('Repeats by length', _table(heads, rows))}\n"
    )
    if season.violations:
        shown = [
            (repeat.answer, repeat.number, repeat.earlier or "list", repeat.window)
            for repeat in season.violations[:MAX_VIOLATIONS]
        ]
        table = _table(("Answer", "Puzzle", "Also in", "Window"), shown)
        text += f"<h3>Too soon</h3>\n{table}\n"
    text += f'<div class="charts">\n{figures}\n</div>'
    if season.most_used:
        words = "".join(f"<li>{escape(word)} ×{count}</li>" for word, count in season.most_used)
        text += f'\n<h3>Used most often</h3>\n<ul class="words">{words}</ul>'
    return text


def _lengths_and_letters(season: SeasonFigures) -> str:
    lengths = {str(length): count for length, count in season.lengths.items()}
    parts = [("Answers by length", "Length", lengths), ("Letters", "Letter", season.letters)]
    figures = "\n".join(
        _figure(title, charts.bars(counts, title), _details((head, "Count"), [*counts.items()]))
        for title, head, counts in parts
        if counts
    )
    return f'<div class="charts">\n{figures}\n</div>'


def _all_puzzles(season: SeasonFigures) -> str:
    rows = []
    for entry in season.entries.values():
        level = _level(entry.difficulty)
        weekday = WEEKDAYS[entry.date.weekday()].capitalize()
        rows.append(
            (
                *(entry.number, entry.date.isoformat(), weekday, len(entry.answers)),
                *(_number(entry.mean), _number(entry.lowest, 0), level, entry.collisions),
                "hole" if entry.is_hole else entry.repair,
            )
        )
    heads = ("No.", "Date", "Weekday", "Answers", "Mean", "Lowest", "Difficulty")
    table = _table((*heads, "Collisions", "Repair"), rows)
    count = plural(len(rows), "puzzle")
    scrolling = _scrolling("All puzzles", table)
    return f"<details><summary>{count}</summary>{scrolling}</details>"


def _origin(season: SeasonFigures) -> str:
    plan = season.plan
    windows = ", ".join(f"{length}: {window}" for length, window in plan.windows.by_length)
    rows = [
        ("Plan", f"{plan.name}, seed {plan.seed}"),
        ("Digest", plan.digest),
        ("Puzzles", f"{len(season.planned):,}, from {short_date(season.planned[0].date)}"),
        ("Windows", f"{windows}{windows and ', '}{LONGER}: {plan.windows.longer}"),
        ("Patterns", plan.patterns.source),
        ("Lists", ", ".join(plan.words.lists)),
        ("Made by", f"Crosswright {__version__}"),
    ]
    body = "".join(
        f'<tr><th scope="row">{name}</th><td><code>{escape(text)}</code></td></tr>'
        for name, text in rows
    )
    return f"<table><tbody>{body}</tbody></table>"


# -- pieces ---------------------------------------------------------------------------------------


def _figure(caption: str, chart: str, details: str = "") -> str:
    return f"<figure><figcaption>{caption}</figcaption>\n{chart}{details}</figure>"


def _details(heads: Sequence[str], rows: Sequence[Row]) -> str:
    return f"<details><summary>The numbers</summary>{_table(heads, rows)}</details>"


def _scrolling(label: str, html: str) -> str:
    """Return what may be wider than a telephone, so that it can be scrolled, with keys too."""
    return f'<div class="wide" tabindex="0" role="region" aria-label="{label}">{html}</div>'


def _table(heads: Sequence[str], rows: Sequence[Row]) -> str:
    numeric = [all(map(_is_number, column)) for column in zip(*rows, strict=True)]
    kinds = [' class="number"' if is_number else "" for is_number in numeric] or [""] * len(heads)

    def line(tag: str, cells: Row) -> str:
        return "".join(
            f"<{tag}{kind}>{escape(f'{cell:,}' if isinstance(cell, int) else cell)}</{tag[:2]}>"
            for cell, kind in zip(cells, kinds, strict=True)
        )

    head = line('th scope="col"', heads)
    body = "\n".join(f"<tr>{line('td', row)}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody></table>"


def _is_number(value: str | int) -> bool:
    text = str(value).replace(".", "").replace(",", "")
    return text.isdecimal() or text in ("–", "never")


def _number(value: float | None, digits: int = 1) -> str:
    return "–" if value is None else f"{value:.{digits}f}"


def _level(difficulty: float | None) -> str:
    return "" if difficulty is None else f"{level_of(difficulty)} ({difficulty:.0f})"


def _length_name(part: RepeatFigures) -> str:
    return "longer words" if part.length == LONGER else f"{letters_long(int(part.length))} words"


def _best_file(entry: LedgerEntry) -> str | None:
    """Return the file of a puzzle that a reader can open best: a page, a sheet, or any other."""
    paths = [file.path for file in entry.files]
    order = (".html", ".pdf", ".svg", ".png")
    return min(
        paths,
        key=lambda path: next((i for i, end in enumerate(order) if path.endswith(end)), len(order)),
        default=None,
    )


def _link(path: str) -> str:
    """Return a path as a relative link, which no part of it can turn into anything else."""
    return escape("./" + quote(path))
