"""Word lists: reading, spelling, indexing, looking up, and the built-in lists."""
