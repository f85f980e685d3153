"""Which commit is measured."""

from __future__ import annotations

import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def commit() -> str:
    """Return the commit that is measured, marked if the package differs from it."""
    changed = _git("status", "--porcelain", "--", "src", "setup.py")
    return _git("rev-parse", "--short", "HEAD") + (" with changes" if changed else "")


def _git(*arguments: str) -> str:
    command = ["git", "-C", str(ROOT), *arguments]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return "unknown"


def measured_on() -> str:
    """Return a line that says on which commit figures were measured."""
    return f"\nMeasured on commit {commit()}.\n"
