"""What all tests share: a cache of their own, not the user's, and one browser."""

from __future__ import annotations

import gc
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from helpers.engines import ENGINES, solving_with
from hypothesis import settings

from crosswright.grids.grid import Grid
from crosswright.words import lexicon
from crosswright.words.wordlist import WordList

BROWSERS = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
)
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]

# A shell starts background jobs with Ctrl-C ignored, and what the tests start would inherit that:
# a program that is to be interrupted would never end.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# No test asserts a time, so no property has a deadline. A commit that passes passes again: examples
# are the same each time, unless somebody asks for others.
settings.register_profile("same", deadline=None, derandomize=True)
settings.register_profile("other", deadline=None)
settings.load_profile("other" if os.environ.get("CROSSWRIGHT_OTHER_EXAMPLES") else "same")


def pytest_configure(config: pytest.Config) -> None:
    """Compile each module once, where that is not kept beside the source: Python starts often."""
    if sys.dont_write_bytecode:
        sys.dont_write_bytecode = False
        sys.pycache_prefix = prefix = str(config.rootpath / ".pytest_cache" / "bytecode")
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        os.environ["PYTHONPYCACHEPREFIX"] = prefix
        temporary = Path(prefix + tempfile.gettempdir())
        for folder in (*temporary.glob("*"), *temporary.glob("pytest-of-*/*")):
            if not Path(str(folder).removeprefix(prefix)).exists():  # of an earlier run
                shutil.rmtree(folder, ignore_errors=True)


CRASH = "Fatal Python error"
"""How a process of Python says that it crashes, with `faulthandler` on."""

os.environ["PYTHONFAULTHANDLER"] = "1"  # in whatever the tests start, too


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Fail a test that passes although a process that it started has crashed."""
    report = yield
    for title, text in report.sections:
        if CRASH in text and report.passed:
            report.outcome = "failed"
            report.longrepr = f"a process crashed ({title}):\n{text}"
    return report


def pytest_collection_finish() -> None:
    """Keep the garbage collector from going through thousands of tests again and again."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Keep what is cached in a temporary directory, one for all workers, and nothing configured."""
    with pytest.MonkeyPatch.context() as patch:
        base = tmp_path_factory.getbasetemp()
        folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "cache"
        folder.mkdir(exist_ok=True)
        patch.setenv("CROSSWRIGHT_CACHE", str(folder))
        patch.setenv("CROSSWRIGHT_CONFIG", str(base / "config"))
        yield folder


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Start the system's Chromium once."""
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        pytest.skip("no Chromium found on this system (Debian and Ubuntu: apt install chromium)")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield started
        started.close()


@pytest.fixture(params=ENGINES, ids=lambda module: module.NAME, scope="module")
def each_engine(request: pytest.FixtureRequest) -> Iterator[str]:
    """Run a test with one engine, then with the other."""
    with solving_with(request.param):
        yield request.param.NAME


@pytest.fixture(scope="session")
def english() -> WordList:
    """The built-in list."""
    return lexicon.english()


@pytest.fixture(scope="session")
def open15() -> Grid:
    """An open grid of real size."""
    return Grid.parse((Path(__file__).parent / "known" / "grids" / "open15.txt").read_text("utf-8"))
