"""Maps of who wins, as arrays that know how to draw themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Optional, Tuple

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    _Array = NDArray[Any]
else:
    _Array = np.ndarray


class Table(_Array):
    """A map of who wins, as an array of two dimensions (of one, where positions lie in a line).

    With ``show="grundy"`` it holds Grundy values as signed numbers, -1 where there is no position (damage,
    or outside), -2 where the value is infinite. With ``show="outcomes"`` it holds ``"W"``, ``"L"``, ``"D"``,
    ``"X"`` for damage; with ``show="moves"`` a winning move.

    >>> import grundy
    >>> grundy.table("king 3x3 damaged 2,2:", show="grundy").tolist()
    [[0, 1, 0], [1, -1, 2], [0, 2, 0]]
    >>> grundy.table("kayles: 5", show="grundy").tolist()
    [0, 1, 2, 3, 1, 4]

    A notebook shows its picture. Parts and results of arithmetic are plain arrays.
    """

    #: The record, and the answer to it.
    title: str
    subtitle: str
    #: The part that is left out, if any.
    note: Optional[str]
    #: The kind of the cells: "outcomes", "grundy" or "moves".
    show: str
    #: The names of the numbers of rows and columns, and their first numbers.
    row_name: str
    col_name: str
    first_row: Optional[int]
    first_col: int
    #: The infinite values that occur.
    infinite: List[str]
    _svg: Optional[str]

    @classmethod
    def _made(cls, *, array: NDArray[Any], svg: str, show: str, **names: Any) -> Table:
        table = array.view(cls)
        table.__dict__.update(names, show=show, _svg=svg)
        return table

    def __array_finalize__(self, whole: Any) -> None:
        # A view of the whole of it is made by `_made` alone.
        self.__dict__.setdefault("_svg", None)

    def __array_wrap__(self, array: Any, context: Any = None, return_scalar: bool = False) -> Any:
        return array[()] if return_scalar else np.asarray(array)

    def __getitem__(self, at: Any) -> Any:
        part = super().__getitem__(at)
        return np.asarray(part) if isinstance(part, Table) else part

    def __reduce__(self) -> Tuple[Any, ...]:
        names: Dict[str, Any] = dict(self.__dict__)
        svg = names.pop("_svg")
        return (_again, (np.asarray(self), svg, names))

    def svg(self) -> str:
        """The picture, as SVG."""
        if self._svg is None:
            raise ValueError("a part of a table has no picture; give `window` to grundy.table")
        return self._svg

    def _repr_svg_(self) -> Optional[str]:
        return self._svg

    def __repr__(self) -> str:
        return np.array_repr(np.asarray(self)).replace("array", "Table", 1)

    def plot(self, ax: Any = None, **options: Any) -> Any:
        """Draws it with matplotlib, on ``ax`` or on axes of its own, which are returned.

        Cells without a position are grey. ``options`` are those of ``imshow``.
        """
        import matplotlib.pyplot as plt

        if ax is None:
            _, ax = plt.subplots()
        cells = np.atleast_2d(np.asarray(self))
        if self.show == "grundy":
            shown = np.ma.masked_less(cells.astype(float), 0)
            options.setdefault("cmap", "viridis")
        else:
            shown = np.ma.array(np.zeros(cells.shape), mask=True)
            shown[np.char.startswith(cells, "W") | ((self.show == "moves") & (cells != "X") & (cells != "L"))] = 1
            shown[cells == "D"] = 0.5
            shown[(cells == "L") | (cells == "·")] = 0
            options.setdefault("cmap", "RdYlGn")
            options.setdefault("vmin", 0)
            options.setdefault("vmax", 1)
        ax.set_facecolor("lightgrey")
        rows, cols = cells.shape
        top = self.first_row if self.first_row is not None else 0
        left = self.first_col
        options.setdefault("extent", (left - 0.5, left + cols - 0.5, top + rows - 0.5, top - 0.5))
        options.setdefault("aspect", "auto" if rows == 1 else "equal")
        image = ax.imshow(shown, interpolation="nearest", **options)
        ax.set_title(f"{self.title}\n{self.subtitle}")
        ax.set_xlabel(self.col_name)
        if self.first_row is None:
            ax.set_yticks([])
        else:
            ax.set_ylabel(self.row_name)
        if self.show == "grundy":
            ax.figure.colorbar(image, ax=ax, label="Grundy value")
        return ax


def _again(array: NDArray[Any], svg: Optional[str], names: Dict[str, Any]) -> Table:
    table = array.view(Table)
    table.__dict__.update(names, _svg=svg)
    return table
