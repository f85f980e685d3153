"""The work of `crosswright studio`."""

from __future__ import annotations

import logging
import os
import tempfile
import webbrowser
from collections.abc import Callable
from pathlib import Path
from socket import socket

import click

from crosswright.cli.commands.studio import StudioRequest
from crosswright.cli.exits import Exit
from crosswright.cli.interrupts import interruptible
from crosswright.cli.results import print_json
from crosswright.cli.terminal import print_message, print_text
from crosswright.formats.format import MAX_BYTES
from crosswright.studio import demo
from crosswright.studio.refusals import Refusal
from crosswright.studio.server import DEFAULT_PORT, LOCAL_HOSTS, StudioServer, listen
from crosswright.support.files import read_limited


def run(request: StudioRequest) -> Exit:
    """Serve the studio until it is interrupted."""
    if not request.host:
        raise click.UsageError("--host is empty")
    if request.host not in LOCAL_HOSTS and not request.allow_remote:
        raise click.UsageError(
            f"{request.host} can be reached from other machines; say --allow-remote if you mean it"
        )
    logging.basicConfig(format="crosswright: %(message)s", level=logging.WARNING)
    if request.demo:
        return _demo(request)
    file = None if request.file is None else Path(request.file)
    root = root_of(request.root, file)
    return _serve(request, root, lambda server: path_for(server, root, file))


def _demo(request: StudioRequest) -> Exit:
    """Serve the example from a folder that is removed at the end, personal list and all."""
    if request.file is not None or request.root is not None:
        raise click.UsageError("--demo works in a folder of its own; leave out FILE and --root")
    with tempfile.TemporaryDirectory(prefix="crosswright-demo-") as name:
        os.environ["CROSSWRIGHT_CONFIG"] = str(Path(name) / ".config")
        request.mode.console.note(f"the demo is in {name}, which is removed when it ends")
        return _serve(
            request,
            Path(name).resolve(),
            lambda server: f"/documents/{demo.begin(server.studio).document}",
        )


def _serve(request: StudioRequest, root: Path, page: Callable[[StudioServer], str]) -> Exit:
    server = StudioServer(root, socket_for(request), request.host)
    with interruptible(server.stop):
        try:
            url = server.url(page(server))
        except BaseException:
            server.studio.close()
            raise
        if request.mode.json:
            print_json({"url": url, "port": server.port, "root": str(root)})
        else:
            print_text(url)
        if request.browser:
            request.mode.console.note("the studio opens in your browser; Ctrl-C ends it")
            webbrowser.open(url)
        server.run()
    return Exit.DONE  # Ctrl-C is how a studio ends


def root_of(root: str | None, file: Path | None) -> Path:
    """Return the folder to work in."""
    folder = Path(root) if root is not None else file.parent if file is not None else Path()
    if not folder.is_dir():
        raise click.UsageError(f"{folder} is not a folder")
    if file is not None and not file.is_file():
        raise click.UsageError(f"{file}: there is no such file")
    return folder.resolve()


def socket_for(request: StudioRequest) -> socket:
    """Return the socket to listen on; without --port, any if the usual port is taken."""
    if request.port is not None:
        return listen(request.host, request.port)
    try:
        return listen(request.host, DEFAULT_PORT)
    except Refusal:
        return listen(request.host, 0)


def path_for(server: StudioServer, root: Path, file: Path | None) -> str:
    """Return the page to open: that of the file, or the library."""
    if file is None:
        return "/"
    path = file.resolve()
    library = server.studio.library
    if path.is_relative_to(root):
        document, notes, _ = library.open_file(path.relative_to(root).as_posix())
    else:
        document, notes = library.import_data(read_limited(path, MAX_BYTES), path.name)
    for note in notes:
        print_message(f"crosswright: {file}: {note}")
    return f"/documents/{document.identity}"
