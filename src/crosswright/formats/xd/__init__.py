"""xd: what a file says, its design, its markup, and writing."""
