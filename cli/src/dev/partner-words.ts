/**
 * What the developer's server says when it refuses: a secret and a clock are both answered with 401, and a
 * redirect names its target.
 */
import type { OutboundResult, PlatformHooks } from '@wasl/platform'

type AroundSend = NonNullable<PlatformHooks['aroundSend']>

export type PartnerWords = {
  around: AroundSend
  /**
   * A sentence.
   *
   * @param call the reference of a lookup, or the id of an event. Null: it said nothing readable.
   */
  of(call: string): string | null
}

const CALLS_MAX = 200
const WORDS_MAX = 200
const BODY_BYTES_MAX = 16 * 1024

export const createPartnerWords = (): PartnerWords => {
  const words = new Map<string, string>()
  return {
    around: (send) => async (request) => {
      const result = await send(request)
      const call = request.headers['x-event-id'] ?? referenceOf(request.pathSuffix)
      words.delete(call)
      const said = result.ok ? sentenceOf(result, String(request.url)) : null
      if (said !== null) {
        if (words.size >= CALLS_MAX) words.clear()
        words.set(call, said)
      }
      return result
    },
    of: (call) => words.get(call) ?? null,
  }
}

const sentenceOf = (
  { status, headers, body }: Extract<OutboundResult, { ok: true }>,
  url: string,
): string | null => {
  if (status >= 300 && status < 400) {
    const { location } = headers
    return location === undefined ? null : `Your server redirects to ${targetOf(location, url)}.`
  }
  const said = status >= 400 ? wordsIn(body) : null
  return said === null ? null : `Your server said: "${said}".`
}

/** A target may be only a path. */
const targetOf = (location: string, url: string): string =>
  (URL.parse(location, url)?.href ?? location).slice(0, WORDS_MAX)

const referenceOf = (suffix = ''): string => decodeURIComponent(suffix.replace(/^\//, ''))

/** The message of an error body (section 2.3), or its code. */
export const wordsIn = (body: Buffer): string | null => {
  if (body.length > BODY_BYTES_MAX) return null
  let value: unknown
  try {
    value = JSON.parse(body.toString('utf8'))
  } catch {
    return null
  }
  const { errorMessage, error } = (value ?? {}) as Record<string, unknown>
  const said = [errorMessage, error].find((text) => typeof text === 'string' && text !== '')
  return typeof said === 'string' ? said.slice(0, WORDS_MAX) : null
}
