// The goldens of the program, run in the page's worker in a real browser: the same answers, and the same
// diagnostics but for the name of the file and how a limit is raised.

import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { root, solver, start } from "./page.mjs";

let browser, page;
before(async () => {
  browser = await start();
  page = await browser.open();
  await solver(page);
});
after(() => browser.close());

/** Diagnostics without the name of the file, without the helps that say how the program raises a limit, and without
 * limits that follow from the memory of a record, of which a page has less. */
const told = (text) =>
  text
    .replaceAll(/^( *-->) <[a-z]+>:/gm, "$1 ")
    .replaceAll(/= help: .*(--max|may use more|raises this limit|limits of each game).*/g, "= help")
    .replaceAll(/pass a limit: \d+ positions, \d+ moves, \d+ bytes/g, "pass a limit");

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
      const { answers, diagnostics, broken } = await page.evaluate((bytes) => window.solveFile(new Uint8Array(bytes)), [...input]);
      assert.equal(broken, undefined, `${folder}${name}`);
      assert.equal(answers, expected("out"), `${folder}${name}`);
      const wrong = expected("err");
      if (wrong !== undefined) assert.equal(told(diagnostics), told(wrong), `${folder}${name}`);
    }
    console.log(`${names.length} goldens of inputs/${folder}`);
  });
}

test("nothing was complained of", () => assert.deepEqual(browser.problems, []));
