// Which moves go with what a person points at. Everything in a picture that can be pointed at is a spot; a move
// belongs to the spots it goes to or takes, and pointing at one after another leaves fewer and fewer moves.

import type { Look, Move } from "./protocol.ts";

/** A thing that can be pointed at. */
export type Spot =
  | { kind: "token"; index: number; pile: number; left: string }
  | { kind: "heap"; index: number }
  | { kind: "cell"; at: string[] }
  | { kind: "edge"; ends: [string, string] };

const same = (a: string[] | undefined, b: string[]) => a !== undefined && a.length === b.length && a.every((x, i) => x === b[i]);

/** The cell of a board among boards that stand side by side, three columns each and one between. */
function besides(at: string[]): { index: number; cell: string[] } {
  const col = Number(at[1]) - 1;
  return { index: Math.floor(col / 4), cell: [at[0]!, String((col % 4) + 1)] };
}

function ofCell(look: Look, move: Move, at: string[]): { goes: boolean; comes: boolean } {
  if (move.several) {
    const each = move.several.map((part) => ofCell(look, part, at));
    return { goes: each.some((part) => part.goes), comes: each.some((part) => part.comes) };
  }
  const [first] = at;
  switch (look.view) {
    case "drawn":
    case "walk":
      return { goes: move.number === first, comes: false };
    case "parts": {
      if (look.position.rows.length > 0) {
        const { index, cell } = besides(at);
        return { goes: (move.index ?? 0) === index && (move.cells ?? []).some((c) => same(c, cell)), comes: false };
      }
      const goes =
        (move.cells ?? []).some((cell) => same(cell, at)) ||
        (at.length === 1 && ((move.places ?? []).includes(first!) || (move.edge as string[] | undefined ?? []).includes(first!)));
      return { goes, comes: false };
    }
    case "letters":
      return { goes: String(move.index ?? 0) === first && (move.places ?? []).includes(at[1]!), comes: false };
    case "plain": {
      const goes = (move.cells ?? []).some((cell) => same(cell, at)) || (at.length === 1 && (move.places ?? []).includes(first!));
      return { goes, comes: false };
    }
    default:
      return { goes: (move.to ?? []).length === 1 && same(move.to![0], at), comes: same(move.from, at) };
  }
}

/** The moves of those that go with a spot. If none ends there, those that begin there. */
export function narrowed(look: Look, moves: Move[], spot: Spot): Move[] {
  switch (spot.kind) {
    case "edge":
      return moves.filter(({ edge }) => edge && same(edge, spot.ends));
    case "heap":
      return moves.filter((move) => move.index === spot.index || move.several?.some((part) => part.index === spot.index));
    case "token": {
      const touches = (move: Move): boolean =>
        move.several ? move.several.some(touches) : move.index === spot.index && move.to?.length === 1 && move.to[0]![spot.pile] === spot.left;
      const leaving = moves.filter(touches);
      return leaving.length > 0 ? leaving : narrowed(look, moves, { kind: "heap", index: spot.index });
    }
    case "cell": {
      const going = moves.filter((move) => ofCell(look, move, spot.at).goes);
      return going.length > 0 ? going : moves.filter((move) => ofCell(look, move, spot.at).comes);
    }
  }
}

/** Whether moves come to the same position, so that there is nothing to choose. */
export function alike(moves: Move[]): boolean {
  const [first, ...others] = moves;
  if (!first) return false;
  const change = (move: Move): string => JSON.stringify([move.from, move.to, move.number, move.cells, move.places, move.letters, move.edge, move.several?.map(change)]);
  return others.every((move) => change(move) === change(first));
}
