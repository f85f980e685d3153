"""The work of `crosswright words check`."""

from __future__ import annotations

from dataclasses import asdict

from crosswright.cli.commands.words.check import WordsCheckRequest
from crosswright.cli.exits import Exit
from crosswright.cli.files import read_bytes, source_name
from crosswright.cli.results import print_json
from crosswright.cli.terminal import print_text
from crosswright.errors import WordListError
from crosswright.support.wording import plural
from crosswright.words.listfile import MAX_BYTES, to_utf8
from crosswright.words.spelling import Fold
from crosswright.words.tools.check import ListFinding, check_text
from crosswright.words.tools.lists import why_empty
from crosswright.words.wordlist import WordList


def run(request: WordsCheckRequest) -> Exit:
    """Print what is wrong or odd about the list."""
    name = source_name(request.file)
    data = to_utf8(read_bytes(request.file, MAX_BYTES), request.encoding, name)
    fold: Fold = "keep" if request.keep_accents else "strip"
    findings = check_text(data, fold=fold)
    if not any(finding.kind == "error" for finding in findings):
        try:
            words = WordList.parse(data, fold=fold)
        except WordListError as error:
            findings.append(ListFinding(1, "error", str(error)))
        else:
            if not words:  # such a list loads, but no command takes it
                findings.append(ListFinding(1, "error", why_empty(words)))
    if request.mode.json:
        print_json({"file": name, "findings": [asdict(finding) for finding in findings]})
    else:
        for finding in findings:
            print_text(f"{name}:{finding.line}: {finding.kind}: {finding.message}")
        request.mode.console.note(f"{name}: {plural(len(findings), 'finding')}")
    is_bad = any(request.strict or finding.kind == "error" for finding in findings)
    return Exit.BAD_INPUT if is_bad else Exit.DONE
