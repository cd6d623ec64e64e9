/**
 * Payment details, which the partner answers a lookup with (sections 2.1 to 2.3, 4.1; D11).
 *
 * Fields that the specification does not name are ignored and dropped. Section 2.2 gives the types
 * of the labels without calling them required, so each may be left out; a value may not.
 */
import { z } from 'zod'
import {
  amountSchema,
  centimesFromDinars,
  currencySchema,
  signedCentimesFromDinars,
} from './money.ts'
import { named } from './named.ts'
import { referenceSchema } from './reference.ts'
import { textSchema } from './text.ts'

const labels = {
  label_ar: textSchema.optional(),
  label_en: textSchema.optional(),
  label_fr: textSchema.optional(),
}

/** One line of the breakdown. Its value may be zero or negative: a discount is a line too. */
export const amountLabelSchema = z.object({ ...labels, value: z.number() })

/** One line of additional details. */
export const detailLabelSchema = z.object({ ...labels, value: textSchema })

/** Items in each of the two lists (W77): a payer reads no more, and each one costs everybody time. */
export const LABELS_MAX = 200

export const paymentDetailsSchema = z.object({
  reference: referenceSchema,
  total_amount: amountSchema,
  currency: currencySchema,
  amount_detail: z.array(amountLabelSchema).max(LABELS_MAX).optional(),
  details: z.array(detailLabelSchema).max(LABELS_MAX).optional(),
})

/** The error body of the partner-hosted endpoints (section 2.3). */
export const partnerErrorSchema = z.object({ error: z.string(), errorMessage: z.string() })

export type AmountLabel = z.infer<typeof amountLabelSchema>
export type DetailLabel = z.infer<typeof detailLabelSchema>
export type PaymentDetails = z.infer<typeof paymentDetailsSchema>
export type PartnerError = z.infer<typeof partnerErrorSchema>

/**
 * Whether the breakdown adds up to the total, counted in centimes (D11: when it does not, the payment
 * goes on and the partner's record shows a warning). True without a breakdown; false when a line has
 * more than two decimals, because then no exact sum exists.
 */
export const breakdownAddsUp = (details: PaymentDetails): boolean => {
  const lines = details.amount_detail ?? []
  if (lines.length === 0) return true
  const total = centimesFromDinars(details.total_amount)
  let sum = 0n
  for (const line of lines) {
    const centimes = signedCentimesFromDinars(line.value)
    if (centimes === null) return false
    sum += BigInt(centimes)
  }
  return total.ok && sum === BigInt(total.centimes)
}

named({
  AmountLabel: amountLabelSchema,
  DetailLabel: detailLabelSchema,
  PartnerError: partnerErrorSchema,
  PaymentDetails: paymentDetailsSchema,
})
