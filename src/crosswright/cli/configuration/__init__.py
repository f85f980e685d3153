"""The configuration file: defaults for options, in TOML.

settings    the keys that it may have
statements  the lines that a key is on
file        reading the file, and what it says about a command
values      values, as the command line would have them
editing     setting and unsetting keys without touching the rest of the file
checking    everything that is wrong with a file

Nothing here is loaded unless there is a file, or a command is about it: see `cli.defaults`.
"""
