// User-defined rules: a form that becomes a record, with tables that follow as one types.

import { h, later, once } from "./dom.ts";
import { labelOf, ofMap, show } from "./picture.ts";
import { Solver, Stopped } from "./solver.ts";
import { texts } from "./texts.ts";

/** The content of the form. */
export interface Form {
  names: string;
  moves: { to: string; over: string; when: string }[];
  misere: boolean;
  at: string;
}

/** The record of a form. */
export function recordOf({ names, moves, misere, at }: Form): string {
  const list = names.split(/[\s,]+/).filter(Boolean).join(",");
  const each = moves
    .filter(({ to }) => to.trim())
    .map(({ to, over, when }) => `[${to.trim()}]${over.trim() ? ` for ${over.trim()}` : ""}${when.trim() ? ` if ${when.trim()}` : ""}`);
  return `rules${misere ? " misere" : ""} [${list}] -> ${each.join(" | ")}: ${at.trim()}`;
}

const example: Form = { names: "n", moves: [{ to: "n-k", over: "k in {1,3,4}", when: "" }], misere: false, at: "20" };

export function rulesForm(dialog: HTMLDialogElement, add: (record: string) => void) {
  const solver = new Solver();
  return once(() => {
    const form = structuredClone(example);
    const input = (id: string, value: string, set: (value: string) => void, label: string, size: number) => {
      const element = h("input", { id, value, size, spellcheck: "false", autocomplete: "off", "aria-label": label });
      element.addEventListener("input", () => { set(element.value); changed(); });
      return element;
    };
    const list = h("div", { id: "rules-moves" });
    const record = h("code", { id: "rules-record" });
    const wrong = h("p", { class: "wrong", role: "status", id: "rules-wrong" });
    const table = h("div", { id: "rules-table" });
    const found = h("pre", { id: "rules-found", tabindex: 0 });
    const language = h("select", { id: "rules-language", "aria-label": texts.rulesFound },
      h("option", { value: "" }, texts.rulesFound), ...["python", "rust", "c++"].map((name) => h("option", { value: name }, `${texts.program}: ${name}`)));
    const misere = h("input", { type: "checkbox", id: "rules-misere" });
    misere.addEventListener("change", () => { form.misere = misere.checked; changed(); });

    const listMoves = () => {
      list.replaceChildren(...form.moves.map((move, at) => h("div", { class: "bar" },
        h("span", {}, texts.rulesMove(at + 1) + " ["),
        input(`rules-to-${at}`, move.to, (value) => { move.to = value; }, texts.rulesMove(at + 1), 14), "] ",
        h("span", {}, texts.rulesFor), input(`rules-for-${at}`, move.over, (value) => { move.over = value; }, `${texts.rulesMove(at + 1)}, ${texts.rulesFor}`, 16),
        h("span", {}, texts.rulesIf), input(`rules-if-${at}`, move.when, (value) => { move.when = value; }, `${texts.rulesMove(at + 1)}, ${texts.rulesIf}`, 12),
        form.moves.length > 1 && h("button", { type: "button", "aria-label": texts.rulesRemove(at + 1), click: () => { form.moves.splice(at, 1); listMoves(); changed(); } }, "×"))));
    };
    const ask = async () => {
      if (solver.busy) solver.stop();
      try {
        const map = await solver.call("map", [recordOf(form), [], 1, ""]);
        const plain = map.error && map.error.message.includes("no Grundy values")
          ? await solver.call("map", [recordOf(form), [], 0, ""]) : map;
        wrong.textContent = plain.error ? texts.wrong(plain.error) : "";
        if (plain.error) return;
        const cells = plain.cells.filter((cell) => cell !== null);
        table.replaceChildren(
          show(ofMap(plain), texts.rulesTable, { pointed: () => {} }),
          h("p", { class: "visually-hidden" }, cells.slice(0, 60).map(labelOf).join("; ")));
      } catch (error) {
        if (!(error instanceof Stopped)) wrong.textContent = texts.broken;
      }
    };
    const asked = later(250, () => void ask());
    const changed = () => { record.textContent = recordOf(form); asked(); };
    const study = async () => {
      try {
        const report = await solver.call("study", [recordOf(form), language.value]);
        found.textContent = report.error ? texts.wrong(report.error) : report.lines.join("\n");
      } catch (error) {
        found.textContent = error instanceof Stopped ? texts.stopped : texts.broken;
      }
    };
    dialog.append(
      h("p", { class: "note" }, texts.rulesHelp),
      h("div", { class: "bar" }, h("label", {}, texts.rulesNames + " ", input("rules-names", form.names, (value) => { form.names = value; }, texts.rulesNames, 8)),
        h("label", {}, texts.rulesAt + " ", input("rules-at", form.at, (value) => { form.at = value; }, texts.rulesAt, 14)),
        h("label", {}, misere, " " + texts.rulesMisere)),
      list,
      h("button", { type: "button", id: "rules-more", click: () => { form.moves.push({ to: "", over: "", when: "" }); listMoves(); } }, texts.rulesAddMove),
      h("p", {}, texts.rulesRecord + ": ", record), wrong,
      h("div", { class: "bar" },
        h("button", { type: "button", id: "rules-add", click: () => { dialog.close(); add(recordOf(form)); } }, texts.rulesAdd),
        h("button", { type: "button", id: "rules-study", click: () => void study() }, texts.rulesStudy), language),
      h("h3", {}, texts.rulesTable), table, found);
    listMoves();
    changed();
  });
}
