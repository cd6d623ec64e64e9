/** Registers the service worker; a new version takes over between two payments. */

let registration: ServiceWorkerRegistration | null = null

let isReloading = false

export const startWorker = (): void => {
  if (!('serviceWorker' in navigator)) return
  navigator.serviceWorker.register('/till/sw.js', { scope: '/till/' }).then(
    (registered) => {
      registration = registered
    },
    () => undefined,
  )
}

/** Lets a version that waits take over, and loads it. Called where no payment is under way. */
export const takeUpdate = (): void => {
  const waiting = registration?.waiting
  if (waiting === null || waiting === undefined || isReloading) return
  isReloading = true
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), {
    once: true,
  })
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- of one origin by itself
  waiting.postMessage('take-over')
}
