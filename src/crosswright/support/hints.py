"""What `typing` offers, for modules on the path of a fill, which must not wait for it to load.

Importing `typing`, with the regular expressions that it imports, takes as long as filling a grid.
Type checkers see the real thing; at run time, these stand for it in annotations and as base
classes. Modules that start nothing import `typing` itself.
"""

from __future__ import annotations

TYPE_CHECKING = False  # known to type checkers
if TYPE_CHECKING:
    from typing import Any as Any
    from typing import BinaryIO as BinaryIO
    from typing import ClassVar as ClassVar
    from typing import Final as Final
    from typing import Generic as Generic
    from typing import NamedTuple as NamedTuple
    from typing import NoReturn as NoReturn
    from typing import Protocol as Protocol
    from typing import Self as Self
    from typing import TypeAlias as TypeAlias
    from typing import TypedDict as TypedDict
    from typing import TypeVar as TypeVar
    from typing import Unpack as Unpack
    from typing import cast as cast
    from typing import dataclass_transform as dataclass_transform
    from typing import final as final
else:
    from collections import namedtuple

    class Special:
        """A base class, or an annotation, that means nothing at run time."""

        def __class_getitem__(cls, _):
            return cls

        def __init_subclass__(cls, total=True):
            pass

    Any = BinaryIO = ClassVar = Final = NoReturn = Self = TypeAlias = Unpack = Special
    Generic = Protocol = Special

    class TypedDict(Special):
        """An ordinary dict; a class has its own keys in `__annotations__`."""

        def __new__(cls, *arguments, **items):
            return dict(*arguments, **items)

    class _NamedTupleType(type):
        def __new__(cls, name, bases, namespace):
            if not bases:
                return super().__new__(cls, name, bases, namespace)
            names = namespace["__annotations__"]
            defaults = [namespace.pop(field) for field in names if field in namespace]
            fields = namedtuple(name, names, defaults=defaults)
            fields.__new__.__annotations__ = names  # which `help` shows
            return type(name, (fields,), {"__slots__": (), **namespace})

    class NamedTuple(metaclass=_NamedTupleType):
        """A tuple with named fields; the last ones may have defaults."""

    def TypeVar(*_, **__):
        return Special

    def cast(_, value):
        return value

    def final(value):
        return value

    def dataclass_transform(**_):
        return final
