"""Exact answers to impartial games: who wins, in how many first moves, Grundy values, the moves.

>>> import grundy
>>> grundy.solve("nim: 3 4 5")
Answer(verdict='WIN', count=1)
>>> grundy.Position("king ..X/.K.: 2,3 1,2").explain().splitlines()[1]
'WIN: the player to move can force a win, by 2 different first moves.'

A record of the language says game, rules and position in one line: ``kayles: 5 9``.
"""

from ._native import Answer, Answers, Batch, Position, Solver, __version__, solve
from ._types import Explanation, GrundyError, Infinite, Paths, Period, Stats

__all__ = [
    "Answer",
    "Answers",
    "Batch",
    "Explanation",
    "GrundyError",
    "Infinite",
    "Paths",
    "Period",
    "Position",
    "Solver",
    "Stats",
    "__version__",
    "solve",
]

# Error messages name it as people import it.
for _class in (Explanation, GrundyError, Infinite, Paths, Period, Stats):
    _class.__module__ = "grundy"
del _class
