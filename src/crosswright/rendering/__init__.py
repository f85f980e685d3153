"""Puzzles drawn: as text, images, PDF, pages that can be played, and pictures for notebooks."""
