"""A small problem that the tests of the course edition share."""

from pathlib import Path

from crossword import Crossword, Variable
from generate import CrosswordCreator

DATA = Path(__file__).parents[2] / "data"


class Numbers:
    """The problem of structure0: four variables in a chain, top - left - bottom - right."""

    top = Variable(0, 1, Variable.ACROSS, 3)
    left = Variable(0, 1, Variable.DOWN, 5)
    bottom = Variable(4, 1, Variable.ACROSS, 4)
    right = Variable(1, 4, Variable.DOWN, 4)

    def __init__(self, inference: bool = True) -> None:
        crossword = Crossword(DATA / "structure0.txt", DATA / "words0.txt")
        self.creator = CrosswordCreator(crossword, inference)
