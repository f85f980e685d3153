"""The options of each command, under the name of the command; `cli.jobs` does the work."""
