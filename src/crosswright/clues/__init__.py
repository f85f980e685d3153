"""Clues: tables of words and clues, and drafts from WordNet."""
