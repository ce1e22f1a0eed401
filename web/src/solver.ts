// The solver as the page sees it: calls that are answered later, and can be stopped.

import wasm from "./solver/grundy_web_bg.wasm?url";
import type { Call, Calls, Name, Reply, Result } from "./protocol.ts";

let compiled: Promise<WebAssembly.Module> | undefined;

/** The compiled solver; all workers share it. */
function theModule(): Promise<WebAssembly.Module> {
  compiled ??= WebAssembly.compileStreaming(fetch(wasm));
  return compiled;
}

/** Why a call has no result. */
export class Stopped extends Error {}

/** The solver ran out of memory or of stack. */
export class Broken extends Error {}

export interface Parts {
  answers?: (bytes: Uint8Array) => void;
  diagnostics?: (bytes: Uint8Array) => void;
  progress?: (bytes: number) => void;
}

interface Waiting {
  parts: Parts;
  done: (result: unknown) => void;
  failed: (error: Error) => void;
}

/** One worker; a new one where the old one was stopped. */
export class Solver {
  #worker: Worker | undefined;
  #started: Promise<Worker> | undefined;
  #waiting = new Map<number, Waiting>();
  #next = 1;

  /** Whether a call has not been answered yet. */
  get busy(): boolean {
    return this.#waiting.size > 0;
  }

  async #start(): Promise<Worker> {
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    this.#worker = worker;
    worker.onmessage = (event: MessageEvent<Reply>) => this.#take(event.data);
    worker.postMessage({ module: await theModule() });
    return worker;
  }

  #take(reply: Reply) {
    const waiting = this.#waiting.get(reply.id);
    if (!waiting) return;
    if ("part" in reply) {
      if (reply.part === "progress") waiting.parts.progress?.(reply.count);
      else waiting.parts[reply.part]?.(reply.bytes);
      return;
    }
    this.#waiting.delete(reply.id);
    if ("broken" in reply) {
      waiting.failed(new Broken(reply.broken));
      this.stop();
    } else {
      waiting.done(reply.result);
    }
  }

  /** Calls the solver. Throws `Stopped` when it is stopped before it answers. */
  async call<N extends Name>(name: N, args: Parameters<Calls[N]>, parts: Parts = {}, transfer: Transferable[] = []): Promise<Result<N>> {
    const id = this.#next++;
    const result = new Promise<Result<N>>((done, failed) => {
      this.#waiting.set(id, { parts, done: done as (result: unknown) => void, failed });
    });
    this.#started ??= this.#start();
    const worker = await this.#started;
    // It may have been stopped meanwhile.
    if (this.#waiting.has(id)) worker.postMessage({ id, name, args } satisfies Call, transfer);
    return result;
  }

  /** Ends whatever is being solved. */
  stop() {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#started = undefined;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    waiting.forEach(({ failed }) => failed(new Stopped()));
  }
}
