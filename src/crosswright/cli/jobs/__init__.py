"""The work of each command, under the name of the command; `cli.commands` has the options."""
