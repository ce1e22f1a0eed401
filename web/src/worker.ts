// A worker that holds the solver. It gets calls and answers them one after another.

import init, * as solver from "./solver/grundy_web.js";
import type { Call, Reply } from "./protocol.ts";

let ready: Promise<unknown> | undefined;

function reply(message: Reply, transfer: Transferable[] = []) {
  self.postMessage(message, { transfer });
}

/** What a call says before its result. */
function sink(id: number) {
  const send = (part: "answers" | "diagnostics") => (bytes: Uint8Array) => {
    const copy = bytes.slice();
    reply({ id, part, bytes: copy }, [copy.buffer]);
  };
  return {
    answers: send("answers"),
    diagnostics: send("diagnostics"),
    progress: (bytes: number) => reply({ id, part: "progress", count: bytes }),
  };
}

/** The result of a call. A function that needs no sink ignores it. */
function answer({ id, name, args }: Call): unknown {
  const call = solver[name] as (...args: unknown[]) => string | undefined;
  const result = call(...args, sink(id));
  return result && JSON.parse(result);
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
