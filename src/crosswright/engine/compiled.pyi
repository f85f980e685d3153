from array import array
from collections.abc import Iterable

from crosswright.engine.problem import Problem, SlotIndex, WordTable
from crosswright.words.table import WordRow

NAME: str
MAX_TOKENS: int
MAX_LENGTH: int

def rows_at_least(scores: bytes | memoryview, floor: int) -> bytes: ...
def best_scores(words: WordTable, lives: Iterable[bytes]) -> list[array[int]]: ...
def score_range(scores: bytes | memoryview) -> tuple[int, int]: ...

class Solver:
    nodes: int
    failures: int
    restarts: int
    propagations: int
    def __init__(
        self,
        problem: Problem,
        seed: int = 0,
        *,
        restarts: bool = True,
        score_weight: int = ...,
        noise: int = ...,
    ) -> None: ...
    def run(self, nodes: int, failures: int) -> int: ...
    def rows(self) -> list[WordRow]: ...
    def counts(self) -> list[int]: ...
    def live(self, slot: SlotIndex) -> bytes: ...
    def masks(self) -> list[int]: ...
    def weights(self) -> list[int]: ...
