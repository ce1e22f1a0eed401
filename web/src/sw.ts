/// <reference lib="webworker" />
// The page without a network: every file is kept at the first visit, and a new version replaces the old one whole.

const worker = self as unknown as ServiceWorkerGlobalScope;
const cacheName = "grundy-__VERSION__";
const files: string[] = JSON.parse("__FILES__");

worker.addEventListener("install", (event) => {
  const keep = async () => {
    const cache = await caches.open(cacheName);
    await cache.addAll(["./", ...files]);
    await worker.skipWaiting();
  };
  event.waitUntil(keep());
});

worker.addEventListener("activate", (event) => {
  const forget = async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith("grundy-") && name !== cacheName);
    await Promise.all(old.map((name) => caches.delete(name)));
    await worker.clients.claim();
  };
  event.waitUntil(forget());
});

worker.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  const answer = async () => (await caches.match(event.request, { ignoreSearch: true })) ?? fetch(event.request);
  event.respondWith(answer());
});
