// The messages between the page and its workers.

/** The functions of the solver: their arguments, and what they give. */
export interface Calls {
  lines: (text: string) => undefined;
  file: (text: Uint8Array) => { records: number; wrong: boolean };
  look: (record: string, moves: string[]) => Look | Failed;
  choose: (record: string, moves: string[], level: number, seed: number) => { move: string | null; error?: undefined } | Failed;
  read: (record: string, moves: string[], typed: string) => { moves: string[]; error?: undefined } | Failed;
  explain: (record: string, moves: string[]) => Lines | Failed;
  /** A window of a map of who wins (0), values (1) or winning moves (2), or of a picture that says none of these (3). */
  map: (record: string, moves: string[], show: number, part: string) => Map | Failed;
  study: (record: string, code: string) => Lines | Failed;
  games: () => Games;
}

export type Name = keyof Calls;
export type Result<N extends Name> = ReturnType<Calls[N]>;

export interface Call {
  id: number;
  name: Name;
  args: unknown[];
}

export type Reply =
  | { id: number; part: "answers" | "diagnostics"; bytes: Uint8Array }
  | { id: number; part: "progress"; count: number }
  | { id: number; result: unknown }
  | { id: number; broken: string };

/** An error in a text: lines and columns from 1, the width in characters. */
export interface Wrong {
  line: number;
  column: number;
  width: number;
  message: string;
  help: string;
}

/** The answer to a record of the editor, or to a row that belongs to none. */
export interface Answer {
  line: number;
  label?: string;
  answer?: string;
  error?: Wrong;
}

/** A move; numbers are strings, since they go beyond what JavaScript counts exactly. */
export interface Move {
  text: string;
  index?: number;
  from?: string[];
  to?: string[][];
  number?: string;
  places?: string[];
  cells?: string[][];
  edge?: [string, string];
  /** What stands afterwards on the cells of `places`. */
  letters?: string;
  several?: Move[];
}

export interface Verdict {
  outcome: "win" | "lose" | "draw";
  count?: string;
}

export type View =
  | "heaps" | "countdown" | "piles" | "row" | "strip" | "pieces" | "drawn" | "walk" | "tokens" | "parts" | "letters" | "plain";

/** A position, and what there is to know of it. */
export interface Look {
  text: string;
  game: string;
  view: View;
  rules: string;
  verdict: Verdict;
  over: boolean;
  /** Whether play goes round in circles, and so is a draw. */
  endless: boolean;
  playable: boolean;
  legal: Move[];
  more: boolean;
  best: string[];
  value?: string;
  values?: string[];
  position: { numbers: string[]; tuples: string[][]; rows: string[] };
  /** Whether it is a board, the edges of a graph, the number of a strip's first square. */
  shape: { board: boolean; edges: [string, string][]; first: number };
  error?: undefined;
}

/** A cell of a map. */
export interface Cell {
  at: string[];
  kind: "damaged" | "used" | "win" | "lose" | "draw" | "idle";
  value?: string;
  move?: string;
  pieces?: number;
  /** The letter that stands here; then `at` has the numbers of the position and of its cell, from 0. */
  letter?: string;
  name?: string;
}

export interface Map {
  svg: string;
  places:
    | { x: number; y: number; side: number; cols: number }
    | { centres: [number, number][]; radius: number };
  cells: (Cell | null)[];
  hasValues: boolean;
  error?: undefined;
}

export interface Game {
  name: string;
  summary: string;
  rules: string;
  limits: string;
  example: string;
  asks: string[];
  keywords: string[];
  board: boolean;
}

export interface Classic {
  name: string;
  source: string;
  record: string;
  known: string;
}

export interface Games {
  games: Game[];
  classics: Classic[];
}

export interface Lines {
  lines: string[];
  error?: undefined;
}

export interface Failed {
  error: Wrong;
}
