"""Records behave as dataclasses do."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
from typing import TYPE_CHECKING, ClassVar

import pytest

from crosswright.support.records import Record, field, replace

if TYPE_CHECKING:
    from dataclasses import KW_ONLY


class Book(Record):
    """A book."""

    kind: ClassVar[str] = "book"

    title: str
    pages: int = 1
    tags: list[str] = field(default_factory=list)
    shelf: str = field(default="", compare=False, repr=False)


@dataclasses.dataclass(frozen=True)
class Twin:
    """The same as a dataclass."""

    kind: ClassVar[str] = "book"

    title: str
    pages: int = 1
    tags: list[str] = dataclasses.field(default_factory=list)
    shelf: str = dataclasses.field(default="", compare=False, repr=False)


class Counter(Record, frozen=False):
    count: int = 0
    step: int = field(default=1, init=False)


class Options(Record):
    name: str
    _: KW_ONLY
    size: int = 2

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", self.name.upper())


class Token(Record, eq=False, kw_only=True):
    text: str


ARGUMENTS: list[tuple[tuple[object, ...], dict[str, object]]] = [
    (("Emma",), {}),
    (("Emma", 474), {"shelf": "A"}),
    ((), {"title": "Emma", "tags": ["novel"]}),
]


@pytest.mark.parametrize(("args", "kwargs"), ARGUMENTS)
def test_a_record_is_like_a_dataclass(args: tuple[object], kwargs: dict[str, object]) -> None:
    record, twin = Book(*args, **kwargs), Twin(*args, **kwargs)  # type: ignore[arg-type]
    assert repr(record) == repr(twin).replace("Twin", "Book")
    assert dataclasses.asdict(record) == dataclasses.asdict(twin)
    assert dataclasses.replace(record, pages=9) == replace(record, pages=9)
    assert record == Book(*args, **kwargs)  # type: ignore[arg-type]
    assert record != replace(record, title="Persuasion")
    assert record == replace(record, shelf="B")
    assert record != twin
    assert pickle.loads(pickle.dumps(record)) == copy.deepcopy(record) == record


@pytest.mark.parametrize(
    ("args", "kwargs"),
    [((), {}), (("a", 1, [], "", 5), {}), (("a",), {"title": "b"}), (("a",), {"author": "b"})],
)
def test_wrong_arguments_are_refused(args: tuple[object], kwargs: dict[str, object]) -> None:
    for kind in (Book, Twin):
        with pytest.raises(TypeError):
            kind(*args, **kwargs)  # type: ignore[arg-type]


def test_no_two_records_share_a_default() -> None:
    one, other = Book("One"), Book("Other")
    one.tags.append("new")
    assert other.tags == []


def test_a_record_is_frozen_and_hashable() -> None:
    record = Options("a")
    with pytest.raises(AttributeError, match="frozen"):
        record.size = 3  # type: ignore[misc]
    with pytest.raises(AttributeError, match="frozen"):
        del record.size
    assert len({record, Options("a"), Options("b")}) == 2


def test_a_record_may_change_if_it_says_so() -> None:
    counter = Counter()
    counter.count += counter.step
    assert counter == Counter(1)
    with pytest.raises(TypeError, match="unhashable"):
        hash(counter)
    with pytest.raises(TypeError, match="step"):
        Counter(step=2)  # type: ignore[call-arg]


def test_keywords_and_post_init() -> None:
    assert Options("a", size=3).name == "A"
    with pytest.raises(TypeError, match="1 positional"):
        Options("a", 3)  # type: ignore[misc]
    with pytest.raises(TypeError, match="0 positional"):
        Token("x")  # type: ignore[misc]


def test_identity_may_be_all_that_counts() -> None:
    token = Token(text="x")
    assert token != Token(text="x")
    assert len({token, token, Token(text="x")}) == 2


def test_signatures_show_the_fields() -> None:
    assert str(inspect.signature(Options)) == "(name: 'str', *, size: 'int' = 2)"
    assert [field.name for field in dataclasses.fields(Book)] == list(
        inspect.signature(Book).parameters
    )


def test_a_record_can_be_matched() -> None:
    match Book("Emma", 474):
        case Book(title, pages):
            assert (title, pages) == ("Emma", 474)
