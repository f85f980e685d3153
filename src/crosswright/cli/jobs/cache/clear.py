"""The work of `crosswright cache clear`."""

from __future__ import annotations

from crosswright.cli.commands.cache.clear import ClearCacheRequest
from crosswright.cli.exits import Exit
from crosswright.cli.jobs.cache.show import megabytes
from crosswright.cli.results import print_json
from crosswright.support.cache import directory
from crosswright.support.cachefolder import clear, items
from crosswright.support.wording import plural


def run(request: ClearCacheRequest) -> Exit:
    """Remove what is in the cache, and say how much that was."""
    folder, console = directory(), request.mode.console
    if folder is None:
        done = []
    elif request.dry_run:
        done = [(item, "") for item in items(folder)]
    else:
        done = [*clear(folder)]
    size = sum(item.size for item, reason in done if not reason)
    left = [(item.path, reason) for item, reason in done if reason]
    count = len(done) - len(left)
    if request.mode.json:
        print_json(
            {
                "folder": folder,
                "removed": count,
                "bytes": size,
                "left": [{"file": path, "reason": reason} for path, reason in left],
                "dry_run": request.dry_run,
            }
        )
    else:
        would = "would remove" if request.dry_run else "removed"
        console.note(f"{would} {plural(count, 'file')}, {megabytes(size)}, from {folder}")
    for path, reason in left:
        console.warn(f"{path}: stays: {reason}")
    return Exit.DONE
