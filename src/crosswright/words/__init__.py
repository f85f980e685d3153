"""Word lists: reading, indexing, looking up, and the built-in lists."""
