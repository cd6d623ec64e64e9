/** A correct partner on plain node:http, without the kit. A fault replaces one of its rules. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { createServer as createNetServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'
import { HONEST } from './honest.ts'
import { error } from './rules.ts'
import type { Event, Reply, Rules } from './rules.ts'
import { openShop } from './shop.ts'
import type { Shop } from './shop.ts'

export type Partner = { apiUrl: string; shop: Shop; close: () => Promise<void> }

const BASE = '/pay'

/** Longer than the limit for one answer, so that who waits for the end of a connection waits too long. */
const KEEP_ALIVE_MS = 60_000

export const startPartner = async (changed: Partial<Rules> = {}): Promise<Partner> => {
  const rules = { ...HONEST, ...changed }
  const shop = openShop()
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    void replyTo(rules, shop, request)
      .catch((cause: unknown) => rules.onError(cause))
      .then((reply) => rules.write(response, reply, request))
  })
  const door = createDoor((socket) => void server.emit('connection', socket), rules)
  door.listen(0, '127.0.0.1')
  await once(door, 'listening')
  const { port } = door.address() as AddressInfo
  return {
    apiUrl: `http://127.0.0.1:${port}${BASE}`,
    shop,
    close: async () => {
      server.closeAllConnections()
      door.close()
      await once(door, 'close')
    },
  }
}

/** Accepts connections, and makes those beyond `connectionsAtOnce` wait. */
const createDoor = (letIn: (socket: Socket) => void, { connectionsAtOnce }: Rules): Server => {
  const waiting: Socket[] = []
  let open = 0
  return createNetServer((socket) => {
    const enter = (): void => {
      open += 1
      socket.once('close', () => {
        open -= 1
        waiting.shift()?.emit('turn')
      })
      letIn(socket)
    }
    if (open < connectionsAtOnce) return enter()
    waiting.push(socket.once('turn', enter).on('error', () => {}))
  })
}

const replyTo = async (rules: Rules, shop: Shop, request: IncomingMessage): Promise<Reply> => {
  const { method = '', url = '' } = request
  if (method === 'POST' && url === `${BASE}/webhooks/platform`) return receive(rules, shop, request)
  if (method !== 'GET') return rules.onOtherMethod(request, shop)
  return url.startsWith(`${BASE}/`)
    ? lookUp(rules, shop, request, url.slice(BASE.length + 1))
    : error(404, 'NOT_FOUND')
}

const lookUp = async (
  rules: Rules,
  shop: Shop,
  { headers }: IncomingMessage,
  rawPath: string,
): Promise<Reply> => {
  const isOpen = rules.opensLookup(headers.authorization, shop)
  if (!isOpen && !rules.looksUpFirst) return error(401, 'UNAUTHORIZED')
  const timestamp = one(headers['x-timestamp'])
  if (!rules.isFreshLookup(timestamp)) return error(401, 'UNAUTHORIZED')
  const reference = rules.referenceIn(rawPath)
  const order = reference === null ? undefined : await rules.find(reference, shop)
  if (!isOpen && order !== undefined) return error(401, 'UNAUTHORIZED')
  return order?.state === 'unpaid'
    ? { status: 200, value: rules.detailsOf(order, reference ?? '') }
    : rules.refuse(order?.state)
}

const receive = async (rules: Rules, shop: Shop, request: IncomingMessage): Promise<Reply> => {
  const { headers } = request
  if (!rules.opensWebhook(headers.authorization, shop)) return error(401, 'UNAUTHORIZED')
  const timestamp = one(headers['x-timestamp'])
  if (!rules.isFreshWebhook(timestamp)) return error(401, 'UNAUTHORIZED')
  const body = await rules.readBody(request)
  rules.beforeVerifying(body, shop)
  if (!rules.isSigned(one(headers['x-signature']), body, timestamp ?? '', shop)) {
    return error(401, 'UNAUTHORIZED')
  }
  let event: Event
  try {
    event = rules.parse(body)
  } catch {
    return rules.onUnreadable()
  }
  const refusal = rules.refusalOf(event, request) ?? (await rules.handle(event, shop))
  return refusal ?? rules.acknowledgement
}

const one = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header.join(', ') : header
