// WebAssembly counts addresses with 32 bits. Records with numbers beyond 32 and beyond 53 bits have the same answers,
// errors included, in the page as in the program.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { after, before, test } from "node:test";
import { program, solver, start } from "./page.mjs";

let browser;
before(async () => { browser = await start(); });
after(() => browser.close());

const numbers = ["0", "1", "7", "65537", "2147483648", "4294967294", "4294967295", "4294967296", "4294967297", "4294967301",
  "8589934597", "1000000000000", "9007199254740993", "10000000000000000", "9223372036854775808", "18446744073709551614", "18446744073709551615"];

const forms = [
  "nim: A B C ? verdict grundy values best count", "nim misere: A B ? verdict best", "nim: A B C D E ? winner moves",
  "subtraction 1 2 5: A B ? verdict grundy best", "subtraction 1-A: B C ? verdict grundy best", "subtraction 3 A: 5 B ? verdict best",
  "subtraction A B: C ? winner", "kayles: A B ? verdict grundy best", "dawson-kayles: A B ? grundy", "dawson-chess: A ? verdict grundy",
  "octal 0.77: A B ? verdict grundy", "octal 0.137: A ? grundy", "lasker: A B C ? verdict grundy best",
  "flags 1-3 left 1: A ? verdict best", "flags 2 5 left 3: A ? winner", "rocks 1 2 5: A B ? verdict grundy",
  "nimble: A B C ? verdict grundy best", "coins up-to 3: A B ? verdict grundy",
  "coins run: A B ? grundy", "hackenbush 0-A 0-B: ? verdict best", "rules [n] -> [n-k] for k in 1..3: A ? verdict grundy",
  "king 1000000000x1000000000: A,B C,D ? verdict grundy", "king AxB: 1,1", "rook 1000000000x999999999: A,B ? verdict grundy",
  "knight 1000000000x1000000000: A,B ? verdict", "bishop 999999937x999999999: A,B ? grundy", "leaper -1,0 0,-2 1000000000x1000000000: A,B ? grundy", "king 2x2 damaged A,B: 1,1",
  "graph 4 1>2 2>3 3>1 3>4: A 3", "geography A 1-2: 1", "factor 10: A", "node-kayles 5 1-2 2-3 A-4: 2", "chomp rows A 1: ? verdict", "nim: 0..3 0..3 ? p-positions positions",
  "nim: A + kayles: B ? verdict grundy best", "wythoff: A,B + three-rocks: 5,7 ? verdict", "take-away A: B ? verdict", "moore A: 3 4 5 ? verdict",
  "subtraction 1 2: 10 ? sequence A-B", "three-rocks: 5,7 ? paths%A", "kayles: A ? sequence", "nim: A ? losing", "placement queen 6x6: A,B",
  "node-kayles A 1-2: ? winner", "arc-kayles A 1-2: ? winner", "graph A 1>2: 1", "take A 1,2: ? winner", "poset A 1<2: ? winner", "factor A: 1",
  "cram AxB: 1,1", "cram 1xA: ? winner", "chomp AxB: ? winner", "place 0,0+0,1 1xA: ? winner", "placement queen AxB: 1,1", "node-kayles 5 1-2: A",
];

/** Forms for each game of piles or squares whose rules are at most a number: its example with letters for numbers. */
function formsOfPiles() {
  const found = [];
  for (const [, name] of run(["games"]).matchAll(/^([a-z-]+)  /gm)) {
    const said = run(["games", name]);
    const isOfPiles = /^form +[a-z-]+(?: K| \[K\])?(?: \[[a-z]+(?: …)?\])*: (?:PILE|SQUARE)/m.test(said);
    const example = said.match(/^example +([^:]+): (.*)$/m);
    if (!isOfPiles || !example) continue;
    let letter = 0;
    const position = example[2].replaceAll(/\d+/g, () => "ABCDE"[letter++ % 5]);
    found.push(`${example[1]}: ${position} ? verdict`, `${example[1]}: ${position} ? best`);
  }
  return found;
}

/** What the program prints. */
function run(words) {
  return execFileSync(program, words, { encoding: "utf8" });
}

/** Every form with numbers that follow one another, the same on every machine. */
function records() {
  let at = 0;
  const next = () => numbers[(at = (at * 31 + 7) % 1009) % numbers.length];
  return [...forms, ...formsOfPiles()].flatMap((form) => Array.from({ length: 12 }, () => form.replaceAll(/\b[A-E]\b|(?<=\b)[AB](?=x)|(?<=x)[AB]\b/g, next)));
}

test("records with numbers beyond 32 bits are answered as the program answers them", async () => {
  assert.ok(program, "build the program first: cargo build");
  const lines = records();
  const page = await browser.open("r=nim:+1");
  await solver(page);
  const text = lines.join("\n") + "\n";
  const { answers, broken } = await page.evaluate((text) => window.solveFile(new TextEncoder().encode(text)), text);
  assert.equal(broken, undefined);
  const told = (() => {
    try {
      return execFileSync(program, ["--threads", "1", "--max-memory", "512M"], { input: text, encoding: "utf8", stdio: ["pipe", "pipe", "ignore"], maxBuffer: 1 << 28 });
    } catch (error) {
      // Some of the records are wrong, and are to be.
      return error.stdout;
    }
  })().trimEnd().split("\n");
  const got = answers.trimEnd().split("\n");
  assert.equal(got.length, lines.length);
  lines.forEach((line, at) => assert.equal(got[at], told[at], line));
  const errors = got.filter((answer) => answer === "ERROR").length;
  console.log(`${lines.length} records with numbers up to 64 bits, ${errors} of them wrong`);
  assert.ok(errors < lines.length / 2);
  await page.context().close();
});
