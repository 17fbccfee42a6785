// Lets the page start, and the last daily be played, without a connection.
// What has a version in its address is kept; everything else is asked for first.

const BASE = "@BASE@";
const FILES = ["@FILES@"];
const SHELL = `shell:${BASE}`;
const ANSWERS = "answers";
// Answers that a game needs to begin; the last one is given when there is no connection.
const KEPT = /\/v1\/(rules|daily(\/\d{4}-\d{2}-\d{2})?)$/;
const MOST = 40;

self.addEventListener("install", (event) => {
  event.waitUntil(
    (async () => {
      const shell = await caches.open(SHELL);
      await shell.addAll(["./", ...FILES]);
      await self.skipWaiting();
    })(),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) {
        if (name.startsWith("shell:") && name !== SHELL) await caches.delete(name);
      }
      await self.clients.claim();
    })(),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== self.location.origin) return;
  const scope = new URL(self.registration.scope);
  if (request.mode === "navigate" && address.pathname === scope.pathname) {
    event.respondWith(fetch(request).catch(async () => (await caches.match("./")) ?? Response.error()));
  } else if (address.pathname.startsWith(`${scope.pathname}page/`)) {
    event.respondWith(caches.match(request).then((found) => found ?? fetch(request)));
  } else if (KEPT.test(address.pathname) && !request.headers.has("Authorization")) {
    event.respondWith(freshOrKept(request));
  }
});

/** @param {Request} request */
async function freshOrKept(request) {
  const answers = await caches.open(ANSWERS);
  try {
    const response = await fetch(request);
    if (response.ok) {
      await answers.put(request, response.clone());
      const keys = await answers.keys();
      for (const old of keys.slice(0, Math.max(0, keys.length - MOST))) await answers.delete(old);
    }
    return response;
  } catch (error) {
    const found = await answers.match(request);
    if (found) return found;
    throw error;
  }
}
