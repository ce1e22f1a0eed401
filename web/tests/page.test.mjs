// What a person does with the page, in a real browser.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { answers, link, program, setRecords, settled, start, verdict } from "./page.mjs";

let browser;
before(async () => { browser = await start(); });
after(() => browser.close());

/** Opens the page for one test, and closes it behind it. */
async function on(hash, run, context) {
  const page = await browser.open(hash, context);
  try {
    await run(page);
  } finally {
    await page.context().close();
  }
}

test("the editor answers line by line and beside its records", () => on(link("nim: 3 4 5\n\n// a remark\n@a kayles: 5 9 ? grundy moves\n"), async (page) => {
  assert.deepEqual(await answers(page), ["WIN 1", "@a 0 | -"]);
  await setRecords(page, "king 8x8: 8,8\nnim: 1 1");
  assert.deepEqual(await answers(page), ["WIN 1", "LOSE"]);
  assert.match(await page.locator("#count").textContent(), /2 records/);
}));

test("answers that come one by one are all shown, and the page is busy until the last", () => on(link("nim: 1\ncram 5x6:\nnim: 2\ncram 6x6:\nnim: 3\n"), async (page) => {
  assert.deepEqual(await answers(page), ["WIN 1", "WIN 9", "WIN 1", "LOSE", "WIN 1"]);
  await setRecords(page, "cram 6x5:\nnim: 1 1\nking 8x8: 1,1");
  assert.deepEqual(await answers(page), ["WIN 9", "LOSE", "LOSE"]);
}));

test("every game of the gallery is answered as the program answers it, has a picture and can be opened", () => on("", async (page) => {
  assert.ok(program, "build the program first: cargo build");
  await page.getByRole("button", { name: "Games", exact: true }).click();
  await page.locator(".card").first().waitFor();
  const cards = await page.locator(".card").evaluateAll((all) => all.map((card) => [card.dataset.name, card.dataset.record]));
  const listed = execFileSync(program, ["games"], { encoding: "utf8" }).split("\n\n")[0].split("\n").filter((line) => /^\S/.test(line)).map((line) => line.split(/\s+/)[0]);
  for (const name of listed) assert.ok(cards.some(([card]) => card === name), name);
  for (let at = 0; at < cards.length; at++) await page.locator(".card").nth(at).scrollIntoViewIfNeeded();
  const drawn = () => page.locator(".card").evaluateAll((all) => all.filter((card) => !card.querySelector(".thumb svg")).map((card) => card.dataset.name));
  await page.waitForFunction(() => [...document.querySelectorAll(".card")].every((card) => card.querySelector(".thumb svg")), null, { timeout: 30_000 }).catch(async () => {
    assert.deepEqual(await drawn(), []);
  });
  const records = cards.map(([, record]) => record).join("\n") + "\n";
  const told = execFileSync(program, ["--threads", "1"], { input: records, encoding: "utf8" }).trimEnd().split("\n");
  await page.locator("#gallery .close").click();
  await setRecords(page, records);
  await page.waitForFunction((count) => document.getElementById("count").textContent.startsWith(`${count} `), cards.length);
  const got = await page.evaluate(() => {
    const host = document.getElementById("editor").shadowRoot;
    return host.querySelectorAll(".answer").length;
  });
  assert.ok(got > 0);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save the answers" }).click();
  const saved = readFileSync(await (await download).path(), "utf8").trimEnd().split("\n");
  assert.deepEqual(saved, told);
  // Opened from the gallery, a game is at hand.
  await page.getByRole("button", { name: "Games", exact: true }).click();
  await page.getByRole("button", { name: "Try it: wythoff", exact: true }).click();
  await settled(page);
  await verdict(page, /LOSE|WIN/);
  assert.equal(await page.locator("#position-text").textContent(), "wythoff: 3,5 4,7");
}));

test("wrong records are marked at the very place, with what would be right", () => on(link("nim: 3 4\nnim: 3 x 5\nkigns: 1\n"), async (page) => {
  assert.deepEqual(await answers(page), ["WIN 1", "ERROR", "ERROR"]);
  await page.locator(".cm-lintRange-error").first().waitFor();
  assert.equal(await page.locator(".cm-lintRange-error").first().textContent(), "x");
  await page.locator(".cm-lintRange-error").first().hover();
  await page.locator(".cm-tooltip").getByText("`x` is not a number").waitFor();
  await page.locator(".cm-tooltip").getByText("write an unsigned decimal number").waitFor();
  // The name that was probably meant.
  await page.mouse.move(5, 5);
  await page.locator(".cm-lintRange-error").nth(1).hover();
  await page.locator(".cm-tooltip").getByText("king").first().waitFor();
  assert.match(await page.locator("#count").textContent(), /3 records, 2 wrong/);
}));

test("a row of a board that belongs to none is marked", () => on(link("king 2x2\n.K\n..\n.K\nnim: 1\n"), async (page) => {
  assert.ok((await answers(page)).includes("ERROR"));
  await page.locator(".cm-lintRange-error").first().waitFor();
}));

test("games, keywords and asks are completed", () => on(link(""), async (page) => {
  await page.locator(".cm-content").click();
  await page.keyboard.type("kay");
  await page.locator(".cm-tooltip-autocomplete").getByText("kayles", { exact: true }).first().waitFor();
  await page.waitForTimeout(150);
  await page.keyboard.press("Enter");
  await page.keyboard.type("5 9 ? gru");
  await page.locator(".cm-tooltip-autocomplete").getByText("grundy").waitFor();
  await page.waitForTimeout(150);
  await page.keyboard.press("Enter");
  await settled(page);
  assert.deepEqual(await answers(page), ["0"]);
}));

/** Plays to the end: a best move each turn by the list of moves, or any move. */
async function play(page, most = 60) {
  for (let turn = 0; turn < most; turn++) {
    const said = await page.locator("#said").textContent();
    if (/win\.|wins\.|draw\./.test(said) && /(You win|computer wins|A draw|circles)/.test(said)) return said;
    const before = await page.locator("#history li").count();
    const best = page.locator("#legal .move.best");
    await ((await best.count()) > 0 ? best : page.locator("#legal .move")).first().click();
    await page.waitForFunction((count) => {
      const said = document.getElementById("said").textContent;
      return document.querySelectorAll("#history li").length >= count + 2 || /(You win|computer wins|A draw|circles)/.test(said);
    }, before);
  }
  return "no end";
}

for (const record of ["nim: 3 4 5", "king 5x5: 4,5", "kayles: 7 8", "factor 12: 6", "geography 4 1-2 2-3 3-4: 1", "cram 2x4:", "hackenbush 0-1 1-2 1-3:",
  "coins up-to 3: 3 5 9", "wythoff: 3,6", "notakto: .X./.../...", "graph 4 1>2 2>3 3>4: 1", "end-nim: 3 5 2", "flags 1-3 left 1: 11",
  "rewrite XO>.X OX>.O turned: XOXO XOX/OXO", "rewrite _1_1>: abacabba", "rewrite T.>#T graph 4 1-2 2-3 3-4: .T..", "misere-nim"]) {
  const text = record === "misere-nim" ? "nim misere: 2 3" : record;
  test(`playing best moves from a won position wins against the perfect computer: ${text}`, () => on(link(text), async (page) => {
    const said = await verdict(page, /WIN|LOSE/);
    // From a lost position the computer's perfect play wins instead.
    assert.match(await play(page), /WIN/.test(said) ? /You win\./ : /The computer wins\./);
  }));
}

test("a click makes the move: a token, a cell, a vertex; undo takes it back, a hint wins", () => on(link("nim: 3 4 5\nking 5x5: 4,5\ngeography 4 1-2 2-3 3-4: 2\n"), async (page) => {
  await verdict(page, /WIN/);
  await page.getByRole("button", { name: "Hint" }).click();
  await page.locator("#said").getByText("1:3>1 wins.").waitFor();
  await page.locator("#picture").getByRole("button", { name: "heap 1: leave 1" }).click();
  await page.locator("#history li").nth(1).waitFor({ state: "attached" });
  assert.match(await page.locator("#history li").first().textContent(), /You: 1:3>1/);
  assert.match(await page.locator("#history li").nth(1).textContent(), /Computer: /);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.waitForFunction(() => document.querySelectorAll("#history li").length === 0);
  await verdict(page, /WIN: 1/);
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("ArrowDown");
  await page.locator("#position-text").getByText("king 5x5").waitFor();
  const target = page.locator("#picture").getByRole("button", { name: /^3,5: / });
  await target.hover();
  await page.locator("#pointed").getByText(/3,5: (wins|loses), value \d+/).waitFor();
  // The piece's own cell says its winning move.
  await page.locator("#picture").getByRole("button", { name: /^4,5: wins, value \d+, winning move / }).waitFor({ state: "attached" });
  await target.click();
  await page.locator("#history li").first().waitFor({ state: "attached" });
  assert.match(await page.locator("#history li").first().textContent(), /1:4,5>3,5/);
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.locator("#position-text").getByText("geography").waitFor();
  await page.locator("#picture").getByRole("button", { name: /^3: / }).click();
  await page.locator("#history li").first().waitFor({ state: "attached" });
}));

test("a board of letters is played by clicks on cells that change", () => on(link("rewrite .>X .>O never XX OO: ..X/... X.\nrewrite XO>.X OX>.O turned: XOXO\n"), async (page) => {
  await verdict(page, /WIN|LOSE/);
  const cell = (name) => page.locator("#picture").getByRole("button", { name });
  await cell(/^1:1,3: X, no move changes it$/).waitFor({ state: "attached" });
  // Two letters may go to this cell, so that there is something to choose.
  await cell(/^1:2,1: free, /).click();
  await page.locator("#legal").getByText("2 moves go with what you chose:").waitFor();
  await page.locator("#legal").getByRole("button", { name: /^1:2,1>O/ }).click();
  await page.locator("#history li").nth(1).waitFor({ state: "attached" });
  assert.match(await page.locator("#history li").first().textContent(), /You: 1:2,1>O/);
  assert.match(await page.locator("#history li").nth(1).textContent(), /Computer: /);
  await cell(/^1:2,1: O, no move changes it$/).waitFor({ state: "attached" });
  // In the second position only one letter may go to the cell.
  await page.getByRole("button", { name: "Start again" }).click();
  await cell(/^2:2: free, /).click();
  await page.locator("#history li").first().waitFor({ state: "attached" });
  assert.match(await page.locator("#history li").first().textContent(), /You: 2:2>O/);
  // A move of two cells: the first is chosen, then the other.
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("ArrowDown");
  await page.locator("#position-text").getByText("turned: XOXO").waitFor();
  await cell(/^1:2: O, /).click();
  await page.locator("#legal").getByText("4 moves go with what you chose:").waitFor();
  await cell(/^1:1: X, /).click();
  await page.locator("#legal").getByText("2 moves go with what you chose:").waitFor();
  // Quiet play shows letters, and not which moves win.
  await page.getByRole("checkbox", { name: "Do not say who wins" }).check();
  await cell(/^1:2: O$/).waitFor({ state: "attached" });
}));

test("moves can be typed, levels differ, and quiet play does not say who wins", () => on(link("nim: 3 4 5"), async (page) => {
  await verdict(page, /WIN/);
  await page.getByLabel("Type a move").fill("99");
  await page.keyboard.press("Enter");
  await page.locator("#said").getByText("no legal move").waitFor();
  await page.getByLabel("The computer answers my moves").uncheck();
  await page.getByLabel("Type a move").fill("take 2 from 1");
  await page.keyboard.press("Enter");
  await page.locator("#history li").first().waitFor({ state: "attached" });
  await verdict(page, /LOSE/);
  await page.getByLabel("The computer plays").selectOption({ label: "at random" });
  await page.getByRole("button", { name: "Let the computer move" }).click();
  await page.locator("#history li").nth(1).waitFor({ state: "attached" });
  await page.getByLabel("Do not say who wins").check();
  await verdict(page, /find out/);
  assert.equal(await page.locator("#legal .best").count(), 0);
  assert.ok(await page.locator("#why-part").isHidden());
}));

test("values beyond 32 and 53 bits are right, also in the position", () => on(link("nim: 18446744073709551615 18446744073709551614\nnim: 9007199254740993 1\n"), async (page) => {
  await verdict(page, /Grundy value 1, values 18446744073709551615 18446744073709551614/);
  assert.deepEqual(await answers(page), ["WIN 1", "WIN 1"]);
  await page.getByLabel("Type a move").fill("1:18446744073709551615>18446744073709551614");
  await page.keyboard.press("Enter");
  await page.locator("#said").getByText("You: 1:18446744073709551615>18446744073709551614.").waitFor();
}));

test("a link holds the records, the position and its moves; a broken one says so", () => on(link("kayles: 5\nnim: 3 4 5\n"), async (page) => {
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("ArrowDown");
  await page.locator("#position-text").getByText("nim: 3 4 5").waitFor();
  await page.getByLabel("The computer answers my moves").uncheck();
  await page.locator("#legal").getByRole("button", { name: "1:3>1" }).click();
  await page.locator("#history li").first().waitFor({ state: "attached" });
  await page.getByRole("button", { name: "Share" }).click();
  const shared = await page.getByLabel(/^Link to/).inputValue();
  const embed = await page.getByLabel(/^HTML to/).inputValue();
  await on(shared.split("#")[1], async (other) => {
    await verdict(other, /LOSE/);
    assert.equal(await other.locator("#position-text").textContent(), "nim: 1 4 5");
    assert.match(await other.locator("#history li").first().textContent(), /1:3>1/);
    assert.deepEqual(await answers(other), ["WIN 1", "WIN 1"]);
  });
  const source = /src="([^"]+)"/.exec(embed)[1];
  await on(source.split("#")[1], async (other) => {
    await verdict(other, /LOSE/);
    assert.ok(await other.locator("#records").isHidden());
  });
  await on("s=AAAA", async (other) => {
    assert.match(await other.locator("body").textContent(), /This link is not whole|Ready/);
    assert.ok((await answers(other)).length > 1);
  });
}));

test("a board is drawn with the mouse and with the keyboard, and becomes a record", () => on("", async (page) => {
  await page.getByRole("button", { name: "Draw a board" }).click();
  await page.getByLabel("Rows").fill("3");
  await page.getByLabel("Columns").fill("4");
  await page.getByLabel("Columns").blur();
  const cell = (row, col) => page.getByRole("gridcell", { name: `row ${row}, column ${col}:` });
  await cell(3, 4).click();
  await page.getByLabel("damaged", { exact: true }).check();
  const from = await cell(1, 1).boundingBox(), to = await cell(1, 3).boundingBox();
  await page.mouse.move(from.x + 9, from.y + 9);
  await page.mouse.down();
  await page.mouse.move(to.x + 9, to.y + 9, { steps: 12 });
  await page.mouse.up();
  await page.getByLabel("erase").check();
  await cell(1, 1).focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Space");
  assert.equal(await page.locator("#draw-record").textContent(), "king 3x4 damaged 1,1 1,3: 3,4");
  await page.getByRole("button", { name: "Add to the records" }).click();
  await settled(page);
  await page.locator("#position-text").getByText("king 3x4 damaged 1,1 1,3: 3,4").waitFor();
}));

test("rules of one’s own have tables that follow, a study and a program", () => on("", async (page) => {
  await page.getByRole("button", { name: "Your own rules" }).click();
  const cells = page.locator("#rules-table [data-spot]");
  await page.waitForFunction(() => document.querySelectorAll("#rules-table [data-spot]").length === 21);
  assert.equal(await cells.nth(16).getAttribute("aria-label"), "16: loses, value 0");
  await page.getByLabel("Move 1 leads to, for").fill("k in {1,2}");
  await page.waitForFunction(() => document.querySelectorAll("#rules-table [data-spot]")[16]?.getAttribute("aria-label") === "16: wins, value 1");
  await page.getByLabel("Move 1 leads to, for").fill("k in");
  await page.locator("#rules-wrong").filter({ hasText: /\S/ }).waitFor();
  await page.getByLabel("Move 1 leads to, for").fill("k in {1,2}");
  await page.waitForFunction(() => document.getElementById("rules-wrong").textContent === "");
  await page.getByRole("button", { name: "Study" }).click();
  await page.locator("#rules-found").getByText("n mod 3").first().waitFor();
  await page.locator("#rules-language").selectOption("python");
  await page.getByRole("button", { name: "Study" }).click();
  await page.locator("#rules-found").getByText("def ").waitFor();
  await page.getByRole("button", { name: "Add to the records" }).click();
  await settled(page);
  await page.locator("#position-text").getByText("rules [n] -> [n-k] for k in {1,2}: 20").waitFor();
}));

test("each vertex of a drawn graph has its own spot", () => on(link("graph 40 1>2 2>3 3>40: 1"), async (page) => {
  await verdict(page, /WIN|LOSE/);
  await page.locator("#map-part summary").click();
  const spot = page.locator("#map").getByRole("button", { name: /^40: / });
  await spot.waitFor({ state: "attached" });
  assert.equal(await page.locator("#map").getByRole("button", { name: /^\d+: / }).count(), 40);
}));

test("a map can be zoomed, panned to a part and saved", () => on(link("king 300x300 damaged 3,3: 250,260"), async (page) => {
  await verdict(page, /WIN|LOSE/);
  await page.locator("#map-part summary").click();
  await page.getByLabel("Part").fill("240,240-260,270");
  await page.getByLabel("Part").blur();
  await page.locator("#map").getByRole("button", { name: /^250,260: .*value/ }).waitFor({ state: "attached" });
  const box = () => page.locator("#map svg").first().getAttribute("viewBox");
  const whole = await box();
  await page.locator("#map").getByRole("button", { name: "Zoom in" }).click();
  assert.notEqual(await box(), whole);
  await page.locator("#map").getByRole("button", { name: "Whole" }).click();
  assert.equal((await box()).split(" ").map(Number).join(" "), whole.split(" ").map(Number).join(" "));
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save as SVG" }).click();
  assert.match(readFileSync(await (await download).path(), "utf8"), /^<svg /);
}));

test("stop stops, and the page goes on", () => on(link("nim: 1"), async (page) => {
  await setRecordsQuickly(page, "octal 0.007: 1000000 ? grundy\nnim: 1 2\n");
  const stop = page.locator("#stop");
  await stop.waitFor();
  await stop.click();
  await page.locator("#count").getByText("Stopped").waitFor();
  await setRecords(page, "nim: 1 2\n");
  assert.deepEqual(await answers(page), ["WIN 1"]);
}));

async function setRecordsQuickly(page, text) {
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(text);
}

test("the page works without a network after the first visit", async () => {
  const page = await browser.open();
  try {
    await page.locator("#state").getByText("also without a network").waitFor();
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await page.context().setOffline(true);
    await page.reload();
    await page.waitForFunction(() => /\d record/.test(document.getElementById("count").textContent));
    await setRecords(page, "nim: 3 4 5\n");
    assert.deepEqual(await answers(page), ["WIN 1"]);
  } finally {
    await page.context().close();
  }
});

test("the page loads nothing but its own files", async () => {
  const context = await browser.browser.newContext();
  const page = await context.newPage();
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto(browser.url);
  await page.waitForFunction(() => /\d record/.test(document.getElementById("count").textContent));
  await context.close();
  assert.ok(asked.length > 3);
  for (const url of asked) assert.ok(url.startsWith(browser.url) || /^(data|blob):/.test(url), url);
});

test("nothing was complained of", () => assert.deepEqual(browser.problems, []));
