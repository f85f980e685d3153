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

# Two builds for tests alone, both slow (see CONTRIBUTING): CROSSWRIGHT_BOUNDSCHECK=1 checks every
# index of a memory view, CROSSWRIGHT_SANITIZE=1 every access and all arithmetic (gcc and clang).
CHECKED = os.environ.get("CROSSWRIGHT_BOUNDSCHECK") == "1"
SANITIZED = os.environ.get("CROSSWRIGHT_SANITIZE") == "1"

FLAGS = [] if os.name == "nt" else ["-O3", "-g0"]  # symbols for debuggers make up most of a wheel
LINK_FLAGS = ["-fsanitize=address,undefined"] if SANITIZED else []
if SANITIZED:
    FLAGS = ["-O1", "-g", "-fno-wrapv", "-fno-sanitize-recover=undefined", *LINK_FLAGS]
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
