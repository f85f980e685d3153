"""The work of `crosswright words merge`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from crosswright.cli.commands.words.merge import MergeRequest
from crosswright.cli.console import Console
from crosswright.cli.exits import Exit
from crosswright.cli.files import TextFile, read_words
from crosswright.cli.jobs.words.listing import words_text
from crosswright.cli.options.inputs import STDIO
from crosswright.cli.results import print_json
from crosswright.errors import WordListError
from crosswright.support.wording import plural, quote
from crosswright.words.tools.merge import ListSource, Merge, merge
from crosswright.words.tools.undo import keep_replaced
from crosswright.words.wordlist import WordList

MAX_CONFLICTS = 20
"""Conflicts that are named; the rest are only counted."""


def run(request: MergeRequest) -> Exit:
    """Merge the lists, and write and report the result."""
    mode, console = request.mode, request.mode.console
    file = TextFile.of(request.output, mode)
    scales = by_file("--scale", request.scales, request.lists, "none")
    files = [path for path in (*request.lists, request.block, request.allow) if path is not None]
    encodings = by_file("--encoding", request.encodings, files, "utf-8")

    def read(path: str, **options: Any) -> WordList:
        return read_words(path, console, encoding=encodings[path], **options)

    merged = merge(
        [ListSource(read(path, may_be_empty=False), scale=scales[path]) for path in request.lists],
        rule=request.rule,
        block=[word for word, _ in read(request.block, fold="keep")] if request.block else (),
        allow=read(request.allow, fold="keep") if request.allow else (),
        min_score=request.min_score,
    )
    if not merged.words:
        raise WordListError("no words are left to write: all are blocked or below --min-score")
    text = merged_text(merged, request.provenance)
    if not mode.dry_run:
        keep_old(file.path, text, console)
    written = file.write(text)
    if mode.json:
        print_json({**merge_object(merged), "files": written})
    else:
        for line in summary(merged):
            console.note(line)
    return Exit.DONE


def keep_old(path: str, text: str, console: Console) -> None:
    """Keep a list that is about to be replaced; warn if `words undo` could not put it back."""
    if path == STDIO:
        return
    try:
        keep_replaced(path, text.encode())
    except (WordListError, OSError) as error:
        reason = getattr(error, "strerror", None) or error
        console.warn(f"{path}: words undo cannot put the old list back: {reason}")


def by_file(
    option: str, texts: Sequence[str], files: Sequence[str], default: str
) -> dict[str, str]:
    """Return what an option says of each file, from values such as big.txt=5-60 or auto."""
    values: dict[str, str] = {}
    for text in texts:
        name, equals, value = text.rpartition("=")
        if not equals:
            values |= {path: value for path in files if path not in values}
            continue
        named = [path for path in files if name in (path, Path(path).name, Path(path).stem)]
        if not named:
            raise click.UsageError(f"{option} {text}: {quote(name)} is not one of the lists")
        values |= dict.fromkeys(named, value)
    return {path: values.get(path, default) for path in files}


def merged_text(merged: Merge, provenance: bool) -> str:
    """Return a merged list as lines, with the sources of each word if wanted."""
    if not provenance:
        return words_text(merged.words)
    lines = []
    for word, score in merged.words:
        origins = merged.provenance(word)
        sources = ",".join(f"{origin.source}={origin.original}" for origin in origins)
        lines.append(f"{word};{score};{sources or 'allowed'}\n")
    return "".join(lines)


def merge_object(merged: Merge) -> dict[str, Any]:
    """Return a merge as JSON."""
    return {
        "words": [
            {
                "word": word,
                "score": score,
                "sources": {origin.source: origin.original for origin in merged.provenance(word)},
            }
            for word, score in merged.words
        ],
        "scales": {name: str(scale) if scale else None for name, scale in merged.scales.items()},
        "conflicts": [
            {
                "word": conflict.word,
                "chosen": conflict.chosen,
                "scores": {origin.source: origin.score for origin in conflict.origins},
            }
            for conflict in merged.conflicts
        ],
        "blocked": merged.blocked,
        "allowed": merged.allowed,
        "below": merged.below,
    }


def summary(merged: Merge) -> list[str]:
    """Summarise a merge in a few lines."""
    lines = [f"{plural(len(merged.words), 'word')} from {', '.join(merged.scales)}"]
    lines += [f"{name}: scores {scale}" for name, scale in merged.scales.items() if scale]
    counts = {
        "blocked": len(merged.blocked),
        "allowed besides": len(merged.allowed),
        "below the lowest score": merged.below,
    }
    lines += [f"{count:,} {what}" for what, count in counts.items() if count]
    if merged.conflicts:
        order = ", the widest first" if len(merged.conflicts) > 1 else ""
        lines.append(f"{plural(len(merged.conflicts), 'conflict')}{order}:")
    for conflict in merged.conflicts[:MAX_CONFLICTS]:
        scores = ", ".join(f"{origin.source} {origin.score}" for origin in conflict.origins)
        lines.append(f"  {conflict.word}: {scores}; chose {conflict.chosen}")
    return lines
