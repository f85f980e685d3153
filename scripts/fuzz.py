"""Set up the project's environment if necessary and try hostile input: fuzz.py TARGET --seconds N.

Without a target, the targets are listed; `all` is all of them. --inputs N stops after N inputs,
--seed chooses others, --replay FILE tries one again. Inputs are led by coverage where Atheris is
installed (pip install atheris), and mutated by the project's own means otherwise, or with --plain.
"""

import os
import sys

import environment

if __name__ == "__main__":
    environment.show_help(__doc__)
    environment.ensure("dev")
    os.chdir(environment.ROOT)
    raise SystemExit(environment.run(["-m", "fuzz", *sys.argv[1:]]))
