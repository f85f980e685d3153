"""Work in slices: between two of them, whoever does it can look at the clock, or leave it."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator

from crosswright.support.hints import Generic, TypeAlias, TypeVar, cast

Value = TypeVar("Value")

Slices: TypeAlias = Generator[None, None, Value]
"""Work done in slices that ends with a value: `value = yield from slices`."""


class InSlices(Generic[Value]):
    """A value that takes a while to compute: in slices ahead of its use, or when it is asked for.

    >>> def total():
    ...     yield
    ...     return 1 + 2
    >>> number = InSlices(total)
    >>> len(list(number.slices()))
    1
    >>> number.value
    3
    """

    def __init__(self, compute: Callable[[], Slices[Value]]) -> None:
        self._compute: Callable[[], Slices[Value]] | None = compute
        self._slices: Slices[Value] | None = None
        self._value: Value | None = None
        self._is_computed = False

    def slices(self) -> Iterator[None]:
        """Compute the value; what is left halfway goes on from there the next time."""
        while not self._is_computed:
            if self._slices is None:
                assert self._compute is not None
                self._slices = self._compute()
            try:
                next(self._slices)
            except StopIteration as end:
                self._value, self._is_computed, self._slices = end.value, True, None
                self._compute = None  # often a method of whoever holds this: no circle stays
                return
            except BaseException:
                self._slices = None  # it ends here; whoever asks again gets the same error
                raise
            yield

    @property
    def value(self) -> Value:
        """The value, with what there still is to compute of it."""
        for _ in self.slices():
            pass
        return cast(Value, self._value)
