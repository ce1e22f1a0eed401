"""Questions about rules rather than positions, and games that are defined by a rule."""

from __future__ import annotations

import time
from typing import Any, Callable, Literal, Optional, Tuple, Union

import numpy as np
from numpy.typing import NDArray

from ._native import Position, Solver, progress as native_progress, usual_solver
from ._table import Table
from ._types import GrundyError, Period

Show = Literal["outcomes", "grundy", "moves"]
Window = Union[Tuple[int, int], Tuple[Tuple[int, int], Tuple[int, int]]]


def _of_heap(rules: str, n: int, solver: Optional[Solver]) -> Position:
    if isinstance(n, bool) or not hasattr(n, "__index__"):
        raise TypeError("n is a whole number")
    if n.__index__() < 0:
        raise GrundyError("heaps are at least 0", "give a number of at least 0")
    return Position(f"{rules}: {n.__index__()}", solver=solver)


def sequence(
    rules: str, n: int, *, solver: Optional[Solver] = None, progress: bool = False
) -> NDArray[Any]:
    """The Grundy values of heaps 0 to ``n`` (at most 10⁷), as an array of the smallest unsigned type.

    >>> import grundy
    >>> grundy.sequence("octal 0.77", 10)
    array([0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2], dtype=uint8)

    ``rules`` is a record without its position. ``progress`` shows a bar of tqdm.
    """
    position = _of_heap(rules, n, solver)
    with _Bar(n, progress) as meanwhile:
        values: NDArray[Any] = position.sequence(meanwhile)
    return values


def losing(rules: str, n: int, *, solver: Optional[Solver] = None, progress: bool = False) -> NDArray[Any]:
    """The heaps from 0 to ``n`` at which the player to move loses (at most 10⁷ of them), as an array.

    >>> import grundy
    >>> grundy.losing("subtraction squares", 30)
    array([ 0,  2,  5,  7, 10, 12, 15, 17, 20, 22], dtype=uint64)
    """
    position = _of_heap(rules, n, solver)
    with _Bar(n, progress) as meanwhile:
        heaps: NDArray[Any] = position.losing(meanwhile)
    return heaps


def period(rules: str, *, solver: Optional[Solver] = None) -> Optional[Period]:
    """The least preperiod and period of the game's values, proved; ``None`` when none was found within the
    limits.

    >>> import grundy
    >>> grundy.period("octal 0.16")
    Period(preperiod=105351, period=149459, saltus=0)
    """
    found: Optional[Period] = (solver or usual_solver()).solve(f"{rules} ? period").period
    return found


def table(
    record: Union[str, Position],
    show: Show = "outcomes",
    *,
    window: Optional[Window] = None,
    solver: Optional[Solver] = None,
) -> Table:
    """The map of who wins of a record, as an array that draws itself: ``grundy.Table``.

    ``window`` cuts a part out: two corners ``((1, 1), (20, 40))`` of a board, ``(500, 700)`` of a line.

    >>> import grundy
    >>> grundy.table("king 2x3 damaged 1,2:")
    Table([['L', 'X', 'L'],
           ['W', 'W', 'W']], dtype='<U1')
    """
    position = record if isinstance(record, Position) else Position(record, solver=solver)
    drawn: Table = position.table(show, window)
    return drawn


class Game:
    """A game that a rule of the language defines: the result of ``grundy.define``.

    >>> import grundy
    >>> mark = grundy.define("mark [n] -> [n-1] | [n/2] if n > 0")
    >>> mark
    Game('mark [n] -> [n-1] | [n/2] if n > 0')
    >>> mark(10, 25).winning_moves()
    ['2:25>24']
    >>> mark.sequence(8).tolist()
    [0, 1, 0, 2, 1, 2, 0, 1, 0]
    """

    def __init__(self, text: str, **limits: Any) -> None:
        self.text = text
        self._limits = limits
        #: The solver that knows the game, beside all others.
        self.solver = Solver(games=[text], **limits)
        #: Its name, by which records of this solver use it.
        self.name = text.split(None, 1)[0].split("[", 1)[0]

    def __call__(self, *numbers: Union[int, Tuple[int, ...]]) -> Position:
        """The position of these heaps, or of these tuples of numbers."""
        parts = (",".join(map(str, part)) if isinstance(part, tuple) else str(part) for part in numbers)
        return Position(f"{self.name}: {' '.join(parts)}", solver=self.solver)

    def solve(self, *numbers: Union[int, Tuple[int, ...]], ask: Optional[str] = None) -> Any:
        """The answer for this position."""
        return self.solver.solve(self(*numbers), ask=ask)

    def sequence(self, n: int) -> NDArray[Any]:
        """As ``grundy.sequence``, of a rule in one number."""
        return sequence(self.name, n, solver=self.solver)

    def losing(self, n: int) -> NDArray[Any]:
        """As ``grundy.losing``, of a rule in one number."""
        return losing(self.name, n, solver=self.solver)

    def period(self) -> Optional[Period]:
        """As ``grundy.period``, of a rule in one number."""
        return period(self.name, solver=self.solver)

    def table(self, *numbers: Union[int, Tuple[int, ...]], show: Show = "outcomes") -> Table:
        """As ``grundy.table``."""
        return table(self(*numbers), show)

    def __repr__(self) -> str:
        return f"Game({self.text!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and (self.text, self._limits) == (other.text, other._limits)

    def __hash__(self) -> int:
        return hash(self.text)

    def __reduce__(self) -> Tuple[Any, ...]:
        return (_defined, (self.text, self._limits))


def _defined(text: str, limits: Any) -> Game:
    return Game(text, **limits)


def define(text: str, **limits: Any) -> Game:
    """Defines a game by its name and rule: ``NAME RULE``, see :class:`grundy.Game`.

    ``limits`` are those of :class:`grundy.Solver`. A mistake in the rule raises ``GrundyError``.
    """
    return Game(text, **limits)


class _Bar:
    """A bar of tqdm over heaps, if it is asked for."""

    def __init__(self, total: int, wanted: bool) -> None:
        self.total, self.wanted = total, wanted
        self.bar: Any = None

    def __enter__(self) -> Optional[Callable[[], None]]:
        if not self.wanted:
            return None
        from tqdm.auto import tqdm

        self.bar = tqdm(total=self.total, unit=" heaps")
        self.drawn = time.monotonic()
        return self.look

    def look(self) -> None:
        """Shows how far the sequence is."""
        if time.monotonic() - self.drawn < 0.1:
            return
        self.drawn = time.monotonic()
        standing = native_progress()
        if standing is not None and standing[0] == "heaps":
            self.bar.n = min(standing[1], self.total)
            self.bar.refresh()

    def __exit__(self, kind: Any, *_: Any) -> None:
        if self.bar is not None:
            if kind is None:
                self.bar.n = self.total
                self.bar.refresh()
            self.bar.close()
