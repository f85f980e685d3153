"""Programs in processes that are forked from one that has what they depend on loaded.

Each program has a process of its own, with its own folder, environment and streams, and loads the
package itself. Only Python, fpdf2, Pillow and the like are there already: they take a command that
writes a PDF longer than its work. How a command starts is tested elsewhere.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

LOADED = ("click", "fpdf", "fontTools.varLib", "PIL.PngImagePlugin", "uharfbuzz", "xml.etree")

SERVER = """
import atexit, gc, importlib, json, os, runpy, sys, threading, traceback

for name in sys.argv[1:]:
    importlib.import_module(name)
gc.collect()
gc.freeze()


def run(arguments, folder, environment, output, errors):
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    for number, path in enumerate((os.devnull, output, errors)):
        file = os.open(path, os.O_RDWR | os.O_CREAT)
        os.dup2(file, number)
        os.close(file)
    sys.argv = arguments
    status = 1
    try:
        runpy.run_path(arguments[0], run_name="__main__")
        status = 0
    except SystemExit as end:
        status = end.code or 0
    except BaseException:
        traceback.print_exc()
    finally:
        threading._shutdown()
        atexit._run_exitfuncs()
        sys.stdout.flush()
        os._exit(status)  # quicker than taking everything apart


for line in sys.stdin:
    pid = os.fork()
    if not pid:
        run(*json.loads(line))
    print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), flush=True)
"""


class ForkServer:
    """The process that others are forked from."""

    def __init__(self) -> None:
        environment = {**os.environ, "PYTHONIOENCODING": "utf-8"}
        self._process = subprocess.Popen(
            [sys.executable, "-c", SERVER, *LOADED],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment,
            encoding="utf-8",
        )

    def run(self, arguments: Sequence[str], folder: Path) -> subprocess.CompletedProcess[bytes]:
        """Run a program, whose path comes first, to its end; keep what it prints."""
        assert self._process.stdin is not None and self._process.stdout is not None
        with TemporaryDirectory() as streams:
            paths = [Path(streams, name) for name in ("output", "errors")]
            request = [[*arguments], str(folder), {**os.environ}, *map(str, paths)]
            print(json.dumps(request), file=self._process.stdin, flush=True)
            status = int(self._process.stdout.readline())
            output, errors = (path.read_bytes() for path in paths)
        return subprocess.CompletedProcess(arguments, status, output, errors)

    def stop(self) -> None:
        """End the process."""
        self._process.communicate()
