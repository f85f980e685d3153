"""ipuz: its documents, reading and writing."""
