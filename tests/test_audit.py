"""The audit finds what it should, and never says that all is well when it could not look."""

from __future__ import annotations

from importlib.metadata import Distribution, distributions
from pathlib import Path
from types import SimpleNamespace

import pytest
from helpers.scripts import script

audit = script("audit")

PAGE = """
| name | licence | where | reason |
|---|---|---|---|
| One.Name | MIT; its data CC BY 4.0 | here | a reason |
| two | Apache-2.0 OR MIT | here | a reason |
| extra | name | licence | where | reason |
| `more` | three 0.1 | GPL-2.0-only | there | a reason |
"""


def package(folder: Path, name: str, *lines: str) -> Distribution:
    about = folder / f"{name}-1.dist-info"
    about.mkdir()
    head = f"Metadata-Version: 2.4\nName: {name}\nVersion: 1\n"
    (about / "METADATA").write_text(head + "\n".join(lines) + "\n", "utf-8")
    [found] = [each for each in distributions(path=[str(folder)]) if each.name == name]
    return found


@pytest.mark.parametrize(
    "lines, licence",
    [
        (["License-Expression: MIT AND PSF-2.0", "License: something else"], "MIT AND PSF-2.0"),
        (["License: Apache License, Version 2.0"], "Apache-2.0"),
        (["Classifier: License :: OSI Approved :: MIT License"], "MIT"),
        (["License: Do what you like"], "Do what you like"),
        ([], "none"),
    ],
)
def test_the_licence_of_a_package(tmp_path: Path, lines: list[str], licence: str) -> None:
    assert audit.licence(package(tmp_path, "one", *lines)) == licence


def test_licences_that_are_as_the_page_says_pass(tmp_path: Path) -> None:
    packages = [
        package(tmp_path, "one_name", "License-Expression: MIT"),
        package(tmp_path, "two", "License-Expression: Apache-2.0 OR MIT"),
    ]
    assert list(audit.licence_problems(packages, PAGE)) == []


def test_licences_that_are_wrong(tmp_path: Path) -> None:
    packages = [
        package(tmp_path, "one_name", "License-Expression: BSD-3-Clause"),
        package(tmp_path, "three", "License-Expression: GPL-2.0-only"),
        package(tmp_path, "four", "License-Expression: MIT"),
    ]
    assert list(audit.licence_problems(packages, PAGE)) == [
        "one_name is under BSD-3-Clause; docs/dependencies.md says MIT",
        "three is under GPL-2.0-only, which is not one of the licences we accept",
        "four (MIT) is not in docs/dependencies.md",
    ]


CHECKED = {"name": "one", "version": "1", "vulns": []}
VULNERABLE = {"name": "two", "version": "2", "vulns": [{"id": "PYSEC-1"}, {"id": "PYSEC-2"}]}
SKIPPED = {"name": "three", "skip_reason": "not found"}


@pytest.mark.parametrize(
    "answers, status, line",
    [
        ([CHECKED], audit.DONE, "0 of 1 versions have known ones"),
        ([CHECKED, VULNERABLE], audit.FOUND, "two 2: PYSEC-1, PYSEC-2"),
        ([CHECKED, SKIPPED], audit.UNCHECKED, "NOT CHECKED for 1 versions"),
        ([VULNERABLE, SKIPPED], audit.FOUND, "NOT CHECKED for 1 versions"),
        ([SKIPPED], audit.UNCHECKED, "NOT CHECKED for 1 versions"),
        ([], audit.UNCHECKED, "NOT CHECKED for 0 versions"),
    ],
)
def test_what_was_not_looked_up_is_not_well(
    answers: list[dict[str, object]], status: int, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert audit.judge("dev.txt", answers) == status
    assert line in capsys.readouterr().out


@pytest.mark.parametrize("output", ["", "Traceback", "[]", "null", "{}"])
def test_no_answer_is_said_plainly(
    output: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(*arguments: object, **options: object) -> SimpleNamespace:
        return SimpleNamespace(stdout=output, stderr="first\nno such host\n", returncode=0)

    monkeypatch.setattr(audit.subprocess, "run", run)
    assert audit.audit_file(Path("python"), Path("dev.txt")) == audit.UNCHECKED
    printed = capsys.readouterr().out
    assert printed == "vulnerabilities, dev.txt: NOT CHECKED; pip-audit says: no such host\n"


@pytest.mark.parametrize(
    "licences, vulnerabilities, status", [(0, 0, 0), (0, 3, 3), (1, 3, 1), (1, 0, 1), (0, 1, 1)]
)
def test_what_was_found_weighs_more_than_what_was_not_checked(
    licences: int, vulnerabilities: int, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(audit.AUDITS, "--licences", lambda: licences)
    monkeypatch.setitem(audit.AUDITS, "--vulnerabilities", lambda: vulnerabilities)
    assert audit.main([]) == status
    assert audit.main(["--licences"]) == licences
