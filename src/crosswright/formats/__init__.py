"""Puzzle files: one module a format, and the registry that picks one."""
