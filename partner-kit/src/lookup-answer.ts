/** What a partner's `lookup` answers, and how it becomes payment details (section 2.1). */
import {
  amountLabelSchema,
  describeIssues,
  detailLabelSchema,
  paymentDetailsSchema,
} from '@wasl/protocol'
import type { AmountLabel, Currency, DetailLabel, PaymentDetails } from '@wasl/protocol'
import { issuesText } from './issues-text.ts'

/**
 * The four things a partner can say of a reference. The fields of `payable` have the names that they
 * have on the wire:
 *
 * - `total_amount`: dinars, a number with at most two decimals, such as `599.8`
 * - `currency`: `DZD` unless given
 * - `amount_detail`, `details`: what the payer is shown; none unless given
 * - `reference`: need not be given; when it is, it must be the one that was asked for
 */
export type LookupAnswer = Payable | { status: 'not_found' | 'already_paid' | 'unavailable' }

export type Payable = {
  status: 'payable'
  total_amount: number
  currency?: Currency | undefined
  amount_detail?: readonly AmountLabel[] | undefined
  details?: readonly DetailLabel[] | undefined
  reference?: string | undefined
}

export type LookupAnswerResult =
  | { status: 'payable'; details: PaymentDetails }
  | { status: 'not_found' | 'already_paid' | 'unavailable' }
  | { status: 'invalid'; /** Each wrong field, what was expected and what came. */ problem: string }

// Strict, unlike the protocol's: a receiver ignores what it does not know, but here a misspelt
// `amount_details` would leave the payer without a breakdown and nobody would notice.
const strictDetailsSchema = paymentDetailsSchema
  .extend({
    amount_detail: amountLabelSchema.strict().array(),
    details: detailLabelSchema.strict().array(),
  })
  .strict()

const STATUSES = ['payable', 'not_found', 'already_paid', 'unavailable']

/** Checks what `lookup` returned, whatever it is, against the protocol. */
export const readLookupAnswer = (answer: unknown, reference: string): LookupAnswerResult => {
  if (typeof answer !== 'object' || answer === null || !('status' in answer)) {
    return invalid(`expected an object such as { status: 'not_found' }, received ${kind(answer)}`)
  }
  const { status, ...fields } = answer
  switch (status) {
    case 'not_found':
    case 'already_paid':
    case 'unavailable':
      return { status }
    case 'payable':
      return payable(fields, reference)
    default:
      return invalid(`status: expected one of ${STATUSES.join(', ')}, received ${kind(status)}`)
  }
}

const payable = (fields: object, reference: string): LookupAnswerResult => {
  const candidate: Record<string, unknown> = {
    reference,
    currency: 'DZD',
    amount_detail: [],
    details: [],
    ...definedOnly(fields),
  }
  const details = strictDetailsSchema.safeParse(candidate)
  if (!details.success) return invalid(issuesText(describeIssues(details.error, candidate)))
  if (details.data.reference !== reference) {
    return invalid('reference: expected the reference that was asked for, received another one')
  }
  return { status: 'payable', details: details.data }
}

/** A field set to undefined is a field left out. */
const definedOnly = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

const invalid = (problem: string): LookupAnswerResult => ({ status: 'invalid', problem })

const kind = (value: unknown): string => {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 60))
  if (value === null) return 'null'
  if (value === undefined) return 'nothing (is a return missing?)'
  return Array.isArray(value) ? 'an array' : `a value of type ${typeof value}`
}
