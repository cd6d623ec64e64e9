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
  /** Made from references.json when it is not there yet. One process at a time may use it. */
  dataFile: string
  /** 0, any free one, unless given. */
  port?: number
  /** 127.0.0.1 unless given. */
  host?: string
  log?: PartnerLog
}

export type ReferencePartner = {
  /** The API URL: lookups are GET {url}/{reference}. */
  url: string
  webhookUrl: string
  /** All orders, paid and unpaid, as they are on the disk. */
  orders: () => Order[]
  order: (reference: string) => Order | undefined
  /** When each event was handled, by `event:paymentId`. */
  handledEvents: () => ReadonlyMap<string, string>
  /** Adds an unpaid reference, and rejects when a field is wrong or the reference is taken. */
  addReference: (added: NewReference) => Promise<Order>
  /** Finishes what is under way, then stops. */
  close: () => Promise<void>
}

const REFERENCES = new URL('../references.json', import.meta.url)

/** A request that has not come whole by then is given up, so that nobody can hold a connection. */
const REQUEST_TIMEOUT_MS = 10_000

/**
 * Starts the reference partner.
 *
 * @throws Error when the port is taken, TypeError when a secret is wrong, Error when the data file
 * cannot be used; each with a sentence that says so.
 */
export const startReferencePartner = async (
  options: ReferencePartnerOptions,
): Promise<ReferencePartner> => {
  const { apiSecret, hmacSecret, dataFile, port = 0, host = '127.0.0.1', log = () => {} } = options
  const store = await openStore(dataFile, seedRecords)
  const shop = createShop({ store, apiSecret, hmacSecret, log })
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, toNodeHandler(shop))
  // A connection becomes idle after its answer: once the server is closing, nobody waits for more.
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
      await store.settled()
    },
  }
}

/** Answers what has been asked, then closes; connections kept alive for more are not waited for. */
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
      throw new Error(`The port ${port} on ${host} is taken. Choose another one with PORT.`, {
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
