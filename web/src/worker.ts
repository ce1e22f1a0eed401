// A worker that holds the solver. It gets calls and answers them one after another.

import init, * as solver from "./solver/grundy_web.js";
import type { Call, Reply } from "./protocol.ts";

let ready: Promise<unknown> | undefined;

function reply(message: Reply, transfer: Transferable[] = []) {
  self.postMessage(message, { transfer });
}

function sink(id: number) {
  return {
    answers: (bytes: Uint8Array) => {
      const copy = bytes.slice();
      reply({ id, part: "answers", bytes: copy }, [copy.buffer]);
    },
    diagnostics: (bytes: Uint8Array) => {
      const copy = bytes.slice();
      reply({ id, part: "diagnostics", bytes: copy }, [copy.buffer]);
    },
    progress: (bytes: number) => reply({ id, part: "progress", count: bytes }),
  };
}

function answer(call: Call): unknown {
  const { id, args } = call;
  switch (call.name) {
    case "lines":
      return solver.answer_lines(args[0] as string, sink(id));
    case "file":
      return JSON.parse(solver.answer_file(args[0] as Uint8Array, args[1] as boolean, sink(id)));
    case "look":
      return JSON.parse(solver.look(args[0] as string, args[1] as string[]));
    case "choose":
      return JSON.parse(
        solver.choose(args[0] as string, args[1] as string[], args[2] as number, args[3] as number),
      );
    case "read":
      return JSON.parse(solver.read_move(args[0] as string, args[1] as string[], args[2] as string));
    case "explain":
      return JSON.parse(solver.explain(args[0] as string, args[1] as string[]));
    case "map":
      return JSON.parse(
        solver.map(args[0] as string, args[1] as string[], args[2] as number, args[3] as string),
      );
    case "study":
      return JSON.parse(solver.study(args[0] as string, args[1] as string));
    case "games":
      return JSON.parse(solver.games());
  }
}

self.onmessage = async (event: MessageEvent<Call | { module: WebAssembly.Module }>) => {
  if ("module" in event.data) {
    ready = init({ module_or_path: event.data.module });
    return;
  }
  const call = event.data;
  try {
    await ready;
    reply({ id: call.id, result: answer(call) });
  } catch (error) {
    // A trap: the memory of this instance cannot be trusted any more.
    reply({ id: call.id, broken: String(error) });
  }
};
