/** Bodies of shifts and counts (D30). Unknown fields of requests are refused (D24). */
import { z } from 'zod'
import { denominationsSchema } from './denominations.ts'
import { shiftIdSchema, varianceIdSchema } from './cash-ids.ts'
import { agentIdSchema, channelIdSchema, paymentIdSchema } from './ids.ts'
import { amountOrZeroSchema, amountSchema, sumSchema } from './money.ts'
import { named } from './named.ts'
import { requestObject } from './request-object.ts'
import { timeSchema } from './time.ts'

export const SHIFT_STATUSES = ['open', 'counting', 'counted', 'reviewed', 'closed'] as const

export const shiftStatusSchema = z.enum(SHIFT_STATUSES).meta({
  description:
    'open: payments can be opened in the name of the agent. counting: no more payments can be ' +
    'opened. counted: the count is recorded. reviewed: somebody has decided about its ' +
    'difference. closed: the end.',
})

/** `POST /channel/v1/shifts` */
export const startShiftRequest = requestObject({
  agentId: agentIdSchema,
  float: amountOrZeroSchema.meta({
    description:
      'The cash that the agent takes from the safe of the channel, in dinars; 0 for none.',
  }),
})

/** `POST /channel/v1/shifts/{shiftId}/count`. Without denominations the count only begins. */
export const countShiftRequest = requestObject({ denominations: denominationsSchema.optional() })

/** What was counted at the end of a shift. */
export const shiftCount = z.object({
  counted: amountOrZeroSchema,
  expected: sumSchema.meta({
    description: 'What the books said at that moment. It is shown only after the count.',
  }),
  difference: sumSchema.meta({ description: 'counted minus expected.' }),
  denominations: z.record(z.string(), z.int()),
  openPayments: z.array(z.object({ paymentId: paymentIdSchema, amount: amountSchema })).meta({
    description:
      'Payments of the agent that were open at that moment: cash may have been taken for them. One ' +
      'that is confirmed later belongs to the next shift.',
  }),
  varianceId: varianceIdSchema.nullable().meta({ description: 'Null without a difference.' }),
})

export const shiftRecord = z.object({
  shiftId: shiftIdSchema,
  channelId: channelIdSchema,
  agentId: agentIdSchema,
  status: shiftStatusSchema,
  float: amountOrZeroSchema,
  openedAt: timeSchema,
  countingAt: timeSchema.nullable(),
  countedAt: timeSchema.nullable(),
  reviewedAt: timeSchema.nullable(),
  closedAt: timeSchema.nullable(),
  count: shiftCount.nullable(),
})

named({
  CountShiftRequest: countShiftRequest,
  Denominations: denominationsSchema,
  ShiftCount: shiftCount,
  ShiftRecord: shiftRecord,
  ShiftStatus: shiftStatusSchema,
  StartShiftRequest: startShiftRequest,
})

export type ShiftStatus = z.infer<typeof shiftStatusSchema>
export type ShiftRecord = z.infer<typeof shiftRecord>
export type ShiftCount = z.infer<typeof shiftCount>
