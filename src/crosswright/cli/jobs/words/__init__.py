"""The work of each command of `crosswright words`, under the name of the command."""
