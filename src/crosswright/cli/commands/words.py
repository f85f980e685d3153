"""`crosswright words`: look into word lists, and shape one's own."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from crosswright.errors import CrosswrightError

if TYPE_CHECKING:
    from crosswright.words.tools.merge import Merge
    from crosswright.words.wordlist import WordList

# The tools are imported by the commands that use them, so that --help stays instant.

SHOWN_CONFLICTS = 20


class BadInput(click.ClickException):
    """One line about what is wrong with the input."""

    exit_code = 2


@contextmanager
def user_errors() -> Iterator[None]:
    """Turn what is wrong with the input into one line and exit status 2."""
    try:
        yield
    except CrosswrightError as error:
        raise BadInput(str(error)) from None


def list_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that say which list to look into."""
    for option in (
        click.option("--json", "as_json", is_flag=True, help="Print one JSON object."),
        click.option("--own/--no-own", default=True, help="Let your personal list go first."),
        click.option("--language", default="en", show_default=True, help="Of the built-in list."),
        click.option(
            "-w",
            "--words",
            "paths",
            multiple=True,
            type=click.Path(path_type=Path),
            help="A list of WORD;SCORE lines; of several the first goes before the others.",
        ),
    ):
        command = option(command)
    return command


min_score_option = click.option(
    "--min-score", type=int, default=0, show_default=True, help="Leave out words below."
)


def load(
    paths: tuple[Path, ...], language: str, own: bool, min_score: int | None = None
) -> WordList:
    """Load the list that the options name."""
    from crosswright.words.tools.lists import load_lists

    return load_lists(paths, language=None if paths else language, own=own, min_score=min_score)


def print_words(entries: Iterable[tuple[str, int]], as_json: bool, **more: Any) -> None:
    """Print words and scores, as lines or as an object."""
    if as_json:
        listed = [{"word": word, "score": score} for word, score in entries]
        print_json({**more, "words": listed})
    else:
        text = "".join(f"{word};{score}\n" for word, score in entries)
        click.echo(text, nl=False)


def print_json(value: dict[str, Any]) -> None:
    """Print an object; text in any script stays readable."""
    click.echo(json.dumps(value, ensure_ascii=False))


@click.group()
def words() -> None:
    """Look into word lists and shape your own.

    Without -w a command works on the built-in English list. Scores: 90 and more everybody uses,
    70 an editor is glad of, 50 is acceptable, 30 a last resort.

    \b
    Example: crosswright words match E.E..ANT
    """


@words.command()
@list_options
@min_score_option
@click.option("--length", "lengths", multiple=True, metavar="N|N-M", help="Only these lengths.")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Write to a file instead.")
def export(
    paths: tuple[Path, ...],
    language: str,
    own: bool,
    as_json: bool,
    min_score: int,
    lengths: tuple[str, ...],
    output: Path | None,
) -> None:
    """Print a list as WORD;SCORE lines, by length and alphabet.

    \b
    Example: crosswright words export --min-score 70 --length 3-5 -o short.txt
    """
    with user_errors():
        listed = load(paths, language, own).filter(min_score=min_score, lengths=spans(lengths))
    if output is None:
        print_words(listed, as_json)
        return
    save_words(output, listed)
    click.echo(f"{output}: {len(listed):,} words", err=True)


def spans(texts: tuple[str, ...]) -> set[int] | None:
    """Read lengths such as 5 and 7-9; None for all."""
    wanted: set[int] = set()
    for text in texts:
        found = re.fullmatch(r"(\d{1,3})(?:-(\d{1,3}))?", text)
        if not found:
            raise click.BadParameter(f"{text!r} is not a length; write, say, 5 or 3-7")
        wanted.update(range(int(found[1]), int(found[2] or found[1]) + 1))
    return wanted or None


def save_words(output: Path, entries: Iterable[tuple[str, int]]) -> None:
    """Write WORD;SCORE lines to a file."""
    save_text(output, "".join(f"{word};{score}\n" for word, score in entries))


def save_text(output: Path, text: str) -> None:
    """Write a file; what hinders it is told in a line."""
    try:
        output.write_text(text, encoding="utf-8")
    except OSError as error:
        raise BadInput(f"{output}: {error.strerror or error}") from None


@words.command()
@click.argument("pattern")
@list_options
@min_score_option
@click.option("--limit", type=click.IntRange(min=1), help="Print at most so many.")
def match(
    pattern: str,
    paths: tuple[Path, ...],
    language: str,
    own: bool,
    as_json: bool,
    min_score: int,
    limit: int | None,
) -> None:
    """Print the words that fit PATTERN, best first.

    A dot or question mark is any letter, [AEIOU] one of these, [^AEIOU] none of them, * any number
    of letters. In a shell, quote the pattern.

    \b
    Example: crosswright words match 'E.E..ANT' --min-score 50
    """
    with user_errors():
        found = load(paths, language, own).match(pattern, min_score)
    print_words(found[:limit], as_json, pattern=pattern, found=len(found))


@words.command()
@click.argument("letters")
@list_options
@min_score_option
@click.option("--min-length", type=click.IntRange(min=1), help="Words from some of the letters.")
def anagram(
    letters: str,
    paths: tuple[Path, ...],
    language: str,
    own: bool,
    as_json: bool,
    min_score: int,
    min_length: int | None,
) -> None:
    """Print the words that LETTERS make; a question mark is any letter.

    \b
    Example: crosswright words anagram retains --min-length 6
    """
    from crosswright.words.tools.anagram import anagrams

    with user_errors():
        listed = load(paths, language, own)
        found = anagrams(letters, listed, min_score=min_score, min_length=min_length)
    print_words(found, as_json, letters=letters, found=len(found))


@words.command()
@click.argument("word")
@click.option("--limit", type=click.IntRange(min=1), default=5, show_default=True, help="Of each.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def define(word: str, limit: int, as_json: bool) -> None:
    """Print what an English WORD means, and draft clues for it.

    Drafts never hold their answer. Needs the extra `clues`: pip install crosswright[clues]

    \b
    Example: crosswright words define oboe
    """
    from crosswright.cli.jobs import define as definitions

    with user_errors():
        definitions.define(word, limit, as_json)


@words.command()
@list_options
def info(paths: tuple[Path, ...], language: str, own: bool, as_json: bool) -> None:
    """Count a list out by length and score, and estimate what it can fill.

    The estimate is the number of fills to expect if letters fell independently: good for comparing
    lists, and below 1 a sign of too few words.

    \b
    Example: crosswright words info -w mine.txt
    """
    from crosswright.words.tools import info as figures

    with user_errors():
        listed = load(paths, language, own)
        described = figures.describe(listed)
    if not as_json:
        click.echo(figures.chart(described))
        note_skipped(listed)
        return
    shown = asdict(described)
    for estimate in shown["fillability"]:
        if math.isinf(estimate["daily"]):
            estimate["daily"] = None
    bands = dict.fromkeys(figures.BAND_NAMES)
    shown["lengths"] = {
        n: dict(zip(bands, row, strict=True)) for n, row in shown["lengths"].items()
    }
    print_json({**shown, "skipped": listed.skipped_count})


def note_skipped(listed: WordList) -> None:
    """Say what was left out of a list, if anything was."""
    if listed.skipped_count:
        line, reason = listed.skipped[0]
        count = "1 entry" if listed.skipped_count == 1 else f"{listed.skipped_count:,} entries"
        click.echo(f"{count} left out, the first in line {line}: {reason}", err=True)


@words.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--encoding", default="utf-8", show_default=True, help="Of the file.")
@click.option("--keep-accents", is_flag=True, help="Take É and E for different letters.")
@click.option("--strict", is_flag=True, help="Exit with status 2 on any finding.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def check(file: Path, encoding: str, keep_accents: bool, strict: bool, as_json: bool) -> None:
    """Find bad lines, duplicates and suspicious scores in a word-list FILE.

    Exit status 2 when the file cannot be loaded as it is.

    \b
    Example: crosswright words check mine.txt
    """
    from crosswright.words.tools.check import check as look_through

    with user_errors():
        found = look_through(file, fold="keep" if keep_accents else "strip", encoding=encoding)
    if as_json:
        print_json({"file": str(file), "findings": [asdict(finding) for finding in found]})
    else:
        for finding in found:
            click.echo(f"{file}:{finding.line}: {finding.kind}: {finding.message}")
        click.echo(f"{file}: {len(found):,} finding{'' if len(found) == 1 else 's'}", err=True)
    if any(strict or finding.kind == "error" for finding in found):
        raise SystemExit(BadInput.exit_code)


@words.command("merge")
@click.argument("lists", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--rule",
    type=click.Choice(["priority", "highest", "lowest", "mean"]),
    default="priority",
    show_default=True,
    help="Whose score counts; with priority the first list's that has the word.",
)
@click.option(
    "--scale",
    "scales",
    multiple=True,
    metavar="[FILE=]SCALE",
    help="Of a list, or of all: a range such as 5-60, auto (from its scores), match (learnt from "
    "words it shares with the lists before it), none.",
)
@click.option("--block", type=click.Path(path_type=Path), help="Words that never come in.")
@click.option("--allow", type=click.Path(path_type=Path), help="Words that come in regardless.")
@click.option("--min-score", type=int, help="Leave out words below.")
@click.option("--provenance", is_flag=True, help="Write WORD;SCORE;LIST=SCORE,… lines.")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Write to a file instead.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def merge_command(
    lists: tuple[Path, ...],
    scales: tuple[str, ...],
    block: Path | None,
    allow: Path | None,
    output: Path | None,
    as_json: bool,
    provenance: bool,
    **rules: Any,
) -> None:
    """Merge LISTS into one; the first goes before the others.

    What sources disagree about by 25 points and more is reported.

    \b
    Example: crosswright words merge mine.txt big.txt --scale big.txt=5-60 -o merged.txt
    """
    from crosswright.words.tools.merge import Source, merge
    from crosswright.words.wordlist import WordList

    with user_errors():
        wanted = read_scales(scales, lists)
        sources = [Source(WordList.load(p), scale=wanted.get(p, "none")) for p in lists]
        made = merge(
            sources,
            block=[word for word, _ in WordList.load(block, fold="keep")] if block else (),
            allow=WordList.load(allow, fold="keep") if allow else (),
            **rules,
        )
    if as_json:
        print_json(merge_report(made))
    elif output is None:
        click.echo(merged_text(made, provenance), nl=False)
    if output is not None:
        save_text(output, merged_text(made, provenance))
    if not as_json:
        click.echo(merge_summary(made), err=True)


def read_scales(texts: tuple[str, ...], lists: tuple[Path, ...]) -> dict[Path, str]:
    """Tell the scale of each list from options such as big.txt=5-60 or auto."""
    wanted: dict[Path, str] = {}
    for text in texts:
        name, equals, scale = text.rpartition("=")
        if not equals:
            wanted |= {path: scale for path in lists if path not in wanted}
            continue
        meant = [path for path in lists if name in (str(path), path.name, path.stem)]
        if not meant:
            raise click.BadParameter(f"{name!r} in --scale is none of the lists to merge")
        wanted |= dict.fromkeys(meant, scale)
    return wanted


def merged_text(made: Merge, provenance: bool) -> str:
    """Write a merged list out, with the sources of each entry if wanted."""
    if not provenance:
        return "".join(f"{word};{score}\n" for word, score in made.words)
    lines = []
    for word, score in made.words:
        origins = made.provenance(word)
        told = ",".join(f"{o.source}={o.original}" for o in origins) or "allowed"
        lines.append(f"{word};{score};{told}\n")
    return "".join(lines)


def merge_report(made: Merge) -> dict[str, Any]:
    """Return a merge as a JSON object."""
    return {
        "words": [
            {
                "word": word,
                "score": score,
                "sources": {o.source: o.original for o in made.provenance(word)},
            }
            for word, score in made.words
        ],
        "scales": {name: str(scale) if scale else None for name, scale in made.scales.items()},
        "conflicts": [
            {
                "word": conflict.word,
                "chosen": conflict.chosen,
                "scores": {o.source: o.score for o in conflict.origins},
            }
            for conflict in made.conflicts
        ],
        "blocked": made.blocked,
        "allowed": made.allowed,
        "below": made.below,
    }


def merge_summary(made: Merge) -> str:
    """Say in a few lines what a merge did."""
    lines = [f"{len(made.words):,} words from {', '.join(made.scales)}"]
    lines += [f"{name}: scores {scale}" for name, scale in made.scales.items() if scale]
    told = {"blocked": len(made.blocked), "added": len(made.allowed), "below": made.below}
    lines += [f"{count:,} {what}" for what, count in told.items() if count]
    if made.conflicts:
        lines.append(f"{len(made.conflicts):,} conflicts, the widest first:")
    for conflict in made.conflicts[:SHOWN_CONFLICTS]:
        scores = ", ".join(f"{o.source} {o.score}" for o in conflict.origins)
        lines.append(f"  {conflict.word}: {scores}; chosen {conflict.chosen}")
    return "\n".join(lines)


@words.command()
@click.argument("word")
@click.argument("score", type=int)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def score(word: str, score: int, as_json: bool) -> None:
    """Give WORD a SCORE of your own, which goes before every list's.

    \b
    Example: crosswright words score 'ice cream' 70
    """
    from crosswright.words.tools.personal import PersonalList

    with user_errors():
        written = PersonalList.load().score(word, score)
    told = f"{written} has the score {score} from now on"
    print_json({"word": written, "score": score}) if as_json else click.echo(told)


@words.command()
@click.argument("word")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def ban(word: str, as_json: bool) -> None:
    """Never fill with WORD again.

    \b
    Example: crosswright words ban tsetse
    """
    from crosswright.words.tools.personal import PersonalList

    with user_errors():
        written = PersonalList.load().ban(word)
    told = f"{written} is banned from now on"
    print_json({"word": written, "banned": True}) if as_json else click.echo(told)


@words.command()
@click.argument("word")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def forget(word: str, as_json: bool) -> None:
    """Take back your own score or ban of WORD.

    \b
    Example: crosswright words forget tsetse
    """
    from crosswright.words.tools.personal import PersonalList, spelling

    with user_errors():
        known = PersonalList.load().forget(word)
        written = spelling(word)
    told = f"{written} is left to the lists again" if known else f"{written} was not on your list"
    print_json({"word": written, "forgotten": known}) if as_json else click.echo(told)


@words.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def personal(as_json: bool) -> None:
    """Show your personal list and where it is.

    \b
    Example: crosswright words personal
    """
    from crosswright.words.tools.personal import PersonalList

    with user_errors():
        mine = PersonalList.load()
    if as_json:
        print_json({"file": str(mine.path), "scores": mine.scores, "banned": sorted(mine.banned)})
        return
    for word, value in sorted({**mine.scores, **dict.fromkeys(mine.banned, "ban")}.items()):
        click.echo(f"{word};{value}")
    click.echo(f"{mine.path}: {len(mine):,} entr{'y' if len(mine) == 1 else 'ies'}", err=True)
