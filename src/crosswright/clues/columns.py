"""Which column of a table has the words, and which the clues."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from crosswright.grids.letters import normalise_token, strip_accent

APOSTROPHE: Final = "'"
"""What marks a cell as text, and in the heading, that the cells of the table have such marks."""

HEADINGS: Final = {
    "ar": ("كلمة كلمات", "تعريف سؤال تلميح"),
    "cs": ("slovo slova výraz", "nápověda otázka legenda"),
    "da": ("ord svar", "ledetråd spørgsmål forklaring"),
    "de": ("wort wörter lösung begriff antwort", "frage hinweis umschreibung definition"),
    "el": ("λέξη λέξεις", "ορισμός ερώτηση"),
    "en": (
        "word words answer answers entry entries term terms",
        "clue clues hint hints definition definitions question questions meaning",
    ),
    "es": ("palabra palabras respuesta", "pista definición pregunta"),
    "fi": ("sana sanat", "vihje kysymys"),
    "fr": ("mot mots réponse", "définition indice question"),
    "he": ("מילה מילים", "הגדרה רמז שאלה"),
    "hu": ("szó szavak", "meghatározás kérdés"),
    "it": ("parola parole risposta", "definizione indizio domanda"),
    "nb": ("ord svar", "ledetråd hint spørsmål forklaring"),
    "nl": ("woord woorden antwoord", "omschrijving vraag hint"),
    "pl": ("słowo słowa hasło", "pytanie wskazówka definicja"),
    "pt": ("palavra palavras resposta", "pista dica definição pergunta"),
    "ro": ("cuvânt cuvinte răspuns", "definiție întrebare indiciu"),
    "ru": ("слово слова ответ", "вопрос подсказка определение"),
    "sv": ("ord svar", "ledtråd fråga förklaring"),
    "tr": ("kelime kelimeler sözcük", "ipucu soru tanım"),
    "uk": ("слово слова відповідь", "питання підказка визначення"),
}
"""What the columns of words and of clues are called in each language."""


def fold_heading(name: str) -> str:
    """Return a heading as all headings are compared: capitals or not, accents or not.

    >>> fold_heading("λέξεις"), fold_heading(" Tanım")
    ('ΛΕΞΕΙΣ', 'TANIM')
    """
    return "".join(map(strip_accent, normalise_token(name.strip())))


WORD_HEADINGS: Final = frozenset(
    fold_heading(name) for words, _ in HEADINGS.values() for name in words.split()
)
CLUE_HEADINGS: Final = frozenset(
    fold_heading(name) for _, clues in HEADINGS.values() for name in clues.split()
)


class Columns(NamedTuple):
    """Which columns hold words and clues, how many there are, and whether formulas are marked."""

    word: int = 0
    clue: int = 1
    number: int = 2
    has_marked_formulas: bool = False

    @classmethod
    def of(cls, heading: Sequence[str]) -> Columns | None:
        """Return the columns that a heading names; None when the row is not a heading.

        >>> Columns.of(["No.", "Clue", "Word"])
        Columns(word=2, clue=1, number=3, has_marked_formulas=False)
        """
        quoted = [*map(fold_heading, heading)]
        names = [name.removeprefix(APOSTROPHE) for name in quoted]
        word = next((n for n, name in enumerate(names) if name in WORD_HEADINGS), None)
        clue = next((n for n, name in enumerate(names) if name in CLUE_HEADINGS), None)
        if word is None or clue is None:
            return None
        return cls(word, clue, len(names), quoted[clue] != names[clue])
