/** A request, independent of the server. Adapters convert their server's requests to it. */
export type Incoming = {
  method: string
  /** The path, still percent-encoded, without the query. */
  pathname: string
  headers: HeaderReader
  /** Called at most once, only for a webhook with a correct Authorization. Never rejects. */
  readBody: (bytesMax: number) => Promise<BodyRead>
  /** What to change in this framework when `readBody` returns `already_read`. */
  advice?: string | undefined
}

/** Fetch's `Headers` is one. Values of a repeated header are joined with ", ". */
export type HeaderReader = { get: (name: string) => string | null }

export type BodyRead =
  | { ok: true; bytes: Uint8Array }
  | {
      ok: false
      /**
       * `already_read`: something read the bytes before the kit. `too_large`: more than `bytesMax`.
       * `incomplete`: the connection ended early.
       */
      problem: 'already_read' | 'too_large' | 'incomplete'
    }
