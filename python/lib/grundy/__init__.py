"""Exact answers to impartial games: who wins, in how many first moves, Grundy values, the moves.

>>> import grundy
>>> grundy.solve("nim: 3 4 5")
Answer(verdict='WIN', count=1)
>>> grundy.Position("king ..X/.K.: 2,3 1,2").explain().splitlines()[1]
'WIN: the player to move can force a win, by 2 different first moves.'

A record of the language says game, rules and position in one line: ``kayles: 5 9``.
"""

from typing import Any as _Any
from typing import Union as _Union

from ._dataframe import to_dataframe
from ._functions import Game, define, losing, period, sequence, table
from ._native import Answers, Batch, Position, Solver, __version__, solve
from ._game import FunctionGame, game
from ._table import Table
from ._types import Answer, Explanation, GrundyError, Infinite, Paths, Period, Quotient, Stats

__all__ = [
    "Answer",
    "Answers",
    "Batch",
    "Explanation",
    "FunctionGame",
    "Game",
    "GrundyError",
    "Infinite",
    "Paths",
    "Period",
    "Position",
    "Quotient",
    "Solver",
    "Stats",
    "Table",
    "__version__",
    "define",
    "game",
    "losing",
    "period",
    "play",
    "sequence",
    "solve",
    "table",
    "to_dataframe",
]

# Error messages and pickles name them as people import them.
for _class in (Answer, Explanation, FunctionGame, Game, GrundyError, Infinite, Paths, Period, Quotient, Stats, Table):
    _class.__module__ = "grundy"
del _class


def play(record: _Union[str, Position], **options: _Any) -> _Any:
    """A board or heaps to play against, in a notebook: see :func:`grundy.widget.play`."""
    from .widget import play as make

    return make(record, **options)
