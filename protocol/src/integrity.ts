/** The checks of what must always be true (I1 to I10 and L1 to L9). */
import { z } from 'zod'
import { completeThroughSchema } from './ledger.ts'
import { named } from './named.ts'
import { timeSchema } from './time.ts'

export const integrityCheck = z.object({
  name: z.string(),
  result: z.enum(['holds', 'violated', 'not run']).meta({
    description: 'not run: it took too long, or those before it did. Ask again, or a replica.',
  }),
  violations: z
    .array(z.record(z.string(), z.unknown()))
    .meta({ description: 'The first five rows that contradict it.' }),
  askedSince: timeSchema.nullish().meta({
    description:
      'Of a large database: besides the newest rows, the older ones since this time were asked, and the ' +
      'next run goes on before it. Null: all rows were asked.',
  }),
})

export const integrityReport = z.object({
  checkedAt: timeSchema,
  completeThrough: completeThroughSchema,
  result: z.enum(['holds', 'violated', 'not all run']),
  items: z.array(integrityCheck),
})

/** A report that is kept. */
export const integrityRun = integrityReport.extend({
  runId: z.guid(),
  askedBy: z
    .string()
    .nullable()
    .meta({ description: 'Null: the platform by itself, once for each sealed day.' }),
  durationMs: z.int(),
})

named({ IntegrityReport: integrityReport, IntegrityRun: integrityRun })

export type IntegrityReport = z.infer<typeof integrityReport>
export type IntegrityRun = z.infer<typeof integrityRun>
