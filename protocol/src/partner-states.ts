/** From a new partner to one that is paid (D40): `testing → live → paused → live`. */
import { z } from 'zod'
import { reasonSchema } from './custody.ts'
import { named } from './named.ts'
import { requestObject } from './request-object.ts'
import { timeSchema } from './time.ts'

export const PARTNER_LIFE = ['testing', 'live', 'paused'] as const

export const partnerStateSchema = z.enum(PARTNER_LIFE).meta({
  description:
    'testing: it can be paid by test channels alone. live: by the other channels. paused: nothing new ' +
    'opens; what is open ends as usual (D40).',
})

/** How many days a passed live check lets a partner go live. */
export const CERTIFICATE_DAYS = 30

/** `POST /operator/v1/partners/{partnerId}/go-live` */
export const goLiveRequest = requestObject({
  reason: reasonSchema.optional().meta({
    description:
      'The word of an owner, for a partner without a certificate. It is in the audit log.',
  }),
})

/** `POST /operator/v1/partners/{partnerId}/pause` and `…/resume` */
export const changeStateRequest = requestObject({
  reason: reasonSchema.meta({ description: 'It is in the audit log.' }),
})

/** The newest passed live check that still counts (D40): every check passed, none left out. */
export const certificateSchema = z
  .object({
    runId: z.guid(),
    at: timeSchema,
    validUntil: timeSchema.meta({ description: 'Until when it lets the partner go live.' }),
  })
  .nullable()
  .meta({
    description:
      `The newest live check in which every check passed, of the last ${CERTIFICATE_DAYS} days and at the ` +
      'present addresses. Null: the partner runs the checks in its portal, with a reference that it knows.',
  })

/** What the hourly lookups of the partner's test reference find (W247). */
export const canarySchema = z
  .object({
    lookedUpAt: timeSchema.nullable().meta({ description: 'Null before the first one.' }),
    nextAt: timeSchema,
    problem: z.string().nullable().meta({ description: 'Why the last one failed.' }),
    durationMs: z.int().nullable(),
    failures: z.int().meta({ description: 'How many failed in a row, up to the last one.' }),
    passed: z.int().meta({ description: 'All that passed.' }),
    failed: z.int().meta({ description: 'All that failed.' }),
  })
  .nullable()
  .meta({
    description:
      'The hourly lookups of the test reference, counted apart from those of payers; null for a partner ' +
      'that never went live.',
  })

named({
  ChangeStateRequest: changeStateRequest,
  GoLiveRequest: goLiveRequest,
  PartnerState: partnerStateSchema,
})

export type PartnerState = z.infer<typeof partnerStateSchema>
export type CanaryStanding = NonNullable<z.infer<typeof canarySchema>>
