"""What the scripts that make the pictures of the docs share: a browser, and files kept small."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image

ROOT = Path(__file__).resolve().parent.parent
IMAGES = ROOT / "docs" / "images"
BROWSERS = ("chromium", "google-chrome", "chromium-headless-shell")
COLOURS = 256  # enough for flat areas and smooth letters, and for colours that few squares have


@contextmanager
def open_browser() -> Iterator[Any]:
    """Start the system's Chromium, and close it in the end."""
    from playwright.sync_api import sync_playwright

    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        raise SystemExit(
            "no Chromium found on this system (Debian and Ubuntu: apt install chromium)"
        )
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


def keep(image: Image.Image | bytes, name: str, colours: int = COLOURS) -> None:
    """Save an image, or the data of one, among the pictures, in few colours."""
    opened = Image.open(BytesIO(image)) if isinstance(image, bytes) else image
    reduced = opened.convert("RGB").quantize(colours, dither=Image.Dither.NONE)
    reduced.save(IMAGES / name, optimize=True)
