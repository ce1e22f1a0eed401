// Texts that repeat or nest a part of the language 100,000 times: the page answers each of them or says what is wrong,
// and answers the records around it. WebAssembly has a small stack and numbers of 32 bits for sizes.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { solver, start } from "./page.mjs";

const TIMES = 100_000;

let browser, page;
before(async () => {
  browser = await start();
  page = await browser.open();
  await solver(page);
});
after(() => browser.close());

const repeated = (part, sign = " ") => Array(TIMES).fill(part).join(sign);
const numbered = (part, sign = " ") => Array.from({ length: TIMES }, (_, i) => part(i + 1)).join(sign);
const nested = (open, inner, close) => `rules [n] -> [${open.repeat(TIMES)}${inner}${close.repeat(TIMES)}] : 3`;
const qualified = (text) => `rules [n] -> [n-1] ${text} : 3`;

const texts = [
  qualified(repeated("if n > 0")),
  qualified(`if ${repeated("n > 0", " and ")}`),
  qualified(`if ${repeated("not")} n > 0`),
  qualified(`if ${"(".repeat(TIMES)}n > 0${")".repeat(TIMES)}`),
  qualified(numbered((i) => `for k${i} in 1..2`)),
  qualified(`for k in {${numbered(String, ", ")}}`),
  qualified(repeated("; lose if n == 1")),
  qualified(numbered((i) => `; let u${i} = 1`)),
  nested("(", "n-1", ")"),
  nested("max(", "n-1", ")"),
  nested("max(1,", "n-1", ")"),
  nested("u[", "n-1", "]"),
  nested("-", "n", ""),
  nested("n^", "n", ""),
  `rules [n] -> ${repeated("[n-1]", " | ")} : 3`,
  `rules [n] -> ${repeated("[n-1]", "+")} : 3`,
  `rules ${"[".repeat(TIMES)}`,
  `octal 0.${"7".repeat(TIMES)}: 3`,
  `take-and-break 0.${"[".repeat(TIMES)}3${"]".repeat(TIMES)}: 3`,
  `subtraction ${numbered((i) => 2 * i)}: 7`,
  `graph ${TIMES + 1} ${numbered((i) => `${i}>${i + 1}`)}: 1`,
  `node-kayles ${TIMES + 1} ${numbered((i) => `${i}-${i + 1}`)}:`,
  `hackenbush ${numbered((i) => `${i - 1}-${i}`)}:`,
  `cram ${repeated(".", "/")}:`,
  repeated("nim: 3", " + "),
  `${repeated("nim: 3", " + ")} ? remoteness`,
  `nim: ${repeated("1")} ? remoteness`,
  `nim: 3 ? ${repeated("grundy")}`,
  `${repeated("@a")} nim: 3`,
];

test("what stands a hundred thousand times is answered or refused", async () => {
  for (const text of texts) {
    const input = `@before nim: 1 2\n${text}\n@after nim: 1 2\n`;
    const start = text.slice(0, 60);
    const { answers, broken } = await page.evaluate((text) => window.solveFile(new TextEncoder().encode(text)), input);
    assert.equal(broken, undefined, start);
    const lines = answers.trim().split("\n");
    assert.equal(lines.length, 3, start);
    assert.equal(lines[0], "@before WIN 1", start);
    assert.equal(lines[2], "@after WIN 1", start);
  }
});
