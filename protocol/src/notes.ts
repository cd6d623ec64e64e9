/** Notes of operators beside a payment (W142). */
import { z } from 'zod'
import { named } from './named.ts'
import { requestObject } from './request-object.ts'
import { textSchema } from './text.ts'
import { timeSchema } from './time.ts'

const NOTE_LENGTH_MAX = 2_000

/** Control characters other than line breaks and tabs have no meaning for a reader. */
const CONTROL = /[^\P{Cc}\n\t]/u

/** `POST /operator/v1/payments/{paymentId}/notes` */
export const noteRequest = requestObject({
  text: textSchema
    .refine((text) => text.trim() !== '' && text.length <= NOTE_LENGTH_MAX && !CONTROL.test(text), {
      message: `expected 1 to ${NOTE_LENGTH_MAX} characters, with line breaks and without other control characters`,
    })
    .meta({ minLength: 1, maxLength: NOTE_LENGTH_MAX, description: 'Plain text.' }),
})

export const noteRecord = z.object({
  noteId: z.guid(),
  at: timeSchema,
  text: z.string(),
  byId: z.string(),
  by: z.string(),
})

named({ Note: noteRecord, NoteRequest: noteRequest })
