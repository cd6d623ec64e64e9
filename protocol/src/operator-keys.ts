/** Bodies of operator keys (D22, W27). Unknown fields are refused. */
import { z } from 'zod'
import { operatorKeyIdSchema } from './ids.ts'
import { named } from './named.ts'
import { requestObject } from './request-object.ts'
import { nameSchema } from './text.ts'
import { timeSchema } from './time.ts'
import { operatorRoleSchema } from './users.ts'

/** `POST /operator/v1/operator-keys`. The audit log shows the name with every action. */
export const createOperatorKeyRequest = requestObject({
  name: nameSchema,
  holder: nameSchema.optional().meta({
    description:
      'The person or the program that uses the key. Default: the signed-in user, or else the ' +
      'name of the key. It must not be the name of another user, nor look like one (D34).',
  }),
  role: operatorRoleSchema
    .default('owner')
    .meta({ description: 'What the key may do: the same roles as for users.' }),
})

/** An operator key in lists, without the key itself. */
export const operatorKeyRecord = z.object({
  operatorKeyId: operatorKeyIdSchema,
  name: z.string(),
  holder: z.string().meta({ description: 'The person who uses the key.' }),
  madeBy: z.string().nullable().meta({
    description:
      'The user who made it, or the user at the start of the chain of keys; without a user, the key.',
  }),
  role: operatorRoleSchema,
  createdAt: timeSchema,
  revokedAt: timeSchema
    .nullable()
    .meta({ description: 'When the key was revoked; null for a valid key.' }),
})

export const createdOperatorKey = operatorKeyRecord.extend({
  apiKey: z.string().meta({ description: 'Shown only in this answer.' }),
})

named({
  CreateOperatorKeyRequest: createOperatorKeyRequest,
  CreatedOperatorKey: createdOperatorKey,
  OperatorKeyRecord: operatorKeyRecord,
})

export type OperatorKeyRecord = z.infer<typeof operatorKeyRecord>
export type CreatedOperatorKey = z.infer<typeof createdOperatorKey>
