"""The order of words: as the dictionaries of each language have it."""

from __future__ import annotations

import random

import pytest

from crosswright.grids.collation import sort_key


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "ABLE ÉCLAIR EGG ICE-CREAM ICY ZOO"),
        ("de", "AFFE ÄPFEL APRIL OFEN ÖL ORT STRASSE STRAẞEN ZOO"),
        ("fr", "COTE COTÉ CÔTELÉ ÉTÉ ÉTUDE FÊTE"),
        ("es", "NUBE NÚMERO ÑU OSO"),
        ("es-MX", "NUBE ÑU OSO"),
        ("sv", "APA ZON ÅR ÄPPLE ÖGA"),
        ("da", "ABE ZOO ÆBLE ØRE ÅR"),
        ("nb_NO", "APE ZOO ÆRE ØRE ÅR"),
        ("pl", "AS ĄŻ CEL ĆMA LAS ŁAWA OKO ÓSEMKA ZUPA ŹLE ŻABA"),
        ("cs", "CENA ČAJ DUB HAD CHATA INDIÁN ŘEKA SŮL ŠKOLA"),
        ("hu", "CUKOR CSAP LÓ LYUK OKOS ÓRA ÖT ŐZ SÓ SZÓ"),
        ("tr", "CAM ÇAY ILIK İP OT ÖRDEK"),
        ("ro", "APĂ ĂST ÂNGER IAR ÎNGER SARE ȘAPTE ȚARĂ UN"),
        ("ru", "ДОМ ЁЛКА ЕЛЬ ЕНОТ ЖУК ЙОД"),
        ("uk", "ГАЙ ҐАВА ЕРА ЄНОТ ЖУК ИКС ІДЕЯ ЇЖАК ЙОД"),
        ("el", "ΆΛΦΑ ΑΛΦΆΔΙ ΒΉΤΑ"),
        ("ar", "أسد باب تفاح"),
        ("he", "אבא בית גמל"),
        ("xx", "ABLE ÉCLAIR EGG"),
        ("", "ABLE EGG"),
    ],
)
def test_dictionaries(language: str, words: str) -> None:
    expected = words.split()
    mixed = random.Random(0).sample(expected, len(expected))
    assert sorted(mixed, key=sort_key(language)) == expected


def test_a_shorter_word_and_a_space_come_first() -> None:
    words = ["ICEBERG", "ICE CREAM", "ICE"]
    assert sorted(words, key=sort_key("en")) == ["ICE", "ICE CREAM", "ICEBERG"]
