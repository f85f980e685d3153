"""Earlier states of the package, built once each and kept under build/bench."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from bench import lists

LANDED = "9ad374c"
"""The last commit whose fills were one search, without a schedule."""

SLOW_START = "d45533f"
"""The last commit before start-up was worked on."""


def built(commit: str) -> Path:
    """Return a folder with the compiled package of a commit, to be put on PYTHONPATH."""
    target = lists.WORK / "earlier" / commit
    if target.exists():
        return target
    with tempfile.TemporaryDirectory() as folder:
        archive = Path(folder) / "source.tar"
        source, package = Path(folder) / "source", Path(folder) / "package"
        _run("git", "-C", lists.ROOT, "archive", "--output", archive, commit)
        shutil.unpack_archive(archive, source, "tar")
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps"]
        _run(*pip, "--target", package, source)
        if not list(package.glob("crosswright/**/*.so")):
            raise RuntimeError(f"{commit} was built without its compiled modules")
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(package, target)
    return target


def environment(commit: str | None) -> dict[str, str]:
    """Return what to set so that Python finds the package of a commit, or that of this tree."""
    if commit is None:
        return {"PYTHONPATH": str(lists.ROOT / "src")}
    folder = built(commit)
    return {"PYTHONPATH": str(folder), "CROSSWRIGHT_CACHE": f"{folder} cache"}


def _run(*command: str | Path) -> None:
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
