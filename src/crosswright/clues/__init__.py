"""Clues: tables of words and clues, and drafts made from WordNet."""
