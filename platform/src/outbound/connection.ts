import { Socket } from 'node:net'
import { buildConnector, Client } from 'undici'
import type { AddressPolicy } from './address-policy.ts'
import type { Exchange, ExchangeOwner } from './exchange.ts'
import { createGuardedLookup } from './guarded-lookup.ts'
import type { OutboundResult } from './outbound-types.ts'
import type { Resolve } from './resolve.ts'

/** One connection, carrying one exchange at a time over HTTP/1.1. It connects when it has to. */
export type Connection = ExchangeOwner & {
  /** The exchange it carries at this moment. */
  exchange: Exchange | null
  carry(exchange: Exchange): void
  /** Bytes that have come for the exchange it carries, framing and TLS included. */
  wireBytes(): number
  /** Closes it after an exchange has failed on it: it is not used again. */
  tearDown(failed: Exchange): void
  /** Closes it when it carries nothing. */
  close(): Promise<void>
}

export type ConnectorOptions = {
  policy: AddressPolicy
  resolve: Resolve
  /** Certificate authorities to trust instead of the system's, in PEM. */
  ca: string | undefined
}

type OnEnd = (connection: Connection, exchange: Exchange, result: OutboundResult) => void

// Headers of a response, in bytes; what Node's own HTTP client takes.
const HEADER_BYTES_MAX = 16 * 1024
// How long an idle connection is kept when the server does not say: below the 5 s after which Node's
// own server, the shortest-lived of the common ones, closes it.
const KEEP_ALIVE_MS = 4_000
const KEEP_ALIVE_MS_MAX = 60_000
// For each address but the last (W68). A lost SYN is sent again after a second; Node's own 250 ms would give
// up the only address that works for one of a family that this host cannot reach.
const CONNECT_ATTEMPT_MS = 2_000
// The exchange's own deadline comes first; this only clears away what it may leave behind.
const CONNECT_BACKSTOP_MS = 15_000

/** Connects to nothing but addresses that the policy lets pass, and over TLS only with trust. */
export function createConnector({
  policy,
  resolve,
  ca,
}: ConnectorOptions): buildConnector.connector {
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
 * undici's own timeouts are switched off: they are precise to half a second and begin anew with every
 * byte, while here one deadline holds for the whole call.
 */
export function createConnection(
  origin: string,
  connect: buildConnector.connector,
  onEnd: OnEnd,
): Connection {
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
        // What has not left yet must not leave later, on this socket or on a new one.
        void client.destroy()
        socket?.destroy()
      } else {
        // undici may be calling us back at this moment, in the middle of parsing.
        setImmediate(() => void client.destroy())
      }
    },
    close: () => client.destroy(),
  }
  return connection
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
