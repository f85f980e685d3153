"""Tags of languages, such as pt-BR."""

from __future__ import annotations


def language_code(tag: str) -> str:
    """Return the language of a tag, without country and script.

    >>> language_code("pt-BR"), language_code("zh_Hant_TW"), language_code("")
    ('pt', 'zh', '')
    """
    return tag.replace("_", "-").partition("-")[0].lower()


def canonical_tag(tag: str) -> str:
    """Return a tag as it is usually written, whatever its case and its separators.

    >>> canonical_tag("PT_br"), canonical_tag("zh-hant-tw"), canonical_tag("Es")
    ('pt-BR', 'zh-Hant-TW', 'es')
    """
    code, *parts = tag.strip().replace("_", "-").split("-")
    written = (part.upper() if len(part) == 2 else part.title() for part in parts)
    return "-".join([code.lower(), *written])
