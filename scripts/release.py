"""Build the packages as they would be published, check them, and list them; nothing is published.

What is committed is built in isolation: an sdist, and from that a wheel for this machine. Both are
checked: how the package index will show them (twine), what is in them, and what their metadata say.
Then they are installed into empty environments, the wheel by pip, pipx and uvx, the sdist without a
C compiler, and the main commands are tried there (scripts/smoke.py). Name other Pythons, and the
sdist is compiled and tried with each. The packages stay in dist/.
"""

from __future__ import annotations

import hashlib
import io
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Callable, Iterable, Iterator
from email.message import Message
from email.parser import HeaderParser
from fnmatch import fnmatch
from pathlib import Path
from typing import NamedTuple

import environment

ROOT = environment.ROOT
DIST = ROOT / "dist"
NOTICE = "src/crosswright/words/lexicon/NOTICE.md"

SDIST = (
    *("LICENSE", "README.md", "CHANGELOG.md", "SECURITY.md", "docs/package.md"),
    *("MANIFEST.in", "pyproject.toml", "setup.py", "man/crosswright.1"),
)
"""What an sdist has of the repository, besides src/."""

SDIST_MADE = ("PKG-INFO", "setup.cfg", "src/crosswright.egg-info/*")
"""What building adds to it."""

MAN_PAGE = "share/man/man1/crosswright.1"
"""Where an install has the man page."""

WHEEL_MADE = ("METADATA", "RECORD", "WHEEL", "entry_points.txt", "top_level.txt")
"""What building adds to a wheel, in its folder .dist-info."""

REQUIRED = (
    "py.typed",
    "words/lexicon/english.xz",
    "words/lexicon/NOTICE.md",
    "grading/crossword.py",
)
"""What no package does without: a list of files that lacks these is itself wrong."""

METADATA = {
    "Name": ["crosswright"],
    "License-Expression": ["MIT AND CC-BY-SA-4.0"],
    "License-File": ["LICENSE", NOTICE],
    "Requires-Python": [">=3.11"],
    "Description-Content-Type": ["text/markdown"],
}


class Packages(NamedTuple):
    """An sdist and a wheel."""

    sdist: Path
    wheel: Path


# -- building -----------------------------------------------------------------------------------


def git(*arguments: str) -> str:
    """Return what a git command prints about the repository."""
    command = ["git", "-C", str(ROOT), *arguments]
    return subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout.decode()


def run(command: Iterable[object], **settings: str) -> str:
    """Run a command with more environment variables; return what it prints, or fail with that."""
    done = subprocess.run(
        [str(part) for part in command],
        env={**os.environ, **settings},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    output = done.stdout.decode(errors="replace")
    if done.returncode != 0:
        raise SystemExit(f"{output}\nfailed: {' '.join(map(str, command))}")
    return output


def build(tools: Path, folder: Path) -> Packages:
    """Build what is committed, in isolation, into a folder."""
    source, built = folder / "source", folder / "built"
    archive = subprocess.run(
        ["git", "-C", str(ROOT), "archive", "HEAD"], stdout=subprocess.PIPE, check=True
    ).stdout
    with tarfile.open(fileobj=io.BytesIO(archive)) as files:
        files.extractall(source, filter="data")
    run([tools, "-m", "build", "--outdir", built, source])
    return Packages(*built.glob("*.tar.gz"), *built.glob("*.whl"))


# -- what is in them ----------------------------------------------------------------------------


def sdist_files(tracked: Iterable[str]) -> set[str]:
    """Return what an sdist should have of the files of the repository."""
    return {name for name in tracked if name.startswith("src/") or name in SDIST}


def wheel_files(tracked: Iterable[str], version: str) -> set[str]:
    """Return what a wheel should have, but for the compiled modules."""
    about = f"crosswright-{version}.dist-info"
    package = {name.removeprefix("src/") for name in tracked if name.startswith("src/")}
    notices = {f"{about}/licenses/LICENSE", f"{about}/licenses/{NOTICE}"}
    made = {f"{about}/{name}" for name in WHEEL_MADE}
    data = {f"crosswright-{version}.data/data/{MAN_PAGE}"}
    return {name for name in package if not name.endswith(".pyx")} | notices | made | data


def compiled_modules(tracked: Iterable[str]) -> set[str]:
    """Return the modules that a wheel should have compiled, without their suffixes."""
    return {name.removeprefix("src/")[:-4] for name in tracked if name.endswith(".pyx")}


def differences(expected: set[str], found: set[str]) -> Iterator[str]:
    """Yield what is missing and what is too much."""
    yield from (f"{name} is missing" for name in sorted(expected - found))
    yield from (f"{name} should not be there" for name in sorted(found - expected))


def sdist_problems(path: Path, tracked: list[str]) -> Iterator[str]:
    """Yield what is wrong with the contents of an sdist."""
    with tarfile.open(path) as archive:
        names = {member.name.partition("/")[2] for member in archive if member.isfile()}
    made = {name for name in names if any(fnmatch(name, pattern) for pattern in SDIST_MADE)}
    yield from differences(sdist_files(tracked), names - made)


def wheel_problems(path: Path, tracked: list[str], version: str) -> Iterator[str]:
    """Yield what is wrong with the contents of a wheel: files, and fields of its metadata."""
    with zipfile.ZipFile(path) as archive:
        names = {name for name in archive.namelist() if not name.endswith("/")}
        about = archive.read(f"crosswright-{version}.dist-info/METADATA").decode()
    modules = {name for name in names if name.endswith((".so", ".pyd"))}
    stems = {name.rpartition("/")[0] + "/" + Path(name).name.partition(".")[0] for name in modules}
    yield from differences(compiled_modules(tracked), stems)
    yield from differences(wheel_files(tracked, version), names - modules)
    missing = [name for name in REQUIRED if f"crosswright/{name}" not in names]
    yield from (f"{name} is missing" for name in missing)
    yield from metadata_problems(HeaderParser().parsestr(about), version)


def metadata_problems(about: Message, version: str) -> Iterator[str]:
    """Yield fields of the metadata that are not as they should be."""
    for name, values in {**METADATA, "Version": [version]}.items():
        if (about.get_all(name) or []) != values:
            yield f"{name} is {about.get_all(name)}, not {values}"


# -- what they do -------------------------------------------------------------------------------


def python_of(folder: Path, base: str = sys.executable) -> Path:
    """Return the Python of a new environment, which has pip and nothing else."""
    run([base, "-m", "venv", folder])
    return folder / environment.PYTHON.relative_to(environment.ENVIRONMENT)


def smoke(python: Path, engine: str) -> str:
    """Try the commands in an environment; return what is said about it."""
    return run([python, "-P", ROOT / "scripts" / "smoke.py", engine]).strip().replace("\n", ", ")


def install_wheel(tools: Path, packages: Packages, folder: Path) -> str:
    """Install the wheel into an empty environment; return what is found there."""
    python = python_of(folder)
    run([python, "-m", "pip", "install", "--quiet", packages.wheel])
    return smoke(python, "--compiled")


def install_sdist(tools: Path, packages: Packages, folder: Path) -> str:
    """Install the sdist where there is no C compiler; return what is found there."""
    python = python_of(folder)
    missing = dict.fromkeys(("CC", "CXX", "LDSHARED"), str(folder / "no-compiler"))
    run([python, "-m", "pip", "install", "--quiet", packages.sdist], **missing)
    return smoke(python, "--plain")


def compile_with(base: str, packages: Packages, folder: Path) -> str:
    """Install the sdist by another Python, with a C compiler; return what is found there."""
    python = python_of(folder, base)
    run([python, "-m", "pip", "install", "--quiet", packages.sdist])
    return smoke(python, "--compiled")


def install_with_pipx(tools: Path, packages: Packages, folder: Path) -> str:
    """Install the wheel as a command of its own; return its version."""
    homes = {f"PIPX_{name}": str(folder / name) for name in ("HOME", "BIN_DIR", "MAN_DIR")}
    run([tools, "-m", "pipx", "install", "--python", sys.executable, packages.wheel], **homes)
    [command] = (folder / "BIN_DIR").glob("crosswright*")
    return run([command, "--version"]).strip()


def run_with_uvx(tools: Path, packages: Packages, folder: Path) -> str:
    """Run the wheel without installing it; return its version."""
    settings = {"UV_CACHE_DIR": str(folder), "UV_PYTHON_DOWNLOADS": "never"}
    command = [tools, "-m", "uv", "tool", "run", "--python", sys.executable]
    output = run([*command, "--from", packages.wheel, "crosswright", "--version"], **settings)
    return output.strip().splitlines()[-1]  # before it, what was downloaded


INSTALLS: dict[str, Callable[[Path, Packages, Path], str]] = {
    "wheel, by pip": install_wheel,
    "sdist, by pip, without a compiler": install_sdist,
    "wheel, by pipx": install_with_pipx,
    "wheel, by uvx": run_with_uvx,
}


# -- all of it ----------------------------------------------------------------------------------


def remarks(version: str) -> Iterator[str]:
    """Yield what somebody about to publish would want to know."""
    if git("status", "--porcelain"):
        yield "there are changes that are not committed, and so not in these packages"
    if f"\n## {version}" not in (ROOT / "CHANGELOG.md").read_text("utf-8"):
        yield f"CHANGELOG.md has no section for {version}"


def planned(tools: Path) -> Iterator[str]:
    """Yield the wheels that cibuildwheel builds, by the names that it has for them."""
    for system in ("linux", "macos", "windows"):
        command = [tools, "-m", "cibuildwheel", "--platform", system, "--print-build-identifiers"]
        yield from run([*command, ROOT]).split()


def check(tools: Path, packages: Packages, version: str) -> None:
    """Check both packages, or fail with what is wrong."""
    run([tools, "-m", "twine", "--no-color", "check", "--strict", *packages])
    print("twine check --strict: passed", flush=True)
    tracked = git("ls-tree", "-r", "--name-only", "HEAD").splitlines()
    problems = [
        f"{packages.sdist.name}: {each}" for each in sdist_problems(packages.sdist, tracked)
    ]
    wheel = packages.wheel
    problems += [f"{wheel.name}: {each}" for each in wheel_problems(wheel, tracked, version)]
    if problems:
        raise SystemExit("\n".join(problems))
    print("contents and metadata: as expected", flush=True)


def main(pythons: list[str]) -> int:
    tools = environment.tools()
    with tempfile.TemporaryDirectory(prefix="crosswright-release-") as name:
        folder = Path(name)
        packages = build(tools, folder)
        version = packages.wheel.name.split("-")[1]
        check(tools, packages, version)
        for how, install in INSTALLS.items():
            print(f"{how}: {install(tools, packages, folder / install.__name__)}", flush=True)
        for number, base in enumerate(pythons):
            said = compile_with(base, packages, folder / f"python{number}")
            print(f"sdist, by pip, {base}: {said}", flush=True)
        shutil.rmtree(DIST, ignore_errors=True)
        DIST.mkdir()
        copies = [Path(shutil.copy(package, DIST)) for package in packages]
    wheels = list(planned(tools))
    print("\nBuilt, in dist/:")
    for path in copies:
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        print(f"  {path.name}  {path.stat().st_size:,} bytes  sha256 {digest}")
    print("Would be published: the sdist, and the wheels that cibuildwheel builds from it:")
    print(
        *(f"  {' '.join(wheels[start : start + 5])}" for start in range(0, len(wheels), 5)),
        sep="\n",
    )
    print("Nothing was published.", *(f"Note: {each}." for each in remarks(version)), sep="\n")
    return 0


if __name__ == "__main__":
    environment.show_help(__doc__)
    raise SystemExit(main(sys.argv[1:]))
