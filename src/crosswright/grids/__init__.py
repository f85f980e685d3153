"""Grids: cells and slots, their text notation, letters, symmetries, and the rules of styles."""
