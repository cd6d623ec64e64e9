/** Validates the answer of a partner's `lookup` and converts it to payment details (section 2.1). */
import {
  amountLabelSchema,
  describeIssues,
  detailLabelSchema,
  paymentDetailsSchema,
} from '@wasl/protocol'
import type { AmountLabel, Currency, DetailLabel, PaymentDetails } from '@wasl/protocol'
import { issuesText } from './issues-text.ts'

/**
 * The answer to a lookup. The fields of `payable` have the names of the wire format:
 *
 * - `total_amount`: dinars, a number with at most two decimals, such as `599.8`
 * - `currency`: default `DZD`
 * - `amount_detail`, `details`: shown to the payer; default: none
 * - `reference`: optional; must equal the requested reference
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
  | {
      status: 'invalid'
      /** Each wrong field, what was expected and what was received. */ problem: string
    }

// Strict, unlike the protocol's schema: a misspelt `amount_details` would silently hide the breakdown
// from the payer.
const strictDetailsSchema = paymentDetailsSchema
  .extend({
    amount_detail: amountLabelSchema.strict().array(),
    details: detailLabelSchema.strict().array(),
  })
  .strict()

const STATUSES = ['payable', 'not_found', 'already_paid', 'unavailable']

/** Validates the value that `lookup` returned. */
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
    return invalid('reference: expected the requested reference, received another one')
  }
  return { status: 'payable', details: details.data }
}

/** Treats undefined fields as missing. */
const definedOnly = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

const invalid = (problem: string): LookupAnswerResult => ({ status: 'invalid', problem })

const kind = (value: unknown): string => {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 60))
  if (value === null) return 'null'
  if (value === undefined) return 'nothing (is a return missing?)'
  return Array.isArray(value) ? 'an array' : `a value of type ${typeof value}`
}
