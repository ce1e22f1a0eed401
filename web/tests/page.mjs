// What the tests of the page share: a server, a browser, and words for what a person does.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { serve } from "./serve.mjs";

export const root = join(import.meta.dirname, "..", "..");
export const dist = process.env.GRUNDY_WEB_DIST ?? join(import.meta.dirname, "..", "dist");

const paths = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** A browser with the page served to it; `problems` gathers what a healthy page never says. */
export async function start(options = {}) {
  const server = await serve(dist);
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
    await page.goto(server.url + (hash ? `#${hash}` : ""));
    await page.waitForFunction(() => /\d record/.test(document.getElementById("count").textContent));
    return page;
  };
  return { server, browser, open, problems, close: async () => { await browser.close(); await server.close(); } };
}

/** Types a text into the editor in place of what is there, and waits for its answers. */
export async function setRecords(page, text) {
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(text);
  await settled(page);
}

/** Waits until the records are answered. */
export async function settled(page) {
  await page.waitForTimeout(350);
  await page.waitForFunction(() => /\d record/.test(document.getElementById("count").textContent) && document.getElementById("stop").hidden, null, { timeout: 60_000 });
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
