// Takes the pictures of docs/browser.md. A person looks at them before they are committed:
//
//     node web/tests/screenshots.mjs

import { join } from "node:path";
import { link, root, start, verdict } from "./page.mjs";

const images = join(root, "docs", "images");
const records = link(`// The answers stand behind the records.
nim: 3 4 5
kayles: 5 9 ? grundy moves
king ..X./.K../...K: 3,3
wythoff: 3,5 4,7
geography 5 1-2 2-3 3-4 4-5 5-1 1-3: 1
nim: 3 x 5
rules [n] -> [n-k] for k in {1,3,4}: 20
`);

const browser = await start();
const take = (page, name) => page.screenshot({ path: join(images, `browser-${name}.png`) });
const line = async (page, number) => {
  await page.locator(".cm-line").nth(number - 1).click({ position: { x: 8, y: 8 } });
};
const wide = { viewport: { width: 1280, height: 800 } };

let page = await browser.open(records, wide);
await line(page, 2);
await verdict(page, /WIN/);
await page.locator("#picture").getByRole("button", { name: "heap 1: leave 1" }).click();
await page.locator("#history li").nth(1).waitFor({ state: "attached" });
await page.waitForTimeout(600);
await take(page, "play");

await line(page, 4);
await page.locator("#position-text").getByText("king").waitFor();
await page.locator("#picture").getByRole("button", { name: /^2,2: / }).hover();
await page.waitForTimeout(600);
await take(page, "board");

await page.getByRole("button", { name: "Games", exact: true }).click();
await page.locator(".card .thumb svg").nth(5).waitFor();
await page.locator(".card[data-name=king]").scrollIntoViewIfNeeded();
await page.waitForTimeout(1500);
await take(page, "games");
await page.keyboard.press("Escape");

await page.getByRole("button", { name: "Your own rules" }).click();
await page.locator("#rules-table svg").first().waitFor();
await page.getByRole("button", { name: "Study" }).click();
await page.locator("#rules-found").getByText("period").waitFor();
await take(page, "rules");
await page.keyboard.press("Escape");
await page.context().close();

page = await browser.open(records, { viewport: { width: 390, height: 844 }, colorScheme: "dark", deviceScaleFactor: 2 });
await line(page, 6);
await page.locator("#position-text").getByText("geography").waitFor();
await page.waitForTimeout(800);
await page.locator("#at-hand").scrollIntoViewIfNeeded();
await page.evaluate(() => document.getElementById("at-hand").scrollIntoView());
await take(page, "phone");
await page.context().close();

page = await browser.open(records, wide);
await page.getByRole("button", { name: "Draw a board" }).click();
for (const [row, col] of [[2, 3], [5, 6], [8, 8]]) await page.getByRole("gridcell", { name: `row ${row}, column ${col}:` }).click();
await page.getByLabel("damaged", { exact: true }).check();
for (const [row, col] of [[3, 3], [3, 4], [6, 2]]) await page.getByRole("gridcell", { name: `row ${row}, column ${col}:` }).click();
await take(page, "draw");
await page.context().close();

page = await browser.open(`embed&${link("king ..X./.K../...K:")}`, { viewport: { width: 640, height: 720 } });
await verdict(page, /LOSE/);
await page.waitForTimeout(600);
await take(page, "embedded");
await browser.close();
