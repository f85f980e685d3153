"""Criss-crosses: words laid out so that they cross.

`layout` has the functions to call, `run` the search under way, `crisscross` what comes of it,
`entries` the words and clues, `core` the search itself, twice, and `exhaustive` that of few words.
"""
