"""All targets by name."""

from __future__ import annotations

from fuzz import layouts, modules, server
from fuzz.readers import compiler, puzzles, seasons, words
from fuzz.target import Target

TARGETS: dict[str, Target] = {
    target.name: target
    for group in (puzzles, compiler, words, seasons, modules, layouts, server)
    for target in group.TARGETS
}
