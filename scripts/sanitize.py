"""Build the compiled modules with checks, apart from those in use, and run their tests on that.

Usage: python3 scripts/sanitize.py address|bounds|thread [arguments for pytest]

  address  AddressSanitizer and UBSan: every access, all arithmetic
  bounds   every index of a memory view
  thread   ThreadSanitizer: what two threads do at once

The modules are built in .checked/, so that those under src stay as they are. Without arguments,
the tests of the compiled modules run, and then a bounded share of fuzzing (fuzz/) on that build.
Any report of a sanitizer fails the run, whichever process it comes from.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import environment

CHECKED = environment.ROOT / ".checked"

SETTINGS = {
    "address": {"CROSSWRIGHT_SANITIZE": "address"},
    "bounds": {"CROSSWRIGHT_BOUNDSCHECK": "1"},
    "thread": {"CROSSWRIGHT_SANITIZE": "thread"},
}
LIBRARIES = {"address": "libasan.so", "thread": "libtsan.so"}

TESTS = ("tests/engine", "tests/words/index", "tests/layouts/core", "tests/layouts/proving")
PARALLEL = ("-n", "2", "--dist", "worksteal", "-q", "-p", "no:cacheprovider")

# A sanitizer holds freed memory back, so that memory never stays flat.
UNSUITABLE = "not memory_stays_flat"

# ThreadSanitizer is for the tests with threads; the others take it ten times as long, for nothing.
THREADS = "thread or turn or in_use or released or cancel"

FUZZED = ("engine", "index", "layout", "proof", "wordlist", "cache")
FUZZ_INPUTS = {"address": "400", "bounds": "1500", "thread": "0"}


def built(kind: str) -> Path:
    """Return a folder with the whole package and its modules in a build, made if necessary."""
    folder = CHECKED / kind
    source, library, stamp = folder / "src", folder / "lib", folder / "stamp"
    shutil.rmtree(source, ignore_errors=True)
    unwanted = shutil.ignore_patterns("*.so", "*.pyd", "*.c", "__pycache__", "*.egg-info")
    shutil.copytree(environment.ROOT / "src", source, ignore=unwanted)
    current = fingerprint()
    if not stamp.is_file() or stamp.read_text() != current:
        build(kind, folder)
        stamp.write_text(current)
    shutil.copytree(library, source, dirs_exist_ok=True)
    missing = [
        path
        for path in source.rglob("compiled.pyx")
        if not [*path.parent.glob("compiled.*.so"), *path.parent.glob("compiled.*.pyd")]
    ]
    if missing:  # extensions are optional, so a compiler that fails is not an error
        raise SystemExit(f"{missing[0].relative_to(source)} was not built; is there a compiler?")
    return source


def fingerprint() -> str:
    """Hash what the builds depend on."""
    digest = hashlib.sha256(os.fsencode(environment.PYTHON.resolve()))
    sources = sorted((environment.ROOT / "src").rglob("*.pyx"))
    for path in (environment.ROOT / "setup.py", *sources):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def build(kind: str, folder: Path) -> None:
    """Build the modules in a folder that has the sources."""
    print(f"Building the modules with checks ({kind}) …", file=sys.stderr, flush=True)
    shutil.rmtree(folder / "lib", ignore_errors=True)
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(environment.ROOT / name, folder / name)
    command = [str(environment.PYTHON), "setup.py", "--quiet", "build_ext", "--force", "-j", "2"]
    command += ["--build-lib", "lib", "--build-temp", "temp"]
    with (folder / "build.log").open("w") as log:
        done = subprocess.run(
            command,
            cwd=folder,
            env={**os.environ, **SETTINGS[kind]},
            stdout=log,
            stderr=subprocess.STDOUT,
            check=False,
        )
    if done.returncode:
        raise SystemExit(f"The build failed; see {folder / 'build.log'}.")


def variables(kind: str, source: Path, reports: Path) -> dict[str, str]:
    """Return the environment in which the build runs, with reports written to files."""
    values = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join((str(source), str(environment.ROOT))),
        "PYTHONFAULTHANDLER": "1",
        "CROSSWRIGHT_ENGINE": "",
        "CROSSWRIGHT_CHECKED_BUILD": kind,
    }
    if kind not in LIBRARIES:
        return values
    common = f"log_path={reports / 'report'}:exitcode=66:handle_segv=0"
    options = {
        "address": ("ASAN_OPTIONS", f"{common}:detect_leaks=0:allocator_may_return_null=1"),
        "thread": ("TSAN_OPTIONS", f"{common}:halt_on_error=0:report_signal_unsafe=0"),
    }
    name, value = options[kind]
    return {
        **values,
        "LD_PRELOAD": sanitizer_library(kind),
        "PYTHONMALLOC": "malloc",
        "UBSAN_OPTIONS": f"{common}:print_stacktrace=1",
        name: value,
    }


def sanitizer_library(kind: str) -> str:
    """Return the library of a sanitizer, which must be loaded before all others."""
    compiler = os.environ.get("CC", "gcc").split()[0]
    found = subprocess.run(
        [compiler, f"-print-file-name={LIBRARIES[kind]}"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()
    if not Path(found).is_absolute():
        raise SystemExit(f"{compiler} has no {LIBRARIES[kind]}; install it with the compiler.")
    return found


def commands(kind: str, arguments: list[str]) -> list[list[str]]:
    """Return what is to run on a build."""
    python = str(environment.PYTHON)
    if arguments:
        return [[python, "-m", "pytest", *arguments]]
    chosen = f"({UNSUITABLE}) and ({THREADS})" if kind == "thread" else UNSUITABLE
    tests = [python, "-m", "pytest", *PARALLEL, "-k", chosen, *TESTS]
    fuzzing = [python, "-m", "fuzz", *FUZZED, "--inputs", FUZZ_INPUTS[kind], "--seed", "1"]
    return [tests] if FUZZ_INPUTS[kind] == "0" else [tests, [*fuzzing, "--plain"]]


def check(kind: str, arguments: list[str]) -> int:
    """Run everything on a build; return the worst exit status, 1 if there is any report."""
    source = built(kind)
    reports = CHECKED / kind / "reports"
    shutil.rmtree(reports, ignore_errors=True)
    reports.mkdir()
    variable = variables(kind, source, reports)
    probe = "import crosswright.engine.compiled as c; print(c.__file__)"
    loaded = subprocess.run(
        [str(environment.PYTHON), "-c", probe], env=variable, capture_output=True, text=True
    )
    if not loaded.stdout.startswith(str(source)):
        raise SystemExit(f"The build cannot be loaded: {loaded.stdout}{loaded.stderr}")
    status = 0
    for command in commands(kind, arguments):
        done = subprocess.run(command, cwd=environment.ROOT, env=variable, check=False)
        status = max(status, abs(done.returncode))
    return 1 if show_reports(reports) else status


def show_reports(reports: Path) -> bool:
    """Print what the sanitizers have reported; return whether that is anything."""
    found = [path for path in sorted(reports.glob("report*")) if path.stat().st_size]
    for path in found:
        print(f"--- {path}", path.read_text(errors="replace"), sep="\n")
    print(f"{len(found)} sanitizer reports" if found else "no sanitizer reports")
    return bool(found)


if __name__ == "__main__":
    environment.show_help(__doc__)
    chosen, *rest = sys.argv[1:] or [""]
    if chosen not in SETTINGS:
        raise SystemExit("Usage: python3 scripts/sanitize.py address|bounds|thread [arguments]")
    environment.ensure("dev")
    raise SystemExit(check(chosen, rest))
