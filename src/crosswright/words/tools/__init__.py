"""Tools to shape word lists of one's own: merge, describe, check, anagram, and a personal list."""
