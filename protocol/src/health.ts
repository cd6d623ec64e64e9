/** The answer of `/healthz` and `/readyz` (D23). */
import { z } from 'zod'
import { named } from './named.ts'

export const healthReport = z.object({
  status: z.string().meta({ description: 'In words: "alive", "ready", or what is missing.' }),
  cells: z
    .array(z.object({ cell: z.string(), status: z.string() }))
    .optional()
    .meta({ description: 'Each database, when partners live in several (cells).' }),
})

named({ HealthReport: healthReport })

export type HealthReport = z.infer<typeof healthReport>
