/** Status answers of a partner never go back in time, whichever process or cell gives them. */
import type { Stage, WebhookDeliveryState } from '@wasl/protocol'
import type { Call } from './history.ts'

export type StatusAnswer = {
  stage: Stage
  paymentId: string | null
  delivery: WebhookDeliveryState | null
  /** Dinars. */
  refunded: number
}

const STAGES: Record<Stage, number> = { not_found: 0, locked: 1, released: 2, paid: 2, refunded: 3 }

/** What is delivered stays so; what was given up may be tried again. */
const DELIVERIES: Record<WebhookDeliveryState, number> = {
  none: 0,
  pending: 1,
  failed: 1,
  delivered: 2,
}

/** Later payments of a reference have later ids; a later answer has no smaller place. */
const placeOf = ({ stage, paymentId, delivery, refunded }: StatusAnswer) =>
  [paymentId ?? '', STAGES[stage], refunded, DELIVERIES[delivery ?? 'none']] as const

const isBefore = (a: StatusAnswer, b: StatusAnswer): boolean => {
  const [one, other] = [placeOf(a), placeOf(b)]
  const at = one.findIndex((value, index) => value !== other[index])
  return at !== -1 && (one[at] as string | number) < (other[at] as string | number)
}

/**
 * Pairs of status answers of one reference, the second of a call that began after the first was answered,
 * in which the second is older. It needs no model, and one pass over a history of any length.
 *
 * @param calls status calls of one subject.
 */
export const goesBack = (calls: readonly Call<unknown, StatusAnswer>[]): [Call, Call][] => {
  const answered = calls.filter(({ answer }) => answer !== null)
  const byEnd = answered.toSorted((a, b) => a.ended - b.ended)
  const found: [Call, Call][] = []
  let next = 0
  let newest: Call<unknown, StatusAnswer> | null = null
  for (const call of answered.toSorted((a, b) => a.began - b.began)) {
    for (; (byEnd[next]?.ended ?? Infinity) < call.began; next += 1) {
      const one = byEnd[next] as Call<unknown, StatusAnswer>
      if (newest === null || isBefore(newest.answer as StatusAnswer, one.answer as StatusAnswer))
        newest = one
    }
    if (newest !== null && isBefore(call.answer as StatusAnswer, newest.answer as StatusAnswer))
      found.push([newest, call])
  }
  return found
}
