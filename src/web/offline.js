// The service worker: keeps what was loaded, so that the page works without a network. What the network has comes first.
//
// SPDX-License-Identifier: MIT
const STORE = "papamu";
const FILES = ["./", "main.js", "worker.js", "papamu-simd.js", "papamu-plain.js", "strings.json", "problems.json"];

self.addEventListener("install", (event) => event.waitUntil(caches.open(STORE).then((store) => store.addAll(FILES))));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  event.respondWith(fromNetwork(request));
});

async function fromNetwork(request) {
  const store = await caches.open(STORE);
  try {
    const answer = await fetch(request);
    if (answer.ok) await store.put(request, answer.clone());
    return answer;
  } catch (error) {
    const kept = await store.match(request, { ignoreSearch: true });
    if (kept) return kept;
    throw error;
  }
}
