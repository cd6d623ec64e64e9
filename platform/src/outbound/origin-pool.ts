import { Socket } from 'node:net'
import { buildConnector, Client } from 'undici'
import type { AddressPolicy } from './address-policy.ts'
import type { Exchange, ExchangeOwner } from './exchange.ts'
import { createGuardedLookup } from './guarded-lookup.ts'
import type { OutboundResult } from './outbound-types.ts'
import type { Resolve } from './resolve.ts'
import type { Target } from './target.ts'

export type OriginPoolOptions = {
  target: Target
  policy: AddressPolicy
  resolve: Resolve
  connectionsMax: number
  waitingMax: number
  /** Certificate authorities to trust instead of the system's, in PEM. */
  ca: string | undefined
}

/** The connections of one partner to one origin. */
export type OriginPool = ExchangeOwner & {
  /** Takes the exchange to an idle or new connection, or lets it wait for one. */
  submit(exchange: Exchange): void
  /** Ends every exchange whose deadline has passed. `now` is of `performance.now()`. */
  sweep(now: number): void
  /** Closes everything at once; nothing may be submitted afterwards. */
  destroy(): Promise<void>
  stats(): { connections: number; inFlight: number; waiting: number; lastUsedAt: number }
}

type Connection = ExchangeOwner & {
  client: Client
  exchange: Exchange | null
  socket: Socket | null
}

// Headers of a response, in bytes; what Node's own HTTP client takes.
const HEADER_BYTES_MAX = 16 * 1024
// How long an idle connection is kept when the server does not say: below the 5 s after which Node's
// own server, the shortest-lived of the common ones, closes it.
const KEEP_ALIVE_MS = 4_000
const KEEP_ALIVE_MS_MAX = 60_000
// The exchange's own deadline comes first; this only clears away what it may leave behind.
const CONNECT_BACKSTOP_MS = 15_000

/**
 * Keeps up to `connectionsMax` connections to one origin, each carrying one exchange at a time over
 * HTTP/1.1. A connection that failed once is thrown away. The most recently used one is taken first,
 * so that connections above the need fall idle and close.
 *
 * undici's own timeouts are switched off: they are precise to half a second and begin anew with every
 * byte, while here one deadline holds for the whole call.
 */
export function createOriginPool(options: OriginPoolOptions): OriginPool {
  const { target } = options
  const connect = buildConnector({
    allowH2: false,
    autoSelectFamily: true,
    lookup: createGuardedLookup(options.policy, options.resolve),
    rejectUnauthorized: true,
    timeout: CONNECT_BACKSTOP_MS,
    ...(options.ca === undefined ? {} : { ca: options.ca }),
  })
  const connections = new Set<Connection>()
  const idle: Connection[] = []
  let waiting: Exchange[] = []
  let inFlightCount = 0
  let lastUsedAt = performance.now()

  function open(): Connection | undefined {
    if (connections.size >= options.connectionsMax) return undefined
    const connection: Connection = {
      client: new Client(target.origin, {
        allowH2: false,
        bodyTimeout: 0,
        connect: (connectOptions, callback) => {
          const socket: unknown = connect(connectOptions, callback)
          connection.socket = socket instanceof Socket ? socket : null
        },
        headersTimeout: 0,
        keepAliveMaxTimeout: KEEP_ALIVE_MS_MAX,
        keepAliveTimeout: KEEP_ALIVE_MS,
        maxHeaderSize: HEADER_BYTES_MAX,
        pipelining: 1,
      }),
      exchange: null,
      socket: null,
      ended(exchange, result) {
        connection.exchange = null
        if (result.ok) reuse(connection)
        else discard(connection, exchange)
        conclude(exchange, result)
      },
    }
    connections.add(connection)
    return connection
  }

  function assign(connection: Connection, exchange: Exchange): void {
    const { request } = exchange
    connection.exchange = exchange
    exchange.owner = connection
    exchange.phase = 'connecting'
    connection.client.dispatch(
      {
        path: exchange.path,
        method: request.method,
        headers: headerList(request.headers),
        body: request.body ?? null,
      },
      exchange,
    )
  }

  function reuse(connection: Connection): void {
    const next = waiting.shift()
    if (next === undefined) idle.push(connection)
    else assign(connection, next)
  }

  function discard(connection: Connection, failed: Exchange): void {
    connections.delete(connection)
    // What has not left yet must not leave on a new socket. What has left may be calling us back at
    // this moment, from inside undici's parser: its client is taken down after that.
    if (failed.phase === 'connecting') void connection.client.destroy()
    else setImmediate(() => void connection.client.destroy())
    connection.socket?.destroy()
    const next = waiting.shift()
    if (next !== undefined) take(next, false)
  }

  /** Gives the exchange a connection; false when there is none to give. */
  function take(exchange: Exchange, wantsNew: boolean): boolean {
    const connection = wantsNew ? (open() ?? idle.pop()) : (idle.pop() ?? open())
    if (connection === undefined) return false
    assign(connection, exchange)
    return true
  }

  function enter(exchange: Exchange, wantsNew: boolean): void {
    inFlightCount += 1
    if (take(exchange, wantsNew)) return
    if (waiting.length < options.waitingMax) waiting.push(exchange)
    else exchange.fail('too_many_calls', `${waiting.length} calls to this origin wait already`)
  }

  function conclude(exchange: Exchange, result: OutboundResult): void {
    inFlightCount -= 1
    const isRetried =
      !result.ok &&
      result.reason === 'connection' &&
      exchange.retriesLeft > 0 &&
      exchange.phase !== 'answering'
    if (isRetried) enter(exchange.again(pool), true)
    else exchange.resolve(result)
  }

  const pool: OriginPool = {
    submit(exchange) {
      lastUsedAt = exchange.startedAt
      enter(exchange, false)
    },
    ended: conclude,
    sweep(now) {
      if (inFlightCount === 0) return
      // Those that wait first: otherwise they would be given the connections of the others.
      for (const exchange of waiting) {
        if (now >= exchange.deadline) exchange.expire()
      }
      waiting = waiting.filter((exchange) => !exchange.isOver)
      for (const { exchange } of connections) {
        if (exchange !== null && now >= exchange.deadline) exchange.expire()
      }
    },
    async destroy() {
      await Promise.all([...connections].map(({ client }) => client.destroy()))
      connections.clear()
      idle.length = 0
    },
    stats: () => ({
      connections: connections.size,
      inFlight: inFlightCount - waiting.length,
      waiting: waiting.length,
      lastUsedAt,
    }),
  }
  return pool
}

/**
 * undici takes a flat list fastest. `identity` asks for a body as it is; some firewalls in front of
 * partners turn away requests without a User-Agent.
 */
function headerList(headers: Readonly<Record<string, string>>): string[] {
  const list = ['user-agent', 'Wasl', 'accept-encoding', 'identity']
  for (const name in headers) list.push(name, headers[name] ?? '')
  return list
}
