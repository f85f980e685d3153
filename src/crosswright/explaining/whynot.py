"""Why a word does not go into a slot of a session, and what would have to change for it.

>>> from crosswright import Session, why_not
>>> session = Session("CAT\\n.#.\\n...", ["CAT", "COT", "CUT", "TIN", "TEN", "TAT"])
>>> print(why_not(session, "2D", "TAT").status)
IMPOSSIBLE
"""

from __future__ import annotations

from crosswright.explaining.explain import DEFAULT_LIMIT, MAX_REPAIRS, ExplainRun
from crosswright.explaining.report import Explanation
from crosswright.filling.asking.session import Session
from crosswright.limits import Budget, Limit


def start_why_not(
    session: Session,
    slot: str,
    word: str,
    *,
    limit: Limit | Budget | None = DEFAULT_LIMIT,
    repairs: int = MAX_REPAIRS,
) -> ExplainRun:
    """Begin to explain; the arguments are those of `why_not`."""
    if not isinstance(session, Session):
        raise TypeError(f"expected a Session, such as Session(grid, words), not {session!r}")
    return ExplainRun(
        session.grid,
        session.words,
        session.rules,
        seed=session.seed,
        limit=limit,
        repairs=repairs,
        assumed={session.grid.slot(slot).label: word},
    )


def why_not(
    session: Session,
    slot: str,
    word: str,
    *,
    limit: Limit | Budget | None = DEFAULT_LIMIT,
    repairs: int = MAX_REPAIRS,
) -> Explanation:
    """Explain why a grid cannot be filled with a word in a slot, as a session assumes it now.

    The word is not in question: the conflict is what contradicts it, and the repairs make the grid
    fillable with it, each tried by a fill.
    """
    with start_why_not(session, slot, word, limit=limit, repairs=repairs) as run:
        return run.result()
