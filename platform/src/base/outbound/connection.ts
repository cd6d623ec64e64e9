import { Socket } from 'node:net'
import { buildConnector, Client } from 'undici'
import type { AddressPolicy } from './address-policy.ts'
import type { Exchange, ExchangeOwner } from './exchange.ts'
import { createGuardedLookup } from './guarded-lookup.ts'
import type { OutboundResult } from './outbound-types.ts'
import type { Resolve } from './resolve.ts'

/** One connection that carries one exchange at a time over HTTP/1.1. It connects on demand. */
export type Connection = ExchangeOwner & {
  /** The exchange under way. */
  exchange: Exchange | null
  carry(exchange: Exchange): void
  /** Bytes received for the exchange under way, including framing and TLS. */
  wireBytes(): number
  /** Closes it after an exchange has failed on it. It is not used again. */
  tearDown(failed: Exchange): void
  /** Closes it when it carries no exchange. */
  close(): Promise<void>
}

export type ConnectorOptions = {
  policy: AddressPolicy
  resolve: Resolve
  /** Certificate authorities to trust instead of the system's, in PEM. */
  ca: string | undefined
}

type OnEnd = (connection: Connection, exchange: Exchange, result: OutboundResult) => void

// The limit on a response's headers in bytes; the same as that of Node's own HTTP client.
const HEADER_BYTES_MAX = 16 * 1024
// How long an idle connection is kept when the server does not say: less than the 5 s after which
// Node's own server, the fastest of the common ones, closes it.
const KEEP_ALIVE_MS = 4_000
const KEEP_ALIVE_MS_MAX = 60_000
// For each address but the last (W68). A lost SYN is sent again after a second. Node's default of
// 250 ms would give up the only working address of a host whose other family this machine cannot
// reach.
const CONNECT_ATTEMPT_MS = 2_000
// The exchange's deadline comes first; this only cleans up after it.
const CONNECT_BACKSTOP_MS = 15_000

/** Connects only to addresses that the policy allows, and over TLS only to trusted servers. */
export const createConnector = ({
  policy,
  resolve,
  ca,
}: ConnectorOptions): buildConnector.connector => {
  return buildConnector({
    allowH2: false,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: CONNECT_ATTEMPT_MS,
    lookup: createGuardedLookup(policy, resolve),
    rejectUnauthorized: true,
    timeout: CONNECT_BACKSTOP_MS,
    ...(ca === undefined ? {} : { ca }),
  })
}

/**
 * undici's own timeouts are off: they are accurate to half a second and restart with every byte,
 * while a call has one deadline.
 */
export const createConnection = (
  origin: string,
  connect: buildConnector.connector,
  onEnd: OnEnd,
): Connection => {
  let socket: Socket | null = null
  let bytesBefore = 0
  const client = new Client(origin, {
    allowH2: false,
    bodyTimeout: 0,
    connect: (options, callback) => {
      const connecting: unknown = connect(options, callback)
      socket = connecting instanceof Socket ? connecting : null
      bytesBefore = 0
    },
    headersTimeout: 0,
    keepAliveMaxTimeout: KEEP_ALIVE_MS_MAX,
    keepAliveTimeout: KEEP_ALIVE_MS,
    maxHeaderSize: HEADER_BYTES_MAX,
    pipelining: 1,
  })
  const connection: Connection = {
    exchange: null,
    carry(exchange) {
      const { request, path } = exchange
      const { method, body = null } = request
      bytesBefore = socket?.bytesRead ?? 0
      connection.exchange = exchange
      exchange.owner = connection
      exchange.phase = 'connecting'
      client.dispatch({ path, method, headers: headerList(request.headers), body }, exchange)
    },
    wireBytes: () => (socket?.bytesRead ?? 0) - bytesBefore,
    ended(exchange, result) {
      connection.exchange = null
      onEnd(connection, exchange, result)
    },
    tearDown(failed) {
      if (failed.phase === 'connecting') {
        // Nothing may be sent later, on this socket or on a new one.
        void client.destroy()
        socket?.destroy()
      } else {
        // undici may be calling back right now, while it parses.
        setImmediate(() => void client.destroy())
      }
    },
    close: () => client.destroy(),
  }
  return connection
}

/**
 * A flat list is undici's fastest form. `identity` asks for an uncompressed body. Some firewalls
 * refuse requests without a User-Agent.
 */
const headerList = (headers: Readonly<Record<string, string>>): string[] => {
  const list = ['user-agent', 'Wasl', 'accept-encoding', 'identity']
  for (const name in headers) list.push(name, headers[name] ?? '')
  return list
}
