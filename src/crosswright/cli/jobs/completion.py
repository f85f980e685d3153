"""The work of `crosswright completion`."""

from __future__ import annotations

import sys

from click.shell_completion import get_completion_class

from crosswright.cli.app import app
from crosswright.cli.commands.completion import CompletionRequest
from crosswright.cli.exits import Exit
from crosswright.cli.results import print_json
from crosswright.cli.terminal import print_text

PROGRAM, VARIABLE = "crosswright", "_CROSSWRIGHT_COMPLETE"

INSTALL = {
    "bash": "~/.local/share/bash-completion/completions/crosswright",
    "zsh": "~/.zfunc/_crosswright",
    "fish": "~/.config/fish/completions/crosswright.fish",
}
"""Where each shell finds the script by itself."""

ADVICE = {
    "bash": "With the package bash-completion, new shells find it there. Without it, add to "
    "~/.bashrc: source {path}",
    "zsh": "Then have in ~/.zshrc, before compinit: fpath=(~/.zfunc $fpath); "
    "autoload -Uz compinit; compinit",
    "fish": "New shells find it there.",
}


def run(request: CompletionRequest) -> Exit:
    """Print the script, after how to install it."""
    shell = request.shell
    script = script_for(shell)
    path, advice = INSTALL[shell], ADVICE[shell].format(path=INSTALL[shell])
    folder = path.rpartition("/")[0]
    install = f"mkdir -p {folder} && {PROGRAM} completion {shell} > {path}"
    if request.mode.json:
        print_json({"shell": shell, "script": script, "install": install, "advice": advice})
        return Exit.DONE
    head, body = "", script.strip()
    if body.startswith("#compdef"):  # which zsh wants to see first
        head, _, body = body.partition("\n")
        head += "\n"
    notes = f"# {PROGRAM} completes in {shell}. To install it:\n#   {install}\n# {advice}\n"
    print_text(f"{head}{notes}\n{body.strip()}")
    if sys.stdout.isatty():
        request.mode.console.note(f"to install it: {install}")
    return Exit.DONE


def script_for(shell: str) -> str:
    """Return the script that has a shell ask the program itself."""
    kind = get_completion_class(shell)
    assert kind is not None
    completion = kind(app, {}, PROGRAM, VARIABLE)
    script = completion.source_template % completion.source_vars()
    # When zsh loads click's script by itself, it completes the first time, but not the second.
    call = f'_{PROGRAM}_completion "$@"'
    return script.replace(call, f"compdef _{PROGRAM}_completion {PROGRAM}\n    {call}")
