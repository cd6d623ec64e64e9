import type { BookLine } from '@wasl/protocol/books'
import { on } from '../../api/call.ts'
import { ApiFailure } from '../../api/failure.ts'

export type Period = { from: string; to: string }

type Waiting = { onCount: (count: number) => void; onWait: (seconds: number) => void }

/** After a 429 without Retry-After. */
const LIMITED_WAIT_SECONDS = 10

const PAGE_ROWS = '500'

/**
 * The platform's paid and refunded payments of a period, page by page. It waits when the quota of the
 * list is used up, which a partner's programs share (W124).
 */
export const platformBook = async function* (
  { from, to }: Period,
  { onCount, onWait }: Waiting,
): AsyncGenerator<BookLine> {
  let cursor: string | undefined
  let count = 0
  do {
    const query = { from, to, limit: PAGE_ROWS, ...(cursor !== undefined && { cursor }) }
    const page = await whenAllowed(() => on('GET /partner/payments/v1')({ query }), onWait)
    for (const { reference, amount, stage, refundedAmount } of page.items) {
      if (stage === 'paid' || stage === 'refunded') {
        yield { reference, amount, refundedAmount, state: stage }
      }
    }
    count += page.items.length
    onCount(count)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
}

/** Each wait ends, so this asks as long as the platform says when to come back. */
const whenAllowed = async <Answer>(
  ask: () => Promise<Answer>,
  onWait: Waiting['onWait'],
): Promise<Answer> => {
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof ApiFailure) || error.status !== 429) throw error
      const seconds = error.retryAfterSeconds ?? LIMITED_WAIT_SECONDS
      onWait(seconds)
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
    }
  }
}
