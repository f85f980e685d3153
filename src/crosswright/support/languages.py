"""Tags of languages, such as pt-BR."""

from __future__ import annotations


def language_code(tag: str) -> str:
    """Return the language of a tag, without country and script.

    >>> language_code("pt-BR"), language_code("zh_Hant_TW"), language_code("")
    ('pt', 'zh', '')
    """
    return tag.replace("_", "-").partition("-")[0].lower()
