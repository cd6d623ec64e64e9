import { z } from 'zod'
import { named } from './named.ts'

/** One problem of a value. */
export const issueSchema = z.object({
  path: z.string().meta({
    description: 'The field, such as "amount_detail.0.value"; empty for the whole value.',
  }),
  message: z.string().meta({ description: 'What was expected and what was received.' }),
})

named({ Issue: issueSchema })

export type Issue = z.infer<typeof issueSchema>
