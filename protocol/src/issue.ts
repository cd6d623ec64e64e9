import { z } from 'zod'

/** One thing that is wrong with a value. */
export const issueSchema = z.object({
  path: z
    .string()
    .meta({ description: 'The field, such as "amount_detail.0.value"; empty for the whole.' }),
  message: z.string().meta({ description: 'What was expected and what was received.' }),
})

export type Issue = z.infer<typeof issueSchema>
