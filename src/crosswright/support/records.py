"""Records: classes of named fields, like dataclasses, that take no time to define.

`dataclass` writes the methods of a class as text and compiles them: half a millisecond for each
class. A command that fills a grid defines three dozen classes, which took longer than its search.
A record inherits its methods instead. Type checkers take it for a dataclass, and so do
`dataclasses.replace`, `asdict` and `fields`.

>>> class Book(Record):
...     title: str
...     pages: int = 1
>>> Book("Emma"), Book("Emma", 474) == Book("Emma", pages=474)
(Book(title='Emma', pages=1), True)
"""

from __future__ import annotations

from collections.abc import Callable

from crosswright.support.hints import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Final,
    NoReturn,
    TypeVar,
    dataclass_transform,
)

if TYPE_CHECKING:
    import inspect

ABSENT: Final = object()


class _Factory:
    """What a signature shows for a default that is made anew each time."""

    def __repr__(self) -> str:
        return "<factory>"


class FieldOptions:
    """What is special about a field."""

    def __init__(
        self,
        default: Any = ABSENT,
        default_factory: Callable[[], Any] | None = None,
        *,
        init: bool = True,
        repr: bool = True,
        compare: bool = True,
    ) -> None:
        self.default = default
        self.default_factory = default_factory
        self.init = init
        self.repr = repr
        self.compare = compare

    @property
    def is_optional(self) -> bool:
        """Whether the field needs no argument."""
        return self.default is not ABSENT or self.default_factory is not None

    def value(self) -> Any:
        """Return the value of the field where no argument gives one."""
        return self.default if self.default_factory is None else self.default_factory()


def field(
    *,
    default: Any = ABSENT,
    default_factory: Callable[[], Any] | None = None,
    init: bool = True,
    repr: bool = True,
    compare: bool = True,
) -> Any:
    """Declare a field, as `dataclasses.field` does."""
    return FieldOptions(default, default_factory, init=init, repr=repr, compare=compare)


class _OnDemand:
    """An attribute of a class that is computed when somebody first asks for it."""

    def __init__(self, compute: Callable[[type[Record]], Any]) -> None:
        self.compute = compute
        self.values: dict[type[Record], Any] = {}

    def __get__(self, _: object, owner: type[Record]) -> Any:
        if owner not in self.values:
            self.values[owner] = self.compute(owner)
        return self.values[owner]


def _signature(owner: type[Record]) -> inspect.Signature:
    from inspect import Parameter, Signature

    def parameter(name: str, options: FieldOptions) -> Parameter:
        positional = name in owner._positional
        kind = Parameter.POSITIONAL_OR_KEYWORD if positional else Parameter.KEYWORD_ONLY
        default = _Factory() if options.default_factory else options.default
        return Parameter(
            name,
            kind,
            default=default if options.is_optional else Parameter.empty,
            annotation=owner._types[name],
        )

    return Signature([parameter(name, owner._fields[name]) for name in owner._arguments])


def _dataclass_fields(owner: type[Record]) -> dict[str, Any]:
    import dataclasses

    class Twin:
        pass

    Twin.__annotations__ = dict(owner._types)
    for name, options in owner._fields.items():
        twin = dataclasses.field(
            init=options.init, repr=options.repr, compare=options.compare, kw_only=True
        )
        if options.is_optional:
            twin.default_factory = options.value
        setattr(Twin, name, twin)
    fields: dict[str, Any] = dataclasses.dataclass(Twin).__dataclass_fields__  # type: ignore[attr-defined]
    return fields


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Record:
    """A class of named fields; frozen unless its class says `frozen=False`.

    Fields after `_: KW_ONLY` (see `dataclasses`), or all with `kw_only=True`, are keywords. With
    `eq=False`, a record is equal to itself alone.
    """

    _fields: ClassVar[dict[str, FieldOptions]] = {}
    _types: ClassVar[dict[str, Any]] = {}
    _arguments: ClassVar[tuple[str, ...]] = ()
    _positional: ClassVar[tuple[str, ...]] = ()
    _compared: ClassVar[tuple[str, ...]] = ()

    __signature__ = _OnDemand(_signature)
    __dataclass_fields__ = _OnDemand(_dataclass_fields)

    def __init_subclass__(
        cls, *, frozen: bool = True, eq: bool = True, kw_only: bool = False
    ) -> None:
        fields, types = dict(cls._fields), dict(cls._types)
        positional = [*cls._positional]
        for name, annotation in cls.__annotations__.items():
            if "ClassVar" in str(annotation):
                continue
            if "KW_ONLY" in str(annotation):
                kw_only = True
                continue
            default = cls.__dict__.get(name, ABSENT)
            options = default if isinstance(default, FieldOptions) else FieldOptions(default)
            if default is options:
                delattr(cls, name)
            if options.default is not ABSENT:
                setattr(cls, name, options.default)
            fields[name], types[name] = options, annotation
            if options.init and not kw_only and name not in positional:
                positional.append(name)
        cls._fields, cls._types, cls._positional = fields, types, tuple(positional)
        cls._arguments = tuple(name for name, options in fields.items() if options.init)
        cls._compared = tuple(name for name, options in fields.items() if options.compare)
        methods: dict[str, Any] = {"__match_args__": cls._positional}
        if not frozen:
            methods |= {name: getattr(object, name) for name in ("__setattr__", "__delattr__")}
            methods["__hash__"] = None
        if not eq:
            methods |= {name: getattr(object, name) for name in ("__eq__", "__hash__")}
        for name, method in methods.items():
            setattr(cls, name, method)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        cls = type(self)
        if len(args) > len(cls._positional):
            count = len(cls._positional)
            raise TypeError(f"{cls.__name__}() takes {count} positional arguments, not {len(args)}")
        values = dict(zip(cls._positional, args, strict=False))
        for name, value in kwargs.items():
            if name in values:
                raise TypeError(f"{cls.__name__}() got two values for {name!r}")
            if name not in cls._arguments:
                raise TypeError(f"{cls.__name__}() got an unexpected keyword argument {name!r}")
            values[name] = value
        state = self.__dict__
        for name, options in cls._fields.items():
            if name in values:
                state[name] = values[name]
            elif options.is_optional:
                state[name] = options.value()
            elif options.init:
                raise TypeError(f"{cls.__name__}() missing the argument {name!r}")
        self.__post_init__()

    def __post_init__(self) -> None:
        """Check or complete the fields."""

    def __setattr__(self, name: str, value: Any) -> NoReturn:
        raise AttributeError(f"cannot assign to field {name!r}: a {type(self).__name__} is frozen")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"cannot delete field {name!r}: a {type(self).__name__} is frozen")

    def _compared_values(self) -> tuple[Any, ...]:
        return tuple([getattr(self, name) for name in self._compared])

    def __eq__(self, other: object) -> bool:
        if other.__class__ is not self.__class__:
            return NotImplemented
        return self._compared_values() == other._compared_values()

    def __hash__(self) -> int:
        return hash(self._compared_values())

    def __repr__(self) -> str:
        shown = (name for name, options in self._fields.items() if options.repr)
        values = ", ".join(f"{name}={getattr(self, name)!r}" for name in shown)
        return f"{type(self).__qualname__}({values})"


AnyRecord = TypeVar("AnyRecord", bound=Record)


def replace(record: AnyRecord, **changes: Any) -> AnyRecord:
    """Return a record with some fields changed."""
    values = {name: getattr(record, name) for name in record._arguments}
    return type(record)(**{**values, **changes})
