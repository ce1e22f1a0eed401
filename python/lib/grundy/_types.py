"""Small classes of Python that the native part makes."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, fields
from itertools import groupby
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Literal, NamedTuple, Optional, Tuple, Union

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class GrundyError(ValueError):
    """A wrong record, or an answer that would pass a limit: where, what, and what would be right.

    >>> import grundy
    >>> try:
    ...     grundy.solve("nim: 3 x")
    ... except grundy.GrundyError as error:
    ...     print(error.line, error.column, error.message, "-", error.help)
    1 8 `x` is not a number - write an unsigned decimal number, digits only
    """

    #: The error, as a clause without a full stop.
    message: str
    #: A correction, as a clause without a full stop; may be empty.
    help: str
    #: The line of the text, from 1; ``None`` where there is no text.
    line: Optional[int]
    #: The column in that line, in characters, from 1.
    column: Optional[int]
    #: Which limit the answer would pass: ``"memory"`` and ``"work"`` can be raised
    #: (``grundy.Solver``), ``"fixed"`` cannot; ``None`` where something else is wrong.
    limit: Optional[str]
    #: The label of the record, where that could be read.
    label: Optional[str]

    def __init__(
        self,
        message: str,
        help: str = "",
        line: Optional[int] = None,
        column: Optional[int] = None,
        limit: Optional[str] = None,
        label: Optional[str] = None,
    ) -> None:
        super().__init__(message, help, line, column, limit, label)
        self.message = message
        self.help = help
        self.line = line
        self.column = column
        self.limit = limit
        self.label = label

    def __str__(self) -> str:
        place = "" if self.line is None else f"{self.line}:{self.column}: "
        return f"{place}{self.message}" + (f"; {self.help}" if self.help else "")

    def __repr__(self) -> str:
        return f"GrundyError({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, GrundyError) and self.args == other.args

    def __hash__(self) -> int:
        return hash(self.args)


class Infinite(NamedTuple):
    """The value of a position that may repeat: ∞ with the finite values it can move to.

    >>> import grundy
    >>> grundy.Position("graph 4 1>2 2>1 2>3 3>4: 1").grundy()
    Infinite(members=())
    """

    members: Tuple[int, ...]

    def __str__(self) -> str:
        return " ".join(["inf", ",".join(map(str, self.members))]).strip()


class Period(NamedTuple):
    """How a sequence repeats, proved, the least of each: from heap ``preperiod`` on, the value of heap
    n + ``period`` is that of heap n plus ``saltus``."""

    preperiod: int
    period: int
    saltus: int = 0


class Paths(NamedTuple):
    """In how many ways the end is reached, by an odd and by an even number of moves."""

    odd: int
    even: int


class Quotient(NamedTuple):
    """The misère quotient of heaps: of those up to the largest of a position, or of all heaps with the period of
    their classes.

    >>> import grundy
    >>> grundy.solve("kayles misere ? quotient").quotient
    Quotient(order=40, p=9, preperiod=71, period=12)
    """

    #: The number of elements.
    order: int
    #: The number of P-elements.
    p: int
    #: The preperiod and the period of the classes of heaps; ``None`` for the quotient of a position.
    preperiod: Optional[int] = None
    period: Optional[int] = None


class Stats(NamedTuple):
    """An analysis of a sequence of Grundy values."""

    #: The largest value.
    largest: int
    #: The first heap that has it.
    at: int
    #: The last heap whose value was not there before.
    new: int
    #: The values that no heap of the second half has.
    rare: List[int]
    #: How often each value occurs.
    counts: Dict[int, int]


@dataclass(frozen=True, init=False, repr=False, eq=False)
class Answer:
    """The answer to one record: what it was asked, as attributes.

    >>> import grundy
    >>> answer = grundy.solve("nim: 3 4 5", ask="verdict grundy moves")
    >>> answer
    Answer(verdict='WIN', count=1, grundy=2, moves=['1:3>1'])
    >>> answer.grundy, answer["moves"], str(answer)
    (2, ['1:3>1'], 'WIN 1 | 2 | 1:3>1')

    Fields that were not asked are missing:

    >>> answer.period
    Traceback (most recent call last):
        ...
    AttributeError: this answer has no `period`: it was not asked
    """

    #: The label of the record, without its ``@``; ``None`` where it has none.
    label: Optional[str]
    verdict: Literal["WIN", "LOSE", "DRAW"]
    winner: Literal["FIRST", "SECOND", "NOBODY"]
    count: int
    grundy: Union[int, Infinite]
    moves: List[str]
    best: Optional[str]
    losing: NDArray[np.uint64]
    sequence: NDArray[np.unsignedinteger[Any]]
    stats: Stats
    paths: Paths
    period: Optional[Period]
    pattern: Optional[str]
    values: List[Union[int, Infinite]]
    p_positions: int
    positions: int
    p_list: NDArray[np.uint64]
    remoteness: Optional[int]
    birthday: Optional[int]
    genus: str
    quotient: Optional[Quotient]

    def __init__(self, label: Optional[str] = None, text: str = "", **asked: Any) -> None:
        # `text` is the line that the program answers; asks such as `paths%7` are no names of attributes.
        self.__dict__.update(label=label, _text=text, _asked=asked)

    def __getattr__(self, name: str) -> Any:
        asked = self.__dict__.get("_asked", {})
        if name in asked:
            return asked[name]
        if any(field.name == name for field in fields(self)):
            raise AttributeError(f"this answer has no `{name}`: it was not asked")
        raise AttributeError(f"an answer has no attribute `{name}`")

    def __getitem__(self, key: str) -> Any:
        return self._asked[key]

    def __contains__(self, key: object) -> bool:
        return key in self._asked

    def __len__(self) -> int:
        return len(self._asked)

    def __iter__(self) -> Iterator[str]:
        return iter(self._asked)

    def keys(self) -> List[str]:
        """The names of its fields, in the order of the asks."""
        return list(self._asked)

    def asdict(self) -> Dict[str, Any]:
        """Its fields as a dictionary that ``json.dumps`` takes: arrays become lists.

        >>> import grundy, json
        >>> json.dumps(grundy.solve("subtraction 1 2: 7 ? losing").asdict())
        '{"losing": [0, 3, 6]}'
        """
        return {key: value.tolist() if hasattr(value, "tolist") else value for key, value in self._asked.items()}

    def __dir__(self) -> List[str]:
        return [*self._asked, "label", "keys", "asdict"]

    def __str__(self) -> str:
        return str(self._text)

    def __repr__(self) -> str:
        label = {} if self.label is None else {"label": self.label}
        parts = (f"{key}={value!r}" for key, value in {**label, **self._asked}.items())
        return f"Answer({', '.join(parts)})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Answer):
            return NotImplemented
        if self.label != other.label or self._asked.keys() != other._asked.keys():
            return False
        return all(_same(value, other._asked[key]) for key, value in self._asked.items())

    def __hash__(self) -> int:
        return hash(self._text)


def _same(one: Any, other: Any) -> bool:
    """Whether two values are equal; arrays are when all of their numbers are."""
    if hasattr(one, "dtype") or hasattr(other, "dtype"):
        import numpy

        return bool(numpy.array_equal(one, other))
    return bool(one == other)


class Explanation(str):
    """Lines that say why an answer holds; a notebook shows them as formatted text.

    The first is the record, the second the headline.
    """

    def _repr_markdown_(self) -> str:
        record, _, rest = self.partition("\n")
        headline, _, body = rest.partition("\n")
        parts = [f"`{record}`", f"**{_escaped(headline)}**"]
        for indented, lines in groupby(body.split("\n"), key=lambda line: line.startswith(" ")):
            if indented:
                parts.append("```text\n" + "\n".join(lines) + "\n```")
            else:
                parts.extend(_escaped(line) for line in lines if line)
        return "\n\n".join(parts)


def _escaped(text: str) -> str:
    return re.sub(r"([\\`*_{}\[\]<>#|$~])", r"\\\1", text)


def build(kind: Any, arguments: Dict[str, Any]) -> Any:
    """Makes an object by keywords; what pickling needs."""
    return kind(**arguments)


def with_bar(answers: Iterator[Any], records: Any) -> Iterator[Any]:
    """Goes through answers under a bar of tqdm."""
    from tqdm.auto import tqdm

    try:
        total: Optional[int] = len(records) if not isinstance(records, (str, bytes, os.PathLike)) else None
    except TypeError:
        total = None
    with tqdm(total=total, unit=" records") as bar:
        for answer in answers:
            yield answer
            bar.update()
