/** The body of every error the platform answers with (D4). */
import { z } from 'zod'
import { issueSchema } from './issue.ts'
import { named } from './named.ts'
import { qrConfigSchema } from './qr-config.ts'
import { timeSchema } from './time.ts'

export const platformErrorSchema = z.object({
  error: z.string().meta({ description: 'The code; it never changes with the language.' }),
  errorMessage: z
    .string()
    .meta({ description: 'What was wrong and what to do, in the language of Accept-Language.' }),
  requestId: z.string().meta({ description: 'The same id as in the header X-Request-Id.' }),
  details: z.array(issueSchema).optional().meta({
    description:
      'On VALIDATION400 one for each field that was wrong. On other refusals that can be explained, such as those for a partner’s answer, one with an empty path.',
  }),
  lockReleaseTime: timeSchema
    .optional()
    .meta({ description: 'On REFERENCE409_LOCKED and QR_CODE409_IN_USE.' }),
  qrConfig: qrConfigSchema
    .optional()
    .meta({ description: 'On QR_CODE409_AMOUNT_CHANGED: what the code asks for now.' }),
})

named({ PlatformError: platformErrorSchema })

export type PlatformError = z.infer<typeof platformErrorSchema>
