"""Whole puzzles, around a theme or without one."""
