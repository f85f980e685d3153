"""The project's own virtual environment: created when missing, updated when out of date."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ENVIRONMENT = ROOT / ".venv"
PYTHON = ENVIRONMENT / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
STAMPS = ENVIRONMENT / "crosswright-stamps"

# A change to any of these calls for a new install; plain modules are used in place.
BUILD_FILES = ("pyproject.toml", "setup.py", "src/**/*.pyx", "src/**/*.pxd")


def fingerprint() -> str:
    """Hash what the environment depends on: its path, its Python and the build files."""
    digest = hashlib.sha256(os.fsencode(ROOT) + b"\0" + os.fsencode(PYTHON.resolve()) + b"\0")
    for pattern in BUILD_FILES:
        for path in sorted(ROOT.glob(pattern)):
            digest.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def show_help(text: str | None) -> None:
    """Print what a script does and exit, if that is all it is asked for."""
    if sys.argv[1:2] in (["-h"], ["--help"]):
        print((text or "").strip())
        raise SystemExit(0)


def create() -> None:
    """Create the virtual environment, without pip: see `pip`."""
    venv.create(ENVIRONMENT, with_pip=False, clear=True)


def succeeds(command: list[str]) -> bool:
    """Run a command silently; return whether it succeeded."""
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def pip() -> list[str]:
    """Return how to call pip: the environment's own, installed if necessary, or the system's."""
    own = [str(PYTHON), "-m", "pip"]
    if succeeds([*own, "--version"]) or succeeds([str(PYTHON), "-m", "ensurepip"]):
        return own
    system = [sys.executable, "-m", "pip", "--python", str(PYTHON)]
    if succeeds([*system, "--version"]):
        return system
    raise SystemExit(
        "This Python has neither venv's ensurepip nor pip. Install one of them "
        "(on Debian and Ubuntu: apt install python3-venv) and run the command again."
    )


def is_installed(extra: str) -> bool:
    """Return whether `extra` is installed and up to date; every extra includes the base."""
    stamps = [STAMPS / extra] if extra else STAMPS.glob("*")
    current = fingerprint()
    return PYTHON.exists() and any(
        stamp.is_file() and stamp.read_text() == current for stamp in stamps
    )


def ensure(extra: str = "") -> Path:
    """Return the environment's Python, with the project and `extra` installed."""
    if sys.version_info < (3, 11):  # noqa: UP036 - users may run this with any Python
        raise SystemExit(f"Crosswright needs Python 3.11 or newer, not {sys.version.split()[0]}.")
    if is_installed(extra):
        return PYTHON
    print(f"Setting up {ENVIRONMENT.name} …", file=sys.stderr, flush=True)
    try:
        install(extra)
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    STAMPS.mkdir(exist_ok=True)
    (STAMPS / (extra or "base")).write_text(fingerprint())
    return PYTHON


def install(extra: str) -> None:
    """Install the project with `extra` into the environment; create that first if it is missing."""
    if not PYTHON.exists():
        create()
    target = f".[{extra}]" if extra else "."
    command = [*pip(), "install", "--quiet", "--disable-pip-version-check", "--editable", target]
    if subprocess.run(command, cwd=ROOT, check=False).returncode != 0:
        raise SystemExit("The installation failed; see pip's message above.")


def run(arguments: list[str]) -> int:
    """Run the environment's Python in the caller's directory; return its exit status."""
    try:
        return subprocess.run([str(PYTHON), *arguments], check=False).returncode
    except KeyboardInterrupt:
        return 130
