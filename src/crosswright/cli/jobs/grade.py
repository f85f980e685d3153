"""The work of `crosswright grade`."""

from __future__ import annotations

from pathlib import Path

import click

from crosswright.cli.commands.grade import GradeRequest
from crosswright.cli.exits import Exit
from crosswright.cli.interrupts import interruptible
from crosswright.cli.results import print_json
from crosswright.cli.terminal import print_text
from crosswright.grading.folder import submissions, table
from crosswright.grading.grade import FILE, Grade, grade
from crosswright.limits import Budget


def run(request: GradeRequest) -> Exit:
    """Grade a file or a folder."""
    if request.time == 0:
        raise click.UsageError("--time 0 leaves no time for any call")
    if Path(request.submission).is_dir():
        return grade_folder(request)
    result = grade(request.submission, **request.settings())
    if request.mode.json:
        print_json(result.to_json())
    else:
        print_grade(result)
    return verdict([result], request)


def grade_folder(request: GradeRequest) -> Exit:
    """Grade all submissions of a folder, and print a table; Ctrl-C ends it with those so far."""
    paths = submissions(request.submission)
    grades: list[Grade] = []
    budget = Budget()
    with interruptible(budget.stop) as interruption, request.mode.console.live() as line:
        for path in paths:
            if line.due:
                line.show(f"{len(grades) + 1} of {len(paths)}: {path.name} · Ctrl-C ends it")
            result = grade(path, whole=budget, **request.settings())
            if budget.is_stopped:
                break
            grades.append(result)
    if request.mode.json:
        print_json({"submissions": [result.to_json() for result in grades]})
    else:
        print_text(table(grades, request.submission))
    return interruption.exit or verdict(grades, request)


def print_grade(result: Grade) -> None:
    """Print how each function did, with an example for everything that failed."""
    for function in (FILE, *result.functions):
        status = result.status(function)
        if status != "failed":
            print_text(f"{status:7}  {function}")
        for failure in result.failures:
            if failure.function == function:
                print_text(f"FAILED   {failure.title}")
                for line in failure.lines():
                    print_text(f"           {line}")
        if hint := result.hint(function):
            print_text(f"hint     {hint}")
    for remark in result.remarks:
        print_text(f"remark   {remark}")
    print_text(f"{result.points} of {result.total} checks passed")


def verdict(grades: list[Grade], request: GradeRequest) -> Exit:
    """Return whether everything passes."""
    has_failed = any(not result.passed or (request.strict and result.remarks) for result in grades)
    return Exit.IMPOSSIBLE if has_failed else Exit.DONE
