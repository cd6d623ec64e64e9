/** Lists page by cursor (D22): `{ items, nextCursor }`, asked for with `limit` and `cursor`. */
import { z } from 'zod'
import { channelIdSchema, partnerIdSchema, paymentIdSchema } from './ids.ts'
import { amountSchema } from './money.ts'
import { eventStateSchema } from './operator-records.ts'
import { paymentStageSchema } from './payment-status.ts'
import { qrCodeTokenSchema } from './qr-config.ts'
import { referenceSchema } from './reference.ts'
import { requestQuery } from './request-object.ts'
import { timeSchema } from './time.ts'

export const LIMIT_DEFAULT = 50
export const LIMIT_MAX = 200
const CURSOR_LENGTH_MAX = 512

/** One page; `nextCursor` is null on the last. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item),
    nextCursor: z
      .string()
      .nullable()
      .meta({ description: 'Send it as cursor for the next page; null on the last.' }),
  })
}

// A query string holds text alone, so the number is read from decimal digits here, strictly.
const limitSchema = z
  .string()
  .refine((text) => /^[1-9][0-9]{0,2}$/.test(text) && Number(text) <= LIMIT_MAX, {
    message: `expected an integer from 1 to ${LIMIT_MAX}`,
  })
  .transform(Number)
  .default(LIMIT_DEFAULT)

/** The query of every list, as strings in, `{ limit: number, cursor?: string }` out. */
export const listQuery = requestQuery({
  limit: limitSchema,
  cursor: z
    .string()
    .regex(/^[A-Za-z0-9_-]+$/, { message: 'expected the nextCursor of an earlier page' })
    .max(CURSOR_LENGTH_MAX)
    .optional(),
})

const amountInQuery = z
  .string()
  .regex(/^[0-9]{1,10}(?:\.[0-9]{1,2})?$/, { message: 'expected dinars such as 599.80' })
  .transform(Number)
  .pipe(amountSchema)

/**
 * Of a channel or an amount there is no index, which every payment would have to be written to: they
 * are looked for among the payments of a reference, of a QR code, or since a moment.
 */
export const paymentsQuery = listQuery
  .extend({
    partnerId: partnerIdSchema.optional(),
    reference: referenceSchema.optional(),
    qrCodeToken: qrCodeTokenSchema.optional(),
    stage: paymentStageSchema.optional(),
    channelId: channelIdSchema.optional(),
    amount: amountInQuery.optional(),
    createdSince: timeSchema.optional(),
    createdBefore: timeSchema.optional(),
    paidSince: timeSchema.optional(),
    paidBefore: timeSchema.optional(),
    refundedSince: timeSchema.optional(),
    refundedBefore: timeSchema.optional(),
  })
  .superRefine((query, context) => {
    const { reference, qrCodeToken, createdSince, paidSince, refundedSince } = query
    if (reference ?? qrCodeToken ?? createdSince ?? paidSince ?? refundedSince) return
    for (const name of ['channelId', 'amount'] as const) {
      if (query[name] === undefined) continue
      const message =
        'expected createdSince, paidSince or refundedSince beside it, or a reference or a qrCodeToken'
      context.addIssue({ code: 'custom', path: [name], message })
    }
  })

/** For a partner, of its own events. */
export const partnerWebhookEventsQuery = listQuery.extend({
  paymentId: paymentIdSchema.optional(),
  state: eventStateSchema.optional(),
})

export const webhookEventsQuery = partnerWebhookEventsQuery.extend({
  partnerId: partnerIdSchema.optional(),
})

/** Ids, tokens and names, as entries of the audit log have them. */
const auditedText = z
  .string()
  .regex(/^\P{Cc}{1,200}$/u, { message: 'expected 1 to 200 characters without control characters' })

export const auditQuery = listQuery.extend({
  subject: auditedText.optional(),
  actor: auditedText.optional(),
})
