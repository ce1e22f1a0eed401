"""Answers as columns: pandas and Arrow, streamed."""

from __future__ import annotations

from itertools import islice
from typing import Any, Dict, Iterator, List, Optional

from ._native import Batch, Solver
from ._types import GrundyError

#: Records in a part, unless ``chunk`` says otherwise.
CHUNK = 65_536


def to_dataframe(
    records: Any,
    ask: Optional[str] = None,
    *,
    chunk: Optional[int] = None,
    engine: str = "pandas",
    threads: Optional[int] = None,
    solver: Optional[Solver] = None,
) -> Any:
    """The answers of many records as a data frame: a row each, with the columns ``record`` (from 1),
    ``label``, one for each field asked, and ``error``.

    >>> import grundy
    >>> grundy.to_dataframe("nim: 3 4 5\\n@b kayles: 5 9\\n")[["verdict", "count"]].values.tolist()
    [['WIN', 1], ['LOSE', 0]]

    ``records`` is what :class:`grundy.Batch` takes. ``engine="arrow"`` gives a table of pyarrow. With
    ``chunk`` it is an iterator over frames of that many rows, in memory that does not grow with the records.
    """
    if engine not in ("pandas", "arrow"):
        raise ValueError('engine is "pandas" or "arrow"')
    build = _pandas if engine == "pandas" else _arrow
    answers = Batch(records, ask, threads=threads, solver=solver).run(errors="return")
    if chunk is not None:
        if chunk < 1:
            raise ValueError("chunk is at least 1")
        return (build(columns) for columns in _chunks(answers, chunk))
    parts = [build(columns) for columns in _chunks(answers, CHUNK)] or [build(_columns([], 1))]
    if engine == "pandas":
        import pandas

        return parts[0] if len(parts) == 1 else pandas.concat(parts, ignore_index=True)
    import pyarrow

    return pyarrow.concat_tables(parts, promote_options="permissive")


def _chunks(answers: Iterator[Any], size: int) -> Iterator[Dict[str, List[Any]]]:
    first = 1
    while True:
        part = list(islice(answers, size))
        if not part:
            return
        yield _columns(part, first)
        first += len(part)


def _columns(part: List[Any], first: int) -> Dict[str, List[Any]]:
    rows: List[Optional[Dict[str, Any]]] = [
        None if isinstance(answer, GrundyError) else dict(answer._asked) for answer in part
    ]
    names = dict.fromkeys(name for row in rows if row is not None for name in row)
    columns: Dict[str, List[Any]] = {
        "record": list(range(first, first + len(part))),
        "label": [answer.label for answer in part],
    }
    for name in names:
        columns[name] = [None if row is None else row.get(name) for row in rows]
    columns["error"] = [str(answer) if isinstance(answer, GrundyError) else None for answer in part]
    return columns


def _pandas(columns: Dict[str, List[Any]]) -> Any:
    import pandas

    def column(values: List[Any]) -> Any:
        if all(value is None or isinstance(value, int) and abs(value) < 2**63 for value in values):
            if not all(value is None for value in values):
                return pandas.array(values, dtype="Int64")
        return pandas.Series(values, dtype=object)

    return pandas.DataFrame({name: column(values) for name, values in columns.items()})


def _arrow(columns: Dict[str, List[Any]]) -> Any:
    import pyarrow

    arrays = {}
    for name, values in columns.items():
        kind = pyarrow.string() if name in ("label", "error") else None
        try:
            arrays[name] = pyarrow.array(values, type=kind)
        except (pyarrow.ArrowInvalid, OverflowError, pyarrow.ArrowTypeError):
            # Numbers beyond 64 bits, and values of several kinds.
            arrays[name] = pyarrow.array([None if value is None else str(value) for value in values])
    return pyarrow.table(arrays)
