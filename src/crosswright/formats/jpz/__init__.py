"""Crossword Compiler's XML: cells, words and clues read, what is beyond them, and writing."""
