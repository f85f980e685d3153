"""The error for a keyword that is not known."""

from __future__ import annotations

from crosswright.support.keywords import unknown_keyword


def test_the_nearest_keyword_is_named() -> None:
    error = unknown_keyword("fill", "min_scor", ["seed", "min_score"])
    assert isinstance(error, TypeError)
    assert str(error) == (
        "fill() got an unexpected keyword argument 'min_scor'. Did you mean 'min_score'?"
    )


def test_all_are_named_where_none_is_near() -> None:
    error = unknown_keyword("fill", "xyz", ["seed", "min_score"])
    assert str(error).endswith("'xyz'. Choose from min_score, seed.")
