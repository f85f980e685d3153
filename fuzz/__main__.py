"""Try hostile input: `python3 scripts/fuzz.py TARGET --seconds N`, or `all`; no target lists them.

A finding is minimised and saved in .fuzz/; the report says how to replay it. The exit status is 1
when there are findings.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import importlib.util
import json
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from fuzz.catalogue import TARGETS
from fuzz.guard import noted

ROOT = Path(__file__).resolve().parent.parent
FINDINGS = ROOT / ".fuzz"
MAX_DEATHS = 5
"""Processes of one target that may die before it is given up."""


def main() -> int:
    """Run what the command line asks for; return the exit status."""
    options = _options()
    if not options.targets:
        for target in TARGETS.values():
            print(f"{target.name:16} {target.about}")
        return 0
    if options.replay:
        outcome = _tried(options.targets[0], ["--replay", str(options.replay)])
        for _, message in outcome["findings"]:
            print(message)
        print("It still fails." if outcome["findings"] else "It passes.")
        return 1 if outcome["findings"] else 0
    is_guided = not options.plain and importlib.util.find_spec("atheris") is not None
    print("led by coverage (Atheris)" if is_guided else f"by mutation, seed {options.seed}")
    names = [*TARGETS] if options.targets == ["all"] else options.targets
    total = sum(_run(name, _share(options, name), is_guided, options) for name in names)
    print(f"{total} findings" if total else "no findings")
    return 1 if total else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="fuzz.py", description=__doc__)
    parser.add_argument("targets", nargs="*", metavar="TARGET", help="targets, or all")
    parser.add_argument("--seconds", type=float, help="seconds for each target; of all, in all")
    parser.add_argument("--inputs", type=int, help="inputs for each target; of all, in all")
    parser.add_argument("--seed", type=int, default=0, help="another seed, other inputs")
    parser.add_argument("--plain", action="store_true", help="by mutation, even with Atheris")
    parser.add_argument("--replay", type=Path, help="try the input in a file, and nothing else")
    options = parser.parse_args()
    for name in options.targets:
        if name not in TARGETS and options.targets != ["all"]:
            parser.error(f"unknown target {name}; choose from {', '.join(TARGETS)}, or all")
    if options.seconds is None and options.inputs is None:
        options.seconds = 10.0
    return options


def _share(options: argparse.Namespace, name: str) -> dict[str, float]:
    """Return how many inputs and seconds a target gets."""
    share: dict[str, float] = {}
    is_all = options.targets == ["all"]
    weights = sum(target.share for target in TARGETS.values())
    if options.inputs is not None:
        portion = TARGETS[name].share / weights if is_all else 1
        share["inputs"] = max(round(options.inputs * portion), 1)
    if options.seconds is not None:
        share["seconds"] = options.seconds / (len(TARGETS) if is_all else 1)
    return share


def _run(name: str, share: dict[str, float], is_guided: bool, options: argparse.Namespace) -> int:
    """Try inputs on a target, in as many processes as it takes; return how many findings."""
    totals = {"inputs": 0, "seconds": 0.0, "kinds": 0, "slowest": 0.0, "growth": 0}
    findings: list[tuple[bytes, str]] = []
    for part in range(MAX_DEATHS):
        arguments = [f"--seed={options.seed}", f"--part={part}"]
        arguments += [f"--{key}={value}" for key, value in share.items()]
        outcome = _tried(name, [*arguments, *(["--guided"] if is_guided else [])])
        findings += [(base64.b64decode(data), message) for data, message in outcome["findings"]]
        for key in totals:
            best = sum if key in ("inputs", "seconds") else max
            totals[key] = best((totals[key], outcome.get(key, 0)))
        if not outcome["died"]:
            break
    rate = totals["inputs"] / totals["seconds"] if totals["seconds"] else 0
    print(
        f"{name:16} {totals['inputs']:9,} inputs {totals['seconds']:7.1f} s {rate:8,.0f}/s "
        f"{totals['kinds']:6,} kinds  slowest {totals['slowest']:5.2f} s  "
        f"+{totals['growth'] >> 20} MiB  {len(findings)} findings",
        flush=True,
    )
    for data, message in findings:
        _save(name, data, message)
    return len(findings)


def _tried(name: str, arguments: list[str]) -> dict[str, Any]:
    """Start a process that tries inputs; return what came of it, even if that was its death."""
    with tempfile.TemporaryDirectory(prefix="crosswright-fuzz-") as folder:
        note, result, log = (Path(folder, each) for each in ("note", "result", "log"))
        command = [sys.executable, "-m", "fuzz.worker", name, f"--note={note}"]
        with log.open("wb") as output:
            done = subprocess.run(
                [*command, f"--result={result}", *arguments],
                cwd=ROOT,
                stdout=output,
                stderr=output,
                check=False,
            )
        if result.exists():
            return {**json.loads(result.read_text()), "died": False}
        reason = _reason(done.returncode)
        text = log.read_text(errors="replace")[-6000:]
        if not note.exists():
            raise SystemExit(f"{name}: the process {reason} before it tried anything:\n{text}")
        data = base64.b64encode(noted(note)).decode()
        return {"findings": [[data, f"the process {reason}:\n{text}"]], "died": True}


def _reason(status: int) -> str:
    if status == -getattr(signal, "SIGALRM", 0):
        return "hung"
    return f"was killed by signal {-status}" if status < 0 else f"ended with status {status}"


def _save(name: str, data: bytes, message: str) -> None:
    """Keep an input that fails, and say how to try it again."""
    FINDINGS.mkdir(exist_ok=True)
    path = FINDINGS / f"{name}-{hashlib.blake2b(data, digest_size=5).hexdigest()}"
    path.write_bytes(data)
    print(f"  {message}\n  {len(data)} bytes: {data[:200]!r}")
    print(f"  replay: python3 scripts/fuzz.py {name} --replay {path.relative_to(ROOT)}", flush=True)


if __name__ == "__main__":
    try:
        raise SystemExit(main())
    except KeyboardInterrupt:
        raise SystemExit(130) from None
