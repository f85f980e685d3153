"""Build the documentation as a site that can be read from a server or straight from its folder.

    python3 scripts/build_site.py [FOLDER]

FOLDER is `site` unless you name another; a site that is there already is replaced. Open its
index.html. Nothing is fetched while the site is built, or while it is read.
"""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path

import environment

NEEDED = ("markdown_it", "pygments")


def main(arguments: list[str]) -> int:
    """Build the site; return the exit status."""
    from site_build.site import build
    from site_build.sources import SiteError

    if len(arguments) > 1 or any(argument.startswith("-") for argument in arguments):
        print("usage: python3 scripts/build_site.py [FOLDER]", file=sys.stderr)
        return 2
    folder = Path(*arguments).absolute() if arguments else environment.ROOT / "site"
    try:
        count = build(environment.ROOT, folder)
    except (SiteError, OSError) as error:
        print(f"build_site: {error}", file=sys.stderr)
        return 2
    print(f"{count} pages in {folder}; open {folder / 'index.html'}")
    return 0


def run_in_environment(arguments: list[str]) -> int:
    """Run this script again with the project's Python, which gets what is missing."""
    python = environment.PYTHON
    asking = [str(python), "-c", f"import {', '.join(NEEDED)}"]
    if not (python.exists() and environment.succeeds(asking)):
        environment.ensure("docs")
    return environment.run([__file__, *arguments])


if __name__ == "__main__":
    environment.show_help(__doc__)
    try:
        run = main if all(map(find_spec, NEEDED)) else run_in_environment
        raise SystemExit(run(sys.argv[1:]))
    except KeyboardInterrupt:
        raise SystemExit(130) from None
