import type { Exchange } from './http/exchange.ts'

/** What a check has found. */
export type Finding =
  | { ok: true; /** The exchange to show. */ exchange: Exchange | null; note?: string }
  | {
      ok: false
      exchange: Exchange | null
      /** What was expected and what came. */
      explanation: string
      /** How to mend it. */
      remedy: string
    }
