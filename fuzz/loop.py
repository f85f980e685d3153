"""Inputs tried one after another: the corpus first, then mutations, the same for the same seed.

Inputs that get a new kind of answer join those that are changed further.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from fuzz.guard import MAX_GROWTH, GreedyError, Guard, present_memory
from fuzz.mutation import mutated
from fuzz.target import Target, kind_of

CORPUS = Path(__file__).parent / "corpus"
MIN_LARGEST = 1500
"""Bytes up to which new inputs are changed further in any case; long ones only make others slow."""

MAX_POOL = 400
"""Inputs that are changed further; beyond, new ones take the place of older ones."""


@dataclass
class Finding:
    """An input and what went wrong with it."""

    data: bytes
    message: str

    @property
    def key(self) -> str:
        """What findings with the same cause share."""
        return kind_of(self.message)


@dataclass
class Outcome:
    """What came of trying inputs."""

    inputs: int = 0
    kinds: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    growth: int = 0
    findings: list[Finding] = field(default_factory=list)


def corpus_of(target: Target) -> list[bytes]:
    """Return the kept files of a target."""
    return [path.read_bytes() for path in sorted((CORPUS / target.name).glob("*"))]


def attempt(target: Target, data: bytes, guard: Guard) -> tuple[str, Finding | None]:
    """Try an input; return the kind of answer, or what went wrong."""
    try:
        with guard.watching(data):
            return target.run(data), None
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        message = f"{type(error).__name__}: {error}"
        return message, Finding(data, message or type(error).__name__)


class Pool:
    """Inputs that are changed further: the first ones, and those with new kinds of answers."""

    def __init__(self, first: list[bytes], rng: random.Random) -> None:
        self.inputs = [*first]
        self._first = len(first)
        self._largest = max(MIN_LARGEST, 2 * max(map(len, first)))
        self._rng = rng
        self._kinds: set[str] = set()

    @property
    def kinds(self) -> int:
        """How many kinds of answers there were."""
        return len(self._kinds)

    def note(self, data: bytes, kind: str) -> None:
        """Keep an input whose answer is new."""
        if kind in self._kinds:
            return
        self._kinds.add(kind)
        if len(data) > self._largest:
            return
        if len(self.inputs) < MAX_POOL:
            self.inputs.append(data)
        else:
            self.inputs[self._rng.randrange(self._first, len(self.inputs))] = data


def inputs(target: Target, pool: Pool, rng: random.Random) -> Iterator[bytes]:
    """Yield the corpus as it is, and mutations without end."""
    yield from [*pool.inputs]
    while True:
        yield mutated(rng.choice(pool.inputs), rng, pool.inputs, target.words)


def run(
    target: Target,
    guard: Guard,
    *,
    seed: int,
    most: int | None,
    seconds: float | None,
    part: int = 0,
) -> Outcome:
    """Try inputs until there were enough; findings with the same cause count once.

    `part` tells the inputs after one that ended the process from those before.
    """
    rng = random.Random(f"{target.name} {seed} {part}")
    pool = Pool([*target.seeds(), *corpus_of(target), b""], rng)
    outcome, known = Outcome(), set[str]()
    start = time.monotonic()
    memory = 0
    for number, data in enumerate(inputs(target, pool, rng)):
        if number == len(pool.inputs) + 200:
            memory = present_memory()
        if most is not None and number >= most:
            break
        if seconds is not None and time.monotonic() - start > seconds:
            break
        kind, finding = attempt(target, data, guard)
        outcome.inputs += 1
        pool.note(data, kind)
        if finding is not None and finding.key not in known:
            known.add(finding.key)
            outcome.findings.append(finding)
    outcome.growth = max(present_memory() - memory, 0) if memory else 0
    if outcome.growth > MAX_GROWTH:
        message = f"{GreedyError.__name__}: {outcome.growth >> 20} MiB kept after all inputs"
        outcome.findings.append(Finding(b"", message))
    outcome.kinds, outcome.seconds = pool.kinds, time.monotonic() - start
    outcome.slowest = guard.slowest
    return outcome
