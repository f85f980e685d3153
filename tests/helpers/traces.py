"""Small problems whose searches are traced."""

from __future__ import annotations

from hypothesis import strategies as st

from crosswright.grids.grid import Grid
from crosswright.words.wordlist import WordList

GRIDS = ("...\n...\n...", "...\n.#.\n...", "....\n.#.#\n....", "#..\n...\n..#", ".A.\n...")


@st.composite
def problems(draw: st.DrawFn) -> tuple[Grid, WordList]:
    """Draw a small grid and a list of words."""
    word = st.integers(2, 4).flatmap(lambda n: st.text("ABC", min_size=n, max_size=n))
    words = draw(st.lists(word, unique=True, min_size=1, max_size=25))
    return Grid.parse(draw(st.sampled_from(GRIDS))), WordList.from_words(words)
