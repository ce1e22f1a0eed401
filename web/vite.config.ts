import { createHash } from "node:crypto";
import { readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { defineConfig, type Plugin } from "vite";

/** Tells the service worker all files of the page, and a name for this set of files. */
function listFiles(): Plugin {
  return {
    name: "list-files",
    closeBundle() {
      const root = join(import.meta.dirname, "dist");
      const all = (folder: string): string[] =>
        readdirSync(folder).flatMap((name) => {
          const path = join(folder, name);
          return statSync(path).isDirectory() ? all(path) : [path];
        });
      const files = all(root).filter((path) => !path.endsWith("sw.js")).sort();
      const hash = createHash("sha256");
      files.forEach((path) => hash.update(readFileSync(path)));
      const names = files.map((path) => relative(root, path));
      const worker = join(root, "sw.js");
      const code = readFileSync(worker, "utf8")
        .replaceAll("__FILES__", JSON.stringify(names).replaceAll('"', '\\"'))
        .replaceAll("__VERSION__", hash.digest("hex").slice(0, 16));
      writeFileSync(worker, code);
    },
  };
}

export default defineConfig({
  base: "./",
  worker: { format: "es" },
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: { main: "index.html", sw: "src/sw.ts" },
      output: { entryFileNames: (chunk) => (chunk.name === "sw" ? "sw.js" : "assets/[name]-[hash].js") },
    },
  },
  plugins: [listFiles()],
});
