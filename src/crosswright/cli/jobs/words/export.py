"""The work of `crosswright words export`."""

from __future__ import annotations

from crosswright.cli.commands.words.export import ExportRequest
from crosswright.cli.exits import Exit
from crosswright.cli.files import TextFile
from crosswright.cli.jobs.words.listing import words_object, words_text
from crosswright.cli.results import print_json
from crosswright.support.wording import plural


def run(request: ExportRequest) -> Exit:
    """Write the list to a file or to standard output."""
    mode = request.mode
    file = TextFile.of(request.output, mode)
    words = request.lists.load(mode.console)
    words = words.filter(min_score=request.min_score or 0, lengths=request.lengths)
    files = file.write(words_text(words), plural(len(words), "word"))
    if mode.json:
        print_json({"words": words_object(words), "files": files})
    return Exit.DONE
