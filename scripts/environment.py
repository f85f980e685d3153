"""The project's own virtual environment: created when missing, updated when out of date.

For development and CI it holds the exact versions of `requirements/dev.txt`, checked by their
hashes. Where those cannot be had, the newest that fit take their place. What makes releases and
audits is in an environment of its own, inside the first.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import tomllib
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ENVIRONMENT = ROOT / ".venv"
PYTHON = ENVIRONMENT / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
STAMPS = ENVIRONMENT / "crosswright-stamps"

LOCKS = ROOT / "requirements"
"""Files of exact versions and hashes, by the extra or the group that they are for."""

# A change to any of these calls for a new install; plain modules are used in place.
BUILD_FILES = ("pyproject.toml", "setup.py", "requirements/*.txt", "src/**/*.pyx", "src/**/*.pxd")
QUIETLY = ["install", "--quiet", "--disable-pip-version-check"]


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


def pip(python: Path | None = None) -> list[str]:
    """Return how to call pip: the environment's own, installed if necessary, or the system's."""
    target = str(python or PYTHON)
    own = [target, "-m", "pip"]
    if succeeds([*own, "--version"]) or succeeds([target, "-m", "ensurepip"]):
        return own
    system = [sys.executable, "-m", "pip", "--python", target]
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
    command = [*pip(), *QUIETLY]
    if installs_locked(pip(), extra):
        command += ["--no-deps", "--no-build-isolation"]
    target = f".[{extra}]" if extra else "."
    if subprocess.run([*command, "--editable", target], cwd=ROOT, check=False).returncode != 0:
        raise SystemExit("The installation failed; see pip's message above.")


def installs_locked(pip: list[str], name: str) -> bool:
    """Install the exact versions for an extra or a group; False if there are none to be had.

    A file with another hash is no reason to take what else there is: it ends everything.
    """
    lock = LOCKS / f"{name}.txt"
    if not name or not lock.is_file():
        return False
    command = [*pip, *QUIETLY, "--require-hashes", "--requirement", str(lock)]
    done = subprocess.run(command, cwd=ROOT, stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode == 0:
        return True
    print(done.stderr, file=sys.stderr)
    if "DO NOT MATCH THE HASHES" in done.stderr:
        raise SystemExit(f"A package is not the one in {lock.name}; see pip's message above.")
    print(f"Not all versions in {lock.name} can be had; taking what fits.", file=sys.stderr)
    return False


def tools() -> Path:
    """Return the Python of an environment with what makes releases and audits."""
    folder = ENVIRONMENT / "tools"
    python = folder / PYTHON.relative_to(ENVIRONMENT)
    stamp = folder / "crosswright-stamp"
    lock = LOCKS / "release.txt"
    source = lock if lock.exists() else ROOT / "pyproject.toml"
    current = hashlib.sha256(os.fsencode(python.resolve()) + source.read_bytes()).hexdigest()
    if not (python.exists() and stamp.is_file() and stamp.read_text() == current):
        print("Setting up the tools for releases …", file=sys.stderr, flush=True)
        venv.create(folder, with_pip=False, clear=True)
        install_tools(pip(python))
        stamp.write_text(current)
    return python


def install_tools(pip: list[str]) -> None:
    """Install the tools for releases, in the exact versions if possible."""
    if installs_locked(pip, "release"):
        return
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    command = [*pip, *QUIETLY, *project["dependency-groups"]["release"]]
    if subprocess.run(command, check=False).returncode != 0:
        raise SystemExit("The tools cannot be installed; see pip's message above.")


def run(arguments: list[str]) -> int:
    """Run the environment's Python in the caller's directory; return its exit status."""
    try:
        return subprocess.run([str(PYTHON), *arguments], check=False).returncode
    except KeyboardInterrupt:
        return 130
