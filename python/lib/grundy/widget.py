"""A board or heaps to play against, in a notebook.

Needs anywidget: ``pip install "grundy[notebook]"``.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Dict, List, Optional, Tuple, Union

import anywidget
import traitlets

from ._native import Position, Solver
from ._types import GrundyError

#: The most legal moves of a position that is played, and the largest board and heap that are drawn to be clicked.
MOST_MOVES = 5_000
MOST_CELLS = 900
MOST_TOKENS = 60


class Play(anywidget.AnyWidget):
    """A game against the computer, which never makes a mistake: what :func:`play` makes.

    Heaps are taken from by a click, pieces are moved by two; other games list their moves. ``position`` is where
    the game stands, ``moves`` what was played.
    """

    _esm = Path(__file__).parent / "widget.js"
    _css = Path(__file__).parent / "widget.css"

    state = traitlets.Dict().tag(sync=True)

    def __init__(self, position: Position, *, computer_first: bool = False) -> None:
        super().__init__()
        self._start = position
        self._computer_first = computer_first
        self.on_msg(lambda _, message, __: self._act(message))
        self._begin()

    @property
    def position(self) -> Position:
        """The state of the game."""
        return self._position

    @property
    def moves(self) -> List[str]:
        """The moves made, from the first on."""
        return [move for move, _ in self._made]

    def _begin(self) -> None:
        self._position = self._start
        self._made: List[Tuple[str, Position]] = []
        self._note = ""
        if self._computer_first:
            self._reply()
        self._show()

    def move(self, move: str) -> None:
        """Makes a move, as if it were clicked; the computer replies."""
        self._make(move)
        self._reply()
        self._show()

    def undo(self) -> None:
        """Takes the last move back, and the reply to it."""
        keep = 1 if self._computer_first else 0
        for _ in range(2):
            if len(self._made) > keep:
                _, self._position = self._made.pop()
        self._note = ""
        self._show()

    def _make(self, move: str) -> None:
        after = self._position.after(move)
        self._made.append((move, self._position))
        self._position = after

    def _reply(self) -> None:
        best = self._position.best()
        self._note = ""
        if best is not None:
            self._make(best)
            self._note = f"The computer played {best}."

    def _act(self, message: Dict[str, Any]) -> None:
        try:
            if "move" in message:
                self.move(str(message["move"]))
            elif message.get("action") == "undo":
                self.undo()
            elif message.get("action") == "again":
                self._begin()
            elif message.get("action") == "hint":
                self._note = self._hint()
                self._show()
        except GrundyError as error:
            self._note = str(error)
            self._show()

    def _hint(self) -> str:
        outcome = self._position.outcome()
        best = self._position.best()
        if best is None:
            return "Play is over."
        return {
            "WIN": f"You can win: {best}.",
            "DRAW": f"You can draw: {best}.",
            "LOSE": "Every move loses against perfect play.",
        }[outcome]

    def _show(self) -> None:
        position = self._position
        moves: List[str] = position.legal_moves(MOST_MOVES)
        self.state = {
            "line": position.line(),
            "moves": moves,
            "status": self._status(moves),
            "over": not moves,
            "made": self.moves,
            **_drawing(position),
        }

    def _status(self, moves: List[str]) -> str:
        if moves:
            return f"{self._note} Your move.".strip()
        outcome = self._position.outcome()
        words = {"LOSE": "You cannot move: the computer wins.", "DRAW": "It is a draw."}
        if outcome == "LOSE" and self._made and not self._note:
            return "The computer cannot move: you win!"
        if outcome == "WIN":
            return "You win!" if self._note else "The computer wins."
        return f"{self._note} {words[outcome]}".strip()


def _drawing(position: Position) -> Dict[str, Any]:
    """The kind of view: a board, heaps, or only a picture."""
    rules, _, rest = position.line().partition(":")
    numbers = rest.split("?")[0].split()
    size = re.search(r"\b(\d+)x(\d+)\b", rules)
    if size and numbers and _has_moves(position, r"\d+:\d+,\d+>\d+,\d+"):
        rows, cols = int(size.group(1)), int(size.group(2))
        damaged = [_cell(cell) for cell in re.findall(r"\d+,\d+", rules.partition("damaged")[2])]
        if rows * cols <= MOST_CELLS:
            pieces = [_cell(number) for number in numbers]
            return {"board": {"rows": rows, "cols": cols, "damaged": damaged, "pieces": pieces}}
    heaps = [int(number) for number in numbers if number.isdecimal()]
    if not size and heaps and len(heaps) == len(numbers) and max(heaps) <= MOST_TOKENS:
        if not _has_moves(position, r"\d+:\d+>[\d+]+"):
            return {"picture": position._repr_svg_() or ""}
        return {"heaps": heaps}
    picture: Optional[str] = position._repr_svg_()
    return {"picture": picture or ""}


def _has_moves(position: Position, form: str) -> bool:
    """Whether its moves are written in this form."""
    return all(re.fullmatch(form, move) for move in position.legal_moves(50))


def _cell(text: str) -> List[int]:
    row, _, col = text.partition(",")
    return [int(row), int(col)]


def play(
    record: Union[str, Position],
    *,
    computer_first: bool = False,
    solver: Optional[Solver] = None,
) -> Play:
    """A board or heaps to play against, in a notebook.

    >>> import grundy
    >>> game = grundy.play("nim: 3 4 5")      # the last line of a cell shows it
    >>> game.move("1:3>1")                    # what a click does
    >>> game.moves
    ['1:3>1', '1:1>0']
    """
    position = record if isinstance(record, Position) else Position(record, solver=solver)
    return Play(position, computer_first=computer_first)
