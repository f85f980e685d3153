from crosswright.engine.problem import Problem

NAME: str

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
    def rows(self) -> list[int]: ...
    def counts(self) -> list[int]: ...
    def live(self, slot: int) -> bytes: ...
    def masks(self) -> list[int]: ...
    def weights(self) -> list[int]: ...
