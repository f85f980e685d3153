"""The compiled engine built otherwise than the one that is installed."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sysconfig
from pathlib import Path
from types import ModuleType

import pytest

from crosswright import engine

SOURCE = Path(engine.__file__).with_name("compiled.pyx")


def built_engine(folder: Path, *flags: str) -> ModuleType:
    """Build the compiled engine with other flags for the compiler, and load it."""
    compiler = next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))), None)
    if compiler is None or importlib.util.find_spec("Cython") is None:
        pytest.skip("there is no C compiler, or no Cython")
    code, library = SOURCE.with_suffix(".c"), folder / "compiled.so"
    if not code.exists() or code.stat().st_mtime < SOURCE.stat().st_mtime:
        code = folder / "compiled.c"
        _translate(code)
    include = f"-I{sysconfig.get_path('include')}"
    command = [compiler, "-shared", "-fPIC", "-w", *flags, include, str(code), "-o", str(library)]
    subprocess.run(command, check=True)
    spec = importlib.util.spec_from_file_location("compiled", library)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _translate(code: Path) -> None:
    """Make C of the engine, where the install has not left any."""
    from Cython.Compiler.Main import CompilationOptions, compile_single

    directives = {"boundscheck": False}
    options = CompilationOptions(output_file=str(code), compiler_directives=directives)
    compile_single(str(SOURCE), options, "crosswright.engine.compiled")
