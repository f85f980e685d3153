"""Try the main commands of the crosswright that the Python running this script has installed.

It needs nothing but that package: run it in an environment into which a wheel was installed, from
anywhere. --compiled and --plain say which engine there should be. The first thing that is wrong
ends it, with exit status 1.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.cookiejar import CookieJar
from pathlib import Path
from typing import NamedTuple
from urllib.request import HTTPCookieProcessor, build_opener

WAIT = 120
"""Seconds that a command may take, on a slow machine too."""

INPUTS = {
    "square.txt": "...\n...\n...\n",
    "words.txt": "CAT\nDOG\nCOD\nAGO\nTOG\n",
    "animals.csv": "zebra,It has stripes\nbear,It sleeps all winter\ngoat,It eats anything\n",
}


class Step(NamedTuple):
    """A command, how it ends, and the files that it writes."""

    command: str
    status: int = 0
    files: tuple[str, ...] = ()


STEPS = (
    Step("--help"),
    Step("fill square.txt -w words.txt --seed 1 --quiet", 1),
    Step("explain square.txt -w words.txt --quiet", 1),
    Step("fill --size 11 --objective any --seed 1 -o first.ipuz", 0, ("first.ipuz",)),
    Step(
        "convert first.ipuz -o first.puz -o first.jpz -o first.xd",
        0,
        ("first.puz", "first.jpz", "first.xd"),
    ),
    Step(
        "render first.puz -o first.svg -o first.png -o first.pdf -o first.html",
        0,
        ("first.svg", "first.png", "first.pdf", "first.html"),
    ),
    Step("info first.jpz"),
    Step("check first.ipuz"),
    Step("layout animals.csv --seed 1 -o lesson.pdf", 0, ("lesson.pdf",)),
    Step("pattern --size 5 --seed 1 -o five.txt", 0, ("five.txt",)),
    Step("words match E.E..ANT"),
    Step("trace square.txt words.txt --run textbook -o search.html", 1, ("search.html",)),
    Step("series new plan.toml", 0, ("plan.toml",)),
    Step("fill nowhere.txt", 2),
)


class Failure(Exception):
    """Something is not as it should be."""


def crosswright(*arguments: str) -> list[str]:
    """Return the command line of a command, as the installed package has it."""
    return [sys.executable, "-m", "crosswright", *arguments]


def take(step: Step) -> None:
    """Run a command and look at what it left."""
    done = subprocess.run(
        crosswright(*step.command.split()), capture_output=True, timeout=WAIT, check=False
    )
    if done.returncode != step.status:
        raise Failure(f"exit status {done.returncode}: {done.stderr.decode(errors='replace')}")
    for name in step.files:
        if not Path(name).is_file() or not Path(name).stat().st_size:
            raise Failure(f"{name} was not written")


def check_engine(expected: str | None) -> str:
    """Return the version; the engine is to be `expected`, and the package not this repository's."""
    code = "import crosswright as c; from crosswright import engine as e; "
    code += "print(c.__version__, e.name, c.__file__)"
    asked = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, timeout=WAIT, check=True
    )
    version, engine, file = asked.stdout.decode().strip().split(" ", 2)
    if Path(file).is_relative_to(Path(__file__).resolve().parents[1] / "src"):
        raise Failure(f"{file} is not installed, but part of the repository")
    if expected not in (None, engine):
        raise Failure(f"the engine is {engine}, not {expected}")
    return f"crosswright {version} (engine: {engine})"


def visit_studio() -> None:
    """Start the studio, load its page and a module of it, and end it."""
    studio = subprocess.Popen(
        crosswright("studio", "--no-browser", "--port", "0", "--json"), stdout=subprocess.PIPE
    )
    watchdog = threading.Timer(WAIT, studio.kill)
    watchdog.start()
    try:
        assert studio.stdout is not None
        url = json.loads(studio.stdout.readline())["url"]
        browser = build_opener(HTTPCookieProcessor(CookieJar()))
        with browser.open(url, timeout=WAIT) as page:
            if b"<title>" not in page.read():
                raise Failure("the studio serves no page")
    except ValueError:
        raise Failure("the studio does not start") from None
    finally:
        watchdog.cancel()
        studio.terminate()
        studio.communicate(timeout=WAIT)


@contextmanager
def workshop() -> Iterator[None]:
    """Work in an empty folder, with settings and a cache of its own."""
    before = Path.cwd()
    with tempfile.TemporaryDirectory(prefix="crosswright-smoke-") as name:
        folder = Path(name)
        for file, text in INPUTS.items():
            (folder / file).write_text(text, "utf-8")
        for kind in ("CACHE", "CONFIG"):
            os.environ[f"CROSSWRIGHT_{kind}"] = str(folder / kind.lower())
        os.environ.pop("CROSSWRIGHT_ENGINE", None)
        os.chdir(folder)
        try:
            yield
        finally:
            os.chdir(before)  # or Windows could not remove the folder


def main(arguments: list[str]) -> int:
    if {"-h", "--help"} & {*arguments}:
        print((__doc__ or "").strip())
        return 0
    expected = {"--compiled": "compiled", "--plain": "python"}.get((*arguments, "")[0])
    what = "the package"
    try:
        with workshop():
            print(check_engine(expected))
            for step in STEPS:
                what = f"crosswright {step.command}"
                take(step)
            what = "crosswright studio"
            visit_studio()
    except (Failure, subprocess.SubprocessError, OSError) as error:
        print(f"{what}: {error}", file=sys.stderr)
        return 1
    print(f"{len(STEPS) + 1} commands work")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
