"""Games whose rules are Python functions."""

from __future__ import annotations

import functools
import threading
from typing import Any, Callable, Dict, Hashable, Iterable, List, Optional, Tuple, Union, overload

import numpy as np
from numpy.typing import NDArray

from ._native import label_graph
from ._types import GrundyError, Infinite

Options = Callable[..., Iterable[Any]]

#: How many positions may be explored, unless ``limit`` says otherwise.
MOST_POSITIONS = 1_000_000


class FunctionGame:
    """A game whose rules are a Python function: the result of :func:`grundy.game`.

    The function gets a position and yields what it can be moved to. A function of one argument has positions
    of any kind that can be hashed; a function of several arguments has tuples. Options that are yielded twice
    are one. A player who cannot move loses (wins, with ``misere=True``); play that never ends is a draw.

    Explored positions are remembered, and each is looked at once. Exploring is as fast as the function:
    some hundred thousand positions a second. More than ``limit`` positions raise ``GrundyError``.
    """

    def __init__(self, options: Options, *, misere: bool = False, limit: int = MOST_POSITIONS) -> None:
        functools.update_wrapper(self, options)  # type: ignore[arg-type]
        code = getattr(options, "__code__", None)
        #: How many numbers a position has.
        self.arity: int = code.co_argcount if code is not None else 1
        self.misere, self.limit = misere, limit
        self._options = options
        #: Positions by number, their followers, and their values: -1 stands for an infinite one.
        self._numbers: Dict[Hashable, int] = {}
        self._followers: List[List[int]] = []
        self._values: List[int] = []
        self._infinite: Dict[int, Tuple[int, ...]] = {}
        self._lock = threading.RLock()

    # A function of several arguments gets and yields tuples.
    def _position(self, numbers: Tuple[Any, ...]) -> Hashable:
        if len(numbers) != self.arity:
            raise TypeError(f"a position of this game has {self.arity} parts, not {len(numbers)}")
        position: Hashable = numbers if self.arity > 1 else numbers[0]
        return position

    def options(self, *position: Any) -> List[Any]:
        """The options of a position, each once, in the order in which the function yields them."""
        return self._look(self._position(position))

    def _look(self, position: Any) -> List[Any]:
        found = self._options(*position) if self.arity > 1 else self._options(position)
        options = list(dict.fromkeys(found))
        for option in options:
            if self.arity > 1 and not (isinstance(option, tuple) and len(option) == self.arity):
                message = f"the rules yield {option!r} from {position!r}"
                raise GrundyError(message, f"yield tuples of {self.arity} parts")
        return options

    def _number(self, position: Hashable) -> int:
        """The number of a position whose value is known then."""
        with self._lock:
            known = self._numbers.get(position)
            return self._explore(position) if known is None else known

    def _explore(self, start: Hashable) -> int:
        """Numbers and values everything that a position leads to, depth first, without recursion."""
        first = len(self._followers)
        try:
            return self._descend(start, first)
        except BaseException:
            # Positions half explored are forgotten: Ctrl-C, a mistake in the rules, the limit.
            for position in [key for key, number in self._numbers.items() if number >= first]:
                del self._numbers[position]
            del self._followers[first:], self._values[first:]
            raise

    def _descend(self, start: Hashable, first: int) -> int:
        numbers, followers, values = self._numbers, self._followers, self._values
        cyclic = False
        path: List[Tuple[int, Any]] = []

        def enter(position: Hashable) -> int:
            number = len(followers)
            if number >= self.limit:
                message = f"more than {self.limit} positions can be reached from {start!r}"
                raise GrundyError(message, "`limit` raises this limit", limit="positions")
            numbers[position] = number
            followers.append([])
            values.append(_OPEN)
            path.append((number, iter(self._look(position))))
            return number

        root = enter(start)
        while path:
            number, options = path[-1]
            for option in options:
                next_number = numbers.get(option)
                if next_number is None:
                    followers[number].append(enter(option))
                    break
                cyclic = cyclic or values[next_number] == _OPEN
                followers[number].append(next_number)
            else:
                path.pop()
                values[number] = self._value(number)
        if cyclic:
            self._label()
        return root

    def _value(self, number: int) -> int:
        """The value if all followers have finite ones; `_label` corrects any other."""
        seen = {self._values[follower] for follower in self._followers[number]}
        if self.misere:
            # A player who cannot move has won; else outcomes count as under normal play.
            if not seen or 0 in seen:
                return 1
            if _INFINITE not in seen:
                return 0
            self._infinite[number] = ()
            return _INFINITE
        if _INFINITE in seen:
            return self._with_infinite(number)
        value = 0
        while value in seen:
            value += 1
        return value

    def _with_infinite(self, number: int) -> int:
        """The value of a position some of whose followers are infinite: finite where all of these can be
        reverted."""
        followers = self._followers[number]
        finite = {self._values[follower] for follower in followers if self._values[follower] >= 0}
        mex = 0
        while mex in finite:
            mex += 1
        infinite = [follower for follower in followers if self._values[follower] == _INFINITE]
        if all(mex in self._infinite[follower] for follower in infinite):
            return mex
        self._infinite[number] = tuple(sorted(finite))
        return _INFINITE

    def _label(self) -> None:
        """Labels the whole graph anew, by the solver's own engine."""
        order = len(self._followers)
        sources = np.repeat(
            np.arange(order, dtype=np.uint32), [len(followers) for followers in self._followers]
        )
        targets = np.fromiter(
            (follower for followers in self._followers for follower in followers), dtype=np.uint32
        )
        if self.misere:
            # A position without moves is won: as one that moves to a lost position of its own.
            stuck = np.array([n for n in range(order) if not self._followers[n]], dtype=np.uint32)
            sources = np.concatenate([sources, stuck])
            targets = np.concatenate([targets, np.full(len(stuck), order, dtype=np.uint32)])
        labels, infinite = label_graph(order + int(self.misere), sources, targets)
        self._infinite = dict(infinite)
        self._values[:] = labels.tolist()[:order]
        if self.misere:
            # Only outcomes count.
            for number, value in enumerate(self._values):
                if value >= 0 or 0 in self._infinite[number]:
                    self._values[number] = min(abs(value), 1)
                else:
                    self._infinite[number] = ()

    def grundy(self, *position: Any) -> Union[int, Infinite]:
        """The Grundy value of a position: a number, or ``grundy.Infinite`` where play may never end."""
        if self.misere:
            raise GrundyError("under misère play positions have no Grundy value", "ask `outcome`")
        number = self._number(self._position(position))
        value = self._values[number]
        return value if value >= 0 else Infinite(self._infinite[number])

    def outcome(self, *position: Any) -> str:
        """Who wins: "WIN" (the player to move), "LOSE" or "DRAW"."""
        number = self._number(self._position(position))
        value = self._values[number]
        if value >= 0:
            return "WIN" if value else "LOSE"
        return "WIN" if 0 in self._infinite[number] else "DRAW"

    def wins(self, *position: Any) -> bool:
        """Whether the player to move wins."""
        return self.outcome(*position) == "WIN"

    def winning_moves(self, *position: Any) -> List[Any]:
        """The options that reach the outcome: winning ones, or drawing ones."""
        outcome = self.outcome(*position)
        wanted = {"WIN": "LOSE", "DRAW": "DRAW"}.get(outcome)
        options = self.options(*position)
        return [option for option in options if self._outcome(option) == wanted]

    def _outcome(self, option: Any) -> str:
        return self.outcome(*option) if self.arity > 1 else self.outcome(option)

    def best(self, *position: Any) -> Any:
        """The first of these; when lost, the first option; ``None`` when there is none."""
        winning = self.winning_moves(*position)
        return next(iter(winning or self.options(*position)), None)

    def sum(self, *positions: Any) -> int:
        """The Grundy value of several positions at once: their nim-sum."""
        total = 0
        for position in positions:
            value = self.grundy(*position) if self.arity > 1 else self.grundy(position)
            if isinstance(value, Infinite):
                raise GrundyError("a position of this sum has an infinite value", "ask each by itself")
            total ^= value
        return total

    def sequence(self, n: int) -> NDArray[Any]:
        """The Grundy values of positions 0 to ``n``, of a game whose positions are numbers."""
        values = [self.grundy(heap) for heap in range(n + 1)]
        if any(isinstance(value, Infinite) for value in values):
            raise GrundyError("some of these values are infinite", "ask `grundy` of each")
        most = max((int(value) for value in values if isinstance(value, int)), default=0)
        return np.array(values, dtype=np.min_scalar_type(most))

    def losing(self, n: int) -> NDArray[Any]:
        """The positions 0 to ``n`` at which the player to move loses, of a game whose positions are numbers."""
        return np.array([heap for heap in range(n + 1) if self.outcome(heap) == "LOSE"], dtype=np.uint64)

    def table(self, rows: int, cols: int) -> NDArray[Any]:
        """The Grundy values of positions (row, column), of a game of two numbers; -2 where one is infinite."""
        values = [[self.grundy(row, col) for col in range(cols)] for row in range(rows)]
        numbers = [[-2 if isinstance(value, Infinite) else value for value in row] for row in values]
        most = max((max(row) for row in numbers if row), default=0)
        return np.array(numbers, dtype=np.result_type(np.min_scalar_type(most), np.int8))

    @property
    def explored(self) -> int:
        """How many positions are remembered."""
        return len(self._followers)

    def __repr__(self) -> str:
        return f"<game {getattr(self, '__name__', 'of a game')}, {self.explored} positions explored>"


#: The value of a position that is being explored, and of one that is infinite.
_OPEN = -3
_INFINITE = -1


@overload
def game(options: Options) -> FunctionGame: ...


@overload
def game(*, misere: bool = False, limit: int = MOST_POSITIONS) -> Callable[[Options], FunctionGame]: ...


def game(
    options: Optional[Options] = None, *, misere: bool = False, limit: int = MOST_POSITIONS
) -> Union[FunctionGame, Callable[[Options], FunctionGame]]:
    """Makes a game of a generator function that yields the options of a position: :class:`grundy.FunctionGame`.

    >>> import grundy
    >>> @grundy.game
    ... def mark(n):
    ...     if n > 0:
    ...         yield n - 1
    ...         yield n // 2
    >>> mark.grundy(10), mark.outcome(25), mark.winning_moves(25)
    (0, 'WIN', [24])
    >>> mark.sequence(8)
    array([0, 1, 0, 2, 1, 2, 0, 1, 0], dtype=uint8)

    Play may never end, and positions may be anything that can be hashed:

    >>> roads = {"hill": ["lake"], "lake": ["hill", "mill"], "mill": ["home"], "home": []}
    >>> @grundy.game
    ... def walk(place):
    ...     return roads[place]
    >>> walk.outcome("hill"), walk.outcome("mill")
    ('DRAW', 'WIN')
    """
    if options is not None:
        return FunctionGame(options, misere=misere, limit=limit)
    return lambda options: FunctionGame(options, misere=misere, limit=limit)
