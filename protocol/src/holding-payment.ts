/** The payment that holds a reference or the single use of a QR code, as far as the asking channel may know. */
import { z } from 'zod'
import { agentIdSchema, paymentIdSchema } from './ids.ts'
import { named } from './named.ts'
import { timeSchema } from './time.ts'

/** An open payment of the same agent of the same channel: the agent continues it. */
export const ownPayment = z.object({ paymentId: paymentIdSchema, openedAt: timeSchema })

/** A payment whose money was taken in the channel that asks. */
export const paidHere = z.object({
  paymentId: paymentIdSchema.meta({ description: 'For its receipt.' }),
  paidAt: timeSchema,
  agentId: agentIdSchema.nullable().meta({ description: 'Who took the money.' }),
  agentName: z.string().nullable(),
})

/** How the single use of a code was used. */
export const usedCode = z.object({
  usedAt: timeSchema,
  paidHere: paidHere.nullable().meta({
    description: 'Null when another channel took the money, or when the payment is no longer kept.',
  }),
})

named({ OwnPayment: ownPayment, PaidHere: paidHere, UsedCode: usedCode })

export type OwnPayment = z.infer<typeof ownPayment>
export type PaidHere = z.infer<typeof paidHere>
export type UsedCode = z.infer<typeof usedCode>
