"""What stands for `typing` at run time."""

from __future__ import annotations

import inspect
import pickle
import typing

import pytest

from crosswright.support import hints

Value = hints.TypeVar("Value")


class Point(hints.NamedTuple):
    """A tuple with fields, and a method."""

    x: int
    y: int
    z: int = 0

    def total(self) -> int:
        return self.x + self.y + self.z


class Box(hints.Generic[Value]):
    """A generic class."""


class Options(hints.TypedDict, total=False):
    """A dict with known keys."""

    size: int


def test_named_tuples_are_those_of_typing() -> None:
    point = Point(1, y=2)
    assert point == (1, 2, 0)
    assert point.total() == 3
    assert point._replace(x=5) == Point(5, 2) != Point(5, 2, 1)
    assert repr(point) == "Point(x=1, y=2, z=0)"
    assert pickle.loads(pickle.dumps(point)) == point
    assert type(pickle.loads(pickle.dumps(point))) is Point
    assert str(inspect.signature(Point)) == "(x: 'int', y: 'int', z: 'int' = 0)"
    with pytest.raises(AttributeError):
        point.x = 3  # type: ignore[misc]
    with pytest.raises(TypeError):
        Point(1)  # type: ignore[call-arg]


def test_a_generic_class_can_be_subscripted_and_subclassed() -> None:
    class Shoebox(Box[str]):
        pass

    assert isinstance(Shoebox(), Box)
    assert Box[int] is Box


def test_the_keys_of_a_dict_can_be_looked_up() -> None:
    assert list(Options.__annotations__) == ["size"]
    assert Options(size=1) == {"size": 1}
    assert type(Options()) is dict


def test_every_name_is_one_of_typing() -> None:
    own = {"Special", "annotations", "namedtuple"}
    public = {name for name in vars(hints) if not name.startswith("_")} - own
    assert all(hasattr(typing, name) for name in public)
