/** One box for everything that a caller may say or a person may paste (W140). */
import { z } from 'zod'
import { agentIdSchema, channelIdSchema, partnerIdSchema, paymentIdSchema } from './ids.ts'
import { localPeriod, localTimeSchema } from './local-time.ts'
import { limitUpTo } from './lists.ts'
import { amountSchema, sumSchema } from './money.ts'
import { named } from './named.ts'
import { businessDateSchema } from './business-date.ts'
import { auditEntry, operatorPaymentRecord, webhookEventRecord } from './operator-records.ts'
import { channelKindSchema } from './payment-status.ts'
import { requestQuery } from './request-object.ts'
import { statementStatusSchema } from './statements.ts'
import { timeSchema } from './time.ts'

/** A pasted code of a receipt has up to some hundred characters. */
const TYPED_LENGTH_MAX = 2_000

const HITS_MAX = 20
const HITS_DEFAULT = 8

/** `GET /operator/v1/search` and `GET /partner/search/v1` */
export const searchQuery = requestQuery({
  q: z
    .string()
    .min(1)
    .max(TYPED_LENGTH_MAX)
    .meta({ description: 'What was typed, in any digits and spellings.' }),
  ...localPeriod,
  limit: limitUpTo(HITS_MAX, HITS_DEFAULT).meta({
    description: 'The largest number of items in each group.',
    type: 'integer',
    minimum: 1,
    maximum: HITS_MAX,
    default: HITS_DEFAULT,
  }),
})

/** Query parameters of the list of payments. */
const listFilters = z.object({
  referenceBegins: z.string().optional(),
  referenceEnds: z.string().optional(),
  words: z.string().optional(),
  amountFrom: amountSchema.optional(),
  amountTo: amountSchema.optional(),
  from: localTimeSchema.optional(),
  to: localTimeSchema.optional(),
})

const understood = z.object({
  text: z.string().meta({ description: 'Without invisible marks and repeated spaces.' }),
  amountFrom: amountSchema
    .nullable()
    .meta({ description: 'The lowest amount; null for no amount.' }),
  amountTo: amountSchema.nullable(),
  filters: listFilters.nullable().meta({
    description:
      'The query of GET /operator/v1/payments that lists all payments of this search; null where no list ' +
      'has them all.',
  }),
  since: timeSchema.nullable().meta({
    description: 'Amounts are searched from this time on: by default 30 days; null for no amount.',
  }),
})

/** Why a payment was found. */
export const PAYMENT_MATCHES = [
  'id',
  'receipt',
  'reference',
  'beginning',
  'amount',
  'request',
  'words',
  'end',
] as const

const matchSchema = z.enum(PAYMENT_MATCHES).meta({
  description:
    'id: its id, or that of one of its events or refunds. receipt: its receipt. reference: ' +
    'exactly. beginning: its reference begins so. amount. request: the request that opened it. ' +
    'words: it matches every word. end: its reference ends so.',
})

export const RECORD_TYPES = [
  'refund',
  'shift',
  'handover',
  'deposit',
  'case',
  'remittance',
  'float',
  'variance',
  'payout',
  'bankLine',
] as const

const group = <Kind extends string, Item extends z.ZodType>(kind: Kind, item: Item) =>
  z.object({
    kind: z.literal(kind),
    items: z.array(item),
    hasMore: z.boolean().meta({ description: 'Whether more was found than limit.' }),
  })

const statementHit = z.object({
  statementId: z.guid(),
  number: z.string().nullable(),
  partnerId: partnerIdSchema.nullable(),
  channelId: channelIdSchema.nullable(),
  owner: z.string().meta({ description: 'The name of the partner or channel.' }),
  from: businessDateSchema,
  to: businessDateSchema,
  status: statementStatusSchema,
  net: sumSchema.nullable(),
})

const partnerHits = group(
  'partners',
  z.object({
    partnerId: partnerIdSchema,
    name: z.string(),
    nameAr: z.string().nullable(),
    city: z.string().nullable(),
    status: z.string(),
  }),
)

const channelHits = group(
  'channels',
  z.object({
    channelId: channelIdSchema,
    name: z.string(),
    kind: channelKindSchema,
    status: z.string(),
  }),
)

const agentHits = group(
  'agents',
  z.object({
    agentId: agentIdSchema,
    name: z.string(),
    channelId: channelIdSchema,
    channelName: z.string(),
  }),
)

const recordHits = group(
  'records',
  z.object({
    type: z.enum(RECORD_TYPES),
    id: z.guid(),
    status: z.string(),
    at: timeSchema.nullable(),
    amount: sumSchema.nullable(),
    partnerId: partnerIdSchema.nullable(),
    channelId: channelIdSchema.nullable(),
    paymentId: paymentIdSchema.nullable(),
  }),
)

const statementHits = group('statements', statementHit)
const eventHits = group('events', webhookEventRecord)
const requestHits = group('requests', auditEntry)

const answer = <Group extends z.ZodType>(groups: Group) =>
  z.object({
    understood,
    groups: z.array(groups).meta({ description: 'Those with items, the best first.' }),
    isComplete: z.boolean().meta({
      description: 'False when a part of the search was cancelled because it took too long.',
    }),
  })

export const searchAnswer = answer(
  z.discriminatedUnion('kind', [
    group('payments', operatorPaymentRecord.extend({ match: matchSchema })),
    partnerHits,
    channelHits,
    agentHits,
    statementHits,
    eventHits,
    recordHits,
    requestHits,
  ]),
)

/** A partner finds its own rows alone. */
export const partnerSearchAnswer = answer(
  z.discriminatedUnion('kind', [
    group(
      'payments',
      operatorPaymentRecord
        .omit({
          channelId: true,
          channelName: true,
          agentId: true,
          takenBy: true,
        })
        .extend({ match: matchSchema }),
    ),
    statementHits,
    eventHits,
  ]),
)

named({ PartnerSearchAnswer: partnerSearchAnswer, SearchAnswer: searchAnswer })

export type PaymentMatch = (typeof PAYMENT_MATCHES)[number]
export type RecordType = (typeof RECORD_TYPES)[number]
export type SearchFilters = z.infer<typeof listFilters>
export type SearchQuery = z.output<typeof searchQuery>
export type SearchAnswer = z.infer<typeof searchAnswer>
export type SearchGroup = SearchAnswer['groups'][number]
export type PartnerSearchAnswer = z.infer<typeof partnerSearchAnswer>
