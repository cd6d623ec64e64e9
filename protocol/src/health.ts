/** The answer of `/healthz` and `/readyz` (D23). */
import { z } from 'zod'
import { named } from './named.ts'

export const schemaReport = z
  .object({
    database: z.string().meta({ description: 'The last migration that the database has.' }),
    code: z.string().meta({ description: 'The last migration that this process knows.' }),
    oldest: z.string().meta({
      description:
        'A process can start on this database when the number of its last migration is this one or ' +
        'higher: so far back are the releases that run beside this one.',
    }),
  })
  .meta({ description: 'Which schema the process runs on. Absent while the database is away.' })

export const healthReport = z.object({
  status: z.string().meta({ description: 'In words: "alive", "ready", or what is missing.' }),
  schema: schemaReport.optional(),
  cells: z
    .array(z.object({ cell: z.string(), status: z.string(), schema: schemaReport.optional() }))
    .optional()
    .meta({ description: 'Each database, when partners live in several (cells).' }),
})

named({ HealthReport: healthReport, SchemaReport: schemaReport })

export type HealthReport = z.infer<typeof healthReport>

export type SchemaReport = z.infer<typeof schemaReport>
