"""The compiled modules; everything else about the package is in pyproject.toml.

``optional=True`` lets the install succeed where no C compiler is found: the plain-Python
twins of these modules then do the work. (Not wrapped in ``cythonize()``, which drops the flag.)
"""

import os
import platform
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.modified import newer

# Three builds for tests alone, all slow, which scripts/sanitize.py makes and runs (gcc and clang):
# CROSSWRIGHT_BOUNDSCHECK=1 checks every index of a memory view, CROSSWRIGHT_SANITIZE=address every
# access and all arithmetic, and CROSSWRIGHT_SANITIZE=thread what threads do at once.
CHECKED = os.environ.get("CROSSWRIGHT_BOUNDSCHECK") == "1"
SANITIZED = os.environ.get("CROSSWRIGHT_SANITIZE", "")
SANITIZERS = {"": [], "address": ["-fsanitize=address,undefined"], "thread": ["-fsanitize=thread"]}

FLAGS = [] if os.name == "nt" else ["-O3", "-g0"]  # symbols for debuggers make up most of a wheel
LINK_FLAGS = SANITIZERS[SANITIZED]
if SANITIZED:
    FLAGS = ["-O1", "-g", "-fno-wrapv", *LINK_FLAGS]
if SANITIZED == "address":
    FLAGS.append("-fno-sanitize-recover=undefined")
# On a Mac, ARCHFLAGS says for which processors to build, whatever this one is.
TARGET = os.environ.get("ARCHFLAGS") or platform.machine()
if os.name != "nt" and "x86_64" in TARGET and "arm64" not in TARGET:
    FLAGS.append("-mpopcnt")  # counts bits in one instruction; every x86-64 made since 2008 has it


class BuildModules(build_ext):
    """Puts each module in its place by renaming, whole.

    A process that has the old one loaded keeps it; overwritten in place, it would crash. And nobody
    finds half of a module, or none, in between.
    """

    def copy_file(self, infile, outfile, *args, **options):
        if not self.force and not newer(infile, outfile):
            return outfile, False
        temporary = Path(f"{outfile}.{os.getpid()}.tmp")
        try:
            super().copy_file(infile, str(temporary), *args, **options)
            temporary.replace(outfile)
        finally:
            temporary.unlink(missing_ok=True)
        return outfile, True


def compiled(source: Path) -> Extension:
    module = ".".join(source.with_suffix("").parts[1:])
    extension = Extension(
        module,
        [source.as_posix()],
        optional=True,
        extra_compile_args=FLAGS,
        extra_link_args=LINK_FLAGS,
    )
    extension.cython_directives = {
        "language_level": 3,
        "boundscheck": CHECKED,
        "wraparound": False,
        "cdivision": True,
        "initializedcheck": CHECKED,
    }
    return extension


setup(
    cmdclass={"build_ext": BuildModules},
    ext_modules=[compiled(source) for source in sorted(Path("src").rglob("*.pyx"))],
)
