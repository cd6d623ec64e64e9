/** Calls that only test a partner's addresses, and never tell of a payment (W147). */
import { z } from 'zod'
import { named } from './named.ts'
import { attemptOutcomeSchema } from './operator-records.ts'
import { referenceSchema } from './reference.ts'
import { requestObject } from './request-object.ts'
import { timeSchema } from './time.ts'
import { urlSchema } from './url.ts'

/** The number of tests of one partner within a minute. */
export const TESTS_PER_MINUTE_MAX = 6

/** `POST …/address-test` */
export const addressTestRequest = requestObject({
  apiUrl: urlSchema.optional().meta({ description: 'By default the saved one.' }),
  webhookUrl: urlSchema
    .nullish()
    .meta({ description: 'By default the saved one; null for the one derived from apiUrl.' }),
  reference: referenceSchema
    .optional()
    .meta({ description: 'A reference to look up; by default one that does not exist.' }),
})

export const testCall = z.object({
  kind: z.enum(['webhook', 'lookup']),
  url: z.string(),
  at: timeSchema,
  secrets: z.enum(['current', 'made-up']).meta({
    description:
      'Another host than the saved one never receives the secrets in use: it is called with made-up ' +
      'ones, and must refuse them with 401.',
  }),
  sentBody: z.string().nullable().meta({ description: 'The exact text, for a webhook.' }),
  outcome: attemptOutcomeSchema,
  status: z.int().nullable(),
  durationMs: z.int(),
  responseBody: z.string().nullable().meta({ description: 'At most 1 KiB of the answer.' }),
  isExpected: z.boolean().meta({ description: 'Whether the answer is as it should be.' }),
  problem: z.string().nullable().meta({ description: 'What is wrong, as one sentence.' }),
})

export const addressTest = z.object({ lookup: testCall, webhook: testCall })

named({ AddressTest: addressTest, AddressTestRequest: addressTestRequest, TestCall: testCall })

export type TestCall = z.infer<typeof testCall>
export type AddressTestRequest = z.output<typeof addressTestRequest>
