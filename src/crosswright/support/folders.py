"""The folders in which the platform keeps what belongs to a user."""

from __future__ import annotations

import os
import sys

from crosswright.support.hints import Final

PLACES: Final = {
    "cache": {
        "win32": ("LOCALAPPDATA", "AppData/Local", "crosswright/Cache"),
        "darwin": ("", "Library/Caches", "crosswright"),
        "": ("XDG_CACHE_HOME", ".cache", "crosswright"),
    },
    "config": {
        "win32": ("APPDATA", "AppData/Roaming", "crosswright"),
        "darwin": ("", "Library/Application Support", "crosswright"),
        "": ("XDG_CONFIG_HOME", ".config", "crosswright"),
    },
}
"""For each platform: the variable that names a folder, that folder in the home folder, and our
part of it."""


def user_folder(kind: str) -> str | None:
    """Return the user's folder for "cache" or "config"; None for a user without a home folder.

    CROSSWRIGHT_CACHE and CROSSWRIGHT_CONFIG take precedence.
    """
    if named := os.environ.get(f"CROSSWRIGHT_{kind.upper()}", ""):
        return named
    places = PLACES[kind]
    variable, inside, ours = places.get(sys.platform) or places[""]
    if variable and (folder := os.environ.get(variable, "")):
        return os.path.join(folder, ours)
    home = os.path.expanduser("~")
    return None if home == "~" else os.path.join(home, inside, ours)


def config_file() -> str | None:
    """Return where the user's configuration is or would be; None for a user without a home."""
    folder = user_folder("config")
    return folder and os.path.join(folder, "config.toml")


def may_exist(path: str | None) -> bool:
    """Return whether there may be a file: what hinders its reader, the reader says best."""
    if path is None:
        return False
    try:
        os.stat(path)
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:
        return True
    return True


def personal_list() -> str | None:
    """Return where the user's own word list is or would be; None for a user without a home."""
    folder = user_folder("config")
    return folder and os.path.join(folder, "personal.txt")
