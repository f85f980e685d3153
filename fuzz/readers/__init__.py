"""Everything that reads a file: a result that survives being written, or a refusal in one line."""
