"""Sessions of random small fills, edited at random, and the same fills stated from scratch."""

from __future__ import annotations

import random
from dataclasses import replace

from crosswright.errors import CrosswrightError
from crosswright.filling.asking.session import Session
from crosswright.filling.model import Model
from tests.helpers.cases import Case, spelled

EDITS = (
    *("letter", "letter", "letter", "word", "ban", "floor", "slot floor"),
    *("no letter", "no letter", "no word", "no ban", "no floor", "no slot floor", "follow"),
)
FLOORS = (-8, 0, 5, 6, 31)


def session_of(case: Case) -> Session | None:
    """Open a session; None if the case has nothing to ask about."""
    session = Session(case.grid, case.words, case.all_rules)
    return session if session.slots and case.scores else None


def edit(rng: random.Random, case: Case, session: Session) -> bool:
    """Change the assumptions at random; return whether the session accepted it."""
    now, kind = session.assumptions, rng.choice(EDITS)
    tokens = [token for word in case.scores for token in word]
    words = [spelled(word) for word in case.scores]
    cells, labels = session.grid.open_cells, session.slots
    try:
        if kind == "letter":
            session.assume(letters={rng.choice(cells): rng.choice(tokens)})
        elif kind == "word":
            session.assume(words={rng.choice(labels): rng.choice(words)})
        elif kind == "ban":
            session.assume(banned=[rng.choice(words)])
        elif kind == "floor":
            session.assume(min_score=rng.choice(FLOORS))
        elif kind == "slot floor":
            session.assume(slot_scores={rng.choice(labels): rng.choice(FLOORS)})
        elif kind == "no letter" and now.letters:
            session.retract(letters=[rng.choice(list(now.letters))])
        elif kind == "no word" and now.words:
            session.retract(words=[rng.choice(list(now.words))])
        elif kind == "no ban" and now.banned:
            session.retract(banned=[rng.choice(sorted(now.banned))])
        elif kind == "no floor":
            session.retract(min_score=True)
        elif kind == "no slot floor" and now.slot_scores:
            session.retract(slot_scores=[rng.choice(list(now.slot_scores))])
        elif kind == "follow" and not now.words:
            session.follow(session.grid)
    except CrosswrightError:
        return False
    return True


def case_now(case: Case, session: Session) -> Case:
    """Return a case with the grid and the rules as they are assumed now."""
    now = session.assumptions
    rules = {name: rule for name, rule in case.rules.items() if name != "fixed"}
    rules |= {
        "banned": sorted(now.banned),
        "min_score": now.min_score,
        "slot_scores": dict(now.slot_scores),
    }
    return replace(case, grid=session.grid, rules=rules)


def model_now(case: Case, session: Session) -> Model:
    """State from scratch what is assumed now."""
    now = case_now(case, session)
    return Model(now.grid, now.words, replace(now.all_rules, keeps_letters=True))
