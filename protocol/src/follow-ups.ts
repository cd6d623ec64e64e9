/** Calls that wait for somebody (W211). */
import { z } from 'zod'
import { businessDateSchema } from './business-date.ts'
import { partnerIdSchema, paymentIdSchema, userIdSchema } from './ids.ts'
import { listOf, listQuery } from './lists.ts'
import { named } from './named.ts'
import { requestObject } from './request-object.ts'
import { textSchema } from './text.ts'
import { timeSchema } from './time.ts'

const WORDS_LENGTH_MAX = 2_000
const CALLER_LENGTH_MAX = 200

/** Control characters other than line breaks and tabs have no meaning for a reader. */
const CONTROL = /[^\P{Cc}\n\t]/u

const wordsUpTo = (max: number) =>
  textSchema
    .refine((text) => text.trim() !== '' && text.length <= max && !CONTROL.test(text), {
      message: `expected 1 to ${max} characters, with line breaks and without other control characters`,
    })
    .meta({ minLength: 1, maxLength: max })

export const followUpIdSchema = z.guid()

export const FOLLOW_UP_STATUSES = ['open', 'done'] as const

export const FOLLOW_UP_ACTS = ['opened', 'noted', 'given', 'postponed', 'done', 'reopened'] as const

const ownerSchema = userIdSchema.meta({
  description: 'The user of the operator who takes care of it.',
})

const dueOnSchema = businessDateSchema.meta({ description: 'The day by which it must be done.' })

/** `POST /operator/v1/follow-ups` */
export const openFollowUpRequest = requestObject({
  paymentId: paymentIdSchema.optional().meta({ description: 'The payment that it is about.' }),
  partnerId: partnerIdSchema
    .optional()
    .meta({ description: 'The partner that it is about, when no payment is named.' }),
  words: wordsUpTo(WORDS_LENGTH_MAX).meta({ description: 'What the caller said.' }),
  caller: wordsUpTo(CALLER_LENGTH_MAX)
    .optional()
    .meta({ description: 'How to reach the caller: a name, a number.' }),
  ownerId: ownerSchema.optional(),
  dueOn: dueOnSchema,
})

/** `PATCH /operator/v1/follow-ups/{followUpId}`: what changes, and why. */
export const changeFollowUpRequest = requestObject({
  ownerId: ownerSchema.nullable().optional(),
  dueOn: dueOnSchema.optional(),
  status: z.enum(FOLLOW_UP_STATUSES).optional(),
  text: wordsUpTo(WORDS_LENGTH_MAX).optional().meta({ description: 'What was done or answered.' }),
}).refine((change) => Object.keys(change).length > 0, {
  message: 'expected at least one of ownerId, dueOn, status and text',
})

export const followUpsQuery = listQuery.extend({
  status: z.enum(FOLLOW_UP_STATUSES).optional(),
  ownerId: userIdSchema.optional(),
  dueUntil: businessDateSchema
    .optional()
    .meta({ description: 'Only what is due on this day or before.' }),
  partnerId: partnerIdSchema.optional(),
  paymentId: paymentIdSchema.optional(),
})

export const followUpRecord = z.object({
  followUpId: followUpIdSchema,
  kind: z.string().meta({
    description:
      'call, or restore: somebody named a thing that a restore of the database has lost, and the words say ' +
      'which. Other kinds may follow.',
  }),
  partnerId: partnerIdSchema.nullable(),
  paymentId: paymentIdSchema.nullable(),
  words: z.string().nullable().meta({ description: 'Null once it was erased.' }),
  caller: z.string().nullable(),
  ownerId: userIdSchema.nullable(),
  owner: z.string().nullable(),
  dueOn: businessDateSchema,
  status: z.enum(FOLLOW_UP_STATUSES),
  openedById: z.string(),
  openedBy: z.string(),
  openedAt: timeSchema,
  doneAt: timeSchema.nullable(),
  doneBy: z.string().nullable(),
})

export const followUpDetail = followUpRecord.extend({
  entries: z
    .array(
      z.object({
        entryId: z.guid(),
        act: z.enum(FOLLOW_UP_ACTS),
        text: z.string().nullable(),
        value: z.string().nullable().meta({ description: 'The new owner or the new day.' }),
        byId: z.string(),
        by: z.string(),
        at: timeSchema,
      }),
    )
    .meta({ description: 'What was done about it, the oldest first.' }),
})

export const followUpList = listOf(followUpRecord)

/** Whom a follow-up can be given to. */
export const colleagues = z.object({
  items: z.array(
    z.object({ userId: userIdSchema, name: z.string(), email: z.string().nullable() }),
  ),
})

named({
  ChangeFollowUpRequest: changeFollowUpRequest,
  Colleagues: colleagues,
  FollowUp: followUpRecord,
  FollowUpDetail: followUpDetail,
  FollowUpList: followUpList,
  OpenFollowUpRequest: openFollowUpRequest,
})

export type FollowUp = z.infer<typeof followUpRecord>
export type FollowUpDetail = z.infer<typeof followUpDetail>
export type FollowUpAct = (typeof FOLLOW_UP_ACTS)[number]
