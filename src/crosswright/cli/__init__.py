"""The command line.

app         the program `crosswright` and its table of commands
groups      groups of commands that are imported only when they run
defaults    defaults from the configuration file, if there is one
configuration/  that file: its keys, its lines, its mistakes
logs        the log of a command, for --verbose and --log
failures    what went wrong, as one line and an exit status
exits       the exit statuses
interrupts  Ctrl-C and SIGTERM
terminal    text as people see it, without control characters from data
console     notes, warnings and the live line on stderr
files       files and standard streams, in and out
results     results on stdout, for people and as JSON
dictionary  the dictionary behind draft clues
options/    the options that commands share, one module per group
commands/   the options of each command
jobs/       the work of each command, under the same name
"""

from crosswright.support.deferral import deferred

# Click needs the first for help texts, two for options that no command here has, and the last for
# translations; to load them all takes longer than a fill.
with deferred("inspect", uuid="UUID", datetime="datetime", gettext="gettext ngettext"):
    import click  # noqa: F401 - before any module here does
