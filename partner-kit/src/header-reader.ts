import type { HeaderReader } from './incoming.ts'

/** Headers as servers hand them over: fetch's `Headers`, node:http's object, or one of your own. */
export type HeadersInput = HeaderReader | Readonly<Record<string, HeaderInput>>

type HeaderInput = string | readonly string[] | undefined

/** Fits no header that we read, so one that was sent twice, or is no text, is refused. */
const UNREADABLE = ', '

/** Reads headers by name in any case, out of anything: what is no header is as good as missing. */
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
    // Two spellings of one name are one header sent twice.
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

/** `Headers` of another library may throw, or answer undefined. */
const guarded = (headers: { get: (name: string) => unknown }): HeaderReader => ({
  get: (name) => {
    try {
      return headerText(headers.get(name))
    } catch {
      return UNREADABLE
    }
  },
})
