/**
 * Keeps the atlas for use without a connection. ATLAS, with the version and all files, is written before this by the
 * stage: another version is another worker, which fetches all files before it takes over.
 */

/** Other atlases on the same server have other scopes. */
const OURS = `${self.registration.scope} `;
const CACHE = `${OURS}${ATLAS.version}`;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(ATLAS.files)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  /** @param {string[]} names */
  const drop = (names) => Promise.all(names.filter((name) => name.startsWith(OURS) && name !== CACHE)
    .map((name) => caches.delete(name)));
  event.waitUntil(caches.keys().then(drop).then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const kept = caches.open(CACHE).then((cache) => cache.match(event.request, { ignoreSearch: true }));
  event.respondWith(kept.then((response) => response ?? fetch(event.request)));
});
