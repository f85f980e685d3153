"""Exolve: its grammar, reading and writing."""
