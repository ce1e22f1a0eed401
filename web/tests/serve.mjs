// Serves the built page on localhost, as a plain server of files does.

import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const types = {
  ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm",
  ".svg": "image/svg+xml", ".webmanifest": "application/manifest+json",
};

/** Starts a server of a folder on a free port; gives its address and how to end it. */
export async function serve(folder, port = 0) {
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://localhost").pathname));
    const file = join(folder, path.endsWith("/") ? `${path}index.html` : path);
    const found = path.includes("..") ? undefined : await stat(file).catch(() => undefined);
    if (!found?.isFile()) {
      response.writeHead(404).end("not found");
      return;
    }
    response.writeHead(200, { "content-type": types[extname(file)] ?? "application/octet-stream", "content-length": found.size });
    createReadStream(file).pipe(response);
  });
  await new Promise((done) => server.listen(port, "127.0.0.1", done));
  const { port: chosen } = server.address();
  return {
    url: `http://127.0.0.1:${chosen}/`,
    port: chosen,
    close: () => new Promise((done) => { server.close(done); server.closeAllConnections(); }),
  };
}

// `node tests/serve.mjs [PORT]`: to look at the page oneself.
if (import.meta.filename === process.argv[1]) {
  const { url } = await serve(join(import.meta.dirname, "..", "dist"), Number(process.argv[2] ?? 8000));
  console.log(url);
}
