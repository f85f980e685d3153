"""Tools for shaping your own word lists: load, merge, describe, check, anagram, a personal list."""
