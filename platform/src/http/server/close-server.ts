import type { FastifyInstance } from 'fastify'

/** How soon a shutdown notices that a connection is idle. */
const CLOSE_IDLE_MS = 50

/**
 * By then every request of a channel or partner is answered (W67): a lookup takes at most 5
 * seconds. A connection that is still open has sent nothing, or half a request. Node.js sets no
 * limit to slow requests while its server closes, so it would delay the shutdown.
 */
const CLOSE_ALL_MS = 10_000

/** Refuses new requests, and answers the open ones. */
export const closeServer = async (app: FastifyInstance): Promise<void> => {
  // Closing the server closes connections that are idle now. Clients would keep the others open
  // long after their last answer.
  const closingIdle = setInterval(() => app.server.closeIdleConnections(), CLOSE_IDLE_MS)
  const closingAll = setTimeout(() => app.server.closeAllConnections(), CLOSE_ALL_MS)
  try {
    await app.close()
  } finally {
    clearInterval(closingIdle)
    clearTimeout(closingAll)
  }
}
