"""Block patterns: specified, drawn, verified, and built in."""
