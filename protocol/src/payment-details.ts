/**
 * Payment details, the partner's answer to a lookup (sections 2.1 to 2.3, 4.1; D11).
 *
 * Fields that the specification does not name are dropped. Section 2.2 does not call the labels
 * required, so each one is optional; the value is required.
 */
import { z } from 'zod'
import { centimesFromDinars, signedCentimesFromDinars } from './centimes.ts'
import { amountSchema, currencySchema } from './money.ts'
import { named } from './named.ts'
import { referenceSchema } from './reference.ts'
import { textSchema } from './text.ts'

const labels = {
  label_ar: textSchema.optional(),
  label_en: textSchema.optional(),
  label_fr: textSchema.optional(),
}

/** One item of the breakdown. Its value may be zero or negative, such as a discount. */
export const amountLabelSchema = z.object({ ...labels, value: z.number() })

/** One item of additional details. */
export const detailLabelSchema = z.object({ ...labels, value: textSchema })

/** The limit for each of the two lists (W77). */
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
 * Whether the breakdown adds up to the total, in centimes. True without a breakdown; false when a value
 * has more than two decimals. If it does not add up, the payment continues with a warning (D11).
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
