import { LRUCache } from 'lru-cache'
import { createAddressPolicy } from './address-policy.ts'
import { createDeadlineClock } from './deadline-clock.ts'
import { Exchange, failure } from './exchange.ts'
import { createOriginPool } from './origin-pool.ts'
import { createOriginPools, type OutboundStats } from './origin-pools.ts'
import type { OutboundRequest, OutboundResult, Send } from './outbound-types.ts'
import { createResolve, type Resolve } from './resolve.ts'
import { type ParsedTarget, parseTarget, pathOf } from './target.ts'

export type OutboundOptions = {
  /** Allows loopback and private addresses. Only the demo and tests set it (D23). */
  allowPrivateTargets: boolean
  /** Allows calls without TLS; defaults to `allowPrivateTargets`. Tests set it apart. */
  allowPlainHttp?: boolean
  /**
   * Connections of one partner to one origin, 64 by default. Further calls wait in order, within
   * their own timeout: keep the limits on concurrent lookups and deliveries together below it.
   */
  maxOriginConnections?: number
  /** Calls of one partner that may wait for a connection to one origin, 1,024 by default. */
  maxWaiting?: number
  /** Partner origins with connections at the same time, 4,096 by default. */
  maxOrigins?: number
  /** Resolves host names; by default with the hosts file and DNS. Its answers are checked. */
  lookup?: Resolve
  /** Certificate authorities to trust instead of the system's, in PEM. */
  ca?: string
  /** The addresses of this machine's interfaces; for tests. */
  ownAddresses?: () => readonly string[]
}

export type Outbound = {
  /** Makes one call. Never rejects, and ends within the request's `timeoutMs` (and 50 ms). */
  send: Send
  stats(): OutboundStats
  /**
   * Refuses new calls, lets calls in flight finish within their deadlines, and closes connections.
   */
  close(): Promise<void>
}

// How many parsed URLs are cached: two for each partner.
const TARGETS_MAX = 20_000

/**
 * The one client that calls partner URLs (D11, D14). A call has one deadline and a limit on its
 * body. It accepts no compressed body, follows no redirect, and connects only to public addresses.
 * Partners never share connections, so none can use up or disturb another's.
 *
 * @throws RangeError when a limit is not a whole number of at least 1.
 */
export const createOutbound = (options: OutboundOptions): Outbound => {
  const originsMax = limit('maxOrigins', options.maxOrigins ?? 4_096)
  const policy = createAddressPolicy(options)
  const poolSettings = {
    policy,
    resolve: options.lookup ?? createResolve(),
    connectionsMax: limit('maxOriginConnections', options.maxOriginConnections ?? 64),
    waitingMax: limit('maxWaiting', options.maxWaiting ?? 1_024),
    ca: options.ca,
  }
  const pools = createOriginPools(originsMax, ({ origin }) =>
    createOriginPool({ origin, ...poolSettings }),
  )
  const targetOf = createTargetCache()
  const clock = createDeadlineClock(pools)
  let isClosing = false

  const send = (request: OutboundRequest): Promise<OutboundResult> => {
    const startedAt = performance.now()
    const parsed = targetOf(typeof request.url === 'string' ? request.url : request.url.href)
    if (!parsed.ok) return Promise.resolve(failure('bad_request', parsed.message, 0))
    if (isClosing) return Promise.resolve(failure('connection', 'the platform is stopping', 0))
    const { target } = parsed
    const refusal =
      policy.schemeRefusal(target.isTls) ??
      (target.isLiteral ? policy.refusal(target.hostname) : null)
    if (refusal !== null) return Promise.resolve(failure('refused_address', refusal, 0))
    const pool = pools.poolOf(request.partner, target)
    if (pool === null) {
      const message = `all ${originsMax} origins that may be connected to are in use`
      return Promise.resolve(failure('too_many_calls', message, 0))
    }
    clock.start()
    const path = pathOf(target, request.pathSuffix)
    const retries = request.retryOnConnectionError === true && request.method === 'GET' ? 1 : 0
    return new Promise((resolve) => {
      pool.submit(new Exchange(request, path, startedAt, resolve, pool, target.isTls, retries))
    })
  }

  return {
    send,
    stats: () => pools.stats(),
    async close() {
      isClosing = true
      await clock.stopped()
      await pools.destroy()
    },
  }
}

const createTargetCache = (): ((url: string) => ParsedTarget) => {
  const targets = new LRUCache<string, ParsedTarget>({ max: TARGETS_MAX })
  return (url) => {
    const known = targets.get(url)
    if (known !== undefined) return known
    const parsed = parseTarget(url)
    targets.set(url, parsed)
    return parsed
  }
}

const limit = (name: string, value: number): number => {
  if (Number.isSafeInteger(value) && value >= 1) return value
  throw new RangeError(`expected ${name} to be a whole number of at least 1, received ${value}`)
}
