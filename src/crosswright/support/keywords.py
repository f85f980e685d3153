"""Keywords that a function does not take."""

from __future__ import annotations

from collections.abc import Iterable


def unknown_keyword(function_name: str, keyword: str, known: Iterable[str]) -> TypeError:
    """Return the error for a keyword that is not known, naming the nearest one that is.

    >>> print(unknown_keyword("fill", "min_scor", ["seed", "min_score"]))
    fill() got an unexpected keyword argument 'min_scor'. Did you mean 'min_score'?
    """
    from difflib import get_close_matches  # here: it is only needed when something is wrong

    names = sorted(known)
    near = get_close_matches(keyword, names, n=1)
    advice = f"Did you mean {near[0]!r}?" if near else f"Choose from {', '.join(names)}."
    return TypeError(f"{function_name}() got an unexpected keyword argument {keyword!r}. {advice}")
