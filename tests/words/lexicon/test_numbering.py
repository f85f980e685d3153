"""Families of words in other languages are numbered alike, whatever order sets have."""

from __future__ import annotations

import os
import subprocess
import sys

SCRIPT = """
from crosswright.words.lexicon.relations import families_of
words = [("KRAEUTERTEE", 60, ("KRAEUTERTEE", "KRAUT", "TEE", "KRAEUTER")), ("TEE", 60, ("TEE",))]
print(families_of(words, "de"))
"""


def test_families_have_the_same_numbers_in_every_process() -> None:
    outputs = {
        subprocess.run(
            [sys.executable, "-c", SCRIPT],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in "123456"
    }
    assert len(outputs) == 1
