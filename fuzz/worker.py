"""The process that tries inputs: whoever starts it learns even how it died."""

from __future__ import annotations

import argparse
import base64
import json
import os
import tempfile
from pathlib import Path

MEMORY = "/dev/shm"
"""Where files are kept in memory, on systems that have it."""


def main() -> None:
    """Try inputs on a target, or one input on its own, and write what came of it to a file."""
    options = _options()
    if options.guided:
        import atheris

        with atheris.instrument_imports(include=["crosswright"]):
            from fuzz.catalogue import TARGETS
    else:
        from fuzz.catalogue import TARGETS
    from fuzz import guard, guided, loop
    from fuzz.minimise import minimised

    if os.access(MEMORY, os.W_OK):  # many targets write files, which no disk needs to keep
        tempfile.tempdir = MEMORY
    target = TARGETS[options.target]
    guard.limit_memory()
    watch = guard.Guard(options.note)

    def fails_alike(key: str, data: bytes) -> bool:
        _, finding = loop.attempt(target, data, watch)
        return finding is not None and finding.key == key

    def report(outcome: loop.Outcome) -> None:
        findings = []
        for finding in outcome.findings:
            key = finding.key
            small = minimised(finding.data, lambda data, key=key: fails_alike(key, data))
            findings.append([base64.b64encode(small).decode(), finding.message])
        options.result.write_text(json.dumps({**vars(outcome), "findings": findings}))

    bounds = {"most": options.inputs, "seconds": options.seconds, "seed": options.seed}
    if options.replay:
        target.seeds()  # which has whatever is slow the first time behind it
        _, finding = loop.attempt(target, options.replay.read_bytes(), watch)
        report(loop.Outcome(1, 1, findings=[finding] if finding else []))
    elif options.guided:
        guided.run(target, watch, report=report, **bounds)
    else:
        report(loop.run(target, watch, part=options.part, **bounds))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("target")
    parser.add_argument("--note", type=Path, required=True)
    parser.add_argument("--result", type=Path, required=True)
    parser.add_argument("--replay", type=Path)
    parser.add_argument("--inputs", type=int)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--part", type=int, default=0)
    parser.add_argument("--guided", action="store_true")
    return parser.parse_args()


if __name__ == "__main__":
    main()
