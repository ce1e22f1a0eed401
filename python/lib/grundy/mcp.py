"""Grundy for agents: a server of the Model Context Protocol on standard input and output.

    pip install 'grundy[mcp]'
    python -m grundy.mcp

An agent that has it asks instead of guessing: its tools give exact answers, proved periods, and the diagnostics
of a wrong record with what would be right. ``--max-work`` and ``--max-memory`` are the limits of one call, those
of the program by default; ``--game 'NAME RULE'`` defines a game.
"""

from __future__ import annotations

import argparse
import io
from dataclasses import dataclass
from typing import Any, Dict, List, Optional

try:
    from mcp.server import MCPServer
    from mcp.server.mcpserver.exceptions import ToolError
except ModuleNotFoundError as _missing:
    raise SystemExit(f"grundy.mcp needs the package `{_missing.name}`: pip install 'grundy[mcp]'") from _missing

from ._native import Batch, Position, Solver, __version__
from ._types import GrundyError

INSTRUCTIONS = """\
Exact answers to impartial games: who wins, Grundy values, winning moves, periods with proof. A record is one line,
`GAME rules : position ? asks`: `nim: 3 4 5 ? verdict moves`, `octal 0.137 ? period`,
`rules [n] -> [n-k] for k in squares(n) : 40 ? grundy`. Call `games` for the names, and `games` with one of them for its
form; `study` for a sequence of values, its period and its patterns, which says what is proved and what is only
observed. State as proved only what a tool says is proved."""


@dataclass
class Solved:
    """One answer a record, and what is wrong with those that are."""

    answers: List[str]
    diagnostics: str


def server(solver: Solver) -> MCPServer[Any]:
    """A server whose tools ask this solver."""
    mcp: MCPServer[Any] = MCPServer("grundy", instructions=INSTRUCTIONS, version=__version__, log_level="WARNING")

    @mcp.tool()
    def solve(records: str, ask: Optional[str] = None) -> Solved:
        """Answers records of the language, one a line. `ask` is what those without a `?` are asked: words such as
        `verdict winner count grundy moves best`. Gives one answer a record, `ERROR` for a wrong one, whose place,
        mistake and remedy stand in `diagnostics`."""
        answers, diagnostics = io.StringIO(), io.StringIO()
        try:
            Batch(records.encode(), ask, solver=solver).write(answers, diagnostics)
        except GrundyError as wrong:
            raise ToolError(str(wrong)) from wrong
        return Solved(answers.getvalue().splitlines(), diagnostics.getvalue())

    @mcp.tool()
    def study(record: str, to: Optional[int] = None) -> str:
        """A report on the game of a record: first values, P-positions, the period with its proof or how far it was
        looked for, patterns and whether they are proved, and games with the same values. `to` is the largest number
        of the positions looked at."""
        return asked(lambda: Position(record, solver=solver).study(to))

    @mcp.tool()
    def explain(record: str) -> str:
        """Why a position is won, lost or drawn, as an argument that a person can follow."""
        return asked(lambda: str(Position(record, solver=solver).explain()))

    @mcp.tool()
    def games(name: Optional[str] = None) -> str:
        """The games that records may name; with a name, the rules, form, limits and asks of that game."""
        entries: List[Dict[str, str]] = solver.catalogue()
        if name is None:
            return "\n".join(f"{game['name']}: {game['summary']}. {game['example']}" for game in entries)
        for game in entries:
            if game["name"] == name:
                return "\n".join(f"{key}: {text}" for key, text in game.items())
        raise ToolError(f"no game is called `{name}`; without a name, this tool lists them")

    return mcp


def asked(ask: Any) -> str:
    """The answer of a tool; what is wrong with a record is an error of the tool."""
    try:
        return str(ask())
    except GrundyError as wrong:
        raise ToolError(str(wrong)) from wrong


def main() -> None:
    """Serves until standard input ends."""
    arguments = argparse.ArgumentParser(prog="python -m grundy.mcp", description="Grundy for agents")
    arguments.add_argument("--max-work", type=int, metavar="STEPS", help="steps of one record")
    arguments.add_argument("--max-memory", type=int, metavar="BYTES", help="memory of one record")
    arguments.add_argument("--game", action="append", default=[], metavar="'NAME RULE'", help="a game of your own")
    given = arguments.parse_args()
    solver = Solver(memory=given.max_memory, work=given.max_work, games=given.game)
    server(solver).run("stdio")


if __name__ == "__main__":
    main()
