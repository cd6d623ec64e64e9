/**
 * An order of the shop: the payment details of section 2.1 under one reference, and the payment once
 * the platform has reported it.
 */
import { CHANNEL_KINDS, describeIssues, paymentDetailsSchema, timeSchema } from '@wasl/protocol'
import type { ChannelKind, PaymentDetails } from '@wasl/protocol'

export type Order = PaymentDetails & { paid: OrderPayment | null }

export type OrderPayment = {
  paymentId: string
  channel: ChannelKind
  /** ISO 8601 in UTC (D3), from the event. */
  paidAt: string
}

/**
 * Parses an order. `currency` and `paid` are optional.
 *
 * @throws Error that names the wrong field.
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

const paidFrom = (value: unknown): OrderPayment | null => {
  if (value === null) return null
  if (!isPaid(value)) throw new Error('paid: expected null, or paymentId, channel and paidAt')
  return { paymentId: value.paymentId, channel: value.channel, paidAt: value.paidAt }
}

const isPaid = (value: unknown): value is OrderPayment => {
  if (typeof value !== 'object' || value === null) return false
  const { paymentId, channel, paidAt } = value as Partial<Record<keyof OrderPayment, unknown>>
  const channels: readonly unknown[] = CHANNEL_KINDS
  return (
    typeof paymentId === 'string' &&
    channels.includes(channel) &&
    timeSchema.safeParse(paidAt).success
  )
}
