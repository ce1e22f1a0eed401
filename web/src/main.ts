// The page: what belongs together is put together here.

import { AtHand } from "./at_hand.ts";
import { byId, download, h, later, once, prose } from "./dom.ts";
import { drawing } from "./draw_board.ts";
import { Editor } from "./editor.ts";
import { MAX_SHOWN, solveFile } from "./files.ts";
import { gallery } from "./gallery.ts";
import type { Answer, Games } from "./protocol.ts";
import { rulesForm } from "./rules_form.ts";
import { settings } from "./settings.ts";
import { fromHash, toHash } from "./share.ts";
import { Broken, Solver, Stopped } from "./solver.ts";
import { helpTexts, texts } from "./texts.ts";

const START = `// Who wins? The answer stands behind each record. Click into a line to play it.
nim: 3 4 5
kayles: 5 9 ? grundy moves
king ..X./.K../...K:
wythoff: 3,5 4,7
geography 5 1-2 2-3 3-4 4-5 5-1 1-3: 1
rules [n] -> [n-k] for k in {1,3,4}: 20
`;

/** Texts without arguments, by their keys in the page. */
const plain = texts as unknown as Record<string, string>;
document.querySelectorAll<HTMLElement>("[data-text]").forEach((element) => { element.textContent = plain[element.dataset.text!]!; });
document.querySelectorAll<HTMLElement>("[data-label]").forEach((element) => { element.setAttribute("aria-label", plain[element.dataset.label!]!); });
document.title = texts.title;
settings();

const solver = new Solver();
const table = new Solver();
// Asked of a worker of its own, which nobody stops before it has answered.
const cataloguer = new Solver();
const games = cataloguer.call("games", []);
let known: Games | undefined;
void games.then((found) => {
  known = found;
  cataloguer.stop();
});

// --- the records and their answers

const count = byId("count"), stop = byId<HTMLButtonElement>("stop"), state = byId("state");
let turn = 0;

/** Says whether answers are still to come, to those who hear the page and to its tests. */
function awaitAnswers(busy: boolean) {
  byId("editor").setAttribute("aria-busy", String(busy));
}

async function solve(text: string) {
  const mine = ++turn;
  awaitAnswers(true);
  if (solver.busy) solver.stop();
  let first = true, wrong = 0, seen = 0;
  const take = (answers: Answer[]) => {
    editor.take(answers, first);
    first = false;
    seen += answers.length;
    wrong += answers.filter(({ error }) => error).length;
    count.textContent = texts.counted(seen, wrong);
    openAtCursor();
  };
  const slow = setTimeout(() => { stop.hidden = false; count.textContent = texts.solving; }, 300);
  try {
    await solver.call("lines", [text], {
      answers: (bytes) => { if (mine === turn) take(JSON.parse(new TextDecoder().decode(bytes)) as Answer[]); },
    });
    if (mine === turn && first) take([]);
    if (mine === turn) count.textContent = texts.counted(seen, wrong);
  } catch (error) {
    if (mine === turn) count.textContent = error instanceof Broken ? texts.broken : texts.stopped;
    if (!(error instanceof Stopped) && !(error instanceof Broken)) throw error;
  } finally {
    clearTimeout(slow);
    if (mine === turn) {
      stop.hidden = true;
      awaitAnswers(false);
    }
  }
}

const solveLater = later(200, (text: string, mine: number) => { if (mine === turn) void solve(text); });

function solveSoon(text: string) {
  // Answers to the text of before would stand at lines that have moved since.
  const mine = ++turn;
  awaitAnswers(true);
  solveLater(text, mine);
}
stop.addEventListener("click", () => solver.stop());

const openAtCursor = later(60, () => {
  const here = editor.atCursor;
  if (!here) return atHand.close(texts.noRecord);
  if (here.record !== atHand.record) void atHand.open(here.record);
});

const editor = new Editor(byId("editor"), "", () => known, { changed: solveSoon, moved: () => openAtCursor() });
const atHand = new AtHand(byId("position"), table, later(150, () => void remember()));

/** Keeps the address at what is seen, where that is short enough for one. */
async function remember() {
  if (editor.view.state.doc.length > 20_000) return;
  const hash = await currentHash();
  const embedded = document.documentElement.dataset.embed === "true" ? "embed&" : "";
  history.replaceState(null, "", `#${embedded}${hash}`);
}

function currentHash(): Promise<string> {
  const line = editor.atCursor?.line ?? 1;
  return toHash({ text: editor.text, line, moves: atHand.moves, level: Number(atHand.level.value) });
}

async function openHash() {
  try {
    const { shared, embedded } = await fromHash(location.hash);
    document.documentElement.dataset.embed = String(embedded);
    if (embedded) document.title = texts.embedTitle;
    if (shared) {
      atHand.level.value = String(shared.level);
      editor.setText(shared.text, shared.line, true);
      // The record is known by its text once it has been answered.
      await solve(shared.text);
      const here = editor.atCursor;
      if (here && shared.moves.length > 0) await atHand.open(here.record, shared.moves);
      return;
    }
  } catch {
    state.textContent = texts.linkBroken;
  }
  if (!editor.text) editor.setText(START, 2);
}
window.addEventListener("hashchange", () => void openHash());

// --- files

const fileView = byId("file-view"), editorPlace = byId("editor"), chooser = byId<HTMLInputElement>("file");

async function openFile(file: File) {
  if (file.size <= MAX_SHOWN) return editor.setText(await file.text());
  const bytes = new Uint8Array(await file.arrayBuffer());
  turn++;
  if (solver.busy) solver.stop();
  stop.hidden = true;
  awaitAnswers(false);
  fileView.hidden = false;
  editorPlace.hidden = true;
  await solveFile({ name: file.name, bytes }, fileView, solver, () => {
    fileView.hidden = true;
    fileView.replaceChildren();
    editorPlace.hidden = false;
  });
}
byId("open").addEventListener("click", () => chooser.click());
chooser.addEventListener("change", () => {
  const file = chooser.files?.[0];
  chooser.value = "";
  if (file) void openFile(file);
});
const drop = byId("drop");
window.addEventListener("dragover", (event) => {
  if (!event.dataTransfer?.types.includes("Files")) return;
  event.preventDefault();
  drop.hidden = false;
});
window.addEventListener("dragleave", (event) => { if (!event.relatedTarget) drop.hidden = true; });
window.addEventListener("drop", (event) => {
  drop.hidden = true;
  const file = event.dataTransfer?.files[0];
  if (!file) return;
  event.preventDefault();
  void openFile(file);
}, { capture: true });
byId("save-records").addEventListener("click", () => download("records.in", [editor.text], "text/plain"));
byId("save-answers").addEventListener("click", async () => {
  // As the program writes them, whole.
  const parts: BlobPart[] = [];
  const saver = new Solver();
  await saver.call("file", [new TextEncoder().encode(editor.text)], { answers: (bytes) => parts.push(bytes as Uint8Array<ArrayBuffer>) });
  saver.stop();
  download("answers.out", parts, "text/plain");
});

// --- the dialogs

const openRecord = (record: string) => { editor.append(record); editor.view.focus(); };
const dialogs: Record<string, () => unknown> = {
  gallery: gallery(byId<HTMLDialogElement>("gallery"), games, openRecord),
  draw: drawing(byId<HTMLDialogElement>("draw"), games, openRecord),
  rules: rulesForm(byId<HTMLDialogElement>("rules"), openRecord),
  share: fillShare,
  help: once(fillHelp),
};
for (const id of Object.keys(dialogs)) {
  const dialog = byId<HTMLDialogElement>(id);
  dialog.append(h("div", { class: "bar top" }, h("h2", {}, plain[id]!), h("button", { type: "button", class: "close", click: () => dialog.close() }, texts.close)));
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
}
document.querySelectorAll<HTMLElement>("[data-opens]").forEach((button) => {
  button.addEventListener("click", () => {
    const id = button.dataset.opens!;
    byId<HTMLDialogElement>(id).showModal();
    void dialogs[id]!();
  });
});
byId("print").addEventListener("click", () => window.print());

function fillHelp() {
  const dialog = byId("help");
  dialog.append(h("dl", {}, ...helpTexts.flatMap(([term, text]) => [h("dt", {}, term), h("dd", {}, ...prose(text))])));
}

async function fillShare() {
  const dialog = byId("share");
  dialog.querySelectorAll(".shared, p").forEach((element) => element.remove());
  const base = location.href.replace(/#.*$/, ""), hash = await currentHash();
  const said = h("p", { role: "status" });
  const field = (id: string, label: string, value: string) => {
    const area = h("textarea", { id, readonly: true, rows: 4 });
    area.value = value;
    const copy = async () => {
      area.select();
      try { await navigator.clipboard.writeText(value); } catch { document.execCommand("copy"); }
      said.textContent = texts.copied;
    };
    return h("div", { class: "shared" }, h("label", { for: id }, label), area, h("button", { type: "button", click: () => void copy() }, texts.copy));
  };
  const embed = `<iframe src="${base}#embed&${hash}" title="${texts.embedTitle}" width="640" height="720"></iframe>`;
  dialog.append(field("share-link", texts.shareLink, `${base}#${hash}`), field("share-embed", texts.shareEmbed, embed), said);
}

// --- beginning

await openHash();
if ("serviceWorker" in navigator) {
  await navigator.serviceWorker.register("./sw.js");
  await navigator.serviceWorker.ready;
  state.textContent = texts.offline;
}
