/*
 * The service worker of /r: keeps the page and the public keys, so that receipts can be checked without
 * the network. It sees no code: what is behind # is not part of any request.
 */
const NAME = 'wasl-receipts-1'
const KEPT = ['/r', '/.well-known/wasl-keys']
const PATIENCE_MS = 5_000

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(NAME)
      .then((cache) => cache.addAll(KEPT))
      .then(() => self.skipWaiting()),
  )
})

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('fetch', (event) => {
  const { method, url } = event.request
  const { origin, pathname } = new URL(url)
  if (method !== 'GET' || origin !== self.location.origin || !KEPT.includes(pathname)) return
  event.respondWith(freshest(pathname))
})

/* From the network; or what was kept, when the network is missing or slow, or the platform is down. */
const freshest = async (pathname) => {
  const cache = await caches.open(NAME)
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS)
    const response = await fetch(pathname, { cache: 'no-cache', signal })
    if (response.ok) {
      await cache.put(pathname, response.clone())
      return response
    }
  } catch {
    // There is no network.
  }
  return (await cache.match(pathname)) ?? Response.error()
}
