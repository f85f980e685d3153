"""The work of `crosswright cache show`."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterable

from crosswright.cli.commands.cache.show import ShowCacheRequest
from crosswright.cli.exits import Exit
from crosswright.cli.results import print_json
from crosswright.cli.terminal import print_text
from crosswright.support.cache import MAX_BYTES, directory
from crosswright.support.cachefolder import CachedItem, items
from crosswright.support.wording import plural


def run(request: ShowCacheRequest) -> Exit:
    """Print how much there is of each kind."""
    folder = directory()
    found = items(folder) if folder else []
    total = sum(item.size for item in found)
    if request.mode.json:
        kinds = {
            kind: {"files": len(each), "bytes": sum(item.size for item in each)}
            for kind, each in by_kind(found).items()
        }
        print_json(
            {
                "folder": folder,
                "files": len(found),
                "bytes": total,
                "max_bytes": MAX_BYTES,
                "kinds": kinds,
            }
        )
        return Exit.DONE
    print_text(folder or why_none())
    for kind, each in by_kind(found).items():
        size = megabytes(sum(item.size for item in each))
        print_text(f"  {size:>9}  {kind}, {plural(len(each), 'file')}")
    print_text(f"  {megabytes(total):>9}  in all, of at most {MAX_BYTES // 10**6} MB")
    return Exit.DONE


def why_none() -> str:
    """Return why nothing is kept."""
    if os.environ.get("CROSSWRIGHT_CACHE") == "off":
        return "nothing is kept: CROSSWRIGHT_CACHE is off"
    return "nothing is kept: there is no home folder; CROSSWRIGHT_CACHE can name a folder"


def by_kind(found: Iterable[CachedItem]) -> dict[str, list[CachedItem]]:
    """Return files by kind, the largest kind first."""
    kinds: dict[str, list[CachedItem]] = defaultdict(list)
    for item in found:
        kinds[item.kind].append(item)
    return dict(sorted(kinds.items(), key=lambda kind: -sum(item.size for item in kind[1])))


def megabytes(size: int) -> str:
    """Return a size as people read it.

    >>> megabytes(12_345_678), megabytes(900)
    ('12.3 MB', '0.9 kB')
    """
    return f"{size / 1e6:,.1f} MB" if size >= 10**5 else f"{size / 1e3:,.1f} kB"
