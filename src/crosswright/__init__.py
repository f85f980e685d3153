"""Crosswright: crosswords from a grid and a word list, or from nothing at all."""

from crosswright._version import __version__

__all__ = ["__version__"]
