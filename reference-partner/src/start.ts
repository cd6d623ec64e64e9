import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { toNodeHandler } from '@wasl/partner-kit'
import type { PartnerLog, Secrets } from '@wasl/partner-kit'
import { addReference } from './add-reference.ts'
import type { NewReference } from './add-reference.ts'
import { ordersFrom } from './data-file.ts'
import type { Records } from './data-file.ts'
import type { Order } from './order.ts'
import { createShop } from './shop.ts'
import { openStore } from './store.ts'

export type ReferencePartnerOptions = {
  apiSecret: Secrets | undefined
  hmacSecret: Secrets | undefined
  /** Created from references.json if missing. Only one process may use it at a time. */
  dataFile: string
  /** Default: 0, any free port. */
  port?: number
  /** Default: 127.0.0.1. */
  host?: string
  log?: PartnerLog
}

export type ReferencePartner = {
  /** The API URL: lookups are GET {url}/{reference}. */
  url: string
  webhookUrl: string
  /** All orders, paid and unpaid, from the data file. */
  orders: () => Order[]
  order: (reference: string) => Order | undefined
  /** The time when each event was handled, by `event:paymentId`. */
  handledEvents: () => ReadonlyMap<string, string>
  /** Adds an unpaid reference. Rejects when a field is wrong or the reference exists. */
  addReference: (added: NewReference) => Promise<Order>
  /** Finishes open requests, then stops. */
  close: () => Promise<void>
}

const REFERENCES = new URL('../references.json', import.meta.url)

/** Closes the connection of a request that is not complete by then. */
const REQUEST_TIMEOUT_MS = 10_000

/**
 * Starts the reference partner.
 *
 * @throws Error when the port is in use or the data file is invalid; TypeError when a secret is wrong.
 */
export const startReferencePartner = async (
  options: ReferencePartnerOptions,
): Promise<ReferencePartner> => {
  const { apiSecret, hmacSecret, dataFile, port = 0, host = '127.0.0.1', log = () => {} } = options
  const store = await openStore(dataFile, seedRecords)
  const shop = createShop({ store, apiSecret, hmacSecret, log })
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, toNodeHandler(shop))
  // While the server closes, close each connection that becomes idle after its answer.
  server.on('request', (_request, response) => {
    response.once('close', () => {
      if (!server.listening) setImmediate(() => server.closeIdleConnections())
    })
  })
  await listen(server, port, host)
  const url = urlOf(server, host)
  return {
    url,
    webhookUrl: `${url}/webhooks/platform`,
    orders: () => [...store.records().orders.values()],
    order: (reference) => store.records().orders.get(reference),
    handledEvents: () => store.records().events,
    addReference: (added) => store.change((draft) => addReference(draft, added)),
    close: async () => {
      await stop(server)
      await store.idle()
    },
  }
}

/** Answers open requests, then closes. Does not wait for idle keep-alive connections. */
const stop = async (server: Server): Promise<void> => {
  const closed = once(server, 'close')
  server.close()
  server.closeIdleConnections()
  await closed
}

const seedRecords = async (): Promise<Records> => {
  const references: unknown = JSON.parse(await readFile(REFERENCES, 'utf8'))
  return { orders: ordersFrom(references), events: new Map() }
}

const listen = async (server: Server, port: number, host: string): Promise<void> => {
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
      throw new Error(`The port ${port} on ${host} is in use. Choose another one with PORT.`, {
        cause: error,
      })
    }
    throw error
  }
}

const urlOf = (server: Server, host: string): string => {
  const { port } = server.address() as AddressInfo
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
