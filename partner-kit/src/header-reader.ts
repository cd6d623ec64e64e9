import type { HeaderReader } from './incoming.ts'

/** Headers in the forms of servers: fetch's `Headers`, node:http's object, or your own object. */
export type HeadersInput = HeaderReader | Readonly<Record<string, HeaderInput>>

type HeaderInput = string | readonly string[] | undefined

/** Matches no valid header, so a repeated header or one that is not text is refused. */
const UNREADABLE = ', '

/** Reads headers case-insensitively from any value. Anything that is not a header counts as missing. */
export const headerReader = (headers: unknown): HeaderReader => {
  if (typeof headers !== 'object' || headers === null) return { get: () => null }
  if (hasGet(headers)) return guarded(headers)
  const names = Object.keys(headers)
  return { get: (name) => valueOf(headers as Readonly<Record<string, unknown>>, names, name) }
}

const valueOf = (
  headers: Readonly<Record<string, unknown>>,
  names: readonly string[],
  wanted: string,
): string | null => {
  let joined: string | null = null
  for (const name of names) {
    if (name !== wanted && (name.length !== wanted.length || name.toLowerCase() !== wanted))
      continue
    const text = headerText(headers[name])
    // Two spellings of one name are a repeated header.
    if (text !== null) joined = joined === null ? text : `${joined}, ${text}`
  }
  return joined
}

const headerText = (value: unknown): string | null => {
  if (value === undefined || value === null) return null
  if (typeof value === 'string') return value
  if (!Array.isArray(value)) return UNREADABLE
  if (value.length === 0) return null
  return value.every((item) => typeof item === 'string') ? value.join(', ') : UNREADABLE
}

const hasGet = (headers: object): headers is { get: (name: string) => unknown } =>
  'get' in headers && typeof headers.get === 'function'

/** `Headers` of other libraries may throw or return undefined. */
const guarded = (headers: { get: (name: string) => unknown }): HeaderReader => ({
  get: (name) => {
    try {
      return headerText(headers.get(name))
    } catch {
      return UNREADABLE
    }
  },
})
