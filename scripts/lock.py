"""Write the exact versions for development and for releases, with hashes, to requirements/.

Each file holds for every system and every Python from 3.11: a version has the hashes of all its
files, and what only some systems need has a marker. Versions stay as they are where they still fit;
--upgrade takes the newest. --check changes nothing, and fails if a file is out of date.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import environment

FILES = {"dev": ["--extra", "dev"], "release": ["--group", "release"]}
"""What each file is for, and how it is resolved."""

RESOLVE = [
    *("-m", "uv", "--no-config", "pip", "compile", "--quiet", "--no-header"),
    *("--universal", "--python-version", "3.11", "--generate-hashes"),
    *("--no-emit-index-url", "--no-emit-find-links"),
]

HEADER = "# Made by scripts/lock.py for pip install --require-hashes; do not edit.\n"


def resolved(python: Path, name: str, *, upgrade: bool) -> str:
    """Return the text of a file, with the versions that it has unless they are to be renewed."""
    path = environment.LOCKS / f"{name}.txt"
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder, path.name)
        if path.exists() and not upgrade:
            shutil.copy(path, output)
        command = [str(python), *RESOLVE, *FILES[name], "pyproject.toml", "-o", str(output)]
        done = subprocess.run(command, cwd=environment.ROOT, capture_output=True, check=False)
        if done.returncode != 0:
            raise SystemExit(done.stderr.decode(errors="replace").strip())
        return HEADER + output.read_text("utf-8")


def problem(text: str) -> str:
    """Return what must not be in a file: a place that packages come from, or a missing hash."""
    if found := re.search(r"\S*(://|@ |--(extra-)?index-url|--find-links)\S*", text):
        return f"names a place: {found[0]}"
    versions = re.findall(r"^([\w.-]+)==", text, re.MULTILINE)
    blocks = re.findall(r"^([\w.-]+)==[^\n]*\\\n    --hash=sha256:", text, re.MULTILINE)
    if missing := {*versions} - {*blocks}:
        return f"no hashes for {', '.join(sorted(missing))}"
    return "" if versions else "names no version"


def main(arguments: list[str]) -> int:
    if unknown := {*arguments} - {"--upgrade", "--check"}:
        raise SystemExit(f"unknown option {min(unknown)}; choose from --upgrade and --check")
    python, status = environment.tools(), 0
    for name in FILES:
        path = environment.LOCKS / f"{name}.txt"
        text = resolved(python, name, upgrade="--upgrade" in arguments)
        if wrong := problem(text):
            raise SystemExit(f"{path.name}: {wrong}")
        count = len(re.findall(r"^[\w.-]+==", text, re.MULTILINE))
        is_current = path.exists() and path.read_text("utf-8") == text
        if "--check" in arguments:
            verdict = "up to date" if is_current else "out of date; run scripts/lock.py"
            print(f"{path.name}: {verdict}")
            status |= not is_current
        else:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, "utf-8", newline="\n")
            print(f"{path.name}: {count} versions{', as before' if is_current else ''}")
    return status


if __name__ == "__main__":
    environment.show_help(__doc__)
    raise SystemExit(main(sys.argv[1:]))
