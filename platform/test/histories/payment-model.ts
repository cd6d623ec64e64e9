/**
 * A reference of a partner as its callers see it (D7, D9, D21, D28): written from the decisions, and not
 * from the code that it judges.
 */
import type { Stage, WebhookDeliveryState } from '@wasl/protocol'
import { renamed, sorted, type Model } from './linearize.ts'
import type { StatusAnswer } from './status-order.ts'

/** Amounts are dinars. `lapse` is the clock: the lock may end at any moment after it began. */
export type PaymentAsked =
  | { call: 'open'; amount: number; key?: string }
  | { call: 'confirm' | 'cancel' | 'fail'; paymentId: string; key?: string }
  | { call: 'read' | 'lapse'; paymentId: string }
  | { call: 'refund'; paymentId: string; amount: number | null; key: string }
  | { call: 'status' }
  /** The partner was told: once for each payment, so the event is the same each time. */
  | { call: 'event'; event: string; paymentId: string; eventId: string }

export type PaymentAnswer =
  | { paymentId: string; stage: Stage }
  | { refundId: string; amount: number }
  | StatusAnswer
  | { refused: string }
  | 'heard'

type Known = {
  /** `?1` for one whose opening was not answered, until an answer names it. */
  id: string
  amount: number
  stage: Exclude<Stage, 'not_found'>
  why: 'cancel' | 'fail' | 'lapse' | null
  delivery: WebhookDeliveryState
  /** What its partner was told: the event's id. */
  success: string | null
  fail: string | null
  refunds: readonly { id: string; amount: number }[]
}

type PaymentState = {
  payments: readonly Known[]
  /** The first answer under each key. */
  keys: Readonly<Record<string, string>>
}

type Follow<Asked> = (
  state: PaymentState,
  asked: Asked,
  answer: any,
  model: PaymentOptions,
) => readonly PaymentState[]

export type PaymentOptions = {
  /** Whether the history has the events that the partner heard: `delivered` follows the hearing. */
  hasEvents: boolean
}

const SAYS_NOTHING = /^([A-Z_]+429_|AGENT)/

export const paymentModel = (
  options: PaymentOptions,
): Model<PaymentState, PaymentAsked, PaymentAnswer> => ({
  start: { payments: [], keys: {} },
  keyOf: ({ payments, keys }) => JSON.stringify([payments, sorted(keys)]),
  isReading: ({ call }) => call === 'read' || call === 'status',
  isTelling: ({ call }) => call === 'event',
  follow(state, asked, answer) {
    if (isRefusal(answer) && SAYS_NOTHING.test(answer.refused)) return [state]
    if (asked.call === 'open') return open(state, asked, answer, options)
    if (asked.call === 'status') return status(state, asked, answer, options)
    return naming(state, asked.paymentId).flatMap((named) => {
      switch (asked.call) {
        case 'confirm':
        case 'cancel':
        case 'fail':
          return change(named, asked, answer, options)
        case 'refund':
          return refund(named, asked, answer, options)
        case 'event':
          return event(named, asked, answer, options)
        case 'lapse': {
          const { stage } = knownOf(named, asked.paymentId)
          return stage === 'locked' ? [withPayment(named, asked.paymentId, RELEASED)] : [named]
        }
        case 'read': {
          const { stage } = knownOf(named, asked.paymentId)
          const isRight = answer === null || (answer as { stage: Stage }).stage === stage
          return isRight ? [named] : []
        }
        default:
          return asked satisfies never
      }
    })
  },
})

const RELEASED = { stage: 'released', why: 'lapse' } as const

const isRefusal = (answer: unknown): answer is { refused: string } =>
  typeof answer === 'object' && answer !== null && 'refused' in answer

const knownOf = ({ payments }: PaymentState, id: string): Known =>
  payments.find((payment) => payment.id === id) as Known

const replaced = <One extends { id: string }>(
  all: readonly One[],
  id: string,
  change: Partial<One>,
): One[] => all.map((one) => (one.id === id ? Object.assign({}, one, change) : one))

const withPayment = (state: PaymentState, id: string, change: Partial<Known>): PaymentState => ({
  ...state,
  payments: replaced(state.payments, id, change),
})

const withKey = (state: PaymentState, key: string | undefined, answer: string): PaymentState =>
  key === undefined ? state : { ...state, keys: { ...state.keys, [key]: answer } }

/** The states in which a payment has this id: it is known, or one of those that nobody has named. */
const naming = (state: PaymentState, id: string): readonly PaymentState[] => {
  if (state.payments.some((payment) => payment.id === id)) return [state]
  return state.payments
    .filter((payment) => payment.id.startsWith('?'))
    .map(({ id: unnamed }) => ({
      payments: withPayment(state, unnamed, { id }).payments,
      keys: renamed(state.keys, unnamed, id),
    }))
}

const open: Follow<Extract<PaymentAsked, { call: 'open' }>> = (state, { key, amount }, answer) => {
  const kept = key === undefined ? undefined : state.keys[key]
  if (kept !== undefined) return repeatedOpening(state, kept, answer)
  const live = state.payments.at(-1)
  if (live !== undefined && live.stage !== 'released') {
    const code = live.stage === 'locked' ? 'REFERENCE409_LOCKED' : 'REFERENCE409_ALREADY_PAID'
    const isRight = answer === null || (isRefusal(answer) && answer.refused === code)
    return isRight ? [withKey(state, key, code)] : []
  }
  if (isRefusal(answer)) return []
  const id: string = answer?.paymentId ?? `?${state.payments.length}`
  if (state.payments.some((payment) => payment.id === id)) return []
  return [withKey({ ...state, payments: [...state.payments, locked(id, amount)] }, key, id)]
}

const locked = (id: string, amount: number): Known => ({
  id,
  amount,
  stage: 'locked',
  why: null,
  delivery: 'none',
  success: null,
  fail: null,
  refunds: [],
})

/** The first answer again, whatever became of the payment. */
const repeatedOpening = (
  state: PaymentState,
  kept: string,
  answer: any,
): readonly PaymentState[] => {
  if (answer === null) return [state]
  if (isRefusal(answer)) return answer.refused === kept ? [state] : []
  if (kept === answer.paymentId) return [state]
  // Its first answer was lost: now its id is known.
  return naming(state, answer.paymentId).filter(
    ({ payments }) => kept.startsWith('?') && !payments.some(({ id }) => id === kept),
  )
}

const CHANGES = { confirm: 'paid', cancel: 'released', fail: 'released' } as const

const change: Follow<{ call: keyof typeof CHANGES; paymentId: string; key?: string }> = (
  state,
  { call, paymentId, key },
  answer,
) => {
  const kept = key === undefined ? undefined : state.keys[key]
  const payment = knownOf(state, paymentId)
  const outcome = kept ?? outcomeOf(payment, call)
  const isRight = answer === null || (isRefusal(answer) ? answer.refused : answer.stage) === outcome
  if (!isRight) return []
  const after = withKey(state, key, outcome)
  if (kept !== undefined || payment.stage !== 'locked') return [after]
  const why = call === 'confirm' ? null : call
  const delivery = call === 'confirm' ? 'pending' : 'none'
  return [withPayment(after, paymentId, { stage: CHANGES[call], why, delivery })]
}

/** The stage that an answer shows, or the code of its refusal (W13). */
const outcomeOf = ({ stage, why }: Known, call: keyof typeof CHANGES): string => {
  if (stage === 'locked') return CHANGES[call]
  if (call === 'confirm' && stage !== 'released') return 'paid'
  if (call === why) return 'released'
  return why === 'lapse' ? 'PAYMENT409_LOCK_LOST' : 'PAYMENT409_WRONG_STAGE'
}

const refundedOf = ({ refunds }: Known): number =>
  refunds.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) / 100

const refund: Follow<Extract<PaymentAsked, { call: 'refund' }>> = (state, asked, answer) => {
  const payment = knownOf(state, asked.paymentId)
  const { refunds, stage } = payment
  const kept = state.keys[`refund ${asked.key}`]
  const whole = refunds.find(({ amount }) => amount === payment.amount)
  const isWhole = asked.amount === null || asked.amount === payment.amount
  const first = kept ?? (isWhole ? whole?.id : undefined)
  if (first !== undefined) return repeatedRefund(state, asked, first, answer)
  const left = (Math.round(payment.amount * 100) - Math.round(refundedOf(payment) * 100)) / 100
  const amount = asked.amount ?? left
  const code = refusalOf(stage, amount, left)
  if (code !== null) return answer === null || answer.refused === code ? [state] : []
  if (isRefusal(answer) || (answer !== null && answer.amount !== amount)) return []
  const id: string = answer?.refundId ?? `?refund ${refunds.length}`
  if (refunds.some((one) => one.id === id)) return []
  const made: Partial<Known> = {
    refunds: [...refunds, { id, amount }],
    stage: amount === left ? 'refunded' : 'paid',
  }
  return [withKey(withPayment(state, asked.paymentId, made), `refund ${asked.key}`, id)]
}

const refusalOf = (stage: Stage, amount: number, left: number): string | null => {
  if (stage !== 'paid') return 'PAYMENT409_WRONG_STAGE'
  return amount > left || amount === 0 ? 'PAYMENT409_AMOUNT_MISMATCH' : null
}

const repeatedRefund = (
  state: PaymentState,
  { paymentId, key }: { paymentId: string; key: string },
  first: string,
  answer: any,
): readonly PaymentState[] => {
  const noted = withKey(state, `refund ${key}`, first)
  if (answer === null) return [noted]
  if (answer.refundId === first) return [noted]
  if (!first.startsWith('?') || isRefusal(answer)) return []
  // Its first answer was lost: now its id is known.
  const { refunds } = knownOf(state, paymentId)
  const named = replaced(refunds, first, { id: answer.refundId })
  const after = withPayment(noted, paymentId, { refunds: named })
  return [{ ...after, keys: renamed(noted.keys, first, answer.refundId) }]
}

const status: Follow<{ call: 'status' }> = (state, _, answer: StatusAnswer | null, options) => {
  const newest = state.payments.at(-1)
  if (answer === null) return [state]
  if (newest === undefined) return answer.stage === 'not_found' ? [state] : []
  if (answer.paymentId === null) return []
  return naming(state, answer.paymentId).flatMap((named) => {
    const payment = named.payments.at(-1) as Known
    const isRight =
      payment.id === answer.paymentId &&
      payment.stage === answer.stage &&
      refundedOf(payment) === answer.refunded &&
      mayBecome(payment, answer.delivery ?? 'none', options)
    return isRight ? [withPayment(named, payment.id, { delivery: answer.delivery ?? 'none' })] : []
  })
}

/** A delivery goes on by itself, and never back; its partner hears of it before it is delivered. */
const mayBecome = (
  { delivery, success }: Known,
  next: WebhookDeliveryState,
  { hasEvents }: PaymentOptions,
): boolean => {
  if (delivery === next) return true
  if (delivery === 'none' || next === 'none' || delivery === 'delivered') return false
  return next !== 'delivered' || !hasEvents || success !== null
}

const event: Follow<Extract<PaymentAsked, { call: 'event' }>> = (state, asked) => {
  const payment = knownOf(state, asked.paymentId)
  const isPaid = payment.stage === 'paid' || payment.stage === 'refunded'
  if (asked.event === 'payment.success') {
    const isRight = isPaid && (payment.success ?? asked.eventId) === asked.eventId
    return isRight ? [withPayment(state, payment.id, { success: asked.eventId })] : []
  }
  if (asked.event === 'payment.fail') {
    const isRight =
      payment.stage === 'released' && (payment.fail ?? asked.eventId) === asked.eventId
    return isRight ? [withPayment(state, payment.id, { fail: asked.eventId })] : []
  }
  return [state]
}
