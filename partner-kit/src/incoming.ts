/**
 * A request as the core sees it. Adapters make one from what their server hands over; everything
 * after that is the same for all of them.
 */
export type Incoming = {
  method: string
  /** The path as it travelled: still percent-encoded, without the query. */
  pathname: string
  headers: HeaderReader
  /** Called at most once, and only for a webhook whose Authorization is right. Never rejects. */
  readBody: (bytesMax: number) => Promise<BodyRead>
  /** A sentence on what to change in this framework when `readBody` finds `already_read`. */
  advice?: string | undefined
}

/** `Headers` is one. A header that was sent more than once is given joined with ", ", or null. */
export type HeaderReader = { get: (name: string) => string | null }

export type BodyRead =
  | { ok: true; bytes: Uint8Array }
  | {
      ok: false
      /**
       * `already_read`: something before the kit took the bytes. `too_large`: more than `bytesMax`.
       * `incomplete`: the sender went away, or the connection broke.
       */
      problem: 'already_read' | 'too_large' | 'incomplete'
    }
