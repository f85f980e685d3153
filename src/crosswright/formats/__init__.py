"""Puzzle files: one module per format, the registry of all formats, reading and writing."""
