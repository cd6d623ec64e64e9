import { PAYMENTS_LIMIT_MAX } from '@wasl/protocol'
import type { BookLine } from '@wasl/protocol/books'
import type { Client } from '../client/client.ts'
import type { PaymentsToList } from '../client/list-payments.ts'
import type { ClientFailure, PaymentsResult } from '../client/result.ts'
import { wait } from '../wait.ts'

/** The platform refused the list, or did not answer. */
export class PlatformBookError extends Error {
  override readonly name = 'PlatformBookError'
  readonly failure: ClientFailure

  constructor(failure: ClientFailure) {
    super(`platformBook: ${failure.error}: ${failure.message}`)
    this.failure = failure
  }
}

export type PlatformBookOptions = Pick<PaymentsToList, 'from' | 'to'> & {
  signal?: AbortSignal | undefined
  /** Called before each wait for the quota of the list. */
  onWait?: ((ms: number) => void) | undefined
}

/**
 * The platform's book of these business dates: your paid and refunded payments, from the list of
 * payments. It waits when the quota of the list is used up: 30,000 payments a minute.
 *
 * @throws PlatformBookError from the loop; the signal's reason, when it aborts.
 */
export const platformBook = async function* (
  client: Pick<Client, 'listPayments'>,
  { from, to, signal, onWait }: PlatformBookOptions = {},
): AsyncGenerator<BookLine, void, undefined> {
  let cursor: string | undefined
  do {
    const list = { from, to, cursor, limit: PAYMENTS_LIMIT_MAX }
    const page = await readPage(() => client.listPayments(list, { signal }), signal, onWait)
    for (const { reference, stage, amount, refundedAmount } of page.items) {
      if (stage === 'paid' || stage === 'refunded') {
        yield { reference, amount, refundedAmount, state: stage }
      }
    }
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
}

/** After a 429 without Retry-After. */
const LIMITED_WAIT_MS = 10_000

const readPage = async (
  ask: () => Promise<PaymentsResult>,
  signal: AbortSignal | undefined,
  onWait: PlatformBookOptions['onWait'],
) => {
  for (;;) {
    const result = await ask()
    signal?.throwIfAborted()
    if (result.ok) return result.data
    if (result.status !== 429) throw new PlatformBookError(result)
    const waitMs = result.retryAfterMs ?? LIMITED_WAIT_MS
    onWait?.(waitMs)
    await wait(waitMs, signal)
    signal?.throwIfAborted()
  }
}
