/**
 * The till's service worker: keeps the page and its files, so that the till starts without the network.
 * The build writes the list of files in place of FILES; another list makes another version. A new
 * version waits until the till says that no payment is under way.
 */
export type Extendable = Event & { waitUntil: (work: Promise<unknown>) => void }

type Fetching = Extendable & {
  request: Request
  respondWith: (answer: Promise<Response>) => void
}

type Worker = {
  addEventListener(type: 'install' | 'activate', listener: (event: Extendable) => void): void
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void
  skipWaiting: () => Promise<void>
  clients: { claim: () => Promise<void> }
}

const worker = globalThis as unknown as Worker

/** The files of the build, and a hash over them. Replaced by the build. */
const BUILD: { version: string; files: string[] } = JSON.parse('__WASL_TILL_BUILD__')

const PAGE = '/till/'

const PREFIX = 'wasl-till-'

const CACHE = PREFIX + BUILD.version

worker.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll([PAGE, ...BUILD.files])))
})

worker.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => names.filter((name) => name.startsWith(PREFIX) && name !== CACHE))
      .then((names) => Promise.all(names.map((name) => caches.delete(name))))
      .then(() => worker.clients.claim()),
  )
})

worker.addEventListener('message', ({ data }) => {
  if (data === 'take-over') void worker.skipWaiting()
})

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  const isPage = request.mode === 'navigate' && /^\/till(?:\/|$)/.test(pathname)
  if (isPage) event.respondWith(page())
  else if (/^\/(?:screens|till)\//.test(pathname)) event.respondWith(file(request))
})

/** The page of this version, so that the scripts are the ones that it names. */
const page = async (): Promise<Response> =>
  (await (await caches.open(CACHE)).match(PAGE)) ?? fetch(PAGE)

/** Names change with the content, so what is kept is never out of date. */
const file = async (request: Request): Promise<Response> => {
  const cache = await caches.open(CACHE)
  const kept = await cache.match(request)
  if (kept !== undefined) return kept
  const answer = await fetch(request)
  if (answer.ok) await cache.put(request, answer.clone())
  return answer
}
