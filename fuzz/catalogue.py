"""All targets by name."""

from __future__ import annotations

from fuzz import layouts, modules, server
from fuzz.readers import compiler, puzzles, seasons, settings, words
from fuzz.target import Target

TARGETS: dict[str, Target] = {
    target.name: target
    for group in (puzzles, compiler, words, settings, seasons, modules, layouts, server)
    for target in group.TARGETS
}
