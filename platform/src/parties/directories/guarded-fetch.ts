import type { Send } from '../../base/outbound/outbound-types.ts'

/** A directory answers people who wait. */
const TIMEOUT_MS = 8_000

/** Keys and claims of a large company. */
const BYTES_MAX = 512 * 1024

/** A fetch that keeps to the rules for addresses outside. */
export type GuardedFetch = {
  fetch: (url: string, init: FetchInit) => Promise<Response>
  /** Why a request got no answer, as part of a sentence; null while each got one. */
  failure: () => string | null
}

/** What the library asks for: its bodies are forms. */
type FetchInit = { method: string; headers: Record<string, string>; body?: unknown }

/**
 * What the library uses for every request to a directory: the one guarded client, which connects to public
 * addresses alone, follows no redirect and has a limit for each answer.
 */
export const createGuardedFetch = (send: Send, partner: number): GuardedFetch => {
  let failed: string | null = null
  return {
    failure: () => failed,
    async fetch(url, { method, headers, body }) {
      const text = body instanceof URLSearchParams ? { body: body.toString() } : {}
      const result = await send({
        method: method === 'POST' ? 'POST' : 'GET',
        url,
        headers,
        ...text,
        timeoutMs: TIMEOUT_MS,
        maxBytes: BYTES_MAX,
        partner,
      })
      if (!result.ok) {
        failed = result.message
        throw new Error(result.message)
      }
      const type = result.headers['content-type']
      return new Response(EMPTY.has(result.status) ? null : new Uint8Array(result.body), {
        status: result.status,
        headers: type === undefined ? {} : { 'content-type': type },
      })
    },
  }
}

/** Answers of these have no body. */
const EMPTY: ReadonlySet<number> = new Set([204, 205, 304])
