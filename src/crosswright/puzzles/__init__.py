"""A puzzle as it is published, checked and counted."""
