import { Client } from 'undici'

/** One connection to each origin, kept from request to request. */
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

/** Beyond the deadline of any request, which ends it sooner. */
const CONNECT_TIMEOUT_MS = 30_000

export const connectionTo = (origin: string, connectTimeoutMs: number): Client =>
  // undici's own timeouts start again with every byte; one deadline holds for everything.
  new Client(origin, {
    allowH2: false,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { timeout: connectTimeoutMs },
  })
