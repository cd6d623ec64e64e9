/**
 * Bags, handovers, payouts, and refunds that a till pays: things with a status, and steps that change it
 * (D28, D30, D32).
 */
import { sorted, type Model } from './linearize.ts'

export type StepRules = {
  start: string
  /** From which statuses a step may be taken, and the status that it makes. */
  steps: Readonly<Record<string, { from: readonly string[]; to: string }>>
  /**
   * Whether the same step again gets an answer while the status is the one that it made, for ever, or
   * only under the same Idempotency-Key.
   */
  repeats: 'while there' | 'for ever' | 'by key'
}

export type StepAsked = {
  /** A step, or `read`. */
  step: string
  /** What makes it the same request again: a slip's number, what was counted. */
  detail?: string
  key?: string
}

export type StepAnswer = { status: string } | { refused: string }

type StepState = { status: string; made: Readonly<Record<string, string>> }

/** Refusals that say nothing of the status: a limit was reached, or a holder has too little cash. */
const SAYS_NOTHING = /^([A-Z_]+429_|CASH409_NOT_ENOUGH$)/

const WRONG_STATUS = /409_WRONG_STATUS$/

const requestOf = ({ step, detail = '', key = '' }: StepAsked): string => `${step} ${detail} ${key}`

export const stepModel = (rules: StepRules): Model<StepState, StepAsked, StepAnswer> => ({
  start: { status: rules.start, made: {} },
  keyOf: ({ status, made }) => JSON.stringify([status, sorted(made)]),
  isReading: ({ step }) => step === 'read',
  follow(state, asked, answer) {
    if (answer !== null && 'refused' in answer && SAYS_NOTHING.test(answer.refused)) return [state]
    const shows = (status: string): boolean =>
      answer === null || ('status' in answer && answer.status === status)
    if (asked.step === 'read') return shows(state.status) ? [state] : []
    if (isRepeated(rules, state, asked)) return shows(state.status) ? [state] : []
    const step = rules.steps[asked.step]
    if (step?.from.includes(state.status)) {
      const made = { ...state.made, [asked.step]: requestOf(asked) }
      return shows(step.to) ? [{ status: step.to, made }] : []
    }
    const isRefused = answer === null || ('refused' in answer && WRONG_STATUS.test(answer.refused))
    return isRefused ? [state] : []
  },
})

const isRepeated = (rules: StepRules, state: StepState, asked: StepAsked): boolean => {
  if (state.made[asked.step] !== requestOf(asked)) return false
  if (rules.repeats === 'by key') return asked.key !== undefined
  return rules.repeats === 'for ever' || state.status === rules.steps[asked.step]?.to
}

/** A bag of cash, by its seal: the Idempotency-Key of its making belongs to it (D30). */
export const BAG: StepRules = {
  start: 'none',
  steps: {
    bag: { from: ['none'], to: 'bagged' },
    deposited: { from: ['bagged'], to: 'deposited' },
    dispute: { from: ['bagged', 'deposited'], to: 'disputed' },
    bank: { from: ['deposited', 'disputed'], to: 'banked' },
  },
  repeats: 'for ever',
}

/** A handover that was offered (D30). */
export const HANDOVER: StepRules = {
  start: 'offered',
  steps: {
    receive: { from: ['offered'], to: 'received' },
    decline: { from: ['offered'], to: 'declined' },
    cancel: { from: ['offered'], to: 'cancelled' },
    dispute: { from: ['offered'], to: 'disputed' },
  },
  repeats: 'while there',
}

/** A payout that was proposed (D32). */
export const PAYOUT: StepRules = {
  start: 'proposed',
  steps: {
    approve: { from: ['proposed'], to: 'approved' },
    decline: { from: ['proposed', 'approved'], to: 'declined' },
    instruct: { from: ['approved'], to: 'instructed' },
    paid: { from: ['instructed'], to: 'paid' },
    returned: { from: ['instructed', 'paid'], to: 'returned' },
  },
  repeats: 'while there',
}

/** A refund that was made, and is paid to the payer once (D28). */
export const REDEMPTION: StepRules = {
  start: 'made',
  steps: { redeem: { from: ['made'], to: 'paid' } },
  repeats: 'by key',
}
