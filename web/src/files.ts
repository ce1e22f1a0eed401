// Files too long for the editor: solved as the program solves them, their answers to be saved.

import { download, h } from "./dom.ts";
import { Broken, type Solver } from "./solver.ts";
import { texts } from "./texts.ts";

/** Longer files are not shown in the editor, in bytes. */
export const MAX_SHOWN = 1 << 20;
/** How much of the answers is shown. */
const SHOWN = 20_000;

/** Solves a file in the place given. */
export async function solveFile(file: { name: string; bytes: Uint8Array<ArrayBuffer> }, place: HTMLElement, solver: Solver, closed: () => void) {
  const { name, bytes } = file;
  const size = bytes.length;
  const answers: Uint8Array<ArrayBuffer>[] = [];
  let start = "", wrongs = "";
  const decoder = new TextDecoder();
  const bar = h("progress", { max: 100, value: 0, "aria-label": texts.solving });
  const said = h("p", { role: "status", id: "file-said" }, texts.solving);
  const first = h("pre", { id: "file-answers", tabindex: 0 });
  const wrong = h("pre", { id: "file-wrong", tabindex: 0, hidden: true });
  const save = h("button", { type: "button", id: "file-save", disabled: true, click: () => download(name.replace(/(\.in)?$/, ".out"), answers, "text/plain") }, texts.saveAnswers);
  const stop = h("button", { type: "button", id: "file-stop", click: () => solver.stop() }, texts.stop);
  const close = h("button", { type: "button", id: "file-close", click: () => { solver.stop(); closed(); } }, texts.fileClose);
  place.replaceChildren(
    h("p", {}, texts.fileTooLong(name, (size / 1e6).toFixed(1))),
    h("div", { class: "bar" }, bar, stop, save, close), said, first, wrong);
  const began = performance.now();
  const parts = {
    answers: (part: Uint8Array) => {
      answers.push(part as Uint8Array<ArrayBuffer>);
      if (start.length < SHOWN) {
        start += decoder.decode(part.subarray(0, SHOWN), { stream: true });
        first.textContent = start.slice(0, SHOWN);
      }
    },
    diagnostics: (part: Uint8Array) => {
      if (wrongs.length >= SHOWN) return;
      wrongs += new TextDecoder().decode(part.subarray(0, SHOWN));
      wrong.hidden = false;
      wrong.textContent = `${texts.fileWrong}\n${wrongs.slice(0, SHOWN)}`;
    },
    progress: (read: number) => {
      const percent = Math.floor((100 * read) / size);
      bar.value = percent;
      said.textContent = texts.fileProgress(percent);
    },
  };
  try {
    const done = await solver.call("file", [bytes], parts, [bytes.buffer]);
    bar.value = 100;
    said.textContent = texts.fileDone(done.records, ((performance.now() - began) / 1000).toFixed(2), done.wrong);
  } catch (error) {
    said.textContent = error instanceof Broken ? texts.broken : texts.stopped;
  }
  stop.disabled = true;
  save.disabled = answers.length === 0;
}
