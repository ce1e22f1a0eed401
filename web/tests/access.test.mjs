// The page for everybody: axe finds nothing wrong in any view, the keyboard alone suffices, and no size of screen
// makes it scroll sideways.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { link, settled, start, verdict } from "./page.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

let browser;
before(async () => { browser = await start(); });
after(() => browser.close());

const records = link("nim: 3 4 5\nking ..X./.K../...K:\nnim: 3 x\ngeography 4 1-2 2-3 3-4: 2\n// a remark\n@a kayles: 5 9 ? grundy moves\n");

/** The violations that axe finds. It is given to the page by the test's own channel, which no policy of the page rules. */
async function violations(page) {
  await page.evaluate(axe);
  const found = await page.evaluate(() => window.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] }));
  return found.violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary?.split("\n")[1] ?? ""}`));
}

const views = {
  "the records and the position": async () => {},
  "a board": async (page) => {
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("ArrowDown");
    await page.locator("#position-text").getByText("king").waitFor();
    await page.locator("#map-part summary").click();
    await page.locator("#map svg").first().waitFor();
  },
  "the games": async (page) => {
    await page.getByRole("button", { name: "Games", exact: true }).click();
    await page.locator(".card .thumb svg").first().waitFor();
  },
  "drawing": (page) => page.getByRole("button", { name: "Draw a board" }).click(),
  "rules": async (page) => {
    await page.getByRole("button", { name: "Your own rules" }).click();
    await page.locator("#rules-table svg").first().waitFor();
  },
  "sharing": (page) => page.getByRole("button", { name: "Share" }).click(),
  "help": (page) => page.getByRole("button", { name: "Help" }).click(),
};

for (const colorScheme of ["light", "dark"]) {
  for (const [name, go] of Object.entries(views)) {
    test(`axe finds nothing wrong: ${name}, ${colorScheme}`, async () => {
      const page = await browser.open(records, { colorScheme, reducedMotion: "reduce" });
      await verdict(page, /WIN/);
      await go(page);
      await page.waitForTimeout(300);
      assert.deepEqual(await violations(page), []);
      await page.context().close();
    });
  }
}

for (const [name, width, height] of [["a phone", 360, 740], ["a tablet", 820, 1180], ["a projector", 1920, 1080]]) {
  test(`nothing is cut off on ${name}`, async () => {
    const page = await browser.open(records, { viewport: { width, height } });
    await verdict(page, /WIN/);
    if (name === "a projector") await page.getByLabel("Size").selectOption("large");
    for (const open of [undefined, "Games", "Draw a board", "Your own rules", "Share", "Help"]) {
      if (open) await page.getByRole("button", { name: open, exact: true }).click();
      await page.waitForTimeout(200);
      const wide = await page.evaluate(() => [document.documentElement, ...document.querySelectorAll("dialog[open], main > section")].map((e) => e.scrollWidth - e.clientWidth));
      assert.ok(wide.every((more) => more <= 1), `${open}: ${wide}`);
      if (open) await page.keyboard.press("Escape");
    }
    await page.context().close();
  });
}

test("the keyboard alone suffices: write, leave the editor, choose a move in the picture, undo", async () => {
  const page = await browser.open(link("nim: 1"));
  await page.locator("body").press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.className), "skip");
  await page.keyboard.press("Enter");
  // From the skip link's target the next stop is the text.
  await page.keyboard.press("Tab");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("nim: 3 4 5");
  await settled(page);
  await verdict(page, /WIN: 1 winning move/);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  assert.ok(await page.evaluate(() => !document.getElementById("editor").contains(document.activeElement) && document.activeElement.closest("#picture") !== null));
  for (let i = 0; i < 12; i++) {
    if (await page.evaluate(() => document.activeElement.getAttribute("aria-label")?.startsWith("heap 1: leave 1"))) break;
    await page.keyboard.press(i === 0 ? "ArrowUp" : "ArrowDown");
    if (i > 3) await page.keyboard.press("ArrowLeft");
  }
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), "heap 1: leave 1, winning: 1:3>1");
  await page.keyboard.press("Enter");
  await page.locator("#said").getByText("You: 1:3>1").waitFor();
  await page.getByRole("button", { name: "Undo" }).focus();
  await page.keyboard.press("Enter");
  await verdict(page, /WIN: 1 winning move/);
  await page.context().close();
});

test("what changes is told to those who do not see it", async () => {
  const page = await browser.open(link("nim: 3 4 5"));
  for (const id of ["count", "said", "state"]) assert.equal(await page.locator(`#${id}`).getAttribute("role"), "status");
  assert.equal(await page.locator("#verdict").getAttribute("aria-live"), "polite");
  await page.context().close();
});

test("nothing was complained of", () => assert.deepEqual(browser.problems, []));
