"""Words laid out as a criss-cross."""
