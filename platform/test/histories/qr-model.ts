/** A static QR code as its callers see it (D16 to D19): its amounts, and who has its single use. */
import { renamed, sorted, type Model } from './linearize.ts'

/** Amounts are dinars. */
export type QrAsked =
  | { call: 'set'; amounts: readonly number[]; singleUse: boolean }
  | { call: 'unset' }
  | { call: 'scan' }
  | { call: 'pay'; amount: number | null; key?: string }
  | { call: 'confirm' | 'cancel' | 'lapse'; paymentId: string }

export type QrAnswer =
  | { amounts: readonly number[]; updatedAt: string }
  | { paymentId: string; amount: number }
  | { stage: string }
  | { refused: string }

type QrState = {
  amounts: readonly number[]
  singleUse: boolean
  /** The payment that has the single use; `?` and its key when its opening was not answered. */
  holder: string | null
  /** When the code was changed; null until an answer says it, and then later than `changedAfter`. */
  updatedAt: string | null
  changedAfter: string
  /** What each key stands for: the payment that was opened under it, or the code of the refusal. */
  keys: Readonly<Record<string, string>>
}

const SAYS_NOTHING = /^[A-Z_]+429_/

export const QR_CODE: Model<QrState, QrAsked, QrAnswer> = {
  start: {
    amounts: [],
    singleUse: false,
    holder: null,
    updatedAt: null,
    changedAfter: '',
    keys: {},
  },
  keyOf: ({ keys, ...code }) => JSON.stringify([Object.values(code), sorted(keys)]),
  isReading: ({ call }) => call === 'scan',
  follow(state, asked, answer) {
    if (isRefusal(answer) && SAYS_NOTHING.test(answer.refused)) return [state]
    switch (asked.call) {
      case 'set':
        return changed(state, asked, answer)
      case 'unset':
        return changed(state, { amounts: [], singleUse: false }, answer)
      case 'scan':
        return shown(state, answer)
      case 'pay':
        return pay(state, asked, answer)
      case 'confirm':
      case 'cancel':
      case 'lapse':
        return ended(state, asked, answer)
      default:
        return asked satisfies never
    }
  },
}

const isRefusal = (answer: QrAnswer | null): answer is { refused: string } =>
  answer !== null && 'refused' in answer

type Amounts = Pick<QrState, 'amounts' | 'singleUse'>

const isSame = (a: Amounts, b: Amounts): boolean =>
  a.singleUse === b.singleUse && String(a.amounts) === String(b.amounts)

/** Now, after a change: at a time that nobody knows yet. */
const atNewTime = (state: QrState, change: Partial<QrState>): QrState => ({
  ...state,
  ...change,
  changedAfter: state.updatedAt ?? state.changedAfter,
  updatedAt: null,
})

const changed = (state: QrState, wanted: Amounts, answer: QrAnswer | null): readonly QrState[] => {
  if (state.holder !== null) {
    const isRight = answer === null || isRefusalOf(answer, 'QR_CODE400_CANNOT_BE_MODIFIED')
    return isRight ? [state] : []
  }
  return shown(isSame(state, wanted) ? state : atNewTime(state, wanted), answer)
}

const isRefusalOf = (answer: QrAnswer | null, code: string): boolean =>
  isRefusal(answer) && answer.refused === code

/** The states in which the code is as an answer shows it. */
const shown = (state: QrState, answer: QrAnswer | null): readonly QrState[] => {
  if (answer === null) return [state]
  if (!('updatedAt' in answer) || String(answer.amounts) !== String(state.amounts)) return []
  const { updatedAt } = answer
  if (state.updatedAt !== null) return state.updatedAt === updatedAt ? [state] : []
  return updatedAt > state.changedAfter ? [{ ...state, updatedAt }] : []
}

/** Refusals that are the answer of their key from then on (D21). */
const KEPT_REFUSALS = ['QR_CODE409_IN_USE', 'QR_CODE409_AMOUNT_CHANGED']

type Paying = Extract<QrAsked, { call: 'pay' }>

const pay = (state: QrState, asked: Paying, answer: QrAnswer | null): readonly QrState[] => {
  const { amount, key } = asked
  const kept = key === undefined ? undefined : state.keys[key]
  if (kept !== undefined) return repeated(state, kept, answer)
  if (isRefusal(answer)) {
    return isRefusedRightly(state, amount, answer.refused)
      ? [refused(state, key, answer.refused)]
      : []
  }
  const opened = openedBy(state, asked, answer)
  if (answer !== null) return opened
  const refusals = KEPT_REFUSALS.filter((code) => isRefusedRightly(state, amount, code))
  return [...opened, ...refusals.map((code) => refused(state, key, code))]
}

const withKey = (state: QrState, key: string | undefined, kept: string): QrState =>
  key === undefined ? state : { ...state, keys: { ...state.keys, [key]: kept } }

const refused = (state: QrState, key: string | undefined, code: string): QrState =>
  KEPT_REFUSALS.includes(code) ? withKey(state, key, code) : state

const openedBy = (
  state: QrState,
  { amount, key = '' }: Paying,
  answer: Exclude<QrAnswer, { refused: string }> | null,
): readonly QrState[] => {
  const { amounts, singleUse, holder } = state
  const price = amount ?? (amounts.length === 1 ? amounts[0] : undefined)
  const isAsked = amounts.length === 0 ? amount !== null : amounts.includes(price ?? -1)
  if (!isAsked || holder !== null) return []
  if (answer !== null && (!('paymentId' in answer) || answer.amount !== price)) return []
  const paymentId = answer !== null && 'paymentId' in answer ? answer.paymentId : `?${key}`
  return [{ ...withKey(state, key || undefined, paymentId), holder: singleUse ? paymentId : null }]
}

/**
 * What is refused charges nobody. Without an amount, and for a code without amounts, the answer depends on
 * what the channel was shown last: it may be refused because that has changed.
 */
const isRefusedRightly = ({ amounts, holder }: QrState, amount: number | null, code: string) => {
  const isNamed = amount !== null && amounts.length > 0
  switch (code) {
    case 'QR_CODE409_IN_USE':
      return holder !== null
    case 'QR_CODE409_AMOUNT_CHANGED':
      return !isNamed || !amounts.includes(amount)
    case 'VALIDATION400':
      return amount === null && amounts.length !== 1
    default:
      return false
  }
}

const repeated = (state: QrState, kept: string, answer: QrAnswer | null): readonly QrState[] => {
  if (answer === null) return [state]
  if (isRefusal(answer)) return answer.refused === kept ? [state] : []
  if (!('paymentId' in answer)) return []
  if (kept === answer.paymentId) return [state]
  // Its first answer was lost: now its id is known.
  return isUnnamed(kept) ? [named(state, kept, answer.paymentId)] : []
}

const isUnnamed = (paymentId: string): boolean => paymentId.startsWith('?')

const named = (state: QrState, unnamed: string, paymentId: string): QrState => ({
  ...state,
  holder: state.holder === unnamed ? paymentId : state.holder,
  keys: renamed(state.keys, unnamed, paymentId),
})

/** A confirmation uses the single use up; what releases the payment gives it back. */
const ended = (
  state: QrState,
  { call, paymentId }: { call: 'confirm' | 'cancel' | 'lapse'; paymentId: string },
  answer: QrAnswer | null,
): readonly QrState[] => {
  // The stage of a payment is judged by the model of payments.
  if (isRefusal(answer)) return [state]
  const { holder, keys } = state
  const isHolder =
    holder === paymentId ||
    (holder !== null && isUnnamed(holder) && !Object.values(keys).includes(paymentId))
  if (!isHolder) return [state]
  const free = { ...named(state, holder, paymentId), holder: null }
  return call === 'confirm' ? [atNewTime(free, { amounts: [], singleUse: false })] : [free]
}
