import type { ErrorCode } from '@wasl/protocol'

/** A use case's answer when it refuses: the caller branches on `ok`. */
export type Refusal<Code extends ErrorCode> = {
  ok: false
  code: Code
  /** Fields added to the error's body. */
  extra?: Record<string, unknown>
  /** Details of what was wrong, where the code does not say enough. */
  explanation?: string
  /** When a later try may succeed. */
  retryAfterSeconds?: number
}
