/** The body of every error of the platform (D4). */
import { z } from 'zod'
import { issueSchema } from './issue.ts'
import { named } from './named.ts'
import { qrConfigSchema } from './qr-config.ts'
import { timeSchema } from './time.ts'

export const platformErrorSchema = z.object({
  error: z.string().meta({ description: 'The error code, the same in every language.' }),
  errorMessage: z
    .string()
    .meta({ description: 'What is wrong and what to do, in the language of Accept-Language.' }),
  requestId: z.string().meta({ description: 'The same id as in the header X-Request-Id.' }),
  details: z.array(issueSchema).optional().meta({
    description:
      'On VALIDATION400, one entry for each wrong field. Some other errors, such as those about a partner’s answer, have one entry with an empty path.',
  }),
  permission: z.string().optional().meta({
    description: 'On OPERATOR403_PERMISSION, CHANNEL403_PERMISSION and PARTNER_API403_PERMISSION.',
  }),
  lockReleaseTime: timeSchema
    .optional()
    .meta({ description: 'On REFERENCE409_LOCKED and QR_CODE409_IN_USE.' }),
  qrConfig: qrConfigSchema
    .optional()
    .meta({ description: 'On QR_CODE409_AMOUNT_CHANGED: the current configuration.' }),
})

named({ PlatformError: platformErrorSchema })

export type PlatformError = z.infer<typeof platformErrorSchema>
