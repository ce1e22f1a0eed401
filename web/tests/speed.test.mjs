// Sizes and speeds, printed, and held to the limits that docs/browser.md promises.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { brotliCompressSync, constants } from "node:zlib";
import { dist, program, settled, solver, start } from "./page.mjs";

let browser;
before(async () => { browser = await start(); });
after(() => browser.close());

const files = (folder) => readdirSync(folder, { recursive: true }).map(String).map((name) => join(folder, name)).filter((path) => statSync(path).isFile());
const packed = (path) => {
  const bytes = readFileSync(path);
  return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 22, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }).length;
};
const kilobytes = (bytes) => `${Math.round(bytes / 1000)} kB`;

test("the WebAssembly has at most 1.08 MB compressed, the page at most 1.5 MB", () => {
  const all = files(dist);
  const wasm = all.find((path) => path.endsWith(".wasm"));
  const wasmPacked = packed(wasm), page = all.reduce((sum, path) => sum + packed(path), 0);
  console.log(`WebAssembly ${kilobytes(statSync(wasm).size)}, brotli ${kilobytes(wasmPacked)}; whole page, brotli ${kilobytes(page)}`);
  assert.ok(wasmPacked <= 1_080_000, `${wasmPacked}`);
  assert.ok(page <= 1_500_000, `${page}`);
});

test("the first answer after a cold start", async () => {
  const times = [];
  for (let turn = 0; turn < 5; turn++) {
    const context = await browser.browser.newContext({ serviceWorkers: "block" });
    const page = await context.newPage();
    await page.goto(`${browser.url}#r=nim:+3+4+5`, { waitUntil: "commit" });
    const time = await page.waitForFunction(() => document.getElementById("editor")?.shadowRoot?.querySelector(".answer") && performance.now(), null, { polling: 5 });
    times.push(await time.jsonValue());
    await context.close();
  }
  const best = Math.min(...times);
  console.log(`first answer after ${times.map(Math.round).join(", ")} ms`);
});

/** A board of cells that are damaged at random, the same on every machine, with kings in its last rows. */
function board(side) {
  let state = 12345;
  const random = () => (state = (Math.imul(state, 1103515245) + 12345) >>> 0) / 2 ** 32;
  const rows = [`king ${side}x${side}`];
  for (let row = 0; row < side; row++) {
    let text = "";
    for (let col = 0; col < side; col++) {
      const chance = random();
      text += chance < 0.05 ? "X" : chance < 0.0501 ? "K" : ".";
    }
    rows.push(text);
  }
  return rows.join("\n") + "\n";
}

test("a board of 4096 x 4096 takes at most 3.5 times as long as the program's words on one thread", async (t) => {
  if (!program || /debug/.test(program)) {
    console.log("the program is not built for speed (cargo build --release), so there is nothing to compare with");
    return t.skip();
  }
  const text = board(4096);
  const folder = mkdtempSync(join(tmpdir(), "grundy-web-"));
  const path = join(folder, "king.in");
  writeFileSync(path, text);
  // The program on many boards less the program on one: without the time it takes to start.
  const many = Array.from({ length: 11 }, () => path);
  const run = (paths) => {
    const began = performance.now();
    const out = execFileSync(program, ["--threads", "1", ...paths], { encoding: "utf8", env: { ...process.env, GRUNDY_SIMD: "words" } });
    return { time: performance.now() - began, out };
  };
  const page = await browser.open("r=nim:+1");
  await solver(page);
  let native = Infinity, chromium = Infinity, answers, expected;
  for (let turn = 0; turn < 6; turn++) {
    const one = run([path]);
    native = Math.min(native, (run(many).time - one.time) / 10);
    expected = one.out;
    const got = await page.evaluate(async (text) => {
      let best = Infinity, answers = "";
      for (let i = 0; i < 12; i++) {
        const bytes = new TextEncoder().encode(text);
        const began = performance.now();
        ({ answers } = await window.solveFile(bytes));
        best = Math.min(best, performance.now() - began);
      }
      return { best, answers };
    }, text);
    chromium = Math.min(chromium, got.best);
    answers = got.answers;
  }
  await page.context().close();
  console.log(`king 4096 x 4096: ${native.toFixed(1)} ms native words, ${chromium.toFixed(1)} ms in Chromium, ${(chromium / native).toFixed(2)} times`);
  assert.equal(answers, expected);
});

test("10 MB of records do not freeze the page, nor does typing", async () => {
  const page = await browser.open("r=nim:+1");
  const watch = () => page.evaluate(() => {
    window.longest = 0;
    let last = performance.now();
    const beat = () => {
      const now = performance.now();
      window.longest = Math.max(window.longest, now - last);
      last = now;
      window.beating = setTimeout(beat, 0);
    };
    beat();
  });
  const longest = () => page.evaluate(() => { clearTimeout(window.beating); return window.longest; });
  // The file is made in the page, and dropped on it, so that no other program's work is measured.
  await page.evaluate(() => {
    const lines = Array.from({ length: 700_000 }, (_, i) => `nim: ${i} ${i * 7} 3`);
    window.many = new File([lines.join("\n") + "\n"], "many.in");
  });
  assert.ok(await page.evaluate(() => window.many.size) > 10_000_000);
  await watch();
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(window.many);
    window.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
  });
  await page.locator("#file-said").getByText("700000 records").waitFor({ timeout: 60_000 });
  const file = await longest();
  console.log(`10 MB as a file: ${await page.locator("#file-said").textContent()} Longest pause ${Math.round(file)} ms`);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save the answers" }).last().click();
  const saved = readFileSync(await (await download).path(), "utf8");
  assert.equal(saved.split("\n").length, 700_001);
  await page.locator("#file-close").click();

  // Typing into records that have been answered.
  const some = Array.from({ length: 5000 }, (_, i) => `nim: ${i} ${i * 7} 3\n`).join("");
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(some);
  await settled(page);
  await page.waitForFunction(() => document.getElementById("count").textContent.startsWith("5000 "));
  await watch();
  await page.keyboard.type("nim: 3 4 5", { delay: 30 });
  await settled(page);
  const typing = await longest();
  console.log(`typing among 5000 records: longest pause ${Math.round(typing)} ms`);
  await page.context().close();
  // A machine that does other work pauses, too; only a page that is frozen does so for seconds.
  assert.ok(typing < 3000, `${typing}`);
  assert.ok(file < 3000, `${file}`);
});
