"""A program with types that uses the package; mypy reads it, nothing runs it."""

from pathlib import Path
from typing import Any, Iterator, List, Optional, Union

import numpy as np
from numpy.typing import NDArray
from typing_extensions import assert_type

import grundy

answer = grundy.solve("nim: 3 4 5")
assert_type(answer, grundy.Answer)
assert_type(answer.count, int)
assert_type(answer.moves, List[str])
assert_type(answer.period, Optional[grundy.Period])
assert_type(grundy.solve(["nim: 1"]), List[grundy.Answer])
assert_type(grundy.solve("nim: 1", errors="return"), Union[grundy.Answer, grundy.GrundyError])
assert_type(grundy.solve(["nim: 1"], errors="return"), List[Union[grundy.Answer, grundy.GrundyError]])

position = grundy.Position("nim: 3 4 5").after("1:3>1")
assert_type(position, grundy.Position)
assert_type(position.best(), Optional[str])
assert_type(position.grundy(), Union[int, grundy.Infinite])
assert_type(position.table("grundy"), grundy.Table)

assert_type(grundy.sequence("kayles", 10), NDArray[Any])
assert_type(grundy.period("kayles"), Optional[grundy.Period])
assert_type(grundy.table("king 3x3:"), grundy.Table)
assert_type(grundy.losing("subtraction 1 2", 10), NDArray[Any])
assert_type(answer.losing, NDArray[np.uint64])

assert_type(grundy.Batch(Path("records.txt")).text(), str)
assert_type(grundy.Batch(["nim: 1"]).run(), Iterator[grundy.Answer])


@grundy.game
def mark(n: int) -> Iterator[int]:
    yield n - 1


@grundy.game(misere=True)
def other(a: int, b: int) -> Iterator[object]:
    yield (a - 1, b)


assert_type(mark, grundy.FunctionGame)
assert_type(other, grundy.FunctionGame)
assert_type(mark.outcome(3), str)
assert_type(grundy.define("mark [n] -> [n-1]")(3), grundy.Position)

# mypy must refuse these.
grundy.solve(5)  # type: ignore[call-overload]
grundy.Position(b"nim: 3")  # type: ignore[arg-type]
grundy.table("king 3x3:", show=7)  # type: ignore[arg-type]
grundy.Solver(10)  # type: ignore[call-arg, misc, unused-ignore]
position.grundi()  # type: ignore[attr-defined]
