import {
  type Connection,
  type ConnectorOptions,
  createConnection,
  createConnector,
} from './connection.ts'
import type { Exchange, ExchangeOwner } from './exchange.ts'
import type { OutboundResult } from './outbound-types.ts'

export type OriginPoolOptions = ConnectorOptions & {
  origin: string
  connectionsMax: number
  waitingMax: number
}

/** The connections of one partner to one origin. */
export type OriginPool = ExchangeOwner & {
  /** Gives the exchange an idle or new connection, or lets it wait for one. */
  submit(exchange: Exchange): void
  /**
   * Ends every exchange whose deadline has passed, or that received far too many bytes. `now` comes
   * from `performance.now()`.
   */
  sweep(now: number): void
  /** Closes everything at once. Nothing may be submitted afterwards. */
  destroy(): Promise<void>
  stats(): { connections: number; inFlight: number; waiting: number; lastUsedAt: number }
}

/**
 * Keeps up to `connectionsMax` connections to one origin. A connection that failed is closed. The
 * most recently used one is taken first, so that surplus connections become idle and close. An
 * exchange that finds no connection waits; at most `waitingMax` do.
 */
export const createOriginPool = (options: OriginPoolOptions): OriginPool => {
  const connect = createConnector(options)
  const connections = new Set<Connection>()
  const idle: Connection[] = []
  let waiting: Exchange[] = []
  let inFlightCount = 0
  let lastUsedAt = performance.now()

  const open = (): Connection | undefined => {
    if (connections.size >= options.connectionsMax) return undefined
    const connection = createConnection(options.origin, connect, release)
    connections.add(connection)
    return connection
  }

  const enter = (exchange: Exchange, wantsNew: boolean): void => {
    inFlightCount += 1
    const connection = wantsNew ? (open() ?? idle.pop()) : (idle.pop() ?? open())
    if (connection !== undefined) connection.carry(exchange)
    else if (waiting.length < options.waitingMax) waiting.push(exchange)
    else exchange.fail('too_many_calls', `${waiting.length} calls to this origin wait already`)
  }

  const release = (connection: Connection, exchange: Exchange, result: OutboundResult): void => {
    const next = waiting.shift()
    if (result.ok) {
      if (next === undefined) idle.push(connection)
      else connection.carry(next)
    } else {
      connections.delete(connection)
      connection.tearDown(exchange)
      if (next !== undefined) open()?.carry(next)
    }
    conclude(exchange, result)
  }

  const conclude = (exchange: Exchange, result: OutboundResult): void => {
    inFlightCount -= 1
    if (isWorthARetry(exchange, result)) enter(exchange.again(pool), true)
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
      // Waiting exchanges first: otherwise they would get the connections of those that expire.
      for (const exchange of waiting) if (now >= exchange.deadline) exchange.expire()
      waiting = waiting.filter((exchange) => !exchange.isOver)
      for (const connection of connections) {
        const { exchange } = connection
        if (exchange === null) continue
        if (now >= exchange.deadline) exchange.expire()
        else exchange.limitWire(connection.wireBytes())
      }
    },
    async destroy() {
      await Promise.all([...connections].map((connection) => connection.close()))
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

/** One retry, and only if no byte of an answer has arrived (D11). */
const isWorthARetry = (exchange: Exchange, result: OutboundResult): boolean => {
  if (result.ok || result.reason !== 'connection') return false
  return exchange.retriesLeft > 0 && exchange.phase !== 'answering'
}
