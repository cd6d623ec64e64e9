/** A platform of one reference in a few lines, with faults: what the checker of histories must find. */
import type { Call } from './history.ts'
import type { PaymentAsked } from './payment-model.ts'

export const TOY_FAULTS = {
  'stale cache': 'a process answers a status that it has answered before',
  'lagging replica': 'a process reads the status from a copy that is one change behind',
  'confirmed twice': 'a repeated confirmation makes a second event',
  'cancel wins': 'a cancellation ends a payment whose confirmation was acknowledged',
  'another answer': 'a repetition under a key opens another payment',
} as const

export type ToyFault = keyof typeof TOY_FAULTS

type Status = { stage: string; paymentId: string | null; delivery: string | null; refunded: number }

const NOT_FOUND: Status = { stage: 'not_found', paymentId: null, delivery: null, refunded: 0 }

export const AMOUNT = 500

/** One call takes effect; the answer, and what the partner is told by it. */
export type Effect = { answer: unknown; told: PaymentAsked | null }

export const toyPlatform = (fault: ToyFault | null) => {
  const keys = new Map<string, string>()
  const stages: string[] = []
  const why: string[] = []
  const past: Status[] = [NOT_FOUND]
  const cached = new Map<string, Status>()
  let events = 0

  const idOf = (index: number): string => `p${index + 1}`
  const now = (): Status => {
    const stage = stages.at(-1)
    if (stage === undefined) return NOT_FOUND
    const delivery = stage === 'paid' ? 'pending' : 'none'
    return { stage, paymentId: idOf(stages.length - 1), delivery, refunded: 0 }
  }
  const set = (index: number, stage: string, because: string): void => {
    past.push(now())
    stages[index] = stage
    why[index] = because
  }
  const told = (event: string, paymentId: string): PaymentAsked => {
    events += 1
    return { call: 'event', event, paymentId, eventId: `event ${events}` }
  }
  const plain = (answer: unknown): Effect => ({ answer, told: null })

  const open = (key: string): Effect => {
    const kept = keys.get(key)
    const isForgotten = fault === 'another answer' && stages.at(-1) === 'released'
    if (kept !== undefined && !isForgotten)
      return plain(kept.startsWith('p') ? { paymentId: kept } : { refused: kept })
    const stage = stages.at(-1)
    if (stage === 'locked' || stage === 'paid') {
      const refused = stage === 'locked' ? 'REFERENCE409_LOCKED' : 'REFERENCE409_ALREADY_PAID'
      keys.set(key, refused)
      return plain({ refused })
    }
    set(stages.length, 'locked', '')
    const paymentId = idOf(stages.length - 1)
    keys.set(key, paymentId)
    return plain({ paymentId })
  }

  const change = (call: 'confirm' | 'cancel', paymentId: string): Effect => {
    const index = Number(paymentId.slice(1)) - 1
    const stage = stages[index]
    const isOverridden = fault === 'cancel wins' && stage === 'paid' && call === 'cancel'
    if (stage === 'locked' || isOverridden) {
      set(index, call === 'confirm' ? 'paid' : 'released', call)
      const event = call === 'confirm' ? 'payment.success' : 'payment.fail'
      return { answer: { stage: stages[index] }, told: told(event, paymentId) }
    }
    if (why[index] !== call) return plain({ refused: 'PAYMENT409_WRONG_STAGE' })
    const isDoubled = fault === 'confirmed twice' && call === 'confirm'
    return { answer: { stage }, told: isDoubled ? told('payment.success', paymentId) : null }
  }

  const status = (process: string): Effect => {
    if (fault === 'lagging replica' && process === 'B') return plain(past.at(-1))
    if (fault === 'stale cache') cached.set(process, cached.get(process) ?? now())
    return plain(cached.get(process) ?? now())
  }

  return {
    payments: () => stages.length,
    takeEffect({ asked, process }: Pick<Call<PaymentAsked>, 'asked' | 'process'>): Effect {
      switch (asked.call) {
        case 'open':
          return open(asked.key ?? '')
        case 'confirm':
        case 'cancel':
          return change(asked.call, asked.paymentId)
        case 'status':
          return status(process)
        default:
          throw new Error(`the toy does not ${asked.call}`)
      }
    },
  }
}
