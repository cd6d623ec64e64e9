/** Fees of partners and commissions of channels, each in versions that start on a business date. */
import { z } from 'zod'
import { businessDateSchema } from './business-date.ts'
import { channelIdSchema, partnerIdSchema } from './ids.ts'
import { MAX_CENTIMES, signedCentimesFromDinars } from './centimes.ts'
import { sumSchema } from './money.ts'
import { named } from './named.ts'
import { channelKindSchema } from './payment-status.ts'
import { requestObject, requestQuery } from './request-object.ts'
import { shown } from './shown.ts'
import { timeSchema } from './time.ts'

export const FEE_VERSION_STATUSES = ['proposed', 'approved', 'declined'] as const
export const ON_REFUND = ['keep', 'proportional'] as const

const BASIS_POINTS_MAX = 10_000

/** Dinars from 0 on: the fixed part of a fee may be zero. */
const feePartSchema = z
  .number()
  .refine(
    (value) => {
      const centimes = signedCentimesFromDinars(value)
      return centimes !== null && centimes >= 0 && centimes <= MAX_CENTIMES
    },
    {
      error: ({ input }) =>
        'expected a number of dinars from 0 to 9999999999.99, with at most two decimals, received ' +
        shown(input),
    },
  )
  .meta({ description: 'Dinars, at most two decimals; may be 0.', minimum: 0 })

const basisPointsSchema = z
  .int()
  .min(0)
  .max(BASIS_POINTS_MAX)
  .meta({ description: 'Hundredths of a percent: 150 is 1.5 %.' })

const onRefundSchema = z.enum(ON_REFUND).meta({
  description: 'Whether a refund gives its share of the fee back.',
})

const terms = {
  from: businessDateSchema.meta({
    description: 'The first business date on which it applies; after today.',
  }),
  basisPoints: basisPointsSchema,
  fixed: feePartSchema.default(0),
  minimum: feePartSchema.default(0),
  maximum: feePartSchema.nullable().default(null),
  vatBasisPoints: basisPointsSchema,
  onRefund: onRefundSchema.default('keep'),
}

const isOrdered = ({ minimum, maximum }: { minimum: number; maximum: number | null }): boolean =>
  maximum === null || maximum >= minimum

const ORDERED = { message: 'expected a maximum that is not below the minimum', path: ['maximum'] }

/** `PUT /operator/v1/channels/{channelId}/commissions` */
export const putCommissionRequest = requestObject(terms).refine(isOrdered, ORDERED)

/** `PUT /operator/v1/partners/{partnerId}/fees` */
export const putFeeRequest = requestObject({ channelKind: channelKindSchema, ...terms }).refine(
  isOrdered,
  ORDERED,
)

export const feeVersion = z.object({
  feeVersionId: z.guid(),
  partnerId: partnerIdSchema.nullable().meta({ description: 'Null for a commission.' }),
  channelId: channelIdSchema.nullable().meta({ description: 'Null for a fee.' }),
  channelKind: channelKindSchema,
  from: businessDateSchema,
  revision: z.int().meta({
    description: 'The approved version with the highest revision of a date applies.',
  }),
  status: z.enum(FEE_VERSION_STATUSES),
  basisPoints: basisPointsSchema,
  fixed: sumSchema,
  minimum: sumSchema,
  maximum: sumSchema.nullable(),
  vatBasisPoints: basisPointsSchema,
  onRefund: onRefundSchema,
  madeBy: z.string(),
  madeAt: timeSchema,
  approvedBy: z.string().nullable(),
  approvedAt: timeSchema.nullable(),
  declinedBy: z.string().nullable(),
  declinedAt: timeSchema.nullable(),
})

/** The dates of a preview; without them those of the last statement, or the last 30 sealed ones. */
export const feePreviewQuery = requestQuery({
  from: businessDateSchema.optional(),
  to: businessDateSchema.optional(),
})

const previewSide = z.object({ fees: sumSchema, vat: sumSchema, total: sumSchema })

/** What the payments of a period cost, and what they would cost under a version. */
export const feePreview = z.object({
  from: businessDateSchema,
  to: businessDateSchema,
  payments: z.int(),
  gross: sumSchema,
  current: previewSide.meta({ description: 'Under the versions in force on those dates.' }),
  proposed: previewSide.meta({ description: 'Under this version.' }),
})

named({
  FeeVersion: feeVersion,
  FeePreview: feePreview,
  PutCommissionRequest: putCommissionRequest,
  PutFeeRequest: putFeeRequest,
})

export type FeeVersion = z.infer<typeof feeVersion>
export type FeePreview = z.infer<typeof feePreview>
export type PutFeeRequest = z.infer<typeof putFeeRequest>
