"""Words: look-ups in the lists of a document, and the personal list."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from crosswright.clues.bank import ClueBank, distinct
from crosswright.clues.drafts import definitions
from crosswright.errors import ClueError
from crosswright.studio.api.request import Ask
from crosswright.studio.api.shelf import has_dictionary
from crosswright.studio.refusals import Refusal
from crosswright.studio.state import empty_state
from crosswright.support.sizes import MAX_LENGTH, MAX_SCORE
from crosswright.words.lexicon.tastes import NEWSPAPER
from crosswright.words.tools.anagram import anagrams
from crosswright.words.tools.history import ReplacedList
from crosswright.words.tools.personal import PersonalList, spelling
from crosswright.words.tools.undo import undo as undo_change
from crosswright.words.wordlist import WordList

if TYPE_CHECKING:
    from crosswright.studio.studio import Studio

MAX_CLUES: Final = 50
"""Clues in one answer."""


def _lists(studio: Studio, ask: Ask) -> dict[str, Any]:
    """Return the stack of the document that is named, or that of every new one."""
    identity = ask.text("document", most=64)
    if not identity:
        return empty_state(1, 1)["lists"]
    return studio.library.open(identity).state()[1]["lists"]


def _words(studio: Studio, ask: Ask) -> WordList:
    return studio.wordlists.load(_lists(studio, ask))


def _scored(ask: Ask, matches: list[tuple[str, int]]) -> Any:
    limit = ask.whole("limit", 1, 1000, 200)
    words = [{"word": word, "score": score} for word, score in matches[:limit]]
    return {"total": len(matches), "words": words}


def match(studio: Studio, ask: Ask) -> Any:
    """Return the words that fit a pattern."""
    pattern = ask.pattern("pattern", most=MAX_LENGTH)
    if not pattern:
        raise Refusal("invalid", "pattern: is missing", where="pattern")
    floor = ask.whole("floor", -MAX_SCORE, MAX_SCORE, -MAX_SCORE)
    return _scored(ask, _words(studio, ask).match(pattern, floor or 0))


def anagram(studio: Studio, ask: Ask) -> Any:
    """Return the words that letters make."""
    letters = ask.text("letters", most=MAX_LENGTH)
    if not letters:
        raise Refusal("invalid", "letters: is missing", where="letters")
    floor = ask.whole("floor", -MAX_SCORE, MAX_SCORE, -MAX_SCORE)
    return _scored(ask, anagrams(letters, _words(studio, ask), min_score=floor or 0))


def lists(studio: Studio, ask: Ask) -> Any:
    """Return the stack of a document, and what it could have."""
    stack = _lists(studio, ask)
    taste = stack.get("taste", NEWSPAPER)
    personal = PersonalList.load()
    described = []
    for entry in stack.get("stack", ()):
        alone = {"stack": [{**entry, "off": False}], "own": False, "taste": taste}
        try:
            words = studio.wordlists.load(alone)
            facts: dict[str, Any] = {"name": words.name, "words": len(words)}
        except Refusal as refusal:
            facts = {"name": entry.get("path", entry.get("language")), "error": str(refusal)}
        described.append({**entry, **facts})
    own = {
        "on": stack.get("own", True),
        "scores": len(personal.scores),
        "bans": len(personal.banned),
    }
    available = studio.wordlists.available()
    return {"stack": described, "own": own, "taste": taste, "available": available}


def personal(studio: Studio, ask: Ask) -> Any:
    """Return the personal list."""
    own = PersonalList.load()
    return {"scores": own.scores, "banned": sorted(own.banned)}


def look(studio: Studio, ask: Ask) -> Any:
    """Return what there is to know about one word."""
    words = _words(studio, ask)
    word = words.spell(ask.text("word", most=MAX_LENGTH))
    own = PersonalList.load()
    meanings = []
    if word and has_dictionary():
        try:
            meanings = [vars_of(each) for each in definitions(word)]
        except ClueError:
            meanings = []
    mine = "ban" if spelling(word) in own.banned else own.scores.get(spelling(word))
    return {"word": word, "score": words.score(word), "own": mine, "definitions": meanings}


def clues(studio: Studio, ask: Ask) -> Any:
    """Return the clues that an answer has in other documents, and then those of the clue bank."""
    answer = ask.text("answer", most=MAX_LENGTH)
    if not answer:
        raise Refusal("invalid", "answer: is missing", where="answer")
    used = studio.library.clues_for(answer, ask.text("document", most=64))
    banked = [
        {"text": clue.text, "title": clue.title, "slot": clue.label, "date": clue.date}
        for clue in ClueBank().find(answer)
    ]
    clues = distinct([*used, *banked], lambda clue: str(clue["text"]))
    return {"answer": answer, "clues": clues[:MAX_CLUES]}


def vars_of(definition: Any) -> dict[str, str]:
    """Return a definition as JSON."""
    return {"word": definition.word, "part": definition.part, "text": definition.text}


# -- changes --------------------------------------------------------------------------------------


def _word(ask: Ask) -> str:
    word: str = ask.body.text("word", most=MAX_LENGTH)
    if not spelling(word):
        raise ask.body.wrong("word", "has no letters")
    return word


def _changed(studio: Studio, word: str, **more: Any) -> Any:
    """Say what the personal list has now, here and in all tabs."""
    own = PersonalList.load()
    studio.words_changed(word)
    return {"word": word, "score": own.scores.get(word), "banned": word in own.banned, **more}


def score(studio: Studio, ask: Ask) -> Any:
    """Give a word a score of its own."""
    word, points = _word(ask), ask.body.whole("score", -MAX_SCORE, MAX_SCORE)
    ask.body.done()
    return _changed(studio, PersonalList.load().score(word, points))


def ban(studio: Studio, ask: Ask) -> Any:
    """Never let a word in."""
    word = _word(ask)
    ask.body.done()
    return _changed(studio, PersonalList.load().ban(word))


def forget(studio: Studio, ask: Ask) -> Any:
    """Leave a word to the other lists again."""
    word = _word(ask)
    ask.body.done()
    own = PersonalList.load()
    own.forget(word)
    return _changed(studio, spelling(word))


def undo(studio: Studio, ask: Ask) -> Any:
    """Undo the last change of the personal list."""
    undone = undo_change()
    if undone is None or isinstance(undone.change, ReplacedList):
        return _changed(studio, "", undone=None)
    return _changed(studio, undone.change.word, undone=undone.change.command)
