"""Puzzles as they are published: what one is, what is wrong with it, its statistics."""
