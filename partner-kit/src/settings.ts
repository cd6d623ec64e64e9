/** Validates the options of `createPartner`. */
import { EVENT_KINDS, TOLERANCE_SECONDS } from '@wasl/protocol'
import type { Dedupe } from './dedupe.ts'
import { safeLog } from './log.ts'
import type { PartnerLog } from './log.ts'
import type { Lookup, PartnerOptions, WebhookHandlers } from './options.ts'
import type { Paths } from './route.ts'
import { prepareSecrets } from './secrets.ts'
import type { PreparedSecrets } from './secrets.ts'

/** The validated options, with all defaults. */
export type Settings<Transaction> = {
  secrets: PreparedSecrets
  lookup: Lookup
  on: WebhookHandlers<Transaction>
  dedupe: Dedupe<Transaction>
  log: PartnerLog
  paths: Paths
  toleranceSeconds: number
  bodyBytesMax: number
  lookupTimeoutMs: number
  webhookTimeoutMs: number
  nowSeconds: () => number
}

const TOLERANCE_SECONDS_MAX = 3600
const BODY_BYTES_DEFAULT = 256 * 1024
const BODY_BYTES_MAX = 16 * 1024 * 1024
const TIMEOUT_MS_MAX = 60_000

/** @throws TypeError that names the option, what was expected and what was received. */
export const checkOptions = <Transaction>(
  options: PartnerOptions<Transaction>,
): Settings<Transaction> => {
  const prepared = prepareSecrets(options.apiSecret, options.hmacSecret)
  if (!prepared.ok) throw wrong(prepared.problem)
  expectFunction('lookup', options.lookup)
  expectFunction('dedupe.once', (options.dedupe as Partial<Dedupe> | undefined)?.once)
  if (options.log !== undefined) expectFunction('log', options.log)
  if (options.now !== undefined) expectFunction('now', options.now)
  checkHandlers(options.on)
  const basePath = pathOption('basePath', options.basePath ?? '/').replace(/\/$/, '')
  const webhookPath = options.webhookPath ?? `${basePath}/webhooks/platform`
  const now = options.now ?? Date.now
  return {
    secrets: prepared.secrets,
    lookup: options.lookup,
    on: options.on,
    dedupe: options.dedupe,
    log: safeLog(options.log),
    paths: { basePath, webhookPath: pathOption('webhookPath', webhookPath) },
    toleranceSeconds: integerOption(
      'toleranceSeconds',
      options.toleranceSeconds ?? TOLERANCE_SECONDS,
      TOLERANCE_SECONDS_MAX,
    ),
    bodyBytesMax: integerOption(
      'bodyBytesMax',
      options.bodyBytesMax ?? BODY_BYTES_DEFAULT,
      BODY_BYTES_MAX,
    ),
    lookupTimeoutMs: integerOption(
      'lookupTimeoutMs',
      options.lookupTimeoutMs ?? 4_500,
      TIMEOUT_MS_MAX,
    ),
    webhookTimeoutMs: integerOption(
      'webhookTimeoutMs',
      options.webhookTimeoutMs ?? 9_000,
      TIMEOUT_MS_MAX,
    ),
    nowSeconds: () => now() / 1000,
  }
}

const checkHandlers = (on: unknown): void => {
  if (typeof on !== 'object' || on === null) {
    throw wrong('on: expected an object with a function for each kind of event')
  }
  for (const [kind, handler] of Object.entries(on)) {
    if (!(EVENT_KINDS as readonly string[]).includes(kind)) {
      throw wrong(`on: expected the kinds ${EVENT_KINDS.join(', ')}, received "${kind}"`)
    }
    if (handler !== undefined) expectFunction(`on['${kind}']`, handler)
  }
  expectFunction("on['payment.success']", (on as Partial<WebhookHandlers>)['payment.success'])
}

const expectFunction = (name: string, value: unknown): void => {
  if (typeof value === 'function') return
  throw wrong(`${name}: expected a function, received ${value === null ? 'null' : typeof value}`)
}

const integerOption = (name: string, value: number, max: number): number => {
  if (Number.isSafeInteger(value) && value >= 1 && value <= max) return value
  throw wrong(`${name}: expected an integer from 1 to ${max}, received ${String(value)}`)
}

/** Percent-encodes the path once, because paths of requests are compared undecoded. */
const pathOption = (name: string, path: unknown): string => {
  if (typeof path !== 'string' || !/^\/(?!\/)[^?#\\]*$/.test(path) || path.includes('//')) {
    throw wrong(`${name}: expected a path such as /payments, received ${JSON.stringify(path)}`)
  }
  return new URL(path, 'http://partner.invalid').pathname
}

const wrong = (problem: string): TypeError => new TypeError(`createPartner: ${problem}`)
