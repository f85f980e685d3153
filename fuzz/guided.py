"""Inputs led by coverage: libFuzzer by way of Atheris, an optional tool (pip install atheris)."""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from fuzz.guard import Guard
from fuzz.loop import Finding, Outcome, attempt, corpus_of
from fuzz.mutation import MAX_SIZE
from fuzz.target import Target

MAX_WORD = 60
"""Bytes of a word in the dictionary, of which libFuzzer takes only short ones."""


def run(
    target: Target,
    guard: Guard,
    *,
    seed: int,
    most: int | None,
    seconds: float | None,
    report: Callable[[Outcome], None],
) -> None:
    """Try inputs until there were enough; then report, and end the process."""
    import atheris

    outcome, kinds, known = Outcome(), set[str](), set[str]()
    start = time.monotonic()

    def try_one(data: bytes) -> None:
        kind, finding = attempt(target, data, guard)
        outcome.inputs += 1
        kinds.add(kind)
        if finding is not None and finding.key not in known:
            known.add(finding.key)
            outcome.findings.append(Finding(data, finding.message))
        outcome.seconds = time.monotonic() - start
        if (most is not None and outcome.inputs >= most) or (
            seconds is not None and outcome.seconds > seconds
        ):
            outcome.kinds, outcome.slowest = len(kinds), guard.slowest
            report(outcome)
            sys.stderr.flush()
            os._exit(0)  # libFuzzer would go on

    with tempfile.TemporaryDirectory(prefix="crosswright-fuzz-") as folder:
        options = [f"-seed={seed or 1}", f"-max_len={MAX_SIZE}", "-verbosity=0", "-timeout=0"]
        files = _written(target, Path(folder))
        atheris.Setup([sys.argv[0], *options, *files], try_one)
        atheris.Fuzz()


def _written(target: Target, folder: Path) -> list[str]:
    """Write the inputs to begin with, and the words to put in; return them as arguments."""
    inputs, dictionary = folder / "inputs", folder / "words"
    inputs.mkdir()
    for number, data in enumerate([*target.seeds(), *corpus_of(target)]):
        (inputs / f"{number:04}").write_bytes(data)
    words = [word for word in target.words if 0 < len(word) < MAX_WORD]
    dictionary.write_text("".join(f'"{_escaped(word)}"\n' for word in words))
    return [*([f"-dict={dictionary}"] if words else []), str(inputs)]


def _escaped(word: bytes) -> str:
    return "".join(f"\\x{byte:02x}" for byte in word)
