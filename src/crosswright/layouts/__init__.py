"""Criss-crosses, that is, words laid out so that they cross, and word searches.

`layout` has the functions to call, `run` the search under way, `crisscross` what comes of it,
`entries` the words and clues, `core` the search itself, twice, and `proving` the proof, twice, that
a layout of few words is the best. `wordsearch` hides words in a rectangle of letters, and `hiding`
is its board.
"""
