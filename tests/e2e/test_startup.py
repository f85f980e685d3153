"""What a command loads before it starts: a fill is found sooner than a few modules are loaded."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from string import ascii_uppercase as LETTERS

import pytest

ROOT = Path(__file__).parents[2]

COSTLY = {
    "asyncio",
    "dataclasses",
    "email",
    "hashlib",
    "importlib.metadata",
    "importlib.resources",
    "json",
    "numpy",
    "pathlib",
    "random",
    "socket",
    "string",
    "ssl",
    "subprocess",
    "tempfile",
    "urllib",
    "xml",
    "zipfile",
}
"""Modules that a fill does not need, each of which takes a millisecond or several to import."""

FOR_HELP_TEXTS = {"ast", "inspect"}
"""What click imports at once and needs for help texts alone."""

NOT_FOR_A_FILL = {"datetime", "difflib", "gettext", "locale", "platform", "uuid"}
"""What click loads to look for translations, for every option of one letter, and for types."""

FOR_OTHER_WORK = {
    "bisect",
    "fcntl",
    "math",
    "struct",
    "crosswright.cli.placeholders",
    "crosswright.formats.reduce",
    "crosswright.grids.symmetry",
    "crosswright.puzzles.markup",
    "crosswright.support.locks",
    "crosswright.words.lexicon.bases",
}
"""What is needed to look up words, to write files, for clues, patterns, and to share time."""

NOT_FOR_A_SCRIPT = {"click", "contextlib", "fcntl", "importlib", "re", "typing"}
"""What a command loads, and a script that fills a grid from a cached list does not."""
if sys.version_info < (3, 13):  # from then on, threading loads it
    NOT_FOR_A_SCRIPT.add("warnings")

AFTER_A_COMMAND = """
import sys
from crosswright.__main__ import run
sys.argv[0] = "crosswright"
try:
    run()
except SystemExit as end:
    assert not end.code, end.code
print(*sys.modules, sep="\\n", file=sys.stderr)
"""


def modules_after(code: str, *arguments: str, cache: Path) -> set[str]:
    """Return what is loaded once some code has run, beyond what every interpreter loads."""
    environment = {**os.environ, "CROSSWRIGHT_CACHE": str(cache), "CROSSWRIGHT_CONFIG": str(cache)}
    loaded = []
    for program in (code, "import sys; print(*sys.modules, sep='\\n', file=sys.stderr)"):
        process = subprocess.run(
            [sys.executable, "-c", program, *arguments],
            cwd=ROOT,
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
        loaded.append(set(process.stderr.split()))
    return loaded[0] - loaded[1]


@pytest.mark.parametrize(
    "command",
    [
        "--help",
        "fill --help",
        "fill --objective any --seed 1 --quiet",
        "fill data/structure1.txt --words data/words1.txt --objective any --seed 1",
    ],
)
def test_a_command_loads_little(tmp_path: Path, command: str) -> None:
    for _ in range(2):  # the second time, the list is in the cache
        loaded = modules_after(AFTER_A_COMMAND, *command.split(), cache=tmp_path)
    assert loaded & COSTLY == set()
    if "--help" not in command:
        assert loaded & (FOR_HELP_TEXTS | NOT_FOR_A_FILL | FOR_OTHER_WORK) == set()


def test_a_script_loads_little(tmp_path: Path) -> None:
    words = tmp_path / "words.txt"
    words.write_text("".join(f"{one}{two}{three}\n" for one in LETTERS for two in LETTERS
                             for three in LETTERS) * 2, "ascii")  # fmt: skip
    script = (
        "import crosswright, sys\n"
        "from crosswright.support import cache\n"
        "cache.SETTLED = -60\n"  # the list is in the cache although it was written just now
        "words = crosswright.WordList.load(sys.argv[1])\n"
        "assert crosswright.fill('...', words).grid.is_filled\n"
        "print(*sys.modules, file=sys.stderr)"
    )
    for _ in range(2):  # the second time, the list is in the cache
        loaded = modules_after(script, str(words), cache=tmp_path)
    assert "crosswright.words.cached" in loaded
    assert loaded & (COSTLY | FOR_HELP_TEXTS | NOT_FOR_A_SCRIPT) == set()


def test_a_fill_builds_few_grids(tmp_path: Path) -> None:
    """One for the pattern, one for its fill, and one that its puzzle checks."""
    counting = AFTER_A_COMMAND.replace(
        "import sys\n",
        "import sys\n"
        "from crosswright.grids.grid import Grid\n"
        "build, built = Grid.__init__, []\n"
        "Grid.__init__ = lambda *a, **k: (built.append(0), build(*a, **k))[1]\n",
    ).replace("*sys.modules", "len(built)")
    command = ["fill", "--objective", "any", "--seed", "1", "--quiet"]
    process = subprocess.run(
        [sys.executable, "-c", counting, *command],
        cwd=ROOT,
        env={**os.environ, "CROSSWRIGHT_CACHE": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert int(process.stderr) <= 3


def test_a_fill_reads_only_the_lengths_of_its_grid(tmp_path: Path) -> None:
    (tmp_path / "grid.txt").write_text("....\n....\n....\n")
    asking = AFTER_A_COMMAND.replace(
        "import sys\n",
        "import sys\n"
        "from crosswright.words.cached import ByLength\n"
        "read, lengths = ByLength.__getitem__, set()\n"
        "ByLength.__getitem__ = lambda self, n: (lengths.add(n), read(self, n))[1]\n",
    ).replace("*sys.modules", "*lengths")
    command = ["fill", str(tmp_path / "grid.txt"), "--objective", "any", "--seed", "1", "--quiet"]
    for _ in range(2):  # the second time, the list is in the cache
        loaded = modules_after(asking, *command, cache=tmp_path)
    assert loaded == {"3", "4"}


def test_a_configuration_that_is_not_there_loads_nothing(tmp_path: Path) -> None:
    command = ["fill", "--objective", "any", "--seed", "1", "--quiet"]
    for_the_file = {"tomllib", "crosswright.cli.configuration.file"}
    loaded = modules_after(AFTER_A_COMMAND, *command, cache=tmp_path)
    assert loaded & (for_the_file | {"crosswright.cli.logs"}) == set()
    (tmp_path / "config.toml").write_text('taste = "family"\n')
    loaded = modules_after(AFTER_A_COMMAND, *command, cache=tmp_path)
    assert for_the_file <= loaded
    assert loaded & {"json", "pathlib", "difflib", "crosswright.cli.logs"} == set()
