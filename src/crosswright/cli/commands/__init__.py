"""The subcommands of `crosswright`, one module each."""
