"""Forms of words: what answers are forms of, and the same forms of other words."""

import importlib.util

import pytest

from crosswright.clues.inflection import Form, Origin, inflect, origins

INSTALLED = importlib.util.find_spec("wn") is not None
pytestmark = pytest.mark.skipif(not INSTALLED, reason="the extra `clues` is not installed")


@pytest.mark.parametrize(
    ("word", "part", "form", "inflected"),
    [
        ("child", "noun", Form.PLURAL, "children"),
        ("baby", "noun", Form.PLURAL, "babies"),
        ("cry", "noun", Form.PLURAL, "cries"),
        ("furniture", "noun", Form.PLURAL, None),
        ("equipment", "noun", Form.PLURAL, None),
        ("advice", "noun", Form.PLURAL, None),
        ("offspring", "noun", Form.PLURAL, "offspring"),
        ("go", "verb", Form.PAST, "went"),
        ("break", "verb", Form.PARTICIPLE, "broken"),
        ("stop", "verb", Form.ING, "stopping"),
        ("carry", "verb", Form.THIRD, "carries"),
        ("breathe", "verb", Form.PAST, "breathed"),
        ("tie", "verb", Form.ING, "tying"),
        ("lie", "verb", Form.ING, "lying"),
        ("re-enter", "verb", Form.PAST, "re-entered"),
        ("good", "adj", Form.MOST, "best"),
        ("happy", "adj", Form.MORE, "happier"),
        ("sofa", "noun", Form.BASE, "sofa"),
    ],
)
def test_forms(word: str, part: str, form: Form, inflected: str | None) -> None:
    assert inflect(word, part, form) == inflected


@pytest.mark.parametrize(
    ("answer", "origin"),
    [
        ("MICE", Origin("MOUSE", "noun", Form.PLURAL)),
        ("RIDDEN", Origin("RIDE", "verb", Form.PARTICIPLE)),
        ("RODE", Origin("RIDE", "verb", Form.PAST)),
        ("STOPPED", Origin("STOP", "verb", Form.PAST)),
        ("LETTINGGO", Origin("LETGO", "", None)),
        ("GAVEIN", Origin("GIVEIN", "verb", None)),
        ("RUNSAMOK", Origin("RUNAMOK", "verb", None)),
    ],
)
def test_origins(answer: str, origin: Origin) -> None:
    assert origins(answer)[0] == Origin(answer)
    assert origin in origins(answer)


def test_what_only_looks_like_a_form_is_none() -> None:
    assert origins("GAS")[0] == Origin("GAS")
    assert "GA" not in {origin.base for origin in origins("GAS")}
