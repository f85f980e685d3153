"""Where the platform keeps what belongs to a user."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from crosswright.support import cache
from crosswright.support.folders import user_folder

VARIABLES = ("XDG_CACHE_HOME", "LOCALAPPDATA", "XDG_CONFIG_HOME", "APPDATA")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Set no variable but the home directory."""
    for name in ("CROSSWRIGHT_CACHE", "CROSSWRIGHT_CONFIG", *VARIABLES):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(os.path, "expanduser", lambda path: str(tmp_path))
    return tmp_path


@pytest.mark.parametrize(
    ("kind", "platform", "inside"),
    [
        ("cache", "linux", ".cache/crosswright"),
        ("cache", "freebsd14", ".cache/crosswright"),
        ("cache", "darwin", "Library/Caches/crosswright"),
        ("cache", "win32", "AppData/Local/crosswright/Cache"),
        ("config", "linux", ".config/crosswright"),
        ("config", "darwin", "Library/Application Support/crosswright"),
        ("config", "win32", "AppData/Roaming/crosswright"),
    ],
)
def test_folders_in_the_home_directory(
    home: Path, monkeypatch: pytest.MonkeyPatch, kind: str, platform: str, inside: str
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    assert user_folder(kind) == str(home / inside)


@pytest.mark.parametrize(
    ("kind", "platform", "variable", "inside"),
    [
        ("cache", "linux", "XDG_CACHE_HOME", "crosswright"),
        ("cache", "win32", "LOCALAPPDATA", "crosswright/Cache"),
        ("config", "linux", "XDG_CONFIG_HOME", "crosswright"),
        ("config", "win32", "APPDATA", "crosswright"),
    ],
)
def test_folders_that_a_variable_names_need_no_home(
    home: Path,
    monkeypatch: pytest.MonkeyPatch,
    kind: str,
    platform: str,
    variable: str,
    inside: str,
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(os.path, "expanduser", lambda path: path)
    assert user_folder(kind) is None
    monkeypatch.setenv(variable, str(home / "elsewhere"))
    assert user_folder(kind) == str(home / "elsewhere" / inside)


def test_our_own_variables_take_precedence(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "/elsewhere")
    monkeypatch.setenv("CROSSWRIGHT_CACHE", str(home / "mine"))
    assert user_folder("cache") == str(home / "mine")
    monkeypatch.setenv("CROSSWRIGHT_CACHE", "off")
    assert cache.directory() is None
    monkeypatch.setenv("CROSSWRIGHT_CACHE", "")
    assert cache.directory() == "/elsewhere/crosswright"
