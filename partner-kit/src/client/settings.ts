/** Validates the options of `createClient`. No message contains the key or the URL. */
import { LANGUAGES, QR_BASE_PATH, urlProblem } from '@wasl/protocol'
import { safeLog } from '../log.ts'
import { expectFunction, wholeNumber } from '../option-checks.ts'
import type { ClientLog } from './log.ts'
import type { ClientOptions } from './options.ts'

export type ClientSettings = {
  /** Without a trailing slash. */
  baseUrl: string
  qrBaseUrl: string
  apiKey: string
  timeoutMs: number
  attemptTimeoutMs: number
  retries: number
  bodyBytesMax: number
  language: string
  log: ClientLog
  fetch: typeof globalThis.fetch
  now: () => number
}

const MAKER = 'createClient'
const KEY_LENGTH_MAX = 512
const TIMEOUT_LIMITS_MS = { min: 1, max: 600_000 }
const BODY_BYTES_LIMITS = { min: 1, max: 16 * 1024 * 1024 }
const BODY_BYTES_DEFAULT = 256 * 1024

export const RETRY_LIMITS = { min: 0, max: 10 }

/** @throws TypeError that names the option, what was expected and what was received. */
export const checkClientOptions = (options: ClientOptions): ClientSettings => {
  for (const name of ['log', 'fetch', 'now'] as const) {
    if (options[name] !== undefined) expectFunction(MAKER, name, options[name])
  }
  const allowHttp = options.allowHttp === true
  const baseUrl = urlOption('baseUrl', options.baseUrl, allowHttp)
  return {
    baseUrl,
    qrBaseUrl:
      options.qrBaseUrl === undefined
        ? `${baseUrl}${QR_BASE_PATH}`
        : urlOption('qrBaseUrl', options.qrBaseUrl, allowHttp),
    apiKey: keyOption(options.apiKey),
    timeoutMs: wholeNumber(MAKER, 'timeoutMs', options.timeoutMs ?? 30_000, TIMEOUT_LIMITS_MS),
    attemptTimeoutMs: wholeNumber(
      MAKER,
      'attemptTimeoutMs',
      options.attemptTimeoutMs ?? 10_000,
      TIMEOUT_LIMITS_MS,
    ),
    retries: wholeNumber(MAKER, 'retries', options.retries ?? 2, RETRY_LIMITS),
    bodyBytesMax: wholeNumber(
      MAKER,
      'bodyBytesMax',
      options.bodyBytesMax ?? BODY_BYTES_DEFAULT,
      BODY_BYTES_LIMITS,
    ),
    language: languageOption(options.language ?? 'en'),
    log: safeLog(options.log),
    // Looked up at each call, so that a test can replace the global one.
    fetch: options.fetch ?? ((...input) => globalThis.fetch(...input)),
    now: options.now ?? Date.now,
  }
}

const urlOption = (name: string, value: unknown, allowHttp: boolean): string => {
  if (typeof value !== 'string') throw wrong(`${name}: expected a URL, ${notText(value)}`)
  const problem = urlProblem(value)
  if (problem !== null) throw wrong(`${name}: ${problem}`)
  const { protocol, hostname } = new URL(value)
  if (protocol !== 'https:' && !allowHttp && !isLoopback(hostname)) {
    throw wrong(`${name}: expected https, because every request contains the key`)
  }
  return value.replace(/\/+$/, '')
}

/** The URL parser normalises every notation of an address. */
const isLoopback = (hostname: string): boolean => {
  if (hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname)) return true
  return /(?:^|\.)localhost$/.test(hostname)
}

const keyOption = (value: unknown): string => {
  if (typeof value !== 'string') {
    throw wrong(`apiKey: expected the key that the platform's operator gave you, ${notText(value)}`)
  }
  if (value.length === 0 || value.length > KEY_LENGTH_MAX) {
    throw wrong(
      `apiKey: expected a key of 1 to ${KEY_LENGTH_MAX} characters, received ${value.length}`,
    )
  }
  // Other characters are invalid in a header, and the error of `fetch` would contain the key.
  if (!/^[\x21-\x7e]+$/.test(value)) {
    throw wrong('apiKey: expected visible ASCII characters without spaces or line ends')
  }
  return value
}

const languageOption = (value: string): string => {
  if ((LANGUAGES as readonly string[]).includes(value)) return value
  throw wrong(`language: expected one of ${LANGUAGES.join(', ')}, received ${value}`)
}

const notText = (value: unknown): string => {
  if (value === undefined) return 'received nothing (is the environment variable set?)'
  return `received ${value === null ? 'null' : typeof value}`
}

const wrong = (problem: string): TypeError => new TypeError(`${MAKER}: ${problem}`)
