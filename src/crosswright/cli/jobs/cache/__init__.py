"""The work of the commands of `crosswright cache`."""
