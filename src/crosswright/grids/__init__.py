"""The grid of a crossword: cells, slots, notation, letters, symmetry and style."""
