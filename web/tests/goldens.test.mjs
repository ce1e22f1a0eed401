// The goldens of the program, run in the page's worker in a real browser: the same answers, and the same
// diagnostics but for the name of the file and how a limit is raised.

import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { dist, root, start } from "./page.mjs";

let browser, page;
before(async () => {
  browser = await start();
  page = await browser.open();
  const assets = readdirSync(join(dist, "assets"));
  const find = (start, end) => `assets/${assets.find((name) => name.startsWith(start) && name.endsWith(end))}`;
  await page.evaluate(async ([workerUrl, wasmUrl]) => {
    const worker = new Worker(workerUrl, { type: "module" });
    worker.postMessage({ module: await WebAssembly.compileStreaming(fetch(wasmUrl)) });
    let next = 0;
    window.solveFile = (bytes) =>
      new Promise((done) => {
        const id = ++next;
        const parts = { answers: "", diagnostics: "" };
        const decoder = new TextDecoder();
        worker.onmessage = ({ data }) => {
          if (data.id !== id) return;
          if (data.bytes) parts[data.part] += decoder.decode(data.bytes);
          else if (!data.part) done({ ...parts, result: data.result, broken: data.broken });
        };
        worker.postMessage({ id, name: "file", args: [new Uint8Array(bytes), false] });
      });
  }, [find("worker", ".js"), find("grundy_web_bg", ".wasm")]);
});
after(() => browser.close());

/** Diagnostics without the name of the file, and without the helps that name an option of the program. */
const told = (text) => text.replaceAll(/^( *-->) <[a-z]+>:/gm, "$1 ").replaceAll(/= help: .*(--max|may use more|raises this limit).*/g, "= help");

for (const folder of ["", "judges/", "bad/"]) {
  test(`goldens of inputs/${folder}`, async () => {
    const names = readdirSync(join(root, "inputs", folder)).filter((name) => name.endsWith(".in"));
    assert.ok(names.length > 0);
    for (const name of names) {
      const input = readFileSync(join(root, "inputs", folder, name));
      const expected = (kind) => {
        const path = join(root, "expected", folder, name.replace(/in$/, kind));
        return existsSync(path) ? readFileSync(path, "utf8") : undefined;
      };
      const { answers, diagnostics, broken } = await page.evaluate((bytes) => window.solveFile(bytes), [...input]);
      assert.equal(broken, undefined, `${folder}${name}`);
      assert.equal(answers, expected("out"), `${folder}${name}`);
      const wrong = expected("err");
      if (wrong !== undefined) assert.equal(told(diagnostics), told(wrong), `${folder}${name}`);
    }
    console.log(`${names.length} goldens of inputs/${folder}`);
  });
}

test("nothing was complained of", () => assert.deepEqual(browser.problems, []));
