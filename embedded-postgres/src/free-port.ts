import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Below those that systems give to outgoing connections, which would take a port before it is used: Linux
 * begins at 32768, and others later.
 */
const PORT_MIN = 20_480
const PORT_MAX = 32_767

const TRIES_MAX = 100

/** A port of loopback that was free a moment ago. */
export const freePort = async (): Promise<number> => {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const port = randomInt(PORT_MIN, PORT_MAX + 1)
    if (await isFree(port)) return port
  }
  throw new Error(`Expected a free port between ${PORT_MIN} and ${PORT_MAX}, and found none.`)
}

/** Some systems keep single ports for themselves: those are not free either. */
const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server
      .once('error', () => resolve(false))
      .listen(port, '127.0.0.1', () => {
        server.close(() => resolve(true))
      })
  })
