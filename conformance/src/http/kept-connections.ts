import { Client } from 'undici'

/** One keep-alive connection for each origin. */
export type KeptConnections = {
  to: (origin: string) => Client
  close: () => Promise<void>
}

export const keepConnections = (): KeptConnections => {
  const clients = new Map<string, Client>()
  return {
    to: (origin) => {
      const client = clients.get(origin) ?? connectionTo(origin, CONNECT_TIMEOUT_MS)
      clients.set(origin, client)
      return client
    },
    close: async () => {
      await Promise.all([...clients.values()].map((client) => client.destroy()))
    },
  }
}

/** Longer than the deadline of any request. */
const CONNECT_TIMEOUT_MS = 30_000

export const connectionTo = (origin: string, connectTimeoutMs: number): Client =>
  // undici's timeouts restart with every byte; the request's own deadline covers everything.
  new Client(origin, {
    allowH2: false,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { timeout: connectTimeoutMs },
  })
