/**
 * An order is what the shop wants to be paid for under one reference: the payment details of section
 * 2.1, and, once the platform has told of it, the payment.
 */
import { CHANNEL_KINDS, describeIssues, paymentDetailsSchema, timeSchema } from '@wasl/protocol'
import type { ChannelKind, PaymentDetails } from '@wasl/protocol'

export type Order = PaymentDetails & { paid: Paid | null }

export type Paid = {
  paymentId: string
  channel: ChannelKind
  /** ISO 8601 in UTC (D3), as the platform told it. */
  paidAt: string
}

/**
 * An order out of anything, such as a line of a file; `currency` and `paid` may be left out.
 *
 * @throws Error with a sentence that names the wrong field.
 */
export const orderFrom = (value: unknown): Order => {
  const fields = typeof value === 'object' && value !== null ? value : {}
  const candidate = { currency: 'DZD', paid: null, ...fields }
  const details = paymentDetailsSchema.safeParse(candidate)
  if (!details.success) {
    const [issue] = describeIssues(details.error, candidate)
    throw new Error(`${issue?.path ?? ''}: ${issue?.message ?? 'expected an order'}`)
  }
  return { ...details.data, paid: paidFrom(candidate.paid) }
}

const paidFrom = (value: unknown): Paid | null => {
  if (value === null) return null
  if (!isPaid(value)) throw new Error('paid: expected null, or paymentId, channel and paidAt')
  return { paymentId: value.paymentId, channel: value.channel, paidAt: value.paidAt }
}

const isPaid = (value: unknown): value is Paid => {
  if (typeof value !== 'object' || value === null) return false
  const { paymentId, channel, paidAt } = value as Partial<Record<keyof Paid, unknown>>
  const channels: readonly unknown[] = CHANNEL_KINDS
  return (
    typeof paymentId === 'string' &&
    channels.includes(channel) &&
    timeSchema.safeParse(paidAt).success
  )
}
