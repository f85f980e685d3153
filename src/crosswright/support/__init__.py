"""What every room leans on: cached files, atomic writing, twins of compiled modules, wording."""
