"""Crossword Compiler's XML: what a file says, and writing."""
