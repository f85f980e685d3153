"""How the built-in English list is derived: sources, scores, spellings, the block-list."""
