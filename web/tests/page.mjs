// What the tests of the page share: a server, a browser, and words for what a person does.

import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { serve } from "./serve.mjs";

export const root = join(import.meta.dirname, "..", "..");
export const dist = process.env.GRUNDY_WEB_DIST ?? join(import.meta.dirname, "..", "dist");

const paths = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** A browser with the page served to it; `problems` gathers what a healthy page never says. */
export async function start(options = {}) {
  const server = await serve(dist);
  const { url } = server;
  const executablePath = process.env.CHROMIUM ?? paths.find((path) => existsSync(path));
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
  const problems = [];
  const open = async (hash = "", context = {}) => {
    const page = await (await browser.newContext({ acceptDownloads: true, ...options, ...context })).newPage();
    await page.addInitScript(() => document.addEventListener("securitypolicyviolation", (event) => {
      console.error(`policy: ${event.violatedDirective} ${event.sourceFile}:${event.lineNumber}:${event.columnNumber} ${event.target?.outerHTML?.slice(0, 200)}`);
    }));
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") problems.push(message.text());
    });
    page.on("pageerror", (error) => problems.push(String(error)));
    await page.goto(url + (hash ? `#${hash}` : ""));
    await settled(page);
    return page;
  };
  return { url, browser, open, problems, close: async () => { await browser.close(); await server.close(); } };
}

/** Types a text into the editor in place of what is there, and waits for its answers. */
export async function setRecords(page, text) {
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(text);
  await settled(page);
}

/** Waits until all records are answered: the page is busy from the change of a text to its last answer. */
export async function settled(page) {
  await page.waitForFunction(() => document.querySelector('#editor[aria-busy="false"]') && /\d record/.test(document.getElementById("count").textContent), null, { timeout: 60_000 });
}

/** The answers behind the records. */
export function answers(page) {
  return page.locator(".answer").allTextContents();
}

/** A link to records that needs no packing. */
export function link(text) {
  return new URLSearchParams({ r: text }).toString();
}

/** Waits for the position of the record at hand to say something. */
export async function verdict(page, pattern) {
  await page.locator("#verdict").filter({ hasText: pattern }).waitFor({ timeout: 20_000 });
  return page.locator("#verdict").textContent();
}

/** The program, where it has been built: the environment names it, or it is the newer of those that cargo has made. */
export const program = process.env.GRUNDY_PROGRAM ?? ["target/release/grundy", "target/debug/grundy"]
  .map((path) => join(root, path))
  .filter((path) => existsSync(path))
  .sort((one, other) => statSync(other).mtimeMs - statSync(one).mtimeMs)[0];

/** Gives a page `window.solveFile(bytes)`, which solves a file in a worker as the page does. */
export async function solver(page) {
  const assets = readdirSync(join(dist, "assets"));
  const find = (first, last) => `assets/${assets.find((name) => name.startsWith(first) && name.endsWith(last))}`;
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
          if (data.bytes) parts[data.part] += decoder.decode(data.bytes, { stream: true });
          else if (!data.part) done({ ...parts, result: data.result, broken: data.broken });
        };
        worker.postMessage({ id, name: "file", args: [bytes] }, [bytes.buffer]);
      });
  }, [find("worker", ".js"), find("grundy_web_bg", ".wasm")]);
}
